package io.pinion.operations.check;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Shards may move between any two pairs, and transactions of two servers with one identity can't be told apart then. */
final class IdentityCheck implements ServerCheck {
    @Override
    public Stream<Finding> look(ClusterFacts cluster) {
        return Stream.concat(
                ofServers(cluster, Numbers.ofServers(cluster)), ofPairs(cluster, Numbers.ofPairs(cluster)));
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
                        numbers.cure(number -> server.dialect().byHand("gtid_domain_id", number))));
    }

    /** @param identity such as {@code server_id 7} */
    private static Finding same(ServerFacts server, String identity, ServerFacts other, Cure cure) {
        String check = identity.substring(0, identity.indexOf(' '));
        String of = other.pair().equals(server.pair())
                ? ""
                : " of pair " + other.pair().name();
        return server.error(check, server + " has " + identity + " as " + other + of + " has", cure);
    }

    private static Cure anotherIdentity(String identity, Numbers numbers) {
        return identity.startsWith("server_uuid")
                ? new Cure.Words("remove auto.cnf from its data directory, and restart it")
                : numbers.cure(number -> Dialect.atStart("server_id", number));
    }

    /** Those that no server has, each for one server alone. */
    private static final class Numbers {
        private final String variable;
        private final Set<Long> taken;

        /** Servers that may have any. */
        private final List<Server> silent;

        private Numbers(String variable, ClusterFacts cluster, List<Server> silent) {
            this.variable = variable;
            this.silent = silent;
            this.taken = cluster.servers().stream()
                    .map(server -> server.number(variable))
                    .collect(Collectors.toCollection(HashSet::new));
        }

        /** Whoever follows a server knows its number still when that is down. */
        static Numbers ofServers(ClusterFacts cluster) {
            List<Server> silent = new ArrayList<>(cluster.topology().servers().values());
            silent.removeIf(server -> cluster.of(server).isPresent());
            Numbers numbers = new Numbers("server_id", cluster, silent);
            for (ServerFacts server : cluster.servers()) {
                if (server.source().isPresent()
                        && silent.removeIf(partner -> server.pair().has(partner.name()))) {
                    numbers.taken.add(server.source().getAsLong());
                }
            }
            return numbers;
        }

        /** Either server of a pair has its number. */
        static Numbers ofPairs(ClusterFacts cluster) {
            return new Numbers(
                    "gtid_domain_id",
                    cluster,
                    cluster.topology().pairs().values().stream()
                            .filter(pair -> pair.servers().stream()
                                    .allMatch(server -> cluster.of(server).isEmpty()))
                            .map(Pair::primary)
                            .toList());
        }

        Cure cure(Function<String, Cure> with) {
            return silent.isEmpty()
                    ? with.apply(next())
                    : new Cure.Words("a " + variable + " that no other server has, in the server's configuration, and a"
                            + " restart of it; "
                            + silent.stream().map(Server::name).collect(Collectors.joining(", "))
                            + " didn't answer, so that what is free isn't known");
        }

        private String next() {
            return LongStream.iterate(1, number -> number + 1)
                    .filter(taken::add)
                    .mapToObj(String::valueOf)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
