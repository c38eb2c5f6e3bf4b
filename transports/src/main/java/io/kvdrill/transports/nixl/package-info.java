/**
 * The data transport on NIXL, for RDMA hardware: {@link io.kvdrill.transports.nixl.NixlDataTransport}. NIXL's C library is
 * loaded at run time, through a shim of ours that is built with the module; neither is needed to build or run the rest.
 *
 * <p><b>Threads.</b> The thread that owns the tier makes every call and none of NIXL's: posting may copy for tens of
 * milliseconds. One thread makes, posts, asks and releases; each registration has a thread of its own, for loading a
 * stranger's metadata may never return.
 */
@NullMarked
package io.kvdrill.transports.nixl;

import org.jspecify.annotations.NullMarked;
