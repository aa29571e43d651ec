package io.pinion.demo;

import java.nio.file.Path;

/**
 * The settings of a demo cluster.
 *
 * @param directory holds everything: the servers' data, ZooKeeper's, and the secrets; made when absent
 * @param fresh whether to delete an earlier run's data
 * @param cluster names the cluster in ZooKeeper
 * @param shape how much of it exists; an earlier run's data must have been made with the same
 * @param usualPorts whether to listen on {@link DemoCluster}'s usual ports where they are free; tests take any
 */
public record DemoSettings(Path directory, boolean fresh, String cluster, DemoShape shape, boolean usualPorts) {
    /** The demo of the command line. */
    public static DemoSettings full(Path directory, boolean fresh) {
        return new DemoSettings(directory, fresh, "demo", DemoShape.full(), true);
    }

    /** A cluster for tests; {@code directory} is best a temporary one. */
    public static DemoSettings small(Path directory) {
        return new DemoSettings(directory, false, "test", DemoShape.small(), false);
    }

    public DemoSettings withShape(DemoShape shape) {
        return new DemoSettings(directory, fresh, cluster, shape, usualPorts);
    }
}
