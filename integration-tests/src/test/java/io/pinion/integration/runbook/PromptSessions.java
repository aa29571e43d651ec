package io.pinion.integration.runbook;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.LocalAnswer.ColumnType;
import io.pinion.server.admin.AdminAnswer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One session for each place at which statements are typed, made anew when it was lost, as {@code mysql} does. */
public final class PromptSessions implements AutoCloseable {
    /** Opens one. */
    @FunctionalInterface
    public interface Login {
        Connection connect(String place) throws SQLException;
    }

    private static final AdminAnswer.Failed LOST =
            new AdminAnswer.Failed(2013, "HY000", "Lost connection to server during query");
    private static final AdminAnswer.Failed NOBODY_THERE = new AdminAnswer.Failed(2002, "HY000", "Can't connect");

    private final Login login;
    private final Map<String, Connection> open = new HashMap<>();

    public PromptSessions(Login login) {
        this.login = login;
    }

    void open(String place) throws SQLException {
        open.put(place, login.connect(place));
    }

    public AdminAnswer ask(String place, String sql) throws SQLException {
        Connection session = open.get(place);
        if (session == null || session.isClosed()) {
            try {
                session = login.connect(place);
            } catch (SQLException e) {
                return failed(e, NOBODY_THERE);
            }
            open.put(place, session);
        }
        try (Statement statement = session.createStatement()) {
            if (!statement.execute(sql)) {
                return new AdminAnswer.Answered(new LocalAnswer.Done());
            }
            return new AdminAnswer.Answered(rows(statement.getResultSet()));
        } catch (SQLException e) {
            return failed(e, LOST);
        }
    }

    private static AdminAnswer failed(SQLException e, AdminAnswer.Failed withoutCode) {
        return e.getErrorCode() == 0
                ? withoutCode
                : new AdminAnswer.Failed(e.getErrorCode(), e.getSQLState(), String.valueOf(e.getMessage()));
    }

    private static LocalAnswer.Rows rows(ResultSet found) throws SQLException {
        ResultSetMetaData about = found.getMetaData();
        List<LocalAnswer.Column> columns = new ArrayList<>();
        for (int i = 1; i <= about.getColumnCount(); i++) {
            columns.add(new LocalAnswer.Column(about.getColumnLabel(i), type(about.getColumnType(i))));
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        while (found.next()) {
            List<@Nullable String> row = new ArrayList<>();
            for (int i = 1; i <= columns.size(); i++) {
                row.add(found.getString(i));
            }
            rows.add(row);
        }
        return new LocalAnswer.Rows(columns, rows);
    }

    private static ColumnType type(int type) {
        return switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.REAL, Types.DOUBLE, Types.DECIMAL ->
                ColumnType.BIGINT;
            default -> ColumnType.VARCHAR;
        };
    }

    @Override
    public void close() throws SQLException {
        for (Connection session : open.values()) {
            session.close();
        }
    }
}
