package io.kvdrill.core.walk;

/** One thing that happens to a tier. What it refers to is looked up when it runs, so that a shrunk walk still makes sense. */
interface Op {
    void run(Walk walk);
}
