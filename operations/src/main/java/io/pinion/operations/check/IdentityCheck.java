package io.pinion.operations.check;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Shards may move between any two pairs, and transactions of two servers with one identity can't be told apart then. */
final class IdentityCheck implements ServerCheck {
    @Override
    public Stream<Finding> look(ClusterFacts cluster) {
        return Stream.concat(
                ofServers(cluster, new Numbers(cluster, "server_id")),
                ofPairs(cluster, new Numbers(cluster, "gtid_domain_id")));
    }

    private static Stream<Finding> ofServers(ClusterFacts cluster, Numbers numbers) {
        Map<String, ServerFacts> seen = new HashMap<>();
        return cluster.servers().stream().flatMap(server -> server.identities().stream()
                .filter(identity -> seen.putIfAbsent(server.dialect().name() + identity, server) != null)
                .map(identity -> same(
                        server,
                        identity,
                        seen.getOrDefault(server.dialect().name() + identity, server),
                        anotherIdentity(identity, numbers))));
    }

    private static Stream<Finding> ofPairs(ClusterFacts cluster, Numbers numbers) {
        Map<String, ServerFacts> seen = new HashMap<>();
        return cluster.primaries().stream()
                .filter(server -> server.dialect() instanceof MariaDb)
                .filter(server -> seen.putIfAbsent(server.writesAs(), server) != null)
                .map(server -> same(
                        server,
                        server.writesAs(),
                        seen.getOrDefault(server.writesAs(), server),
                        server.dialect().byHand("gtid_domain_id", numbers.next())));
    }

    /** @param identity such as {@code server_id 7} */
    private static Finding same(ServerFacts server, String identity, ServerFacts other, Cure cure) {
        String check = identity.substring(0, identity.indexOf(' '));
        String of = other.pair().equals(server.pair())
                ? ""
                : " of pair " + other.pair().name();
        return Finding.error(
                server.pair(),
                server.server(),
                check,
                server + " has " + identity + " as " + other + of + " has",
                cure);
    }

    private static Cure anotherIdentity(String identity, Numbers numbers) {
        return identity.startsWith("server_uuid")
                ? new Cure.Words("remove auto.cnf from its data directory, and restart it")
                : Dialect.atStart("server_id", numbers.next());
    }

    /** Those that no server has, each for one server alone. */
    private static final class Numbers {
        private final Set<Long> taken;

        Numbers(ClusterFacts cluster, String variable) {
            this.taken = cluster.servers().stream()
                    .map(server -> server.number(variable))
                    .collect(Collectors.toCollection(HashSet::new));
        }

        String next() {
            return LongStream.iterate(1, number -> number + 1)
                    .filter(taken::add)
                    .mapToObj(String::valueOf)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
