package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a scenario to begin with. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = "Write a commented scenario that runs as stated, to begin with.",
        footer = {
            "",
            "  kvdrill init drills/mine.yaml     write it",
            "  kvdrill check drills/mine.yaml    after each change: what is wrong",
            "  kvdrill run drills/mine.yaml      run it",
            "",
            "A file that exists is left alone, unless --force says otherwise."
        })
final class InitCommand implements Callable<Integer> {
    private static final String STARTER = "starter.yaml";

    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The file. Default: ${DEFAULT-VALUE}.")
    private String file = "scenario.yaml";

    @Option(names = "--force", description = "Write over a file that exists.")
    private boolean force;

    InitCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        OpenOption[] options = force
                ? new OpenOption[] {
                    StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING
                }
                : new OpenOption[] {StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE};
        try {
            Path path = Path.of(file);
            Path folder = path.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(path, starter(), options);
        } catch (FileAlreadyExistsException e) {
            throw refuse("exists", "name another file, or say --force to write over it");
        } catch (InvalidPathException e) {
            throw refuse("is no path", "such as drills/mine.yaml");
        } catch (IOException | SecurityException e) {
            throw refuse("cannot be written", "name a file in a folder that you may write to");
        }
        console.out().println("wrote " + file + "; run it with  kvdrill run " + file);
        console.out().flush();
        return ExitStatus.AS_STATED;
    }

    static String starter() {
        try (InputStream in = InitCommand.class.getResourceAsStream(STARTER)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + STARTER);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private InvalidInputException refuse(String problem, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), file + ": " + problem, help);
    }
}
