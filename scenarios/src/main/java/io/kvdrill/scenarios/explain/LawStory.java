package io.kvdrill.scenarios.explain;

import io.kvdrill.sim.check.Law;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The fifteen laws for people: what each says, in a few words and in full, and how it is seen to break. */
public enum LawStory {
    /** Exactly one result. */
    I1(
            "a job has no result, or two",
            "Every accepted job (load, store, lookup) gets exactly one terminal result: never zero, never two.",
            "The engine waits for a result that never comes, and leaks the job's slots; or it is told twice, and its"
                    + " assertion fails. Example: a request finishes while its load is live, and the load is forgotten"
                    + " (vLLM issue 49829)."),
    /** Quiescence. */
    I2(
            "a slot was reused while a write could still land in it",
            "Quiescence: a slot is not reusable while any WRITE that may land in it is unresolved.",
            "Cancelling an RDMA write does not stop its bytes. A timeout is no proof that they have stopped: the slot goes"
                    + " to the next request, and the old write lands in it (SGLang issue 24527, vLLM issue 64298)."),
    /** Finite waits. */
    I3(
            "something waited without a deadline",
            "Every wait has a finite deadline that ends in a miss or a failure, measured from a stated start.",
            "A peer that keeps its heartbeat but never answers holds a request in RETRY until its client leaves (vLLM"
                    + " issue 56823)."),
    /** Baseline. */
    I4(
            "state was left behind after the traffic stopped",
            "Per-peer and per-request maps return to their baseline size when traffic stops.",
            "Bindings, failed ids or registrations that nobody removes grow until memory or file descriptors run out (vLLM"
                    + " issue 64300)."),
    /** Clean reap. */
    I5(
            "a peer that was reaped left something behind",
            "Reaping a peer purges all of its state (bindings, probes, data-plane handles, socket) exactly once; running"
                    + " transfers and held slots go when they are terminal or fenced.",
            "A peer that reconnects as it is reaped finds half of its old session (vLLM issue 49809)."),
    /** Isolation. */
    I6(
            "a fault at one peer hurt work with a healthy one",
            "Isolation: a fault at one peer does not fail or delay work with a healthy peer.",
            "One dead peer's socket blocks the scheduler, and every other peer's requests wait."),
    /** Identity. */
    I7(
            "two processes shared an identity, or one dialled itself",
            "Identity: one live process has one canonical identity, and no other has it; collisions and self-dials are"
                    + " rejected loudly.",
            "Every pod advertises 0.0.0.0 or localhost, and their identities are equal (vLLM pull request 47636)."),
    /** Epoch fencing. */
    I8(
            "something of an older incarnation changed a newer one",
            "Epoch fencing: a reply, registration or completion of an older incarnation never changes the newer one.",
            "A peer restarts at the same address, and a message queued for the dead process reaches its successor."),
    /** Incompatibility. */
    I9(
            "an incompatible peer was not rejected",
            "Incompatibility (hash seed, block length, layout, fingerprint) is rejected loudly, not turned into silent"
                    + " misses.",
            "Two engines hash blocks with different seeds: every lookup misses, and nobody says why."),
    /** Never blocked. */
    I10(
            "the scheduler was blocked by transport work",
            "The scheduler thread is never blocked by transport work beyond a stated budget.",
            "A blocking send to one dead peer at the high-water mark stops the whole engine."),
    /** Right bytes. */
    I11(
            "a slot held other bytes than its key names",
            "Bytes in a slot that was reported as a HIT equal the bytes that the key names.",
            "A late write lands in a reused slot, and the next request decodes from somebody else's KV: wrong answers with"
                    + " status 200 (SGLang issue 24527)."),
    /** No crash. */
    I12(
            "a peer crashed an engine",
            "No event that a peer triggers can crash the engine.",
            "An identity without a colon raises in the control poll, through the scheduler, in every later poll."),
    /** Attribution. */
    I13(
            "a failure cannot be attributed",
            "Each fallback and failure can be attributed afterwards: peer, request, job, round, phase, age, bytes.",
            "A load failed after 36 seconds, and the log does not say which timeout fired (vLLM issue 56828)."),
    /** Recovery. */
    I14(
            "service did not recover after the fault",
            "Recovery: after the fault heals, new requests succeed within a stated time, without a restart of survivors.",
            "A peer comes back, and survivors go on dialling its dead endpoint."),
    /** Leak budget. */
    I15(
            "slots stayed pinned for too long",
            "Pinned slots times time is bounded: a leak budget.",
            "Blocks stored for a consumer that never comes stay pinned until somebody times them out.");

    private final String broken;
    private final String statement;
    private final String story;

    LawStory(String broken, String statement, String story) {
        this.broken = broken;
        this.statement = statement;
        this.story = story;
    }

    /** The law of this code, in upper or lower case. */
    public static Optional<LawStory> named(String code) {
        String wanted = code.toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(story -> story.name().equals(wanted))
                .findFirst();
    }

    /** All laws, each by what has happened where it breaks. */
    static String all() {
        StringBuilder out = new StringBuilder("Laws that every run is held against, by what breaks them:\n");
        for (LawStory law : values()) {
            out.append(Wrap.words(law.broken(), String.format(Locale.ROOT, "  %-4s ", law.name()), "       "));
        }
        return out.append("`kvdrill explain I2` says what one says, how it is checked, and how it breaks.\n")
                .toString();
    }

    /** What has happened where it breaks, as a clause. */
    public String broken() {
        return broken;
    }

    /** The law. */
    public String statement() {
        return statement;
    }

    String text() {
        Law law = Law.valueOf(name());
        return Wrap.words("law " + name() + ": " + statement, "", "  ")
                + Wrap.indented("Checked on every run: " + law.text() + ".", 2)
                + Wrap.indented("At stake when " + law.premise() + ".", 2)
                + Wrap.indented("How it breaks: " + story, 2);
    }
}
