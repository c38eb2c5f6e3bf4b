package io.kvdrill.scenarios.format.unit;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class TextsPropertiesTest {

    @Property
    void quantitiesAreWrittenAsTheyAreRead(@ForAll @LongRange(min = 0) long value) throws UnitException {
        assertThat(Units.nanos(Texts.duration(value))).isEqualTo(value);
        assertThat(Units.bytes(Texts.bytes(value))).isEqualTo(value);
    }
}
