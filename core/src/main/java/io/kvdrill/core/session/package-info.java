/**
 * One session with one peer (protocol.md sections 2 to 5): the handshake, the client role that loads from the peer, and
 * the server role that writes to it. A session never touches another; the manager owns it and polls it.
 */
@NullMarked
package io.kvdrill.core.session;

import org.jspecify.annotations.NullMarked;
