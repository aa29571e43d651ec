package io.pinion.server.execution.query;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rules by which a connection's server parses texts. Pinion must apply the same rules, because under another
 * {@code sql_mode} or character set a text may name other tables. So a session ends when its rules can't be read.
 */
public final class SqlModeQuery extends RowQuery {
    /** Binary, because {@code character_set_results} may garble other strings. */
    private static final String QUESTION = "SELECT CAST(@@session.sql_mode AS BINARY),"
            + " CAST(@@session.character_set_client AS BINARY) FROM DUAL LIMIT 1";

    private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9_,]*");

    private final Listener listener;

    public interface Listener {
        /** @param charset the value of {@code character_set_client} */
        void told(String sqlMode, String charset);

        /** The connection is lost, or its server didn't answer the query. */
        void untold(ServerError reason);
    }

    public SqlModeQuery(BackendConnection connection, Listener listener) {
        super(connection);
        this.listener = listener;
    }

    public void ask() {
        ask(QUESTION);
    }

    @Override
    protected void told(Optional<OneRow> row) {
        List<String> cells = row.map(OneRow::cells).orElse(List.of()).stream()
                .map(SqlModeQuery::text)
                .toList();
        if (cells.size() == 2
                && cells.stream().allMatch(cell -> NAMES.matcher(cell).matches())) {
            listener.told(cells.getFirst(), cells.getLast());
        } else {
            listener.untold(new ServerError(
                    ErrorCode.UNKNOWN_ERROR,
                    "the server doesn't tell the session's sql_mode and character_set_client, without which Pinion can't"
                            + " read the next statement: connect again"));
        }
    }

    /** A NULL becomes a text that isn't valid. */
    private static String text(byte @Nullable [] cell) {
        return cell == null ? "?" : new String(cell, StandardCharsets.ISO_8859_1);
    }

    @Override
    protected void lostAsking(ServerError reason) {
        listener.untold(reason);
    }
}
