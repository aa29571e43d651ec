package io.pinion.operations.pair;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.standby.CompletedPair;
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

    record Addition(StandbyAddition wanted, Optional<FirstLogin> login) implements PairRequest<StandbyAddition> {
        @Override
        public StandbyAddition task(Topology now) {
            return wanted;
        }
    }
}
