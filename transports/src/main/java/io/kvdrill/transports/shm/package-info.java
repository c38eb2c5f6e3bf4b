/**
 * The data transport on one host: each peer's blocks lie in a file of shared memory, and a write copies blocks of ours
 * into the peer's file. {@link io.kvdrill.transports.shm.ShmDataTransport} is the entry, {@link
 * io.kvdrill.transports.shm.RegionLayout} tells what a file holds.
 *
 * <p><b>Threads.</b> The thread that owns the tier makes every call. One thread copies, one opens peers' files; they hand
 * results over through queues that the owner empties in {@code poll}.
 *
 * <p><b>Lives.</b> A file belongs to one life of a peer, is never used again and never shrinks. A writer keeps the file
 * that it opened, so what it writes late lands in the memory of the life it was meant for, even when the file is gone from
 * its directory.
 */
@NullMarked
package io.kvdrill.transports.shm;

import org.jspecify.annotations.NullMarked;
