package io.pinion.cli;

import io.pinion.cli.CliEnvironment.Service;
import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.source.TopologyUnavailable;
import io.pinion.demo.DemoCluster;
import io.pinion.demo.DemoSettings;
import io.pinion.demo.FreePorts;
import io.pinion.demo.RunningDemo;
import io.pinion.server.bootstrap.RunningProxy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The cluster of {@code pinion demo} and a proxy in front of it, in this process. */
record DemoRun(CliEnvironment environment, PrintWriter out, PrintWriter err) {
    private static final int USUAL_PORT = 3306;
    private static final String LOOPBACK = "127.0.0.1";

    /** @param port where clients connect, or null for 3306 or a free port */
    void untilStopped(Path place, @Nullable Integer port, boolean fresh)
            throws CliFailure, TopologyUnavailable, InterruptedException {
        int clientPort = choosePort(port);
        RunningDemo demo = startCluster(place, fresh);
        RunningProxy proxy = startProxy(demo, place, clientPort);
        DemoTour.print(out, proxy, demo, place);
        Runnable stop = () -> {
            proxy.close();
            close(demo);
        };
        environment.lifetime().runUntilStopped(new Service(proxy.stopWanted(), () -> {}, stop, () -> {}));
    }

    /** Before the cluster starts, which takes long. */
    private int choosePort(@Nullable Integer chosen) throws CliFailure {
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

    private RunningDemo startCluster(Path place, boolean fresh) throws CliFailure {
        try (ProgressLines progress =
                new ProgressLines(out, environment.terminal().isPresent())) {
            return DemoCluster.start(DemoSettings.full(place, fresh), progress);
        } catch (IOException e) {
            throw new CliFailure(FailureText.of(e), e);
        }
    }

    private RunningProxy startProxy(RunningDemo demo, Path place, int clientPort)
            throws CliFailure, TopologyUnavailable {
        Settings usual = Settings.DEFAULT;
        HttpSettings http = usual.http();
        Settings settings = usual.withDataDirectory(place.resolve("proxy"))
                .withTopology(usual.topology().withZooKeeper(demo.zookeeperConnect(), demo.cluster()))
                .withListener(usual.listener().at(LOOPBACK, clientPort))
                .withHttp(new HttpSettings(true, LOOPBACK, FreePorts.isFree(http.port()) ? http.port() : 0));
        try {
            return ProxyStart.start(settings, environment);
        } catch (CliFailure | TopologyUnavailable e) {
            close(demo);
            throw e;
        }
    }

    private void close(RunningDemo demo) {
        try {
            demo.close();
        } catch (IOException e) {
            err.println("pinion: stopping the servers: " + FailureText.of(e));
        }
    }
}
