package io.kvdrill.scenarios.doctor;

import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.ExitStatus;
import io.kvdrill.scenarios.explain.Wrap;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** The verb {@code doctor}. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Say what of that which real peers need is on this host: which NIXL, plugins, UCX and devices, how much memory"
                    + " may be locked, or what is missing and how to get it.",
            "",
            "With --peer, also whether a node that runs elsewhere and this host can be peers."
        },
        footer = {
            "",
            "  kvdrill doctor",
            "  kvdrill doctor --need nixl,rdma",
            "  kvdrill doctor --peer http://10.0.0.2:8000 --api-token TOKEN",
            "",
            "Exit status: 0, 2 if the input is wrong, 3 if something is missing that was",
            "asked for, or without which no real peer runs here."
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final String TOKEN_VARIABLE = "KVDRILL_API_TOKEN";
    private static final int NAME_WIDTH = 14;

    private final Console console;

    @Option(
            names = "--need",
            paramLabel = "NAME",
            split = ",",
            description =
                    "What must be here: java, shm, loopback, gcc, shim, nixl, ucx, rdma, memlock, python. The first"
                            + " three always must.")
    private List<String> needed = List.of();

    @Option(names = "--peer", paramLabel = "URL", description = "The API of a node, such as http://10.0.0.2:8000.")
    private @Nullable String peer;

    @Option(
            names = "--api-token",
            paramLabel = "TOKEN",
            description = "What that node wants to see. Default: " + TOKEN_VARIABLE + ".")
    private @Nullable String token;

    @Option(names = "--json", description = "One JSON object instead of text.")
    private boolean json;

    /** Made with where it speaks. */
    public DoctorCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        for (String name : needed) {
            if (!HostChecks.NAMES.contains(name)) {
                throw new InvalidInputException(
                        Source.of("kvdrill", "").whole(),
                        "--need " + name + ": nothing is called so",
                        Nearest.suggestion(name, HostChecks.NAMES));
            }
        }
        Map<String, String> environment = System.getenv();
        String shown = token == null ? environment.getOrDefault(TOKEN_VARIABLE, "") : token;
        PeerChecks peerChecks = peer == null ? null : new PeerChecks(peer, shown);
        List<Finding> findings = new ArrayList<>(new HostChecks(environment, Path.of("/")).all());
        if (peerChecks != null) {
            findings.addAll(peerChecks.all());
        }
        List<Finding> missing = findings.stream().filter(this::isMissed).toList();
        if (json) {
            tellJson(findings, missing);
        } else {
            findings.forEach(this::tell);
            if (!missing.isEmpty()) {
                console.out().println("missing: " + String.join(", ", names(missing)));
            }
        }
        console.out().flush();
        return missing.isEmpty() ? ExitStatus.AS_STATED : ExitStatus.ENVIRONMENT;
    }

    /** What is not among the checks of this host is of the peer's, which was asked for. */
    private boolean isMissed(Finding finding) {
        boolean asked = needed.contains(finding.check());
        boolean always = HostChecks.ALWAYS.contains(finding.check()) || !HostChecks.NAMES.contains(finding.check());
        return (asked && finding.state() != Finding.State.OK) || (always && finding.state() == Finding.State.MISSING);
    }

    private static List<String> names(List<Finding> findings) {
        return findings.stream().map(Finding::check).toList();
    }

    private void tell(Finding finding) {
        String state = finding.state().name().toLowerCase(Locale.ROOT);
        String first = String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s%-9s", finding.check(), state);
        String margin = " ".repeat(first.length());
        console.out().print(Wrap.words(finding.found(), first, margin));
        if (!finding.help().isEmpty()) {
            console.out().print(Wrap.words("-> " + finding.help(), margin, margin));
        }
    }

    private void tellJson(List<Finding> findings, List<Finding> missing) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Finding finding : findings) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("check", finding.check());
            one.put("state", finding.state().name().toLowerCase(Locale.ROOT));
            one.put("found", finding.found());
            one.put("help", finding.help());
            all.add(one);
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("findings", all);
        told.put("missing", names(missing));
        console.out().println(JsonMapper.shared().writeValueAsString(told));
    }
}
