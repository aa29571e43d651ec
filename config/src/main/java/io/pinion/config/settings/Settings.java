package io.pinion.config.settings;

import io.pinion.config.document.RecordCopy;
import java.nio.file.Path;
import java.util.Map;

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
        return RecordCopy.of(this, Map.of("topology", newTopology));
    }

    public Settings withListener(ListenerSettings newListener) {
        return RecordCopy.of(this, Map.of("listener", newListener));
    }

    public Settings withHttp(HttpSettings newHttp) {
        return RecordCopy.of(this, Map.of("http", newHttp));
    }

    public Settings withDataDirectory(Path newDirectory) {
        return RecordCopy.of(this, Map.of("dataDirectory", newDirectory));
    }

    /** The file with the last topology of the cluster. */
    public Path savedTopology() {
        return dataDirectory.resolve("topology-" + topology.cluster() + ".json");
    }
}
