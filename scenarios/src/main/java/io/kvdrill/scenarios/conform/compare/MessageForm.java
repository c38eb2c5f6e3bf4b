package io.kvdrill.scenarios.conform.compare;

import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.protocol.WireValue.Entry;
import io.kvdrill.core.protocol.WireValue.Mapping;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Messages in the form in which they are compared: fields in order of their names, without kvdrill's extensions. */
final class MessageForm {
    static final String ROUND = "round_seq";
    private static final String EXTENSION_PREFIX = "kvdrill_";

    private MessageForm() {}

    static WireValue of(WireValue message) {
        if (!(message instanceof Mapping map)) {
            return message;
        }
        Map<String, Entry> fields = new TreeMap<>();
        for (Entry entry : map.entries()) {
            String name = entry.key() instanceof WireValue.Text text
                    ? text.value()
                    : entry.key().toString();
            if (!name.startsWith(EXTENSION_PREFIX)) {
                fields.put(name, entry);
            }
        }
        return new Mapping(List.copyOf(fields.values()));
    }

    static @Nullable String text(WireValue message, String field) {
        return message instanceof Mapping map && map.get(field) instanceof WireValue.Text text ? text.value() : null;
    }

    static @Nullable BigInteger round(WireValue message) {
        return message instanceof Mapping map && map.get(ROUND) instanceof WireValue.Int round ? round.value() : null;
    }

    static WireValue withoutRound(WireValue message) {
        if (!(message instanceof Mapping map)) {
            return message;
        }
        WireValue name = new WireValue.Text(ROUND);
        return new Mapping(map.entries().stream()
                .filter(entry -> !entry.key().equals(name))
                .toList());
    }
}
