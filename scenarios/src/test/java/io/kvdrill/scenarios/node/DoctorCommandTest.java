package io.kvdrill.scenarios.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.cli.Console;
import io.kvdrill.scenarios.cli.Main;
import io.kvdrill.scenarios.cli.Style;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("kvdrill doctor")
@Timeout(120)
class DoctorCommandTest {
    private record Said(int status, String out, String err) {
        JsonNode json() {
            return JsonMapper.shared().readTree(out);
        }

        String state(String check) {
            for (JsonNode finding : json().at("/findings")) {
                if (finding.at("/check").asString().equals(check)) {
                    return finding.at("/state").asString();
                }
            }
            return "absent";
        }
    }

    private static Said doctor(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "doctor";
        System.arraycopy(words, 0, all, 1, words.length);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.run(all, new Console(new PrintWriter(out), new PrintWriter(err), false, Style.PLAIN));
        return new Said(status, out.toString(), err.toString());
    }

    @Test
    void findsWhatARealRunOnThisHostNeeds() {
        Said said = doctor();

        assertThat(said.status()).as(said.out()).isZero();
        assertThat(said.out())
                .containsPattern("java +ok")
                .containsPattern("shm +(ok|note)")
                .contains("nixl");
        assertThat(said.out().lines())
                .allSatisfy(line -> assertThat(line.split(" ", 2)[0].length()).isLessThan(15));
    }

    @Test
    void saysWhatIsMissingOfWhatWasAskedFor() {
        Said said = doctor("--need", "nixl,rdma", "--json");

        boolean all = said.state("nixl").equals("ok") && said.state("rdma").equals("ok");
        assertThat(said.status()).isEqualTo(all ? 0 : 3);
        assertThat(said.json().at("/missing").isEmpty()).isEqualTo(all);
    }

    @Test
    void seesThatANodeAndThisHostReachEachOther() throws InterruptedException {
        try (TestServer node = TestServer.start()) {
            Said said = doctor("--json", "--peer", node.url());

            assertThat(said.status()).as(said.out()).isZero();
            for (String check : new String[] {"peer api", "peer control", "peer back", "peer data"}) {
                assertThat(said.state(check)).as(check).isEqualTo("ok");
            }
        }
    }

    @Test
    void saysThatANodeWantsAToken() throws InterruptedException {
        try (TestServer node = TestServer.withToken("secret")) {
            Said without = doctor("--json", "--peer", node.url());
            Said with = doctor("--json", "--peer", node.url(), "--api-token", "secret");

            assertThat(without.status()).isEqualTo(3);
            assertThat(without.out()).contains("--api-token TOKEN");
            assertThat(with.status()).as(with.out()).isZero();
        }
    }

    @Test
    void saysThatNobodyIsThere() {
        Said said = doctor("--json", "--peer", "http://127.0.0.1:" + TestNode.freePort());

        assertThat(said.status()).isEqualTo(3);
        assertThat(said.state("peer api")).isEqualTo("missing");
        assertThat(said.out()).contains("does not answer as a node");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--peer 10.0.0.2:8000          | no address of a node's API",
                "--peer https://10.0.0.2:8000  | no address of a node's API",
                "--peer http://10.0.0.2        | no address of a node's API",
                "--peer http://h:80/path       | no address of a node's API",
                "--need nixel                  | --need nixel: nothing is called so",
            })
    void refusesWhatItCannotLookAt(String words, String why) {
        Said said = doctor(words.split(" ", -1));

        assertThat(said.status()).isEqualTo(2);
        assertThat(said.err()).contains(why);
        assertThat(said.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host=10.99.0.1&port=22     | 403 | not among the hosts of --allow",
                "host=example.org&port=80   | 403 | not among the hosts of --allow",
                "host=127.0.0.1&port=99999  | 400 | expected ?host=",
                "host=127.0.0.1&port=0      | 400 | expected ?host=",
                "port=1                     | 400 | expected ?host=",
            })
    void canMakeANodeReachOnlyWhereItsTierMayDial(String query, int status, String why)
            throws IOException, InterruptedException {
        try (TestServer node = TestServer.start()) {
            HttpResponse<String> answer = node.post("/reach?" + query, "");

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            assertThat(answer.body()).contains(why);
        }
    }
}
