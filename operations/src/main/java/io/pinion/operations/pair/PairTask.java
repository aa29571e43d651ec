package io.pinion.operations.pair;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Task;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A task that gives servers to a pair. */
public sealed interface PairTask extends Task permits PairCreation, StandbyReplacement {
    /** The name of the pair. */
    String pair();

    /** The primary, if the topology doesn't have it before. */
    default Optional<Server> newPrimary() {
        return Optional.empty();
    }

    /** The standby that the pair gets; empty for none. */
    Optional<Server> newStandby();

    /**
     * The pair as it is before it gets the standby.
     *
     * @param now the topology, with or without what is wanted
     */
    Pair before(Topology now);

    /** The topology with what is wanted; the same where the topology is otherwise than it was. */
    Topology into(Topology before);

    /** Whether a topology has what is wanted. */
    default boolean isIn(Topology now) {
        return now.pair(pair())
                .filter(there -> added().stream().allMatch(server -> there.has(server.name())))
                .isPresent();
    }

    /** The servers that the topology gets. */
    default List<Server> added() {
        return Stream.concat(newPrimary().stream(), newStandby().stream()).toList();
    }

    @Override
    default String subject() {
        return "pair " + pair() + " or a server of it";
    }

    /** Names and addresses, so that two operators never take the same server. */
    @Override
    default Set<String> locks() {
        Set<String> names = new TreeSet<>(Set.of(Task.pairLock(pair())));
        for (Server server : added()) {
            names.add(Task.serverLock(server.name()));
            names.add("address:" + URLEncoder.encode(server.address(), StandardCharsets.UTF_8));
        }
        return names;
    }

    /** The topology with a server as the standby of a pair that is there; it gets the server, too, if it hasn't it. */
    static Topology withStandby(Topology before, Pair there, Server standby) {
        Map<String, Server> servers = new LinkedHashMap<>(before.servers());
        servers.put(standby.name(), standby);
        Map<String, Pair> pairs = new LinkedHashMap<>(before.pairs());
        pairs.put(there.name(), new Pair(there.name(), there.primary(), Optional.of(standby), there.held()));
        return before.with(servers, pairs, before.homePair());
    }

    /** As a statement has a server. */
    static String written(Server server) {
        return server.name() + " '" + server.address() + "'";
    }

    /** Whether neither a name nor an address of these servers is in use. */
    static boolean areFree(Topology topology, List<Server> servers) {
        return servers.stream()
                .allMatch(server -> topology.server(server.name()).isEmpty()
                        && topology.servers().values().stream()
                                .noneMatch(other -> other.address().equals(server.address())));
    }
}
