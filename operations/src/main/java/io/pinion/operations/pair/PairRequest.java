package io.pinion.operations.pair;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.pair.StandbyReplacement.Contents;
import io.pinion.operations.standby.CompletedPair;
import io.pinion.operations.standby.Obstacle;
import io.pinion.operations.standby.Obstacle.Kind;
import java.util.List;
import java.util.Optional;

/** Servers that somebody wants to give to a pair. */
public interface PairRequest<T extends PairTask> extends AnsweredRequest<CompletedPair> {
    /** Makes Pinion's accounts on these servers; empty where they are there. */
    Optional<FirstLogin> login();

    /** What it comes to. */
    T task(Topology now) throws OperationRefused;

    record Creation(PairCreation wanted, Optional<FirstLogin> login) implements PairRequest<PairCreation> {
        @Override
        public PairCreation task(Topology now) {
            return wanted;
        }
    }

    /** A standby for a pair that has none: a replacement of nothing. */
    record Addition(String pair, Server standby, Optional<FirstLogin> login)
            implements PairRequest<StandbyReplacement> {
        @Override
        public StandbyReplacement task(Topology now) throws OperationRefused {
            Optional<Server> there = now.pair(pair).flatMap(Pair::standby);
            if (there.isPresent()) {
                throw Obstacle.refusal(List.of(Kind.IN_USE.of("pair " + pair + " has the standby "
                        + there.get().name() + " (REPLACE STANDBY gives it another one)")));
            }
            return new StandbyReplacement(pair, "", standby, Contents.COPIED);
        }
    }
}
