package io.kvdrill.core.hardened;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.testkit.LawBroken;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.TierFailure;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every row that hardened sets against a defect is needed: set back to its August value, it breaks a law or an expectation
 * that hardened keeps in the very same history. Some defects are masked by other rows, which are set back with them; the
 * same history must then go well with the masks alone.
 */
class DefectRowsTest {
    /** Rows that differ from August and are no cure of a defect: policy, not correctness. */
    private static final List<Row<?>> NO_DEFECT = List.of(Rows.PRODUCER_POLICY);

    private static final String ESCAPES = "an exception escapes";
    private static final String DIFFERS = "the outcome differs";

    /** A row set back, the rows that would mask it, how that shows (a law's code, or one of the texts), and where. */
    record Defect(Row<?> row, List<Row<?>> masks, String shows, Consumer<TierBench> history) {
        @Override
        public String toString() {
            return row + (masks.isEmpty() ? "" : " " + masks) + " → " + shows;
        }
    }

    private static Defect defect(Row<?> row, String shows, Consumer<TierBench> history, Row<?>... masks) {
        return new Defect(row, List.of(masks), shows, history);
    }

    static Stream<Defect> defects() {
        return Stream.of(
                defect(Rows.LOAD_TIMEOUT_RESULT, "I3", DefectScenarios::loadTimesOut),
                defect(Rows.ABORT_ACK_TIMEOUT_ACTION, "I2", DefectScenarios::abortIsNeverAcknowledged),
                defect(Rows.LOOKUP_WHILE_HANDSHAKING, DIFFERS, DefectScenarios::lookupDuringTheHandshake),
                defect(Rows.PEER_REGISTRATION, "29", DefectScenarios::registrationFails),
                defect(Rows.FINISH_WITH_LIVE_LOAD, "I3", DefectScenarios::requestFinishesDuringItsLoad),
                defect(Rows.CLOSE_SETTLED_RESULTS, "I3", DefectScenarios::settledThenClosed),
                defect(Rows.CLOSE_RUNNING_TRANSFERS, "I15", DefectScenarios::lostDuringAWrite),
                defect(Rows.SOURCE_PIN_RELEASE, "5", DefectScenarios::abortDuringAWrite, Rows.STALLED_WRITE_TIMEOUT),
                defect(
                        Rows.STORE_TIMEOUT_SUPPLY,
                        "6",
                        DefectScenarios::fetchAfterTheStoreTimeout,
                        Rows.SOURCE_PIN_RELEASE),
                defect(Rows.CANCEL_DRAIN_EXPIRY, "12", DefectScenarios::abortDuringAWrite, Rows.STALLED_WRITE_TIMEOUT),
                defect(Rows.REAPED_IDS, "22", DefectScenarios::storeUnderAReapedId),
                defect(Rows.ROUND_SCOPE, "49", DefectScenarios::secondRound),
                defect(Rows.LOOKUP_RESPONSE_ROUND, "17", DefectScenarios::lateAnswer),
                defect(Rows.INCARNATION, DIFFERS, DefectScenarios::peerRestarts),
                defect(Rows.RECONNECT_IN_DEATH_SWEEP, "43", DefectScenarios::peerReconnectsBeforeItsDeathIsSwept),
                defect(Rows.WRITE_EXCEPTION, ESCAPES, DefectScenarios::throwingWrite),
                defect(Rows.DUPLICATE_KEYS_IN_FETCH, "I3", DefectScenarios::duplicateKeys),
                defect(Rows.KEY_ELEMENTS, DIFFERS, DefectScenarios::keyThatIsText),
                defect(Rows.INTEGER_CHECKS, DIFFERS, DefectScenarios::indexBeyondTheRegion),
                defect(Rows.PEER_IDENTITY, "I7", DefectScenarios::identityWithoutAPort),
                defect(Rows.BINDINGS, DIFFERS, DefectScenarios::terminalFetchBinds),
                defect(Rows.FAILED_IDS, DIFFERS, DefectScenarios::failureAfterTheRequest),
                defect(Rows.DRAIN, DIFFERS, DefectScenarios::drainWithParkedStores),
                defect(Rows.FINISH_OF_COMBINED_REQUEST, DIFFERS, DefectScenarios::combinedRequestFinishes),
                defect(Rows.FINISH_BEFORE_BIND, "49", DefectScenarios::producerFinishesBeforeTheFetch),
                defect(Rows.SEND_FAILURE, ESCAPES, DefectScenarios::connectCannotBeSent),
                defect(Rows.UNCONFIRMED_KEY_IN_FETCH, ESCAPES, DefectScenarios::unconfirmedKey),
                defect(Rows.REFETCH_WHILE_ABORTING, "10", DefectScenarios::refetchWhileAborting),
                defect(Rows.EARLY_SYMMETRIC_FETCH, "10", DefectScenarios::fetchBesideItsLookup),
                defect(Rows.ROLE_BEFORE_CONNECT, "I8", DefectScenarios::fetchBeforeConnect),
                defect(
                        Rows.STORE_DEADLINE_ORDER,
                        DIFFERS,
                        DefectScenarios::writeEndsAtTheStoreDeadline,
                        Rows.STALLED_WRITE_TIMEOUT),
                defect(
                        Rows.TERMINAL_FETCH_DURING_WRITE,
                        "5",
                        DefectScenarios::terminalFetchDuringAWrite,
                        Rows.SOURCE_PIN_RELEASE),
                defect(Rows.SIBLING_FAILURE, "12", DefectScenarios::siblingFails),
                defect(Rows.ACK_BEFORE_CONNECT, "31", DefectScenarios::acknowledgementBeforeConnect),
                defect(Rows.IDLE_MEANS, "35", DefectScenarios::idleWithParkedDemand, Rows.PARKED_DEMAND_TIMEOUT),
                defect(Rows.LOOKUP_PROGRESS_TIMEOUT, "I3", DefectScenarios::peerDoesNotAnswer),
                defect(Rows.HANDSHAKE_TIMEOUT, "I3", DefectScenarios::neverAcknowledged),
                defect(Rows.PARKED_DEMAND_TIMEOUT, "10", DefectScenarios::demandThatNobodyMeets),
                defect(Rows.STALLED_WRITE_TIMEOUT, DIFFERS, DefectScenarios::writeStalls));
    }

    private static <T> Profile back(Profile profile, Row<T> row) {
        return profile.with(row, Preset.VLLM_2026_08);
    }

    private static Profile profile(Defect defect) {
        Profile profile = Profile.of(Preset.HARDENED);
        if (defect.row() == Rows.IDLE_MEANS) {
            profile = profile.with(Rows.MAX_PEERS, 1L);
        } else if (defect.row() == Rows.CLOSE_SETTLED_RESULTS) {
            profile = profile.with(Rows.GROUP_PEERS_BY_HOST, Switch.ON);
        }
        for (Row<?> mask : defect.masks()) {
            profile = back(profile, mask);
        }
        return profile;
    }

    @ParameterizedTest
    @MethodSource("defects")
    void areNotThereUnderHardenedAndReturnWithTheirRow(Defect defect) {
        Profile masked = profile(defect);
        assertThatCode(() -> defect.history().accept(new TierBench(masked))).doesNotThrowAnyException();

        Profile setBack = back(masked, defect.row());
        Throwable broken = catchThrowable(() -> defect.history().accept(new TierBench(setBack)));
        if (defect.shows().equals(ESCAPES)) {
            assertThat(broken).isInstanceOf(TierFailure.class);
        } else if (defect.shows().equals(DIFFERS)) {
            assertThat(broken).isInstanceOf(AssertionError.class).isNotInstanceOf(LawBroken.class);
        } else {
            assertThat(broken).isInstanceOf(LawBroken.class);
            assertThat(((LawBroken) broken).law()).isEqualTo(defect.shows());
        }
    }

    @Test
    void haveARowEach() {
        List<Row<?>> covered = defects().<Row<?>>map(Defect::row).toList();
        assertThat(covered).doesNotHaveDuplicates();
        for (Row<?> row : Rows.all()) {
            boolean cures = row instanceof Row.ChoiceRow<?>
                    && !row.transport()
                    && row.value(Preset.HARDENED) != row.value(Preset.VLLM_2026_08);
            assertThat(covered.contains(row) || NO_DEFECT.contains(row) || !cures)
                    .as("row %s is covered", row)
                    .isTrue();
        }
    }
}
