package io.kvdrill.core.protocol;

import io.kvdrill.core.protocol.WireValue.Entry;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Turns elements of {@code keys} into bytes as Python's {@code bytes()} would, which vLLM calls on each (protocol.md
 * section 2, "Not checked"): an integer n becomes n zero bytes, a list of small integers becomes those bytes. Where
 * Python raises a {@code ValueError} the peer has broken the protocol; where it raises anything else the receiver fails.
 *
 * <p>Zero bytes are limited for each message, because a few bytes on the wire can ask for any amount.
 */
final class KeyCoercion {
    /** What the integers of one message may grow to together. */
    static final int MAX_ZERO_BYTES = 1 << 20; // 1 MiB

    private static final BigInteger BYTE_END = BigInteger.valueOf(256);

    private int zeroBytesLeft = MAX_ZERO_BYTES;

    BlockKey coerce(WireValue element) {
        if (element instanceof WireValue.Binary binary) {
            return BlockKey.of(binary.value().toArray());
        }
        if (element instanceof WireValue.Int integer) {
            return zeroBytes(integer.value());
        }
        if (element instanceof WireValue.Bool bool) {
            return zeroBytes(bool.value() ? BigInteger.ONE : BigInteger.ZERO);
        }
        if (element instanceof WireValue.Array array) {
            return bytes(array.elements());
        }
        if (element instanceof WireValue.Mapping map) {
            return bytes(distinctKeys(map));
        }
        throw Refusal.internal("an element of keys is " + WireTypes.name(element) + ", which has no bytes");
    }

    private BlockKey zeroBytes(BigInteger count) {
        if (count.signum() < 0) {
            throw Refusal.violation("an element of keys is a negative integer; expected bytes");
        }
        if (count.compareTo(BigInteger.valueOf(zeroBytesLeft)) > 0) {
            throw Refusal.internal("integers in keys ask for more than " + MAX_ZERO_BYTES + " zero bytes");
        }
        zeroBytesLeft -= count.intValue();
        return BlockKey.of(new byte[count.intValue()]);
    }

    private static BlockKey bytes(List<WireValue> elements) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(elements.size());
        for (WireValue element : elements) {
            BigInteger value = WireTypes.integer(element);
            if (value == null) {
                throw Refusal.internal(
                        "an element of keys is a list or map that holds " + WireTypes.name(element) + ", not bytes");
            }
            if (value.signum() < 0 || value.compareTo(BYTE_END) >= 0) {
                throw Refusal.violation("an element of keys is a list or map with an integer outside 0 to 255");
            }
            bytes.write(value.intValue());
        }
        return BlockKey.of(bytes.toByteArray());
    }

    /** The keys as a Python dictionary iterates them: each once, where true equals 1, in the order of first sight. */
    private static List<WireValue> distinctKeys(WireValue.Mapping map) {
        Set<BigInteger> seen = new TreeSet<>();
        List<WireValue> keys = new ArrayList<>();
        for (Entry entry : map.entries()) {
            BigInteger integer = WireTypes.integer(entry.key());
            if (integer == null || seen.add(integer)) {
                keys.add(entry.key());
            }
        }
        return keys;
    }
}
