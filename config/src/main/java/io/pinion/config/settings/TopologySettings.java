package io.pinion.config.settings;

import io.pinion.config.document.RecordCopy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The place of the topology document: ZooKeeper or a file.
 *
 * @param file the document's file
 * @param zookeeper ZooKeeper's servers, such as {@code zk1:2181,zk2:2181,zk3:2181}
 * @param cluster the cluster's name in ZooKeeper
 * @param sessionTimeout after this long without contact the cluster forgets that the proxy is there
 * @param connectTimeout how long one call to ZooKeeper waits for a connection
 * @param startPatience how long a start waits for ZooKeeper before it takes the saved copy
 * @param name the name of this proxy in the cluster; absent, its host and port
 */
public record TopologySettings(
        Optional<Path> file,
        Optional<String> zookeeper,
        String cluster,
        Duration sessionTimeout,
        Duration connectTimeout,
        Duration startPatience,
        Optional<String> name) {
    public static final TopologySettings DEFAULT = new TopologySettings(
            Optional.empty(),
            Optional.empty(),
            "main",
            Duration.ofSeconds(15),
            Duration.ofSeconds(3),
            Duration.ofSeconds(10),
            Optional.empty());

    public TopologySettings {
        if (file.isPresent() && zookeeper.isPresent()) {
            throw new WrongSetting(
                    "zookeeper", "there is a file, too", "keep file or zookeeper: the topology has one home");
        }
        WrongSetting.between("sessionTimeout", sessionTimeout, Duration.ofSeconds(1), Duration.ofMinutes(10));
        WrongSetting.between("connectTimeout", connectTimeout, Duration.ofMillis(100), Duration.ofMinutes(1));
        WrongSetting.between("startPatience", startPatience, Duration.ofMillis(100), Duration.ofMinutes(10));
    }

    /** The command line's {@code --topology} wins over both homes that the file may name. */
    public TopologySettings withFile(Path newFile) {
        return RecordCopy.of(this, Map.of("file", Optional.of(newFile), "zookeeper", Optional.empty()));
    }

    /** The command line's {@code --zookeeper} and {@code --cluster} win over both homes that the file may name. */
    public TopologySettings withZooKeeper(String servers, String newCluster) {
        return RecordCopy.of(
                this, Map.of("file", Optional.empty(), "zookeeper", Optional.of(servers), "cluster", newCluster));
    }
}
