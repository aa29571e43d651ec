package io.pinion.operations.verify;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import java.util.List;

/** Knows where shards have been before. */
@FunctionalInterface
public interface LeftCopies {
    /** Of all moves that wait for their end. Blocks. */
    List<LeftCopy> list(Topology now) throws StoreUnavailable;
}
