package io.pinion.operations.pair;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Another standby for a pair, or its own one made anew.
 *
 * @param old the name of the standby whose place it takes, which may be its own; empty for none
 * @param contents what becomes of the data on the server
 */
@JsonTypeName("REPLACE_STANDBY")
public record StandbyReplacement(String pair, String old, Server standby, Contents contents) implements PairTask {
    /** What becomes of the data on a server that is to be a standby. */
    public enum Contents {
        /** It has none, and gets a copy. */
        COPIED,
        /** It has the pair's own, and lacks nothing but what comes by replication. */
        KEPT,
        /** It has the pair's own of some time, which is dropped for a copy. */
        DISCARDED
    }

    /**
     * Whether a replacement on a pair has to wait for an operation there that isn't over. What waits for its end, and
     * whose pair has lost its standby, can't come to an end without one.
     *
     * @param standbyFollows whether the standby that the pair has answers and follows its primary; asked only if needed
     */
    public static boolean isBehind(Operation other, BooleanSupplier standbyFollows) {
        boolean mayWait = other.task() instanceof Task.Move || other.progress().state() == State.WAITING;
        return !mayWait || standbyFollows.getAsBoolean();
    }

    /** Whether the server is the pair's standby before, which it isn't while it is being made anew. */
    public boolean isOwn() {
        return old.equals(standby.name());
    }

    public StandbyReplacement with(Contents other) {
        return new StandbyReplacement(pair, old, standby, other);
    }

    @Override
    public Optional<Server> newStandby() {
        return Optional.of(standby);
    }

    @Override
    public Pair before(Topology now) {
        Pair there = now.pair(pair).orElseThrow();
        return new Pair(
                pair,
                there.primary(),
                there.standby().filter(server -> !server.name().equals(standby.name())),
                there.held());
    }

    /** The topology in which the pair has its primary alone. */
    Topology without(Topology before) {
        return before.pair(pair)
                .filter(there -> isStandbyOf(there, standby.name()))
                .map(there -> before.withPair(new Pair(pair, there.primary(), Optional.empty(), there.held())))
                .orElse(before);
    }

    @Override
    public Topology into(Topology before) {
        Optional<Pair> there = before.pair(pair).filter(now -> isStandbyOf(now, isOwn() ? "" : old));
        if (there.isEmpty() || !isFree(before)) {
            return before;
        }
        return PairTask.withStandby(before, there.get(), standby);
    }

    private static boolean isStandbyOf(Pair pair, String name) {
        return pair.standby().map(Server::name).orElse("").equals(name);
    }

    /** Whether no pair has the server, and the topology doesn't know it by another name or address. */
    private boolean isFree(Topology topology) {
        boolean used = topology.pairs().values().stream().anyMatch(each -> each.has(standby.name()));
        return !used
                && (topology.server(standby.name()).filter(standby::equals).isPresent()
                        || PairTask.areFree(topology, List.of(standby)));
    }

    @Override
    public String statement() {
        return "REPLACE STANDBY " + pair + " WITH " + PairTask.written(standby)
                + (contents == Contents.DISCARDED ? " DISCARD CONTENTS" : "");
    }
}
