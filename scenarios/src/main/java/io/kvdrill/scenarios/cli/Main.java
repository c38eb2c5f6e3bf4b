package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.adapter.CheckAdapterCommand;
import io.kvdrill.scenarios.conform.ConformCommand;
import io.kvdrill.scenarios.doctor.DoctorCommand;
import io.kvdrill.scenarios.fidelity.ExportVectorCommand;
import io.kvdrill.scenarios.fidelity.FidelityCommand;
import io.kvdrill.scenarios.node.NodeCommand;
import io.kvdrill.scenarios.processes.RunsOfNode;
import io.kvdrill.scenarios.run.Runner;
import io.kvdrill.scenarios.run.SimulatedRunner;
import io.kvdrill.scenarios.shrink.ShrinkCommand;
import io.kvdrill.scenarios.shrink.WhyCommand;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Entry point of the fat jar. */
@Command(
        name = "kvdrill",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "Rehearses the failures of peer-to-peer KV-cache sharing.",
        footer = {
            "",
            "Start with:",
            "  kvdrill list                      the shipped scenarios",
            "  kvdrill run peer-death            run one under every profile it speaks of",
            "  kvdrill init mine.yaml            write one of your own",
            "  kvdrill explain I2                what a law says",
            "  kvdrill explain vllm-2026-08      what a profile does",
            "",
            "Exit status: 0 as stated, 1 not as stated, 2 wrong input, 3 something is",
            "missing here, 70 a fault of kvdrill."
        })
public final class Main implements Runnable {
    private static final String DEBUG = "--debug";

    @Spec
    private CommandSpec spec;

    @Option(names = DEBUG, scope = ScopeType.INHERIT, description = "Show the stack trace of an error.")
    private boolean debug;

    /**
     * Runs the command line and exits with its status.
     *
     * @param args the arguments
     */
    public static void main(String[] args) {
        StandardOutput output = new StandardOutput();
        Console console = Console.ofProcess(output);
        int status = run(args, console);
        try {
            console.out().flush();
        } catch (ClosedPipeException e) {
            status = ExitStatus.CLOSED_PIPE;
        }
        if (output.failed() && status == ExitStatus.AS_STATED) {
            console.err().println("kvdrill: the output could not be written");
            status = ExitStatus.ENVIRONMENT;
        }
        console.err().flush();
        System.exit(status);
    }

    /** Runs the command line on a console; {@link ExitStatus} says what the answer means. */
    public static int run(String[] args, Console console) {
        return run(args, console, new SimulatedRunner());
    }

    static int run(String[] args, Console console, Runner runner) {
        try {
            return commandLine(console, runner).execute(args);
        } catch (Throwable e) { // not even an Error may show a stack trace to somebody who did not ask for it
            return Failures.onExecution(e, console.err(), Arrays.asList(args).contains(DEBUG));
        }
    }

    static CommandLine commandLine(Console console, Runner runner) {
        Main main = new Main();
        CommandLine commandLine = new CommandLine(main)
                .addSubcommand(new RunCommand(console, runner))
                .addSubcommand(sweep(console))
                .addSubcommand(new CompareCommand(console))
                .addSubcommand(new ExploreCommand(console))
                .addSubcommand(new ListCommand(console))
                .addSubcommand(new BenchCommand(console))
                .addSubcommand(new InitCommand(console))
                .addSubcommand(new CheckCommand(console))
                .addSubcommand(new ExplainCommand(console))
                .addSubcommand(new DiffCommand(console))
                .addSubcommand(new SchemaCommand(console))
                .addSubcommand(new ReportCommand(console))
                .addSubcommand(new ShrinkCommand(console))
                .addSubcommand(new WhyCommand(console))
                .addSubcommand(new ConformCommand())
                .addSubcommand(new FidelityCommand(console))
                .addSubcommand(new ExportVectorCommand(console))
                .addSubcommand(new CheckAdapterCommand(console))
                .addSubcommand(new NodeCommand(console, RunsOfNode::new))
                .addSubcommand(new DoctorCommand(console))
                .addSubcommand(new CalibrateCommand(console))
                .addSubcommand(new CompletionCommand(console));
        return commandLine
                .setOut(console.out())
                .setErr(console.err())
                .setUsageHelpWidth(80)
                .setUsageHelpAutoWidth(false)
                .setColorScheme(CommandLine.Help.defaultColorScheme(
                        console.style() == Style.COLOURED ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
                .setParameterExceptionHandler((e, args) -> Failures.onParameters(e, console.err()))
                .setExecutionExceptionHandler(
                        (e, command, result) -> Failures.onExecution(e, console.err(), main.debug));
    }

    private static CommandLine sweep(Console console) {
        return new CommandLine(new SweepCommand(console))
                .addSubcommand(new SweepPlanCommand(console))
                .addSubcommand(new RunShardCommand(console, System.getenv()))
                .addSubcommand(new SweepMergeCommand(console));
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Reads the version from the manifest of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"kvdrill " + io.kvdrill.scenarios.run.Version.text()};
        }
    }
}
