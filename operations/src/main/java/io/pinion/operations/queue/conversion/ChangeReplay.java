package io.pinion.operations.queue.conversion;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import java.sql.SQLException;
import java.util.List;

/**
 * Takes rows over into the next table that clients have changed. A note says only which row; the row comes as it is then. So
 * it doesn't matter in which order notes are taken, and a note of a transaction that commits later is taken later. The
 * connection reads committed rows without locks, and clients touch no note and no row of the next table. Blocks; for one
 * thread.
 */
final class ChangeReplay {
    private static final int AT_ONCE = 500;

    /** More changes than these in one go are made faster than they can be taken over. */
    private static final int MOST_ROUNDS = 2_000;

    private final ServerConnection server;
    private final ConversionTexts texts;
    private long replayed;

    ChangeReplay(ServerConnection server, ConversionTexts texts) {
        this.server = server;
        this.texts = texts;
    }

    /**
     * Takes changes over until there are few.
     *
     * @return how many are left at least; fewer than a statement takes
     */
    int untilFew(RowPause pause) throws SQLException, OperationRefused {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int taken = BaseTables.<Integer, SQLException>holding(
                    server.jdbc(), texts.tables().used(), this::some);
            if (taken < AT_ONCE) {
                return taken;
            }
            pause.behind(taken);
        }
        throw new OperationRefused("rows of " + texts.tables().source()
                + " are changed faster than they can be taken over into the queue: try again when clients do less");
    }

    /** Work that was done may be followed by a rest. */
    @FunctionalInterface
    interface RowPause {
        void behind(int rows) throws SQLException, OperationRefused;
    }

    /**
     * Takes some changes over, the first ones. Needs no transaction: nobody reads the next table, and the notes go last.
     *
     * @return how many
     */
    int some() throws SQLException {
        List<String> numbers = server.firstColumn(texts.someChanges(AT_ONCE));
        if (!numbers.isEmpty()) {
            server.execute(List.of(texts.staleGoes(numbers), texts.presentComes(numbers), texts.forget(numbers)));
            replayed += numbers.size();
        }
        return numbers.size();
    }

    /** In all. */
    long replayed() {
        return replayed;
    }
}
