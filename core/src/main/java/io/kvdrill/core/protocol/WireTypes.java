package io.kvdrill.core.protocol;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** What Python would say about a value. */
final class WireTypes {
    private WireTypes() {}

    /** A word for people. */
    static String name(@Nullable WireValue value) {
        if (value == null) {
            return "missing";
        }
        if (value instanceof WireValue.Nil) {
            return "nil";
        }
        if (value instanceof WireValue.Bool) {
            return "a boolean";
        }
        if (value instanceof WireValue.Int integer) {
            return integer.value().signum() < 0 ? "a negative integer" : "an integer";
        }
        if (value instanceof WireValue.Float64) {
            return "a floating-point number";
        }
        if (value instanceof WireValue.Text) {
            return "text";
        }
        if (value instanceof WireValue.Binary) {
            return "bytes";
        }
        if (value instanceof WireValue.Array) {
            return "a list";
        }
        return value instanceof WireValue.Mapping ? "a map" : "an extension value";
    }

    /** The integer that a value counts as, a boolean being 0 or 1; null if it is no integer. */
    static @Nullable BigInteger integer(WireValue value) {
        if (value instanceof WireValue.Int integer) {
            return integer.value();
        }
        if (value instanceof WireValue.Bool bool) {
            return bool.value() ? BigInteger.ONE : BigInteger.ZERO;
        }
        return null;
    }

    /** Whether {@code if value:} holds. */
    static boolean truthy(WireValue value) {
        if (value instanceof WireValue.Nil) {
            return false;
        }
        if (value instanceof WireValue.Bool bool) {
            return bool.value();
        }
        if (value instanceof WireValue.Int integer) {
            return integer.value().signum() != 0;
        }
        if (value instanceof WireValue.Float64 number) {
            return number.value() != 0;
        }
        if (value instanceof WireValue.Text text) {
            return !text.value().isEmpty();
        }
        if (value instanceof WireValue.Binary binary) {
            return binary.value().size() > 0;
        }
        if (value instanceof WireValue.Array array) {
            return !array.elements().isEmpty();
        }
        return !(value instanceof WireValue.Mapping map) || !map.entries().isEmpty();
    }
}
