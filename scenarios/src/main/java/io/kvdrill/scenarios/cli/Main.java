package io.kvdrill.scenarios.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Entry point of the fat jar. */
@Command(
        name = "kvdrill",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "Rehearses the failures of peer-to-peer KV-cache sharing.")
public final class Main implements Runnable {

    @Spec
    private CommandSpec spec;

    /**
     * Runs the command line and exits with its status.
     *
     * @param args the arguments
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Reads the version from the manifest of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"kvdrill " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
