package io.kvdrill.scenarios.format.profile;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Row.AmountRow;
import io.kvdrill.core.profile.Row.ChoiceRow;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A row's values in text, both ways: {@code 5s}, {@code 128}, {@code 8MiB}, {@code none}, {@code at_once_slots_held}. */
public final class RowText {
    /** What stands for no limit. */
    public static final String NONE = "none";

    private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000L);

    private RowText() {}

    /** A value as people write it; null is "none". */
    public static String of(Row<?> row, @Nullable Object value) {
        if (value == null) {
            return NONE;
        }
        if (value instanceof Enum<?> choice) {
            return word(choice);
        }
        long number = (Long) value;
        if (row instanceof TimeRow) {
            return Texts.duration(number);
        }
        return row instanceof AmountRow amount && amount.bytes() ? Texts.bytes(number) : Long.toString(number);
    }

    /** The row's value in a profile. */
    public static String of(Row<?> row, Profile profile) {
        return of(row, profile.value(row));
    }

    /** A choice's own name. */
    public static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    /** What may be written for a row, in a few words. */
    public static String expected(Row<?> row) {
        if (row instanceof ChoiceRow<?> choice) {
            return "one of " + String.join(", ", words(choice)) + ", or a preset whose value it gets";
        }
        if (row instanceof TimeRow) {
            return "a duration such as 10s, or none";
        }
        return row instanceof AmountRow amount && amount.bytes()
                ? "a number of bytes such as 8MiB, or none"
                : "a whole number, or none";
    }

    /**
     * A profile with one row set from text.
     *
     * @param calledBy the name under which the row was addressed; vLLM's names bring vLLM's units
     * @throws UnitException if the text is no value of the row
     */
    public static Profile set(Profile profile, Row<?> row, String calledBy, String text) throws UnitException {
        Optional<Preset> preset = Preset.named(text.strip());
        if (preset.isPresent()) {
            return profile.with(row, preset.get());
        }
        if (row instanceof TimeRow time) {
            return profile.with(time, calledBy.equals(row.name()) ? nanos(text) : vllmSeconds(calledBy, text));
        }
        if (row instanceof AmountRow amount) {
            return profile.with(amount, amount(amount, text));
        }
        return choose(profile, (ChoiceRow<?>) row, text);
    }

    private static @Nullable Long nanos(String text) throws UnitException {
        return isNone(text) ? null : Long.valueOf(Units.nanos(text));
    }

    private static @Nullable Long amount(AmountRow row, String text) throws UnitException {
        if (isNone(text)) {
            return null;
        }
        return row.bytes() ? Units.bytes(text) : Units.count(text);
    }

    /** vLLM's options that end in {@code _s} are a number of seconds; a unit may be added. */
    private static @Nullable Long vllmSeconds(String option, String text) throws UnitException {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        if (isNone(text) || plain.equals("inf") || plain.equals("infinity") || plain.equals(".inf")) {
            return null;
        }
        if (!plain.matches("-?\\d{1,12}(\\.\\d{1,9})?")) {
            return Units.nanos(text);
        }
        BigDecimal seconds = new BigDecimal(plain);
        if (seconds.signum() <= 0) {
            if (option.equals("VLLM_P2P_IDLE_TIMEOUT_S")) {
                return null; // as in vLLM: zero and below disable eviction
            }
            throw new UnitException(option + " must be more than 0 seconds", "such as " + option + ": 60");
        }
        return seconds.multiply(NANOS_PER_SECOND).longValueExact();
    }

    private static <E extends Enum<E>> Profile choose(Profile profile, ChoiceRow<E> row, String text)
            throws UnitException {
        String wanted = text.strip().replace('-', '_').toLowerCase(Locale.ROOT);
        for (E choice : row.choices().getEnumConstants()) {
            if (word(choice).equals(wanted)) {
                return profile.with(row, choice);
            }
        }
        List<String> valid = new ArrayList<>(words(row));
        Arrays.stream(Preset.values()).map(Preset::publicName).forEach(valid::add);
        throw new UnitException("'" + text + "' is no value of " + row.name(), Nearest.suggestion(text.strip(), valid));
    }

    /** What every text that a time or amount row accepts matches, for editors. */
    static String pattern(Row<?> row, String calledBy) {
        String presets = String.join(
                "|", Arrays.stream(Preset.values()).map(Preset::publicName).toList());
        String quantity = row instanceof AmountRow amount
                ? amount.bytes() ? Units.BYTES_PATTERN : Units.COUNT_PATTERN
                : Units.NANOS_PATTERN;
        boolean vllm = row instanceof TimeRow && !calledBy.equals(row.name());
        return "(?:" + presets + "|[Nn][Oo][Nn][Ee]|" + quantity + (vllm ? "|-?[0-9.]+|\\.?inf|infinity" : "") + ")";
    }

    /** The behaviours of a row, as they are written. */
    static <E extends Enum<E>> List<String> words(ChoiceRow<E> row) {
        return Arrays.stream(row.choices().getEnumConstants())
                .map(RowText::word)
                .toList();
    }

    private static boolean isNone(String text) {
        return text.strip().equalsIgnoreCase(NONE);
    }
}
