package io.kvdrill.scenarios.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the commands of a page in the order in which they stand. A command ends with 0 unless a comment after it says {@code
 * exits with N}; what a {@code console} block shows must be what comes, where {@code ...} stands for anything. A comment
 * {@code file: NAME} before a block makes it a file. Commands with {@code --all}, and words in capitals, are not run.
 */
@DisplayName("A page of the documentation")
class DocsCommandsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern FENCE =
            Pattern.compile("(?:<!-- file: (\\S+) -->\\n)?^```(\\w*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern INLINE = Pattern.compile("`((?:\\./)?kvdrill [^`]+)`");
    private static final String CONSOLE = "console";

    /** In the middle of a sentence, a run may show that something changes: the outcome need not be the stated one. */
    private static final String INLINE_STATUS = "inline";

    private static final Pattern STATUS = Pattern.compile("#.*\\bexits with (\\d+)");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
    private static final Pattern NOT_RUN = Pattern.compile("--all\\b|\\b[A-Z]{2,}\\b|\\bconform\\b");

    @TempDir
    private Path folder;

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(
                List.of(ROOT.resolve("README.md"), ROOT.resolve("docs/tutorial.md"), ROOT.resolve("docs/cli.md")));
        try (Stream<Path> concepts = Files.list(ROOT.resolve("docs/concepts"))) {
            concepts.sorted().forEach(pages::add);
        }
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void showsCommandsThatDoWhatItSays(Path page) throws IOException {
        String text = Files.readString(page).replace("\\\n", " ");
        Files.writeString(folder.resolve("mine.yaml"), "base: hardened\n"); // a profile that a reader has
        int commands = 0;
        Matcher fence = FENCE.matcher(text);
        while (fence.find()) {
            if (fence.group(1) != null) {
                Files.writeString(folder.resolve(fence.group(1)), fence.group(3));
            } else if (fence.group(2).equals("sh")) {
                for (String line : fence.group(3).lines().toList()) {
                    commands += run(line, List.of(), "");
                }
            } else {
                commands += console(fence.group(3));
            }
        }
        Matcher inline = INLINE.matcher(FENCE.matcher(text).replaceAll(""));
        while (inline.find()) {
            commands += run(inline.group(1), List.of(), INLINE_STATUS);
        }

        assertThat(commands).as("commands in " + page).isPositive();
    }

    private int console(String block) throws IOException {
        int commands = 0;
        List<String> lines = block.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("$ ")) {
                int end = i + 1;
                while (end < lines.size() && !lines.get(end).startsWith("$ ")) {
                    end++;
                }
                commands += run(lines.get(i).substring(2), lines.subList(i + 1, end), CONSOLE);
            }
        }
        return commands;
    }

    /** How many commands were run: one or none. */
    private int run(String line, List<String> shown, String kind) throws IOException {
        String command = line.strip().replaceFirst("^\\./", "");
        if (!command.startsWith("kvdrill ")
                || NOT_RUN.matcher(command.replaceFirst("#.*", "").replaceAll("\\bI\\d+|VLLM_\\w+", ""))
                        .find()) {
            return 0;
        }
        Matcher status = STATUS.matcher(command);
        int expected = status.find() ? Integer.parseInt(status.group(1)) : 0;
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command.replaceFirst("\\s#.*", "").substring("kvdrill ".length()));
        while (word.find()) {
            words.add(
                    word.group(1) != null
                            ? word.group(1)
                            : word.group(2) != null ? word.group(2) : inFolder(word.group(3)));
        }
        if (words.equals(List.of("init"))) {
            words.add(folder.resolve("scenario.yaml").toString());
        }
        int redirect = words.indexOf(">");
        Path target = redirect < 0 ? null : Path.of(words.get(redirect + 1));
        List<String> arguments = redirect < 0 ? words : words.subList(0, redirect);

        Cli cli = Cli.run(arguments.toArray(String[]::new));

        assertThat(cli.status())
                .as(command + "\n" + cli.out() + cli.err())
                .isIn(expected, kind.equals(INLINE_STATUS) ? 1 : expected);
        if (target != null) {
            Files.writeString(target, cli.out());
        }
        if (kind.equals(CONSOLE)) {
            assertShown(command, shown, cli.out().replace(folder + "/", ""));
        }
        return 1;
    }

    /** Files of the page are in a folder of their own, not in the one that the test runs in. */
    private String inFolder(String word) {
        boolean file = word.matches("(?:[\\w-]+/)*[\\w-]+\\.(?:yaml|xml|md|json|html)(?:/\\S+)?")
                || word.matches("runs(?:/\\S*)?");
        return file ? folder.resolve(word).toString() : word;
    }

    private static void assertShown(String command, List<String> shown, String out) {
        StringBuilder pattern = new StringBuilder();
        for (String line : shown) {
            if (line.strip().equals("...")) {
                pattern.append("(?:.*\\n)*?");
            } else {
                String[] parts = line.split(Pattern.quote("..."), -1);
                pattern.append(String.join(
                                ".*", Stream.of(parts).map(Pattern::quote).toList()))
                        .append("\\n");
            }
        }
        String text = out.endsWith("\n") || out.isEmpty() ? out : out + "\n";
        assertThat(Pattern.compile(pattern.toString()).matcher(text).matches())
                .as(command + " shows\n" + text + "\nand not\n" + String.join("\n", shown))
                .isTrue();
    }
}
