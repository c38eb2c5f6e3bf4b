package io.kvdrill.core.trace;

/** Something that happened, as an immutable record. The host of the tier adds where, when and because of what. */
public interface TraceEvent {}
