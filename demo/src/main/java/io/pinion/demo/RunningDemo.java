package io.pinion.demo;

import java.io.IOException;
import java.util.List;

/** The demo's cluster while it runs. Any thread may call. */
public final class RunningDemo implements AutoCloseable {
    private final DemoSettings settings;
    private final LocalServers servers;
    private final EmbeddedZooKeeper zooKeeper;
    private final List<DemoPair> pairs;

    RunningDemo(DemoSettings settings, LocalServers servers, EmbeddedZooKeeper zooKeeper, List<DemoPair> pairs) {
        this.settings = settings;
        this.servers = servers;
        this.zooKeeper = zooKeeper;
        this.pairs = List.copyOf(pairs);
    }

    /** The address of ZooKeeper for a proxy of this cluster, {@code host:port}. */
    public String zookeeperConnect() {
        return zooKeeper.connectString();
    }

    /** The cluster's ZooKeeper, which tests stop and start again. */
    public EmbeddedZooKeeper zooKeeper() {
        return zooKeeper;
    }

    /** The name under which the topology is in ZooKeeper. */
    public String cluster() {
        return settings.cluster();
    }

    public List<DemoPair> pairs() {
        return pairs;
    }

    /** The pair that a shard of {@code pinterest} and {@code lookup} was made on. */
    public DemoPair pairOf(int shard) {
        return pairs.get(DemoShape.pairOf(shard));
    }

    /** Every server, primaries before their standbys. */
    public List<LocalServer> servers() {
        return pairs.stream().flatMap(pair -> pair.servers().stream()).toList();
    }

    /** @throws IllegalArgumentException when no server is called so */
    public LocalServer server(String name) {
        return servers().stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no server " + name));
    }

    /** Stops everything; the data stays. Doing it twice is harmless. */
    @Override
    public void close() throws IOException {
        zooKeeper.close();
        servers.close();
    }
}
