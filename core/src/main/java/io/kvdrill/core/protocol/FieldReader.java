package io.kvdrill.core.protocol;

import io.kvdrill.core.profile.Choices.IntegerChecks;
import io.kvdrill.core.profile.Choices.KeyElements;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes typed fields out of a map; what is wrong with one leaves as a {@link Refusal}. */
final class FieldReader {
    /** Starts the text that stands for a fingerprint that is no text; a fingerprint proper has no control characters. */
    private static final String NO_FINGERPRINT = "\u0000not text: ";

    private final WireValue.Mapping map;
    private final KeyElements keyElements;
    private final boolean ranges;

    FieldReader(WireValue.Mapping map, KeyElements keyElements, IntegerChecks integerChecks) {
        this.map = map;
        this.keyElements = keyElements;
        this.ranges = integerChecks == IntegerChecks.RANGES;
    }

    boolean ranges() {
        return ranges;
    }

    String text(String field) {
        WireValue value = map.get(field);
        if (value instanceof WireValue.Text text) {
            return text.value();
        }
        throw unexpected(field, "text", value);
    }

    Bytes bytes(String field) {
        WireValue value = map.get(field);
        if (value instanceof WireValue.Binary binary) {
            return binary.value();
        }
        throw unexpected(field, "bytes", value);
    }

    boolean bool(String field) {
        WireValue value = map.get(field);
        if (value instanceof WireValue.Bool bool) {
            return bool.value();
        }
        throw unexpected(field, "a boolean", value);
    }

    List<WireValue> list(String field) {
        WireValue value = map.get(field);
        if (value instanceof WireValue.Array array) {
            return array.elements();
        }
        throw unexpected(field, "a list", value);
    }

    List<Boolean> bools(String field) {
        List<WireValue> elements = list(field);
        List<Boolean> values = new ArrayList<>(elements.size());
        for (WireValue element : elements) {
            if (!(element instanceof WireValue.Bool bool)) {
                throw unexpected("an element of " + field, "a boolean", element);
            }
            values.add(bool.value());
        }
        return values;
    }

    /** An address: up to 2^64−1 under any rule. */
    long address(String field) {
        return unsigned(field, map.get(field), Long.SIZE);
    }

    /** A round: up to 2^63−1 where ranges are checked. */
    long round(String field) {
        return unsigned(field, map.get(field), countBits());
    }

    /** A number of something, not 0. */
    long positive(String field) {
        long value = unsigned(field, map.get(field), countBits());
        if (value == 0) {
            throw Refusal.violation(field + " is 0; expected an integer above 0");
        }
        return value;
    }

    SlotList slots(String field) {
        List<WireValue> elements = list(field);
        long[] slots = new long[elements.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = unsigned("an element of " + field, elements.get(i), countBits());
        }
        return SlotList.of(slots);
    }

    /** Last among the checks of a message: only here may it fail in a way that is not about the protocol. */
    List<BlockKey> keys(List<WireValue> elements) {
        List<BlockKey> keys = new ArrayList<>(elements.size());
        KeyCoercion coercion = new KeyCoercion();
        for (WireValue element : elements) {
            if (keyElements == KeyElements.BYTES_ONLY && !(element instanceof WireValue.Binary)) {
                throw unexpected("an element of " + Field.KEYS, "bytes", element);
            }
            keys.add(coercion.coerce(element));
        }
        return keys;
    }

    /** Empty where the peer has none; where it is something else than text, text that equals no fingerprint. */
    String fingerprint() {
        WireValue value = map.get(Field.CONFIG_FINGERPRINT);
        if (value instanceof WireValue.Text text) {
            return text.value();
        }
        return value == null || !WireTypes.truthy(value) ? "" : NO_FINGERPRINT + WireTypes.name(value);
    }

    /** An optional field; of the wrong type it is a violation where ranges are checked, and an unknown field elsewhere. */
    @Nullable Long extension(String field, int bits) {
        WireValue value = map.get(field);
        if (value == null) {
            return null;
        }
        boolean right = value instanceof WireValue.Int integer
                && integer.value().signum() >= 0
                && integer.value().bitLength() <= bits;
        if (!right && !ranges) {
            return null;
        }
        return unsigned(field, value, bits);
    }

    /** An optional text; of the wrong type it is a violation where ranges are checked, and an unknown field elsewhere. */
    @Nullable String textExtension(String field) {
        WireValue value = map.get(field);
        return value == null || (!ranges && !(value instanceof WireValue.Text)) ? null : text(field);
    }

    private int countBits() {
        return ranges ? Long.SIZE - 1 : Long.SIZE;
    }

    private long unsigned(String field, @Nullable WireValue value, int bits) {
        BigInteger integer =
                value == null || (ranges && value instanceof WireValue.Bool) ? null : WireTypes.integer(value);
        if (integer == null || integer.signum() < 0) {
            throw unexpected(field, "an integer of at least 0", value);
        }
        if (integer.bitLength() > bits) {
            throw Refusal.violation(field + " is too large; expected at most 2^" + bits + "-1");
        }
        return integer.longValue();
    }

    private static Refusal unexpected(String field, String expected, @Nullable WireValue found) {
        return Refusal.violation(field + " is " + WireTypes.name(found) + "; expected " + expected);
    }
}
