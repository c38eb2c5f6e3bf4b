package io.kvdrill.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The transition tables, held to {@code docs/state-machines.md} and to what a machine must have. */
class StateMachinesTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "state-machines.md");

    static Stream<TransitionTable<?, ?>> tables() {
        return Stream.of(Handshake.TABLE, RegistrationMachine.TABLE, Load.TABLE, Round.TABLE);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void areDocumentedLineByLine(TransitionTable<?, ?> table) throws IOException {
        assertThat(documented(table.name())).containsExactlyElementsOf(lines(table));
    }

    private static List<String> documented(String machine) throws IOException {
        List<String> rows = new ArrayList<>();
        boolean inside = false;
        for (String line : Files.readAllLines(DOCUMENT)) {
            if (line.startsWith("## ")) {
                inside = line.equals("## The " + machine);
            } else if (inside && line.startsWith("| `")) {
                rows.add(line);
            }
        }
        return rows;
    }

    private static List<String> lines(TransitionTable<?, ?> table) {
        return table.transitions().stream()
                .map(line -> "| `" + name(line.from()) + "` | " + name(line.event()) + " | `" + name(line.to()) + "` | "
                        + (line.condition().isEmpty() ? "" : line.condition() + " ") + "|")
                .toList();
    }

    private static String name(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @ParameterizedTest
    @MethodSource("tables")
    void sayWhatDecidesWhereAnEventHasSeveralOutcomes(TransitionTable<?, ?> table) {
        for (TransitionTable.Transition<?, ?> one : table.transitions()) {
            long alternatives = table.transitions().stream()
                    .filter(other -> other.from() == one.from() && other.event() == one.event())
                    .count();
            long unconditional = table.transitions().stream()
                    .filter(other -> other.from() == one.from() && other.event() == one.event())
                    .filter(other -> other.condition().isEmpty())
                    .count();
            assertThat(unconditional)
                    .as("%s: %s on %s", table.name(), one.from(), one.event())
                    .isLessThanOrEqualTo(1);
            assertThat(alternatives).isPositive();
        }
    }

    @Test
    void reachEveryStateFromTheFirst() {
        assertThat(reachable(Handshake.TABLE, Handshake.State.PENDING)).isEqualTo(EnumSet.allOf(Handshake.State.class));
        assertThat(reachable(RegistrationMachine.TABLE, RegistrationMachine.State.UNKNOWN))
                .isEqualTo(EnumSet.allOf(RegistrationMachine.State.class));
        assertThat(reachable(Load.TABLE, Load.State.LOADING)).isEqualTo(EnumSet.allOf(Load.State.class));
        assertThat(reachable(Round.TABLE, Round.State.OFFERED)).isEqualTo(EnumSet.allOf(Round.State.class));
    }

    private static <S extends Enum<S>, E extends Enum<E>> Set<S> reachable(TransitionTable<S, E> table, S first) {
        Set<S> found = EnumSet.of(first);
        boolean grew = true;
        while (grew) {
            grew = false;
            for (TransitionTable.Transition<S, E> line : table.transitions()) {
                if (found.contains(line.from())) {
                    grew |= found.add(line.to());
                }
            }
        }
        return found;
    }

    @Test
    void allowNoOtherMove() {
        assertThatThrownBy(() ->
                        Handshake.TABLE.move(Handshake.State.DEAD, Handshake.Event.ACKNOWLEDGED, Handshake.State.READY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("handshake")
                .hasMessageContaining("DEAD");
    }
}
