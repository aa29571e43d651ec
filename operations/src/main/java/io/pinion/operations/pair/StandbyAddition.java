package io.pinion.operations.pair;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import java.util.List;
import java.util.Optional;

/** A standby for a pair that has none; the topology gets the server, too. */
@JsonTypeName("ADD_STANDBY")
public record StandbyAddition(String pair, Server standby) implements PairTask {
    @Override
    public Optional<Server> newStandby() {
        return Optional.of(standby);
    }

    @Override
    public Pair before(Topology now) {
        return new Pair(pair, now.pair(pair).orElseThrow().primary(), Optional.empty());
    }

    @Override
    public Topology into(Topology before) {
        Optional<Pair> alone = before.pair(pair).filter(there -> there.standby().isEmpty());
        if (alone.isEmpty() || !PairTask.areFree(before, List.of(standby))) {
            return before;
        }
        return PairTask.withStandby(before, alone.get(), standby);
    }

    @Override
    public String statement() {
        return "ADD STANDBY " + pair + " " + PairTask.written(standby);
    }
}
