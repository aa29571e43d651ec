package io.pinion.operations.queue.conversion;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import java.sql.SQLException;
import java.util.List;

/**
 * Compares every row of the two tables, part by part, while clients change them. A statement sees both tables and the notes of
 * changes as of one moment, without locks; a row whose change is noted is left to who takes it over. So a difference is one.
 * Blocks; for one thread.
 */
final class RowComparison {
    private final ServerConnection server;
    private final ConversionTexts texts;

    RowComparison(ServerConnection server, ConversionTexts texts) {
        this.server = server;
        this.texts = texts;
    }

    /**
     * Compares the rows behind a key, up to and with another.
     *
     * @param upTo empty for all behind
     * @throws OperationRefused they aren't the same
     */
    void part(List<String> after, List<String> upTo) throws SQLException, OperationRefused {
        BaseTables.<Boolean, OperationRefused>holding(
                server.jdbc(), texts.tables().used(), () -> {
                    String lacking =
                            server.firstColumn(texts.lacking(after, upTo)).getFirst();
                    String invented =
                            server.firstColumn(texts.invented(after, upTo)).getFirst();
                    if (!lacking.equals("0") || !invented.equals("0")) {
                        throw new OperationRefused(
                                lacking + " rows of "
                                        + texts.tables().source()
                                        + " aren't in the copy or are there otherwise, and " + invented
                                        + " are only there, of those "
                                        + texts.form().bounds().words(after, upTo)
                                        + ": something has changed them that no trigger tells of; nothing was switched on this shard");
                    }
                    return true;
                });
    }
}
