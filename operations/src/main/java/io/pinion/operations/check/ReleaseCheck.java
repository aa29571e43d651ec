package io.pinion.operations.check;

import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One product and release on both servers of a pair, since a promotion changes them, and one release on all pairs of a
 * product, since shards move between them.
 */
final class ReleaseCheck implements ServerCheck {
    @Override
    public Stream<Finding> look(ClusterFacts cluster) {
        return cluster.servers().stream().flatMap(server -> {
            Optional<ServerFacts> other =
                    server.isPrimary() ? firstOfProduct(cluster, server) : cluster.primaryOf(server);
            return other.filter(there -> !release(there).equals(release(server))).stream()
                    .map(there -> differs(server, there));
        });
    }

    private static Optional<ServerFacts> firstOfProduct(ClusterFacts cluster, ServerFacts server) {
        return cluster.primaries().stream()
                .filter(primary -> primary.dialect().equals(server.dialect()))
                .findFirst();
    }

    private static Finding differs(ServerFacts server, ServerFacts other) {
        return Finding.warning(
                server.pair(),
                server.server(),
                "version",
                server + " is " + release(server) + ", and " + other + " " + release(other),
                new Cure.Words("install the same release on both, standbys first"));
    }

    private static String release(ServerFacts server) {
        List<String> numbers = List.of(server.report().version().split("[.-]"));
        return server.dialect().name() + " " + String.join(".", numbers.subList(0, Math.min(2, numbers.size())));
    }
}
