package io.pinion.operations.check;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.replication.Standing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What all servers that answer have said.
 *
 * @param servers in the order of the topology, the primary of each pair first
 * @param standings of standbys, by pair
 * @param lasts whether what is found of a pair's state has been found at several looks in a row, and is no work of Pinion's
 */
record ClusterFacts(
        Topology topology,
        List<ServerFacts> servers,
        Map<String, Standing> standings,
        Predicate<Finding> lasts,
        ProxyFacts proxy) {
    ClusterFacts {
        servers = List.copyOf(servers);
        standings = Map.copyOf(standings);
    }

    /** The same with what the servers of a pair say now, in the order of the topology. */
    ClusterFacts withPair(Topology newest, Pair pair, List<ServerFacts> told, Standing standing) {
        List<ServerFacts> all = new ArrayList<>();
        for (Pair each : newest.pairs().values()) {
            List<ServerFacts> from = each.name().equals(pair.name()) ? told : servers;
            from.stream()
                    .filter(facts -> facts.pair().name().equals(each.name()))
                    .forEach(all::add);
        }
        Map<String, Standing> known = new HashMap<>(standings);
        known.put(pair.name(), standing);
        return new ClusterFacts(newest, all, known, lasts, proxy);
    }

    Optional<ServerFacts> of(Server server) {
        return servers.stream().filter(facts -> facts.server().equals(server)).findFirst();
    }

    List<ServerFacts> primaries() {
        return servers.stream().filter(ServerFacts::isPrimary).toList();
    }

    /** The primary of a standby, if both answer. */
    Optional<ServerFacts> primaryOf(ServerFacts standby) {
        return standby.isPrimary() ? Optional.empty() : of(standby.pair().primary());
    }

    /**
     * The pair in which a server that no pair has can come to be. One without databases that writes as a pair of MariaDB does
     * is a standby for it, and no pair of its own: all that is wrong with it is what a standby must not have.
     *
     * @param empty whether it has no databases
     */
    Pair placeOf(Server server, String writesAs, boolean empty) {
        return primaries().stream()
                .filter(primary -> empty && primary.dialect() instanceof MariaDb)
                .filter(primary -> primary.writesAs().equals(writesAs))
                .findFirst()
                .map(primary -> new Pair(primary.pair().name(), primary.server(), Optional.of(server)))
                .orElseGet(() -> new Pair("", server, Optional.empty()));
    }

    Standing standing(Pair pair) {
        return standings.getOrDefault(pair.name(), Standing.UNKNOWN);
    }
}
