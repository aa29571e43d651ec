package io.pinion.server.execution.query;

import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.server.backend.BackendConnection;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the warnings of the last statement from its connection. */
public abstract class ConditionsQuery extends RowsQuery {
    /** The servers' default limit for the list ({@code max_error_count}). */
    public static final int MOST = 64;

    private final Charset charset;

    /** @param charset the character set of the session's texts */
    public ConditionsQuery(BackendConnection connection, Charset charset) {
        super(connection);
        this.charset = charset;
    }

    public final void ask() {
        ask("SHOW WARNINGS LIMIT " + MOST);
    }

    /** @param conditions none also when the server refused the query */
    protected abstract void listed(List<Condition> conditions);

    @Override
    protected final void told(List<OneRow> rows) {
        listed(rows.stream().map(this::condition).toList());
    }

    private Condition condition(OneRow row) {
        String level = cell(row, 0, charset);
        int code = Integer.parseInt(cell(row, 1, StandardCharsets.US_ASCII));
        // The list has no SQL states; most conditions have one of these.
        String sqlState = level.equals(Condition.ERROR) ? "HY000" : "01000";
        return new Condition(level, code, sqlState, cell(row, 2, charset));
    }

    static String cell(OneRow row, int column, Charset charset) {
        byte[] cell = row.cells().get(column);
        return cell == null ? "" : new String(cell, charset);
    }
}
