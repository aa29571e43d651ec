package io.pinion.cli;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A session at a running proxy, for admin statements. Blocks; not thread-safe. */
final class ProxyClient implements AutoCloseable {
    private static final String PASSWORD_VARIABLE = "PINION_PASSWORD";
    private static final int CONNECT_MILLIS = 5_000;

    /** MySQL's ER_ACCESS_DENIED_ERROR of a login. */
    private static final int ACCESS_DENIED = 1045;

    private final ProxyOptions options;
    private final Connection connection;

    private ProxyClient(ProxyOptions options, Connection connection) {
        this.options = options;
        this.connection = connection;
    }

    /** Whether the environment has it. */
    static boolean knowsPassword(CliEnvironment environment) {
        return environment.variables().apply(PASSWORD_VARIABLE) != null;
    }

    /** The password of the user, from the environment or the terminal. */
    static String password(ProxyOptions options, CliEnvironment environment) throws CliFailure {
        String given = environment.variables().apply(PASSWORD_VARIABLE);
        if (given != null) {
            return given;
        }
        if (environment.terminal().isEmpty()) {
            throw CliFailure.usage("no password: set " + PASSWORD_VARIABLE);
        }
        return environment.readPassword("Password of " + options.user + ": ");
    }

    /**
     * Logs in. The caller closes it.
     *
     * @param answer the time that the proxy may take for an answer
     * @throws CliFailure with {@link ExitStatus#UNREACHABLE} when no proxy answers, or it refuses the login
     */
    static ProxyClient connect(ProxyOptions options, String password, Duration answer) throws CliFailure {
        Properties properties = new Properties();
        properties.setProperty("user", options.user);
        properties.setProperty("password", password);
        properties.setProperty("sslMode", "PREFERRED");
        properties.setProperty("allowPublicKeyRetrieval", "true");
        properties.setProperty("connectTimeout", Integer.toString(CONNECT_MILLIS));
        properties.setProperty("socketTimeout", Long.toString(answer.toMillis()));
        KnownVariables.use(properties);
        String bracketed = options.host.indexOf(':') >= 0 ? "[" + options.host + "]" : options.host;
        try {
            return new ProxyClient(
                    options,
                    DriverManager.getConnection("jdbc:mysql://" + bracketed + ":" + options.port + "/", properties));
        } catch (SQLException e) {
            if (e.getErrorCode() != 0 && e.getErrorCode() != ACCESS_DENIED) {
                throw new CliFailure(refusal(e), e);
            }
            String why = e.getErrorCode() == ACCESS_DENIED
                    ? refusal(e)
                    : "can't reach a proxy at " + options.host + ":" + options.port + ": " + cause(e)
                            + "; is it running? --host and --port choose another";
            throw new CliFailure(why, ExitStatus.UNREACHABLE, e);
        }
    }

    /** Connector/J reports a refused connection in a paragraph; the message of its root cause is enough. */
    private static @Nullable String cause(SQLException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage();
    }

    private static String refusal(SQLException e) {
        return "error " + e.getErrorCode() + " (" + e.getSQLState() + "): " + e.getMessage();
    }

    /** The statement's rows; none for a statement without a result. */
    Result ask(String sql) throws CliFailure {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            if (!statement.execute(sql)) {
                return new Result(List.of(), List.of());
            }
            try (ResultSet rows = statement.getResultSet()) {
                return read(rows);
            }
        } catch (SQLException e) {
            if (e.getErrorCode() != 0) {
                throw new CliFailure(refusal(e), e);
            }
            throw new CliFailure(
                    "the proxy at " + options.host + ":" + options.port + " went away, or gave no answer in time ("
                            + cause(e)
                            + "), and may have done it, or a part: pinion show operations tells, at any proxy",
                    ExitStatus.UNFINISHED,
                    e);
        }
    }

    private static Result read(ResultSet rows) throws SQLException {
        ResultSetMetaData about = rows.getMetaData();
        List<Result.Column> columns = new ArrayList<>();
        for (int i = 1; i <= about.getColumnCount(); i++) {
            columns.add(new Result.Column(about.getColumnLabel(i), isNumber(about.getColumnType(i))));
        }
        List<List<@Nullable String>> all = new ArrayList<>();
        while (rows.next()) {
            List<@Nullable String> row = new ArrayList<>();
            for (int i = 1; i <= columns.size(); i++) {
                row.add(rows.getString(i));
            }
            all.add(row);
        }
        return new Result(columns, all);
    }

    private static boolean isNumber(int type) {
        return switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.REAL, Types.DOUBLE, Types.DECIMAL ->
                true;
            default -> false;
        };
    }

    /** Closes the connection of a statement that another thread waits for. */
    void abandon() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // The connection is gone already.
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // All answers were read before.
        }
    }
}
