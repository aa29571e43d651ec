package io.pinion.operations.verify;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import java.util.List;

/** Finds the copies of shards on the pairs from which they moved. */
@FunctionalInterface
public interface LeftCopies {
    /** The copies of all moves that wait for FINISH or REVERT. Blocks. */
    List<LeftCopy> list(Topology now) throws StoreUnavailable;
}
