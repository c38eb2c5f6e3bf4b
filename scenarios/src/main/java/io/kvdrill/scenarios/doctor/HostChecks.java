package io.kvdrill.scenarios.doctor;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.transports.nixl.NixlConfig;
import io.kvdrill.transports.nixl.NixlLibraries;
import io.kvdrill.transports.nixl.NixlProbe;
import io.kvdrill.transports.shm.ShmConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What this host has. */
final class HostChecks {
    /** Names of what can be asked for. */
    static final List<String> NAMES =
            List.of("java", "shm", "loopback", "gcc", "shim", "nixl", "ucx", "rdma", "memlock", "python");
    /** What `--on processes` and a node over shared memory cannot do without. */
    static final List<String> ALWAYS = List.of("java", "shm", "loopback");

    private static final int OLDEST_JAVA = 17;
    private static final long PROBE_SECONDS = 30;
    private static final long LITTLE_ROOM = 64L << 20;
    private static final Pattern UCX_VERSION = Pattern.compile("(?m)^# (?:Library version|UCT version): *([0-9.]+)");
    private static final String HOW_NIXL =
            "NIXL 1.0 or later has it: the Python wheels nixl-cu12 and nixl-cu13 bring it along, or build ai-dynamo/nixl"
                    + " with UCX 1.18 or later; then set " + NixlLibraries.VARIABLE + "=/path/" + NixlLibraries.NAME;

    private final Map<String, String> environment;
    private final Path root;

    /**
     * Checks.
     *
     * @param environment variables by name
     * @param root of the file system, for what the kernel says
     */
    HostChecks(Map<String, String> environment, Path root) {
        this.environment = environment;
        this.root = root;
    }

    /** All findings, in the order of {@link #NAMES}. */
    List<Finding> all() {
        List<Finding> all = new ArrayList<>(List.of(java(), shm(), loopback(), gcc(), shim()));
        all.add(nixl());
        all.add(ucx());
        all.add(rdma());
        all.add(memlock());
        all.add(python());
        return all;
    }

    private static Finding java() {
        String found = System.getProperty("java.runtime.version") + " at " + System.getProperty("java.home");
        return Runtime.version().feature() >= OLDEST_JAVA
                ? Finding.ok("java", found)
                : Finding.missing("java", found, "Java " + OLDEST_JAVA + " or later is needed");
    }

    private static Finding shm() {
        Path directory = ShmConfig.of(1, 1).directory();
        Path parent = directory.getParent();
        Path there = Files.isDirectory(directory) || parent == null ? directory : parent;
        try {
            long free = Files.getFileStore(there).getUsableSpace();
            String found = there + ", " + Texts.count(free >> 20) + " MiB free";
            if (!Files.isWritable(there)) {
                return Finding.missing("shm", found + ", and we may not write there", "make it writable");
            }
            return free < LITTLE_ROOM
                    ? Finding.note("shm", found, "a peer with 512 blocks of 2 MiB takes 1 GiB")
                    : Finding.ok("shm", found);
        } catch (IOException e) {
            return Finding.missing("shm", there + ": " + e.getMessage(), "a directory in memory, such as /dev/shm");
        }
    }

    private static Finding loopback() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Finding.ok("loopback", "ports can be listened at, such as " + socket.getLocalPort());
        } catch (IOException e) {
            return Finding.missing("loopback", "no port can be listened at: " + e.getMessage(), "bring `lo` up");
        }
    }

    private Finding gcc() {
        String command = environment.getOrDefault("CC", "gcc");
        return Programs.say(List.of(command, "--version"))
                .map(said -> Finding.ok("gcc", Programs.firstLine(said)))
                .orElseGet(() -> Finding.missing(
                        "gcc",
                        "no " + command,
                        "only to build kvdrill with its shim for NIXL: install gcc (Debian: apt install gcc)"));
    }

    private static Finding shim() {
        String problem = NixlProbe.shimProblem();
        return problem.isEmpty()
                ? Finding.ok("shim", "built with this kvdrill, and can be loaded")
                : Finding.missing("shim", problem, "build kvdrill where gcc and the JDK's headers are");
    }

    private Finding nixl() {
        List<Path> places = NixlLibraries.places(environment);
        Optional<Path> found = places.stream().filter(Files::isRegularFile).findFirst();
        if (found.isEmpty()) {
            List<String> looked = places.stream().map(Path::toString).toList();
            return Finding.missing(
                    "nixl", "no " + NixlLibraries.NAME + "; looked for " + String.join(", ", looked), HOW_NIXL);
        }
        Path library = found.get();
        List<String> plugins = NixlLibraries.plugins(library, environment);
        NixlProbe probe = NixlProbe.of(new NixlConfig(library, DataPlane.UCX, Map.of(), 1, 1), PROBE_SECONDS);
        String what = library
                + (probe.version().isEmpty() ? "" : ", NIXL " + probe.version())
                + (plugins.isEmpty() ? ", no plugins beside it" : ", plugins " + String.join(", ", plugins));
        return probe.usable()
                ? Finding.ok("nixl", what + "; an agent with UCX and a region was made")
                : Finding.missing("nixl", what + "; " + probe.problem(), HOW_NIXL);
    }

    private static Finding ucx() {
        Optional<String> said = Programs.say(List.of("ucx_info", "-v"));
        if (said.isEmpty()) {
            return Finding.missing(
                    "ucx",
                    "no program ucx_info that says which UCX is here",
                    "NIXL needs UCX 1.18 or later; its wheels have one of their own, without ucx_info");
        }
        Matcher version = UCX_VERSION.matcher(said.get());
        String name = version.find() ? version.group(1) : Programs.firstLine(said.get());
        String devices = Programs.say(List.of("ucx_info", "-d"))
                .orElse("")
                .lines()
                .filter(line -> line.contains("Transport:"))
                .map(line -> line.replaceFirst(".*Transport: *", "").strip())
                .distinct()
                .reduce((one, other) -> one + ", " + other)
                .orElse("none");
        String what = "UCX " + name + ", transports " + devices;
        return olderThan118(name)
                ? Finding.missing("ucx", what, "NIXL needs UCX 1.18 or later")
                : Finding.ok("ucx", what);
    }

    static boolean olderThan118(String version) {
        String[] parts = version.split("\\.", -1);
        try {
            int major = Integer.parseInt(parts[0]);
            int minor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
            return major < 1 || (major == 1 && minor < 18);
        } catch (NumberFormatException unknown) {
            return false;
        }
    }

    private Finding rdma() {
        Path devices = root.resolve("sys/class/infiniband");
        List<String> active = RdmaDevices.active(devices);
        if (!active.isEmpty()) {
            return Finding.ok("rdma", String.join(", ", active));
        }
        List<String> names = RdmaDevices.names(devices);
        return Finding.missing(
                "rdma",
                names.isEmpty() ? "no device in " + devices : String.join(", ", names) + ", none of them active",
                "without one NIXL writes over TCP or shared memory");
    }

    private Finding memlock() {
        long limit = LockedMemory.limit(root.resolve("proc/self/limits"));
        if (limit == LockedMemory.UNLIMITED) {
            return Finding.ok("memlock", "unlimited");
        }
        return Finding.note(
                "memlock",
                limit == LockedMemory.UNKNOWN ? "nobody says how much" : Texts.count(limit) + " bytes may be locked",
                "an RDMA device registers no region above it: `ulimit -l unlimited`, or LimitMEMLOCK=infinity of the"
                        + " service");
    }

    private Finding python() {
        String python = environment.getOrDefault("KVDRILL_PYTHON", "python3");
        return Programs.say(List.of(
                        python,
                        "-c",
                        "import sys, zmq, msgpack; print('Python %d.%d, zmq %s, msgpack %s' % (sys.version_info[:2] +"
                                + " (zmq.__version__, '.'.join(map(str, msgpack.version)))))"))
                .map(said -> Finding.ok("python", Programs.firstLine(said)))
                .orElseGet(() -> Finding.missing(
                        "python",
                        python + " has no zmq and msgpack, or there is none",
                        "only for tests against a peer in Python: Debian's python3-zmq and python3-msgpack, or"
                                + " KVDRILL_PYTHON=/path/python3 of one that has them"));
    }
}
