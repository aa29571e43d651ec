package io.pinion.server.cli;

import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.Settings;
import io.pinion.demo.DemoCluster;
import io.pinion.demo.DemoSettings;
import io.pinion.demo.FreePorts;
import io.pinion.demo.RunningDemo;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.observe.LogFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pinion demo}: a whole cluster on this machine, with the proxy in the same process. */
@Command(
        name = "demo",
        description = "Try Pinion: two pairs of real MariaDB servers, a real ZooKeeper and the proxy, on this machine.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nCtrl-C stops all of it and keeps the data. Examples:%n",
        footer = {"  pinion demo", "  pinion demo --port 3307 --fresh"})
final class DemoCommand implements Callable<Integer> {
    private static final int USUAL_PORT = 3306;
    private static final String LOOPBACK = "127.0.0.1";

    private final CliEnvironment environment;

    @Option(
            names = "--port",
            description = "Where clients connect. Default: 3306, or any free port when that is taken.")
    private @Nullable Integer port;

    @Option(names = "--dir", paramLabel = "DIRECTORY", description = "Where the data is. Default: ~/.pinion/demo.")
    private @Nullable Path directory;

    @Option(names = "--fresh", description = "Delete what an earlier run left there.")
    private boolean fresh;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    DemoCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws CliFailure, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        LogFormat.TEXT.apply(PinionCommand.isDebugging(spec.commandLine()) ? "debug" : "warn");
        int clientPort = choosePort(out);
        Path place = directory == null ? Path.of(System.getProperty("user.home"), ".pinion", "demo") : directory;
        RunningDemo demo = startCluster(place, out);
        RunningProxy proxy = startProxy(demo, place, clientPort);
        DemoTour.print(out, proxy, demo, place);
        environment.lifetime().runUntilStopped(() -> {
            proxy.close();
            close(demo);
        });
        return ExitStatus.OK;
    }

    /** Before the cluster starts, which takes long. */
    private int choosePort(PrintWriter out) throws CliFailure {
        Integer chosen = port;
        if (chosen != null) {
            if (chosen != 0 && !FreePorts.isFree(chosen)) {
                throw new CliFailure("port " + chosen + " is taken: stop what listens there or choose another --port");
            }
            return chosen;
        }
        if (FreePorts.isFree(USUAL_PORT)) {
            return USUAL_PORT;
        }
        try {
            int free = FreePorts.next();
            out.println("port " + USUAL_PORT + " is taken (by a MySQL of this machine?), so clients connect to " + free
                    + "; --port chooses another");
            out.flush();
            return free;
        } catch (IOException e) {
            throw new CliFailure(FailureText.of(e), e);
        }
    }

    private RunningDemo startCluster(Path place, PrintWriter out) throws CliFailure {
        try (ProgressLines progress =
                new ProgressLines(out, environment.terminal().isPresent())) {
            return DemoCluster.start(DemoSettings.full(place, fresh), progress);
        } catch (IOException e) {
            throw new CliFailure(FailureText.of(e), e);
        }
    }

    private RunningProxy startProxy(RunningDemo demo, Path place, int clientPort) throws CliFailure {
        Settings usual = Settings.DEFAULT;
        HttpSettings http = usual.http();
        Settings settings = usual.withDataDirectory(place.resolve("proxy"))
                .withTopology(usual.topology().withZooKeeper(demo.zookeeperConnect(), demo.cluster()))
                .withListener(usual.listener().at(LOOPBACK, clientPort))
                .withHttp(new HttpSettings(true, LOOPBACK, FreePorts.isFree(http.port()) ? http.port() : 0));
        try {
            return ProxyStart.start(settings, environment);
        } catch (CliFailure e) {
            close(demo);
            throw e;
        }
    }

    private void close(RunningDemo demo) {
        try {
            demo.close();
        } catch (IOException e) {
            spec.commandLine().getErr().println("pinion: stopping the servers: " + FailureText.of(e));
        }
    }
}
