package io.pinion.operations.check;

import io.pinion.config.document.Problem.Severity;
import io.pinion.config.settings.Settings;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.util.stream.Stream;

/** What the process of the proxy that is asked may use, beside what its settings let it use. */
final class ProxyLimitCheck implements ServerCheck {
    /** Listeners, jars, log files. */
    private static final int OWN_FILES = 200;

    @Override
    public Stream<Finding> look(ClusterFacts cluster) {
        return Stream.concat(openFiles(cluster), heap(cluster.proxy()));
    }

    private static Stream<Finding> openFiles(ClusterFacts cluster) {
        Settings settings = cluster.proxy().settings();
        int sessions = settings.limits().maxSessions();
        long needed = OWN_FILES
                + sessions
                + (long) settings.pool().maxConnectionsPerServer()
                        * cluster.topology().servers().size();
        return cluster.proxy().openFiles().stream()
                .filter(limit -> limit < sessions)
                .mapToObj(limit -> new Finding(
                        "",
                        "proxy",
                        Severity.WARNING,
                        "open files",
                        "this proxy may have " + limit
                                + " files and sockets open, and limits.max_sessions with its pools may" + " need "
                                + needed,
                        new Cure.Words("LimitNOFILE=" + roundedUp(needed)
                                + " of its service (ulimit -n), or a lower limits.max_sessions")));
    }

    private static long roundedUp(long files) {
        return Long.highestOneBit(files - 1) * 2;
    }

    private static Stream<Finding> heap(ProxyFacts proxy) {
        long held = proxy.settings().scatter().heldMaxSize().bytes();
        return held * 4 <= proxy.heapBytes() * 3
                ? Stream.empty()
                : Stream.of(new Finding(
                        "",
                        "proxy",
                        Severity.WARNING,
                        "memory",
                        "scatter.held_max_size is " + proxy.settings().scatter().heldMaxSize()
                                + ", more than three quarters of the " + proxy.heapBytes() / (1 << 20)
                                + " MB of this proxy's heap",
                        new Cure.Words("a larger heap (-Xmx in jvm.options), or a lower scatter.held_max_size")));
    }
}
