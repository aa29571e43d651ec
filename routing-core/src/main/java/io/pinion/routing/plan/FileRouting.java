package io.pinion.routing.plan;

import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.load.FileRows;
import io.pinion.routing.load.UnreadableFileException;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.Optional;

/** What becomes of the rows of a file that is loaded into the shards of a table. Immutable. */
public interface FileRouting {
    /** In place of the number of a shard. */
    int EVERY_SHARD = -1;

    /**
     * A reader of the file.
     *
     * @param maxRowBytes longer rows aren't held
     */
    FileRows rows(int maxRowBytes);

    /** Whether each row goes to all shards rather than to one. */
    boolean isForEveryShard();

    /** Whose numbers the rows get or bring along. */
    Optional<Sequence> sequence();

    /**
     * What a row needs of the sequence.
     *
     * @throws UnreadableFileException for a row that can't be loaded
     */
    FileNumber number(FileRows row) throws UnreadableFileException;

    /**
     * Writes a row as its shard reads it.
     *
     * @param row the current one of a reader of this load's
     * @param number that it gets of the sequence, or 0 when it needs none
     * @param shards gives what the rows of a shard are written to; of rows for all shards, {@link #EVERY_SHARD}'s
     * @return how many bytes were written
     * @throws UnreadableFileException for a row that can't be loaded
     */
    int write(FileRows row, long number, Shards shards) throws UnreadableFileException;

    /** The rows of each shard. */
    interface Shards {
        ByteArrayOutputStream of(int shard);
    }

    /** What the client's variables are behind a row, if it is the last: literals, by the variables' names; perhaps none. */
    Map<String, String> variablesOf(FileRows row);

    /** Whether the client's variables change. */
    boolean setsVariables();

    /** The shards that rows for every shard go to. */
    int[] everyShard();

    /**
     * Loads rows into shards: a LOAD DATA LOCAL for each.
     *
     * @param shards at least one, in rising order
     */
    RoutePlan.FanOut into(int[] shards);

    /** For explanations: where the rows go, in words. */
    String words();

    /** For explanations: the text of one shard. */
    RoutePlan.ShardStatement example();
}
