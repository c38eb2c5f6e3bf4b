package io.kvdrill.scenarios.format.expand;

import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes out requests by count. */
final class RequestCopies {
    private static final String ID = "id";

    private final Problems problems;
    private final Groups groups = new Groups();
    private final List<YamlValue> written = new ArrayList<>();

    RequestCopies(Problems problems) {
        this.problems = problems;
    }

    /** The names of the requests. */
    Groups groups() {
        return groups;
    }

    /** One item for each request. */
    List<YamlValue> writeOut(List<YamlValue> items) {
        items.forEach(this::add);
        return written;
    }

    private void add(YamlValue item) {
        if (!(item instanceof YamlValue.Mapping request)) {
            written.add(item);
            return;
        }
        Integer count = read(CountFields.REQUESTS, request);
        Long every = read(CountFields.REQUEST_EVERY, request);
        String id = request.get(ID).orElse(null) instanceof YamlValue.Scalar scalar ? scalar.text() : "";
        if (count == null) {
            if (every != null) {
                problems.add(
                        request.get(CountFields.REQUEST_EVERY.name())
                                .orElse(request)
                                .span(),
                        "'every' goes with 'count'",
                        "how many are there?");
            }
            groups.add(id, List.of());
            written.add(item);
            return;
        }
        if (written.size() + (long) count > CountFields.MOST_REQUESTS) {
            problems.add(
                    request.get(CountFields.REQUESTS.name()).orElse(request).span(),
                    Texts.count(written.size() + (long) count) + " requests; at most "
                            + Texts.count(CountFields.MOST_REQUESTS) + " fit in a file",
                    "a workload can generate more");
            return;
        }
        YamlValue.Mapping plain =
                request.without(CountFields.REQUESTS.name()).without(CountFields.REQUEST_EVERY.name());
        for (int i = 0; i < count; i++) {
            copy(plain, id, i, every == null ? 0 : every * i);
        }
    }

    private void copy(YamlValue.Mapping request, String id, int number, long laterNanos) {
        YamlValue.Mapping copy = Shifts.item(Numbered.mapping(request, number), laterNanos);
        YamlValue.Entry written = request.entry(ID).orElse(null);
        String name = id + "-" + number;
        if (written != null) {
            copy = copy.with(new YamlValue.Entry(
                    ID, written.nameSpan(), new YamlValue.Scalar(written.value().span(), name, false)));
        }
        groups.add(name, List.of(id));
        this.written.add(copy);
    }

    private <T> @Nullable T read(Field<T> field, YamlValue.Mapping request) {
        YamlValue value = request.get(field.name()).orElse(null);
        return value == null ? null : field.type().read(value, new Reading(problems));
    }
}
