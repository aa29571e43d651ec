package io.pinion.config.settings;

import java.nio.file.Path;

/**
 * The settings of this process. The defaults are enough for a start, but for the place of the topology.
 *
 * @param dataDirectory the directory of the process's own files: its certificate, the saved topology
 */
public record Settings(
        Path dataDirectory,
        ListenerSettings listener,
        TopologySettings topology,
        ZooKeeperSettings zookeeper,
        EventLoopSettings eventLoops,
        PoolSettings pool,
        LimitSettings limits,
        ScatterSettings scatter,
        PairSettings pairs,
        ExportSettings exports,
        HttpSettings http,
        LogSettings log) {
    public static final Settings DEFAULT = new Settings(
            SettingText.path("~/.pinion"),
            ListenerSettings.DEFAULT,
            TopologySettings.DEFAULT,
            ZooKeeperSettings.DEFAULT,
            EventLoopSettings.DEFAULT,
            PoolSettings.DEFAULT,
            LimitSettings.DEFAULT,
            ScatterSettings.DEFAULT,
            PairSettings.DEFAULT,
            ExportSettings.DEFAULT,
            HttpSettings.DEFAULT,
            LogSettings.DEFAULT);

    public Settings {
        if (topology.file().isPresent() && pairs.promoteAutomatically().time().isPresent()) {
            throw new WrongSetting(
                    "pairs",
                    "promote_automatically needs proxies that agree, and the topology is a file, where there is nobody to"
                            + " agree with",
                    "take it out, or keep the topology in ZooKeeper (topology.zookeeper)");
        }
    }

    public Settings withTopology(TopologySettings newTopology) {
        return new Settings(
                dataDirectory,
                listener,
                newTopology,
                zookeeper,
                eventLoops,
                pool,
                limits,
                scatter,
                pairs,
                exports,
                http,
                log);
    }

    public Settings withListener(ListenerSettings newListener) {
        return new Settings(
                dataDirectory,
                newListener,
                topology,
                zookeeper,
                eventLoops,
                pool,
                limits,
                scatter,
                pairs,
                exports,
                http,
                log);
    }

    public Settings withHttp(HttpSettings newHttp) {
        return new Settings(
                dataDirectory,
                listener,
                topology,
                zookeeper,
                eventLoops,
                pool,
                limits,
                scatter,
                pairs,
                exports,
                newHttp,
                log);
    }

    public Settings withPairs(PairSettings newPairs) {
        return new Settings(
                dataDirectory,
                listener,
                topology,
                zookeeper,
                eventLoops,
                pool,
                limits,
                scatter,
                newPairs,
                exports,
                http,
                log);
    }

    public Settings withExports(ExportSettings newExports) {
        return new Settings(
                dataDirectory,
                listener,
                topology,
                zookeeper,
                eventLoops,
                pool,
                limits,
                scatter,
                pairs,
                newExports,
                http,
                log);
    }

    public Settings withPool(PoolSettings newPool) {
        return new Settings(
                dataDirectory,
                listener,
                topology,
                zookeeper,
                eventLoops,
                newPool,
                limits,
                scatter,
                pairs,
                exports,
                http,
                log);
    }

    public Settings withDataDirectory(Path newDirectory) {
        return new Settings(
                newDirectory,
                listener,
                topology,
                zookeeper,
                eventLoops,
                pool,
                limits,
                scatter,
                pairs,
                exports,
                http,
                log);
    }

    /** The file with the last topology of the cluster. */
    public Path savedTopology() {
        return dataDirectory.resolve("topology-" + topology.cluster() + ".json");
    }
}
