package io.kvdrill.core.transport.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.transport.DataCapabilities;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What every data transport promises; see {@link io.kvdrill.core.transport.DataTransport}. */
public abstract class DataTransportContract implements DataRegistrationContract, DataWriteContract, DataFenceContract {
    private Lab lab;

    /** New transports for one test. */
    protected abstract DataTransportFixture newFixture();

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
        for (DataAbility ability : DataAbility.values()) {
            if (!fixture().abilities().contains(ability)) {
                reporter.publishEntry("not exercised", ability.name());
            }
        }
        DataCapabilities capabilities = writer().capabilities();
        reporter.publishEntry("declared", capabilities.toString());
        assertThat(writer().capabilities()).as("constant").isEqualTo(capabilities);
    }
}
