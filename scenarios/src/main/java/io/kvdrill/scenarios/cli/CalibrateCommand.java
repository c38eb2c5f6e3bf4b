package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.calibrate.Calibration;
import io.kvdrill.scenarios.calibrate.LinksFile;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.node.DataOptions;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.scenarios.processes.HostNodes;
import io.kvdrill.scenarios.processes.Probing;
import io.kvdrill.scenarios.run.Version;
import io.kvdrill.scenarios.summary.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code calibrate}. */
@Command(
        name = "calibrate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measure this host, or a pair of nodes: round trips of control messages, how fast blocks are copied, what a"
                    + " registration costs, and how soon a death is noticed. Writes links that scenarios can include.",
        },
        footer = {
            "",
            "  kvdrill calibrate -o links.yaml",
            "  kvdrill calibrate --node a=http://10.0.0.1:8000 --node b=http://10.0.0.2:8000",
            "",
            "Exit status: 0, 2 if the input is wrong, 3 if something cannot be measured."
        })
final class CalibrateCommand implements Callable<Integer> {
    private static final int PAIR = 2;
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    private final Console console;

    @Mixin
    private NodeArguments nodes = new NodeArguments();

    @Mixin
    private DataOptions data = new DataOptions();

    @Option(
            names = "--round-trips",
            paramLabel = "N",
            description = "How many round trips each of three rounds measures, and a tenth as many writes. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int roundTrips = 2_000;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where the links go. Default: standard output.")
    private @Nullable String output;

    CalibrateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (roundTrips < 1) {
            throw refuse("--round-trips " + roundTrips + " measures nothing", "at least 1");
        }
        OutputFile file = output == null ? null : OutputFile.prepare("-o", output);
        List<String> facts = new ArrayList<>();
        facts.add("Measured by kvdrill " + Version.text() + ", `kvdrill calibrate`, at "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS));
        Probing probing = probing(facts);
        Calibration measured = probing.run(what -> {
            console.err().println("kvdrill: measuring " + what);
            console.err().flush();
        });
        measured.doubts().forEach(doubt -> console.err().println("kvdrill: warning: " + doubt));
        String text = LinksFile.of(measured, facts);
        if (file == null) {
            console.out().print(text);
        } else {
            file.write(text);
            console.err().println("kvdrill: the links are in " + output);
        }
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    private Probing probing(List<String> facts) {
        Map<String, String> environment = System.getenv();
        if (!nodes.isGiven()) {
            DataPlane plane = data.plane(environment);
            facts.add("between two processes of one host: " + host() + "; blocks over " + plane);
            return Probing.here(plane, roundTrips);
        }
        HostNodes pair = nodes.nodes(environment);
        if (nodes.words().size() != 2 * PAIR) {
            throw refuse(
                    NodeArguments.NODE + ": a pair of nodes is measured",
                    "two of them, NAME=URL, or none for this host");
        }
        if (!data.words().isEmpty()) {
            throw refuse(
                    String.join(" ", data.words()) + " with nodes: they move blocks as they were started",
                    "leave it out, and start both nodes with it");
        }
        pair.ask();
        facts.add("from the first to the second of the nodes " + pair + "; blocks over " + pair.over());
        facts.add("asked from: " + host());
        return Probing.at(pair, roundTrips);
    }

    private static String host() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch") + ", " + Runtime.getRuntime().availableProcessors() + " processors"
                + processor() + ", Java " + System.getProperty("java.version");
    }

    /** Which processors, where the kernel says. */
    private static String processor() {
        try {
            return Files.readAllLines(PROCESSORS).stream()
                    .filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> " (" + line.substring(line.indexOf(':') + 1).strip() + ")")
                    .orElse("");
        } catch (IOException nobodySays) {
            return "";
        }
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
