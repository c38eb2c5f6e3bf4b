package io.kvdrill.reports.timeline;

import static io.kvdrill.reports.timeline.Fields.NONE;
import static io.kvdrill.reports.timeline.Fields.number;
import static io.kvdrill.reports.timeline.Fields.numbers;
import static io.kvdrill.reports.timeline.Fields.text;
import static io.kvdrill.reports.timeline.Fields.texts;

import io.kvdrill.core.trace.StoredEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Follows wrong bytes: a slot that is ready under one key while another key's bytes are in it, from the write that put
 * them there to everybody who read them or carried them on. Only bytes that a write brought count: what an engine
 * computes is right by definition.
 */
final class WrongBytesTrack implements Track {

    private record Content(String key, String writer, long transfer) {}

    private static final class Wrong {
        private final String peer;
        private final long slot;
        private final String named;
        private final Content content;
        private final StoredEntry since;
        private final List<String> readers = new ArrayList<>();
        private long toNanos = NONE;

        Wrong(String peer, long slot, String named, Content content, StoredEntry since) {
            this.peer = peer;
            this.slot = slot;
            this.named = named;
            this.content = content;
            this.since = since;
        }

        WrongBytes done() {
            return new WrongBytes(
                    peer,
                    slot,
                    named,
                    content.key().isEmpty() ? "nothing" : content.key(),
                    content.writer(),
                    content.transfer(),
                    since.worldNanos(),
                    toNanos,
                    since.sequence(),
                    readers);
        }
    }

    private static final class Memory {
        private final Map<Long, String> readyAs = new TreeMap<>();
        private final Map<Long, Content> written = new TreeMap<>();
        private final Map<Long, Wrong> wrong = new TreeMap<>();
    }

    private final Map<String, Memory> memories = new LinkedHashMap<>();
    private final List<Wrong> all = new ArrayList<>();

    @Override
    public void see(StoredEntry entry) {
        switch (entry.kind()) {
            case "engine_started" -> restart(entry);
            case "slots_reserved" -> reserve(entry);
            case "slots_ready" -> ready(entry);
            case "slots_evicted", "slots_freed" -> numbers(entry, "slots").forEach(slot -> leave(entry, slot));
            case "blocks_landed" -> land(entry);
            case "blocks_read" ->
                numbers(entry, "wrong_slots").forEach(slot -> read(entry, slot, text(entry, "engine_request")));
            case "write_posted" ->
                numbers(entry, "local")
                        .forEach(slot -> read(
                                entry, slot, "transfer " + number(entry, "transfer") + " to " + text(entry, "to")));
            default -> {}
        }
    }

    private Memory of(StoredEntry entry) {
        return memories.computeIfAbsent(entry.peer(), id -> new Memory());
    }

    private void restart(StoredEntry entry) {
        Memory memory = of(entry);
        List.copyOf(memory.wrong.keySet()).forEach(slot -> leave(entry, slot));
        memories.put(entry.peer(), new Memory());
    }

    private void reserve(StoredEntry entry) {
        boolean computed = !text(entry, "purpose").equals("promotion");
        for (long slot : numbers(entry, "slots")) {
            leave(entry, slot);
            if (computed) {
                of(entry).written.remove(slot);
            }
        }
    }

    private void ready(StoredEntry entry) {
        List<String> keys = texts(entry, "keys");
        List<Long> slots = numbers(entry, "slots");
        for (int i = 0; i < Math.min(keys.size(), slots.size()); i++) {
            of(entry).readyAs.put(slots.get(i), keys.get(i));
            compare(entry, slots.get(i));
        }
    }

    private void land(StoredEntry entry) {
        List<String> keys = texts(entry, "keys");
        List<Long> slots = numbers(entry, "slots");
        for (int i = 0; i < Math.min(keys.size(), slots.size()); i++) {
            of(entry)
                    .written
                    .put(slots.get(i), new Content(keys.get(i), text(entry, "from"), number(entry, "transfer")));
            compare(entry, slots.get(i));
        }
    }

    private void compare(StoredEntry entry, long slot) {
        Memory memory = of(entry);
        String named = memory.readyAs.get(slot);
        Content content = memory.written.get(slot);
        Wrong known = memory.wrong.get(slot);
        if (named == null || content == null || content.key().equals(named)) {
            right(entry, memory, slot);
        } else if (known == null || !known.content.equals(content)) {
            right(entry, memory, slot);
            Wrong found = new Wrong(entry.peer(), slot, named, content, entry);
            memory.wrong.put(slot, found);
            all.add(found);
        }
    }

    private static void right(StoredEntry entry, Memory memory, long slot) {
        Wrong known = memory.wrong.remove(slot);
        if (known != null) {
            known.toNanos = entry.worldNanos();
        }
    }

    private void leave(StoredEntry entry, long slot) {
        Memory memory = of(entry);
        memory.readyAs.remove(slot);
        right(entry, memory, slot);
    }

    private void read(StoredEntry entry, long slot, String reader) {
        Wrong known = of(entry).wrong.get(slot);
        if (known != null && !known.readers.contains(reader)) {
            known.readers.add(reader);
        }
    }

    @Override
    public void end(long endNanos) {}

    List<WrongBytes> found() {
        return all.stream().map(Wrong::done).toList();
    }
}
