package io.kvdrill.sim.fabric;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.trace.TraceEvent;
import java.util.List;

/**
 * Events of the data fabric. Transfer ids are unique in a run. Lives of peers are spelled {@code host:port#life}. A key of
 * no bytes stands for a slot without content.
 */
public sealed interface FabricEvent extends TraceEvent {

    /** At the writer: a write was given to the fabric. {@code keys} is what its source slots hold now. */
    record WritePosted(String to, long transfer, long generation, SlotList local, SlotList remote, List<BlockKey> keys)
            implements FabricEvent {}

    /** At the writer: a write was refused or threw; nothing was started. */
    record WriteRefused(String to, String reason) implements FabricEvent {}

    /** At the owner of the memory: bytes of a write are in place. {@code keys} is what the slots hold from now on. */
    record BlocksLanded(String from, long transfer, SlotList slots, List<BlockKey> keys) implements FabricEvent {}

    /** At the writer: the last byte of a write is in place; its completion follows, if nothing goes wrong. */
    record TransferLanded(String to, long transfer, int blocks) implements FabricEvent {}

    /** At the writer: a write stands still. */
    record TransferStalled(String to, long transfer, int blocksLanded, String reason) implements FabricEvent {}

    /** At the writer: a write goes on. */
    record TransferResumed(String to, long transfer) implements FabricEvent {}

    /** At the writer: no further byte of a write will land. Says nothing about what the writer is told. */
    record TransferStopped(String to, long transfer, int blocksLanded, String reason) implements FabricEvent {}

    /** At the writer: a write has ended, and may be collected. {@code reason} is empty for success. */
    record TransferEnded(String to, long transfer, boolean success, String reason) implements FabricEvent {}

    /** At the writer: a write has landed, and the writer will never be told. */
    record CompletionLost(String to, long transfer) implements FabricEvent {}

    /** At the writer: a write was given up. {@code stillLanding} says whether bytes of it may yet land. */
    record TransferForgotten(String to, long transfer, boolean stillLanding) implements FabricEvent {}

    /** Registering a peer's memory has begun; it takes this long, unless something goes wrong. */
    record RegistrationBegan(String peer, long generation, String life, long nanos) implements FabricEvent {}

    /** Registering has come to an end; the next poll reports it. */
    record RegistrationEnded(String peer, long generation, String outcome, String reason) implements FabricEvent {}

    /** A registration is being cut off. */
    record FenceBegan(String peer, long generation, String life) implements FabricEvent {}

    /** A registration is cut off, in the directions named. */
    record FenceEnded(String peer, long generation, String life, boolean outbound, boolean inbound)
            implements FabricEvent {}
}
