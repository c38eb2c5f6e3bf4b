package io.kvdrill.core.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What every control transport promises; see {@link io.kvdrill.core.transport.ControlTransport}. */
public abstract class ControlTransportContract
        implements ControlMessagesContract, ControlConnectionContract, ControlLossContract, ControlIdentityContract {
    private Lab lab;

    /** A new network for one test. */
    protected abstract ControlTransportFixture newFixture();

    @BeforeEach
    void openLab() {
        lab = new Lab(newFixture());
    }

    @AfterEach
    void closeLab() {
        lab.fixture.close();
    }

    @Override
    public Lab lab() {
        return lab;
    }

    @Test
    void saysWhatIsNotExercised(TestReporter reporter) {
        for (ControlCapability capability : ControlCapability.values()) {
            if (!lab.fixture.capabilities().contains(capability)) {
                reporter.publishEntry("not exercised", capability.name());
            }
        }
        assertThat(lab.fixture
                        .capabilities()
                        .containsAll(EnumSet.of(
                                ControlCapability.HANDS_IDENTITY_OVER, ControlCapability.IGNORES_SECOND_CONNECTION)))
                .as("declares what excludes each other")
                .isFalse();
    }
}
