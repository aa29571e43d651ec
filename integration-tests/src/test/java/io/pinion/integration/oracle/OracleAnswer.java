package io.pinion.integration.oracle;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one side said. */
sealed interface OracleAnswer {
    record Rows(List<String> columns, List<List<String>> rows) implements OracleAnswer {}

    record Count(long affected, List<Integer> warnings) implements OracleAnswer {}

    record Failure(int code, String message) implements OracleAnswer {
        private static final int NOT_SUPPORTED = 1235;

        /** Whether it is Pinion that won't: 1105 is not, with which it also tells what went wrong. */
        boolean isRefusal() {
            return code == NOT_SUPPORTED;
        }
    }

    /** Asks with literals. */
    static OracleAnswer ofText(Connection connection, Question question) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(question.text())
                    ? rows(statement.getResultSet())
                    : new Count(statement.getLargeUpdateCount(), warnings(statement));
        } catch (SQLException e) {
            return failure(connection, e, question);
        }
    }

    /** Asks with bound values. */
    static OracleAnswer ofPrepared(Connection connection, Question question) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(question.sql())) {
            for (int i = 0; i < question.values().size(); i++) {
                bind(statement, i + 1, question.values().get(i));
            }
            return statement.execute()
                    ? rows(statement.getResultSet())
                    : new Count(statement.getLargeUpdateCount(), warnings(statement));
        } catch (SQLException e) {
            return failure(connection, e, question);
        }
    }

    private static void bind(PreparedStatement statement, int place, String literal) throws SQLException {
        if (literal.equals("NULL")) {
            statement.setNull(place, Types.NULL);
        } else if (literal.startsWith("'")) {
            statement.setString(
                    place, new String(io.pinion.integration.oracle.Rows.bytes(literal), StandardCharsets.UTF_8));
        } else if (literal.startsWith("x'")) {
            statement.setBytes(place, io.pinion.integration.oracle.Rows.bytes(literal));
        } else if (literal.contains("e")) {
            statement.setDouble(place, Double.parseDouble(literal));
        } else if (literal.contains(".") || !isLong(literal)) {
            statement.setBigDecimal(place, new BigDecimal(literal));
        } else {
            statement.setLong(place, Long.parseLong(literal));
        }
    }

    private static boolean isLong(String integer) {
        return new BigInteger(integer).bitLength() < Long.SIZE;
    }

    /** A lost connection is no answer. */
    private static OracleAnswer failure(Connection connection, SQLException e, Question question) throws SQLException {
        if (e.getErrorCode() == 0 && !connection.isValid(5)) {
            throw new SQLException("no answer to " + question.text(), e);
        }
        return new Failure(e.getErrorCode(), String.valueOf(e.getMessage()));
    }

    private static List<Integer> warnings(Statement statement) throws SQLException {
        List<Integer> codes = new ArrayList<>();
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            codes.add(warning.getErrorCode());
        }
        return codes;
    }

    private static OracleAnswer rows(ResultSet set) throws SQLException {
        ResultSetMetaData metadata = set.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            columns.add(column(metadata, i));
        }
        List<List<String>> rows = new ArrayList<>();
        while (set.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= columns.size(); i++) {
                row.add(cell(set, metadata.getColumnTypeName(i), i));
            }
            rows.add(row);
        }
        return new Rows(columns, rows);
    }

    /**
     * Without what depends on the way that a server chose to run a statement: TEXT or MEDIUMTEXT and their lengths on
     * temporary tables, NOT NULL on subqueries that became joins, the space behind an expression that MySQL takes into its
     * title under IGNORE_SPACE.
     */
    private static String column(ResultSetMetaData metadata, int column) throws SQLException {
        String type = metadata.getColumnTypeName(column);
        boolean isLong = type.endsWith("TEXT") || type.endsWith("BLOB");
        return metadata.getColumnLabel(column).strip() + " "
                + (isLong ? type.substring(type.length() - "TEXT".length()) : type)
                + (isLong ? "" : " precision=" + metadata.getPrecision(column))
                + " scale=" + metadata.getScale(column)
                + (metadata.isSigned(column) ? " signed" : "");
    }

    private static String cell(ResultSet set, String type, int column) throws SQLException {
        boolean binary = type.contains("BLOB") || type.contains("BINARY") || type.equals("BIT");
        if (binary) {
            byte @Nullable [] bytes = set.getBytes(column);
            return bytes == null ? "NULL" : "0x" + HexFormat.of().formatHex(bytes);
        }
        return String.valueOf(set.getString(column));
    }
}
