package io.pinion.cli;

import io.pinion.config.source.TopologyUnavailable;
import io.pinion.server.observe.LogFormat;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pinion demo}: a whole cluster on this machine, with the proxy in the same process. */
@Command(
        name = "demo",
        description =
                "Try Pinion: two pairs of real MariaDB (or MySQL) servers, a real ZooKeeper and the proxy, on this machine.",
        mixinStandardHelpOptions = true,
        footerHeading =
                "%nCtrl-C stops all of it and keeps the data. The MariaDB that comes along is for Linux on x86-64; elsewhere"
                        + " an installed mariadbd or mysqld is taken, and PINION_MYSQLD names one. Examples:%n",
        footer = {"  pinion demo", "  pinion demo --port 3307 --fresh"})
final class DemoCommand extends CliCommand {
    /** An installation leaves the module {@code demo} out, so that it carries no database server. */
    private static final String CLUSTER = "/io/pinion/demo/DemoCluster.class";

    @Option(
            names = "--port",
            description = "Where clients connect. Default: 3306, or any free port when that is taken.")
    private @Nullable Integer port;

    @Option(names = "--dir", paramLabel = "DIRECTORY", description = "Where the data is. Default: ~/.pinion/demo.")
    private @Nullable Path directory;

    @Option(names = "--fresh", description = "Delete what an earlier run left there.")
    private boolean fresh;

    @Override
    public Integer call() throws CliFailure, TopologyUnavailable, InterruptedException {
        if (DemoCommand.class.getResource(CLUSTER) == null) {
            throw new CliFailure(
                    "the demo isn't part of this installation, since it brings a database server of its own:"
                            + " run bin/pinion demo in a checkout of the sources");
        }
        LogFormat.TEXT.apply(PinionCommand.of(spec).debug ? "debug" : "warn");
        Path place = directory == null ? Path.of(System.getProperty("user.home"), ".pinion", "demo") : directory;
        PrintWriter out = spec.commandLine().getOut();
        new DemoRun(environment(), out, spec.commandLine().getErr()).untilStopped(place, port, fresh);
        return ExitStatus.OK;
    }
}
