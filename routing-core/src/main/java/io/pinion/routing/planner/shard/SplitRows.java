package io.pinion.routing.planner.shard;

import io.pinion.routing.rewrite.Edit;
import java.util.List;

/** The rows of an INSERT, divided among shards. Of one shape; shared by threads. */
public interface SplitRows {
    /**
     * The edits that make the text that of one shard.
     *
     * @param shards of the rows
     * @param shard at least one row is on it
     */
    List<Edit> editsFor(int[] shards, int shard);
}
