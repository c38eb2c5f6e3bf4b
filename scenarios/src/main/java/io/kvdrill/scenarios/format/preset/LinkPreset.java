package io.kvdrill.scenarios.format.preset;

import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.Latency;
import java.util.List;

/** Links by name. */
public final class LinkPreset {

    /**
     * A data path.
     *
     * @param name as a scenario writes it
     * @param about what it is, and where its bandwidth is from
     * @param bytesPerSecond what is achieved on it
     */
    public record Data(String name, String about, long bytesPerSecond) {
        /** The link, in all else like any other. */
        public DataLink link() {
            return new DataLink(bytesPerSecond, DataLink.DEFAULT.latency(), DataLink.DEFAULT.nanosPerDescriptor());
        }
    }

    /** Round trips of ZMQ over loopback, at most 4 KB: 84 us, 118 us for one of a hundred. */
    public static final ControlLink LOOPBACK_CONTROL =
            new ControlLink(new Latency.LogNormal(84_000, 118_000), 0, ControlLink.DEFAULT.highWaterMark());

    /** What the loopback of control messages is, and where its numbers are from. */
    public static final String LOOPBACK_ABOUT =
            "a round trip of 84 us, 118 us for one of a hundred: libzmq 4.3.5, measured";

    private static final String SHARE = ", at the 97.6 % of the line rate that LMCache PR 4161 shows at 100G";

    private static final List<Data> ALL = List.of(
            new Data(
                    "100G",
                    "one rail of 100 Gbit/s: 12.2 GB/s between host memories, UCX, LMCache PR 4161",
                    12_200_000_000L),
            new Data("2x100G", "two rails of 100 Gbit/s: 24.4 GB/s, LMCache PR 4161", 24_400_000_000L),
            new Data("200G", "one rail of 200 Gbit/s: 24.4 GB/s" + SHARE, 24_400_000_000L),
            new Data("2x200G", "two rails of 200 Gbit/s: 48.8 GB/s" + SHARE, 48_800_000_000L),
            new Data("400G", "one rail of 400 Gbit/s: 48.8 GB/s" + SHARE, 48_800_000_000L),
            new Data("2x400G", "two rails of 400 Gbit/s: 97.6 GB/s" + SHARE, 97_600_000_000L),
            new Data(
                    "loopback",
                    "within a host: 50 GB/s, as between GPU and host memory in the vLLM blog of 2026-01-08",
                    50_000_000_000L));

    private LinkPreset() {}

    /** All data paths. */
    public static List<Data> data() {
        return ALL;
    }
}
