package io.pinion.operations.pair;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.finding.Cure;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A pair that the topology is to have.
 *
 * @param standby empty for a pair of one server
 * @param home whether it becomes the pair of all databases that no keyspace names
 */
@JsonTypeName("CREATE_PAIR")
public record PairCreation(String pair, Server primary, Optional<Server> standby, boolean home) implements PairTask {
    /** What is told of a cluster without pairs. */
    public static final String NONE_YET = "there is no pair yet, so that no statement reaches a server";

    /** What a person types then. */
    public static final Cure.Admin FIRST = new Cure.Admin(
            "CREATE PAIR p1 PRIMARY 'host:port' STANDBY 'host:port'",
            "with USING behind it while the servers have no accounts of Pinion's (HELP PINION CREATE PAIR)");

    @Override
    public Optional<Server> newPrimary() {
        return Optional.of(primary);
    }

    @Override
    public Optional<Server> newStandby() {
        return standby;
    }

    @Override
    public Pair before(Topology now) {
        return new Pair(pair, primary, Optional.empty());
    }

    @Override
    public Topology into(Topology before) {
        boolean homeless = before.homePair().isEmpty();
        if (before.pair(pair).isPresent() || !PairTask.areFree(before, added()) || (home && !homeless)) {
            return before;
        }
        Map<String, Server> servers = new LinkedHashMap<>(before.servers());
        added().forEach(server -> servers.put(server.name(), server));
        Map<String, Pair> pairs = new LinkedHashMap<>(before.pairs());
        pairs.put(pair, new Pair(pair, primary, standby));
        return before.with(servers, pairs, home ? Optional.of(pair) : before.homePair());
    }

    @Override
    public String statement() {
        return "CREATE PAIR " + pair + " PRIMARY " + PairTask.written(primary)
                + standby.map(server -> " STANDBY " + PairTask.written(server)).orElse("") + (home ? " AS HOME" : "");
    }
}
