package io.kvdrill.scenarios.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What runs at two nodes that may be killed and stopped; one of them wants a token. */
abstract class OnTwoNodes {
    static final String TOKEN = "a-secret";

    @SuppressWarnings("NullAway.Init") // JUnit sets them
    static NodeJvm one;

    @SuppressWarnings("NullAway.Init")
    static NodeJvm other;

    @BeforeAll
    static void nodes() throws IOException {
        one = NodeJvm.start("--allow-faults");
        other = NodeJvm.start("--allow-faults", "--api-token", TOKEN);
    }

    @AfterAll
    static void end() {
        one.close();
        other.close();
    }

    /** A verb at these two. */
    static Cli on(String verb, String scenario, String first, String second, String... more)
            throws InterruptedException {
        return at(verb, scenario, first, one.url(), second, other.url(), more);
    }

    /** A verb at two nodes. */
    static Cli at(
            String verb, String scenario, String first, String url, String second, String otherUrl, String... more) {
        List<String> args = new ArrayList<>(List.of(verb, scenario, "--on"));
        args.add(verb.equals("compare") ? "sim,hosts" : "hosts");
        args.addAll(List.of("--node", first + "=" + url, "--node", second + "=" + otherUrl));
        args.addAll(List.of("--api-token", TOKEN, "--set", "model.kv_block=64KiB"));
        args.addAll(List.of(more));
        return Cli.run(args.toArray(String[]::new));
    }
}
