package io.kvdrill.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ChainHashTest {

    @Test
    void keepsItsValuesForEver() {
        // Stored traces and committed fingerprints depend on these.
        assertThat(new ChainHash().hex()).isEqualTo("645c02b5ee532806e9e4dd095366bf40");
        assertThat(hash(h -> {
                    h.add(1);
                    h.add("entry");
                    h.add(true);
                    h.addAbsent();
                    h.beginList(1);
                    h.beginMap(1);
                }))
                .isEqualTo("12fbcf0587056cc80deb72eead33bb4e");
    }

    @Test
    void tellsApartWhatCouldBeSpelledAlike() {
        List<Consumer<ChainHash>> sequences = List.of(
                h -> {},
                h -> h.add(0),
                h -> h.add(1),
                h -> h.add(true),
                h -> h.add(false),
                ChainHash::addAbsent,
                h -> h.addName(ChainHash.digest("ab")),
                h -> h.add("\u0100"),
                h -> h.add("\0\1"),
                h -> h.add("12345678"),
                h -> h.add("123456780"),
                h -> h.add(""),
                h -> h.add("\0"),
                h -> h.add("\0\0\0\0"),
                h -> h.add("ab"),
                h -> {
                    h.add("a");
                    h.add("b");
                },
                h -> {
                    h.add("");
                    h.add("ab");
                },
                h -> h.beginList(0),
                h -> h.beginMap(0),
                h -> {
                    h.beginList(1);
                    h.add(0);
                },
                h -> {
                    h.beginList(2);
                    h.add(0);
                });
        Set<String> hashes = new LinkedHashSet<>();
        sequences.forEach(sequence -> hashes.add(hash(sequence)));

        assertThat(hashes).hasSameSizeAs(sequences);
    }

    @Test
    void changesAboutHalfOfItsBitsWithOneBitOfInput() {
        int flipped = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            ChainHash a = new ChainHash();
            a.add(12_345);
            ChainHash b = new ChainHash();
            b.add(12_345 ^ (1L << bit));
            int difference = Long.bitCount(a.high() ^ b.high()) + Long.bitCount(a.low() ^ b.low());
            assertThat(difference).isBetween(32, 96);
            flipped += difference;
        }
        assertThat(flipped).isBetween(60 * Long.SIZE, 68 * Long.SIZE);
    }

    @Property
    void givesOtherHashesForOtherText(@ForAll String left, @ForAll String right) {
        assertThat(hash(h -> h.add(left)).equals(hash(h -> h.add(right)))).isEqualTo(left.equals(right));
    }

    @Property
    void addsBytesAsTheTextThatSpellsThem(@ForAll byte[] bytes) {
        assertThat(hash(h -> h.addHex(bytes)))
                .isEqualTo(hash(h -> h.add(HexFormat.of().formatHex(bytes))));
    }

    @Test
    void spellsBothHalvesWithTheirZeros() {
        assertThat(ChainHash.hex(0, 0xAB)).isEqualTo("000000000000000000000000000000ab");
        assertThat(ChainHash.hex(-1, Long.MIN_VALUE)).isEqualTo("ffffffffffffffff8000000000000000");
    }

    private static String hash(Consumer<ChainHash> sequence) {
        ChainHash hash = new ChainHash();
        sequence.accept(hash);
        return hash.hex();
    }
}
