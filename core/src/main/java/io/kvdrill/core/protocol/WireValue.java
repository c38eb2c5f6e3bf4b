package io.kvdrill.core.protocol;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Any value that a msgpack frame can hold, before anybody asks what it means. */
public sealed interface WireValue {

    /** The absent value. */
    record Nil() implements WireValue {}

    /** A boolean. */
    record Bool(boolean value) implements WireValue {}

    /** An integer; on the wire at most 64 bits, signed or unsigned. */
    record Int(BigInteger value) implements WireValue {}

    /** A floating-point number. */
    record Float64(double value) implements WireValue {}

    /** Text. */
    record Text(String value) implements WireValue {}

    /** Bytes. */
    record Binary(Bytes value) implements WireValue {}

    /** A list. The list is immutable. */
    record Array(List<WireValue> elements) implements WireValue {
        /** Keeps an immutable copy of {@code elements}. */
        public Array {
            elements = List.copyOf(elements);
        }
    }

    /** A map in wire order; keys may repeat, and the last entry of a key counts. The list is immutable. */
    record Mapping(List<Entry> entries) implements WireValue {
        /** Keeps an immutable copy of {@code entries}. */
        public Mapping {
            entries = List.copyOf(entries);
        }

        /** The value of the last entry whose key is the text {@code name}, or null where there is none. */
        public @Nullable WireValue get(String name) {
            for (int i = entries.size() - 1; i >= 0; i--) {
                if (entries.get(i).key() instanceof Text text && text.value().equals(name)) {
                    return entries.get(i).value();
                }
            }
            return null;
        }
    }

    /** A value of an application-defined type. */
    record Extension(byte type, Bytes value) implements WireValue {}

    /** One pair of a {@link Mapping}. */
    record Entry(WireValue key, WireValue value) {}
}
