package io.kvdrill.scenarios.conform.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.scenarios.conform.subject.Answer;
import io.kvdrill.scenarios.conform.subject.SubjectStep;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.EffectReader;
import io.kvdrill.scenarios.conform.vector.Step;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import io.kvdrill.scenarios.conform.vector.VectorReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** FORMAT.md section 8, rule by rule. Each test plays a vector to an imagined subject. */
class VectorComparisonTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String SEND_A =
            "{'effect':'send','peer':'h1:1','msg':{'type':'abort_ack','kv_request_id':'A','round_seq':0}}";
    private static final String SEND_A1 =
            "{'effect':'send','peer':'h1:1','msg':{'type':'abort_ack','kv_request_id':'A','round_seq':1}}";
    private static final String SEND_B =
            "{'effect':'send','peer':'h1:1','msg':{'type':'abort_ack','kv_request_id':'B','round_seq':0}}";
    private static final String BYE = "{'effect':'send','peer':'h1:1','msg':'disconnect'}";

    @Test
    void returnsMustBeEqual() {
        assertThat(rules(play("{'op':'has_pending_work','returns':true}", "{'returns':true}")))
                .isEmpty();
        assertThat(rules(play("{'op':'has_pending_work','returns':true}", "{'returns':false}")))
                .containsExactly("8.1: returns");
        assertThat(rules(play(
                        "{'op':'lookup','req':'r','key':'','returns':'HIT'}", "{'returns':{'raises':'internal'}}")))
                .containsExactly("8.1: returns");
    }

    @Test
    void resultsAreAMultiset() {
        String submits = "{'op':'submit_load','job':1,'req':'r','keys':[],'slots':[]},"
                + "{'op':'submit_load','job':2,'req':'r','keys':[],'slots':[]},";
        assertThat(rules(play(
                        submits + "{'op':'poll','returns':[[1,true],[2,false]]}",
                        "{}",
                        "{}",
                        "{'returns':[[2,false],[1,true]]}")))
                .isEmpty();
        assertThat(rules(play(
                        submits + "{'op':'poll','returns':[[1,true],[2,false]]}",
                        "{}",
                        "{}",
                        "{'returns':[[1,true]]}")))
                .containsExactly("8.1: results");
    }

    @Test
    void aResultMayComeOnePollEarlierAndNeverLater() {
        String steps = "{'op':'submit_load','job':1,'req':'r','keys':[],'slots':[]},"
                + "{'op':'poll','returns':[]},{'op':'poll','returns':[[1,true]]},{'op':'poll','returns':[]}";
        assertThat(rules(play(steps, "{}", "{'returns':[[1,true]]}", "{'returns':[]}", "{'returns':[]}")))
                .isEmpty();
        assertThat(rules(play(steps, "{}", "{'returns':[]}", "{'returns':[]}", "{'returns':[[1,true]]}")))
                .startsWith("8.1: results");
        assertThat(rules(play(steps, "{}", "{'returns':[[1,false]]}", "{'returns':[]}", "{'returns':[]}")))
                .contains("8.1: a result came in the poll before, so it was due in this one");
    }

    @Test
    void aResultThatIsNeverRecordedIsNoEarlyOne() {
        String steps = "{'op':'submit_load','job':1,'req':'r','keys':[],'slots':[]},{'op':'poll','returns':[]}";
        assertThat(rules(play(steps, "{}", "{'returns':[[1,true]]}"))).containsExactly("8.1: results of the last poll");
    }

    @Test
    void aJobIsReportedOnceAndOnlyIfItWasSubmitted() {
        String steps = "{'op':'submit_load','job':1,'req':'r','keys':[],'slots':[]},"
                + "{'op':'poll','returns':[[1,true]]},{'op':'poll','returns':[]}";
        assertThat(rules(play(steps, "{}", "{'returns':[[1,true],[7,true]]}", "{'returns':[]}")))
                .contains("8: no job is reported without having been submitted or created");
        assertThat(rules(play(steps, "{}", "{'returns':[[1,true]]}", "{'returns':[[1,true]]}")))
                .contains("8: no job is reported twice");
    }

    @Test
    void messagesToOnePeerAboutOneRequestKeepTheirOrder() {
        String step = "{'op':'schedule_end','effects':[" + SEND_A + "," + SEND_A1 + "," + SEND_B + "," + BYE + "]}";
        assertThat(rules(play(step, effects(BYE, SEND_B, SEND_A, SEND_A1)))).isEmpty();
        assertThat(rules(play(step, effects(SEND_A1, SEND_A, SEND_B, BYE))))
                .containsExactly("8.2: messages to h1:1 about \"A\"");
        assertThat(rules(play(step, effects(SEND_A, SEND_A1, SEND_B))))
                .containsExactly("8.2: messages to h1:1 without a kv_request_id");
    }

    @Test
    void extensionFieldsOfMessagesDoNotCount() {
        String step = "{'op':'schedule_end','effects':[{'effect':'send','peer':'h1:1','msg':'connect_ack'}]}";
        String extended = "{'effect':'send','peer':'h1:1',"
                + "'msg':{'kvdrill_epoch':7,'peer_id':'10.0.0.1:5710','type':'connect_ack'}}";
        assertThat(rules(play(step, effects(extended)))).isEmpty();
    }

    @Test
    void parentCallsOfOneContextKeepTheirOrderButRunsOfLookupsAreSets() {
        String step = "{'op':'serve','primary':{},'effects':["
                + parent("new_request", "x") + "," + lookup("01") + "," + lookup("02") + "," + lookup("01") + ","
                + parent("request_finished", "x") + "," + parent("new_request", "y") + "]}";
        assertThat(rules(play(
                        step,
                        effects(
                                parent("new_request", "y"),
                                parent("new_request", "x"),
                                lookup("02"),
                                lookup("01"),
                                parent("request_finished", "x")))))
                .isEmpty();
        assertThat(rules(play(
                        step,
                        effects(
                                parent("new_request", "y"),
                                parent("new_request", "x"),
                                lookup("01"),
                                parent("request_finished", "x"),
                                lookup("02")))))
                .containsExactly("8.3: parent calls of context x");
    }

    @Test
    void otherEffectsAreAMultiset() {
        String step = "{'op':'schedule_end','effects':[{'effect':'dial','peer':'a:1'},{'effect':'dial','peer':'a:1'},"
                + "{'effect':'close','peer':'a:1'}]}";
        assertThat(rules(play(
                        step,
                        effects(
                                "{'effect':'close','peer':'a:1'}",
                                "{'effect':'dial','peer':'a:1'}",
                                "{'effect':'dial','peer':'a:1'}"))))
                .isEmpty();
        assertThat(rules(play(step, effects("{'effect':'close','peer':'a:1'}", "{'effect':'dial','peer':'a:1'}"))))
                .containsExactly("8.4: other effects");
    }

    @Test
    void removingAPeerThatIsNotRegisteredDoesNotCount() {
        String step = "{'op':'schedule_end','effects':[{'effect':'remove_peer','peer':'a:1'}]}";
        assertThat(rules(play(step, "{}"))).isEmpty();
        String registered = "{'op':'schedule_end','effects':[{'effect':'add_peer','peer':'a:1'}]},";
        assertThat(rules(play(registered + step, effects("{'effect':'add_peer','peer':'a:1'}"), "{}")))
                .containsExactly("8.4: other effects");
    }

    @Test
    void writesAreSetsOfPairsAndTheirNamesAreTheSubjects() {
        String step = "{'op':'schedule_end','effects':[" + write("0", "a:1", "[1,2]", "[11,12]") + ","
                + write("1", "b:1", "[3]", "[13]") + "]}";
        assertThat(rules(play(
                        step, effects(write("'w9'", "b:1", "[3]", "[13]"), write("77", "a:1", "[2,1]", "[12,11]")))))
                .isEmpty();
        assertThat(rules(play(step, effects(write("5", "a:1", "[2,1]", "[11,12]"), write("6", "b:1", "[3]", "[13]")))))
                .containsExactly("8.4: other effects");
        assertThat(rules(play(step, effects(write("5", "a:1", "[1,2]", "[11,12]"), write("5", "b:1", "[3]", "[13]")))))
                .containsExactly("7: effects");
    }

    @Test
    void stepsNameWritesAsTheSubjectDoes() {
        String steps = "{'op':'schedule_end','effects':[" + write("0", "a:1", "[1]", "[11]") + ","
                + write("1", "b:1", "[3]", "[13]") + "]},"
                + "{'op':'complete','transfer':1,'status':'done'},{'op':'stick','transfers':[0,1,2]}";
        Player player = new Player(vector(steps, "{}"), false);
        player.play(effects(write("'w9'", "b:1", "[3]", "[13]"), write("77", "a:1", "[1]", "[11]")));
        player.play("{}");
        player.play("{}");

        assertThat(player.steps.get(1).arguments().path("transfer").asString()).isEqualTo("w9");
        assertThat(player.steps.get(2).arguments().path("transfers").toString()).isEqualTo("[77,\"w9\",null]");
    }

    @Test
    void cancelsAreMergedAndNameOnlyWhatIsInFlight() {
        String writes = "{'op':'schedule_end','effects':[" + write("0", "a:1", "[1]", "[11]") + ","
                + write("1", "a:1", "[2]", "[12]") + "]},";
        String written = effects(write("0", "a:1", "[1]", "[11]"), write("1", "a:1", "[2]", "[12]"));
        String both = "{'op':'schedule_end','effects':[" + cancel("immediate", "0,1") + "]}";
        assertThat(rules(play(writes + both, written, effects(cancel("immediate", "1"), cancel("immediate", "0")))))
                .isEmpty();
        assertThat(rules(play(writes + both, written, effects(cancel("immediate", "1")))))
                .containsExactly("8.4: other effects");
        assertThat(rules(play(writes + both, written, effects(cancel("wait", "0,1")))))
                .containsExactly("8.4: other effects");

        String again = both + "," + both;
        assertThat(rules(play(writes + again, written, effects(cancel("immediate", "0,1")), "{}")))
                .as("the second cancel names what is no longer in flight")
                .isEmpty();
    }

    @Test
    void aWriteWithACompletionMayBeMissingFromACancel() {
        String steps = "{'op':'schedule_end','effects':[" + write("0", "a:1", "[1]", "[11]") + "]},"
                + "{'op':'complete','transfer':0,'status':'done'},"
                + "{'op':'poll','returns':[],'effects':[" + cancel("wait", "0") + "]}";
        assertThat(rules(play(steps, effects(write("0", "a:1", "[1]", "[11]")), "{}", "{'returns':[]}")))
                .isEmpty();
    }

    @Test
    void aWaitCancelLeavesWhatIsStuckOrKept() {
        String start = "{'op':'schedule_end','effects':[" + write("0", "a:1", "[1]", "[11]") + "]},";
        String written = effects(write("0", "a:1", "[1]", "[11]"));
        String wait = "{'op':'schedule_end','effects':[" + cancel("wait", "0") + "]}";
        String waited = effects(cancel("wait", "0"));
        assertThat(rules(play(start + wait + "," + wait, written, waited, "{}")))
                .isEmpty();
        assertThat(rules(play(
                        start + "{'op':'stick','transfers':[0]}," + wait + "," + wait, written, "{}", waited, "{}")))
                .containsExactly("8.4: other effects");

        Player keeping = new Player(vector(start + wait + "," + wait, "{'wait_cancel':'keep'}"), false);
        keeping.play(written);
        keeping.play(waited);
        keeping.play("{}");
        assertThat(rules(keeping.differences)).containsExactly("8.4: other effects");
    }

    @Test
    void inspectIsComparedOnlyWhereTheSubjectAnswers() {
        String step = "{'op':'inspect','returns':{'sessions':[],'bindings':1}}";
        assertThat(rules(play(step, "{'returns':null}"))).isEmpty();
        assertThat(rules(play(step, "{'returns':{'bindings':1,'sessions':[],'reaped_ids':4}}")))
                .isEmpty();
        assertThat(rules(play(step, "{'returns':{'bindings':2,'sessions':[]}}")))
                .containsExactly("8.1: returns");
    }

    @Test
    void storeJobsOfTheParentAreToldToTheSubject() {
        String create = "{'effect':'parent','call':'create_store_job','ctx':'h1:1|A|1','keys':['02','01'],'job':5}";
        Player player = new Player(vector("{'op':'serve','primary':{},'effects':[" + create + "]}", "{}"), false);
        player.play(effects(create));

        assertThat(player.steps.get(0).arguments().path("jobs").toString())
                .isEqualTo("[{\"ctx\":\"h1:1|A|1\",\"keys\":[\"01\",\"02\"],\"job\":5}]");
        assertThat(player.differences).isEmpty();
    }

    @Test
    void roundsCanBeRenamedBothWays() {
        String steps = "{'op':'schedule_end','effects':[" + round("lookup", "A", 0) + "," + round("lookup", "B", 0)
                + "]},{'op':'schedule_end','effects':[" + round("fetch", "A", 0) + "]},"
                + "{'op':'inbound','peer':'h1:1','msg':{'type':'transfer_done','kv_request_id':'A','round_seq':0}},"
                + "{'op':'inbound','peer':'h1:1','msg':{'type':'abort_fetch','kv_request_id':'A','round_seq':0}},"
                + "{'op':'schedule_end','effects':[" + round("fetch", "A", 0) + "]}";
        Player player = new Player(vector(steps, "{}"), true);
        player.play(effects(round("lookup", "A", 4), round("lookup", "B", 5)));
        player.play(effects(round("fetch", "A", 4)));
        player.play("{}");
        player.play("{}");
        player.play(effects(round("fetch", "A", 6))); // the id lives again, under its recorded number

        assertThat(player.differences).isEmpty();
        assertThat(player.steps.get(2).arguments().path("msg").path("round_seq").asInt())
                .isEqualTo(4);
        assertThat(player.steps.get(3).arguments().path("msg").path("round_seq").asInt())
                .as("rounds of the peer's own fetches are the peer's")
                .isEqualTo(0);
    }

    @Test
    void renamedRoundsStayConsistent() {
        String steps = "{'op':'schedule_end','effects':[" + round("fetch", "A", 0) + "," + round("abort_fetch", "A", 0)
                + "," + round("fetch", "A", 1) + "]}";
        assertThat(rules(play(
                        true,
                        steps,
                        effects(round("fetch", "A", 4), round("abort_fetch", "A", 4), round("fetch", "A", 5)))))
                .isEmpty();
        assertThat(rules(play(
                        true,
                        steps,
                        effects(round("fetch", "A", 4), round("abort_fetch", "A", 3), round("fetch", "A", 5)))))
                .hasSize(1);
        assertThat(rules(play(
                        true,
                        steps,
                        effects(round("fetch", "A", 4), round("abort_fetch", "A", 4), round("fetch", "A", 4)))))
                .hasSize(1);
        assertThat(rules(play(
                        false,
                        steps,
                        effects(round("fetch", "A", 4), round("abort_fetch", "A", 4), round("fetch", "A", 5)))))
                .hasSize(1);
    }

    private static String parent(String call, String context) {
        return "{'effect':'parent','call':'" + call + "','ctx':'" + context + "'}";
    }

    private static String lookup(String key) {
        return "{'effect':'parent','call':'lookup','ctx':'x','key':'" + key + "'}";
    }

    private static String write(String name, String peer, String local, String remote) {
        return "{'effect':'write','peer':'" + peer + "','transfer':" + name + ",'local':" + local + ",'remote':"
                + remote + ",'outcome':'accepted'}";
    }

    private static String cancel(String mode, String transfers) {
        return "{'effect':'cancel','mode':'" + mode + "','transfers':[" + transfers + "]}";
    }

    private static String round(String type, String request, int round) {
        return "{'effect':'send','peer':'h1:1','msg':{'type':'" + type + "','kv_request_id':'" + request
                + "','round_seq':" + round + "}}";
    }

    private static String effects(String... effects) {
        return "{'effects':[" + String.join(",", effects) + "]}";
    }

    private static List<Difference> play(String steps, String... answers) {
        return play(false, steps, answers);
    }

    private static List<Difference> play(boolean rename, String steps, String... answers) {
        Player player = new Player(vector(steps, "{}"), rename);
        for (String answer : answers) {
            player.play(answer);
        }
        player.differences.addAll(player.comparison.end());
        return player.differences;
    }

    private static List<String> rules(List<Difference> differences) {
        return differences.stream().map(Difference::rule).toList();
    }

    private static ConformanceVector vector(String steps, String config) {
        String json = "{'name':'v','reference':'vllm-2026-08','config':" + config + ",'steps':[" + steps + "]}";
        return new VectorReader().read("f", json.replace('\'', '"')).get(0);
    }

    /** Compares one answer after the other. */
    private static final class Player {
        final List<Difference> differences = new ArrayList<>();
        final List<SubjectStep> steps = new ArrayList<>();
        final VectorComparison comparison;
        private final ConformanceVector vector;

        Player(ConformanceVector vector, boolean rename) {
            this.vector = vector;
            this.comparison = new VectorComparison(vector, rename);
        }

        void play(String answer) {
            Step step = vector.steps().get(steps.size());
            steps.add(comparison.toActual(step));
            JsonNode json = MAPPER.readTree(answer.replace('\'', '"'));
            List<Effect> effects = new ArrayList<>();
            json.path("effects").forEach(effect -> effects.add(EffectReader.read(effect, VectorConfig.standard())));
            JsonNode returns = json.has("returns") ? json.required("returns") : MAPPER.nullNode();
            differences.addAll(comparison.compare(
                    step, new Answer.Played(step.returns(), step.effects()), new Answer.Played(returns, effects)));
        }
    }
}
