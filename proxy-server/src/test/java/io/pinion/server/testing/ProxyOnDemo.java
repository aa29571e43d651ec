package io.pinion.server.testing;

import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.source.TopologyUnavailable;
import io.pinion.config.topology.Secrets;
import io.pinion.demo.DemoCluster;
import io.pinion.demo.DemoSettings;
import io.pinion.demo.DemoShape;
import io.pinion.demo.LocalServer;
import io.pinion.demo.Progress;
import io.pinion.demo.RunningDemo;
import io.pinion.server.RunningProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A small cluster of real servers and a ZooKeeper, and a whole proxy in front of it, as {@code pinion serve} starts it.
 * Pairs have no standby, since no client reaches one.
 */
public final class ProxyOnDemo implements AutoCloseable {
    public static final String USER = "app";
    public static final String PASSWORD = "app";

    private final RunningDemo demo;
    private final RunningProxy proxy;

    private ProxyOnDemo(RunningDemo demo, RunningProxy proxy) {
        this.demo = demo;
        this.proxy = proxy;
    }

    /** @param directory an empty one */
    public static ProxyOnDemo start(Path directory) throws IOException, TopologyUnavailable {
        RunningDemo demo = DemoCluster.start(
                DemoSettings.small(directory.resolve("demo"))
                        .withShape(DemoShape.small().withoutStandbys()),
                Progress.SILENT);
        try {
            return new ProxyOnDemo(
                    demo, RunningProxy.start(settings(demo, directory.resolve("proxy")), Secrets.ofProcess(), "test"));
        } catch (IOException | TopologyUnavailable | RuntimeException e) {
            demo.close();
            throw e;
        }
    }

    public int port() {
        return proxy.address().getPort();
    }

    /** The server behind {@code legacy} and the lower half of the shards, where root may do everything. */
    public LocalServer home() {
        return demo.server("MySQL001A");
    }

    public RunningDemo demo() {
        return demo;
    }

    @Override
    public void close() throws IOException {
        try {
            proxy.close();
        } finally {
            demo.close();
        }
    }

    private static Settings settings(RunningDemo demo, Path directory) {
        return Settings.DEFAULT
                .withDataDirectory(directory)
                .withListener(new ListenerSettings(
                        "127.0.0.1",
                        0,
                        Duration.ofSeconds(10),
                        Optional.empty(),
                        true,
                        Optional.empty(),
                        Optional.empty()))
                .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                .withTopology(TopologySettings.DEFAULT.withZooKeeper(demo.zookeeperConnect(), demo.cluster()));
    }
}
