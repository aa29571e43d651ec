package io.pinion.routing.plan;

import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.load.FileRows;
import io.pinion.routing.load.UnreadableFileException;
import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** The routing of the rows of a file that is loaded into the shards of a table. Immutable. */
public interface FileRouting {
    /** Stands for all shards in place of a shard's number. */
    int EVERY_SHARD = -1;

    /**
     * A reader of the file.
     *
     * @param maxRowBytes longer rows aren't held
     */
    FileRows rows(int maxRowBytes);

    /** Whether each row goes to all shards rather than to one. */
    boolean isForEveryShard();

    /** The sequence of the rows' numbers, new or brought along. */
    Optional<Sequence> sequence();

    /**
     * The row's need for a number of the sequence.
     *
     * @throws UnreadableFileException for a row that can't be loaded
     */
    FileNumber number(FileRows row) throws UnreadableFileException;

    /**
     * Writes a row as its shard reads it.
     *
     * @param row the current one of a reader of this load's
     * @param number the row's number of the sequence, or 0 when it needs none
     * @param shards gives the output of each shard; for rows that go to all shards, that of {@link #EVERY_SHARD}
     * @return the number of bytes written
     * @throws UnreadableFileException for a row that can't be loaded
     */
    int write(FileRows row, long number, Shards shards) throws UnreadableFileException;

    /** The output for the rows of each shard. */
    interface Shards {
        ByteArrayOutputStream of(int shard);
    }

    /** The shards that rows for every shard go to. */
    int[] everyShard();

    /**
     * Loads rows into shards: a LOAD DATA LOCAL for each.
     *
     * @param shards at least one, in rising order
     */
    RoutePlan.FanOut into(int[] shards);

    /** The destination of the rows in words, for explanations. */
    String words();

    /** The text of one shard, for explanations. */
    RoutePlan.ShardStatement example();
}
