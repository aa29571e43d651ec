package io.pinion.server.cli;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pinion show}: sends a SHOW statement to a running proxy, for those without a MySQL client and for scripts. */
@Command(
        name = "show",
        description = "Ask a running proxy: pinion show shards, pairs, keyspaces, proxies, pools, sessions, …",
        mixinStandardHelpOptions = true,
        footerHeading = "%nThe password is PINION_PASSWORD from the environment, or asked for. Examples:%n",
        footer = {
            "  pinion show shards",
            "  pinion show pools --host proxy-a --format json",
            "  pinion show shards from lookup where \"pair = 'MySQL001'\"",
            "  pinion show id 241294492511762325 --format vertical"
        })
final class ShowCommand implements Callable<Integer> {
    private static final String PASSWORD_VARIABLE = "PINION_PASSWORD";
    private static final int CONNECT_MILLIS = 5_000;
    private static final int ANSWER_MILLIS = 30_000;

    private final Surroundings surroundings;

    @Parameters(arity = "1..*", paramLabel = "WORD", description = "What stands behind SHOW.")
    private List<String> words;

    @Option(names = "--host", defaultValue = "127.0.0.1", description = "Default: ${DEFAULT-VALUE}.")
    private String host;

    @Option(names = "--port", defaultValue = "3306", description = "Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--user",
            defaultValue = "admin",
            description = "One with the admin right. Default: ${DEFAULT-VALUE}.")
    private String user;

    @Option(names = "--format", description = "${COMPLETION-CANDIDATES}. Default: table on a terminal, else tsv.")
    private @Nullable OutputFormat format;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    ShowCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws CliFailure {
        String sql = "SHOW " + String.join(" ", words);
        try (Connection connection = DriverManager.getConnection(url(), properties());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            spec.commandLine().getOut().print(format().print(read(rows)));
            spec.commandLine().getOut().flush();
            return ExitStatus.OK;
        } catch (SQLException e) {
            throw new CliFailure(explain(e), e);
        }
    }

    private OutputFormat format() {
        if (format != null) {
            return format;
        }
        return surroundings.terminal().isPresent() ? OutputFormat.TABLE : OutputFormat.TSV;
    }

    private String url() {
        String bracketed = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return "jdbc:mysql://" + bracketed + ":" + port + "/";
    }

    private Properties properties() throws CliFailure {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password());
        properties.setProperty("sslMode", "PREFERRED");
        properties.setProperty("allowPublicKeyRetrieval", "true");
        properties.setProperty("connectTimeout", Integer.toString(CONNECT_MILLIS));
        properties.setProperty("socketTimeout", Integer.toString(ANSWER_MILLIS));
        return properties;
    }

    private String password() throws CliFailure {
        String given = surroundings.environment().apply(PASSWORD_VARIABLE);
        if (given != null) {
            return given;
        }
        if (surroundings.terminal().isEmpty()) {
            throw new CliFailure("no password: set " + PASSWORD_VARIABLE, ExitStatus.USAGE, null);
        }
        return surroundings.readPassword("Password of " + user + ": ");
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

    /** Connector/J tells a refused connection in a paragraph; the first line of its cause says it all. */
    private String explain(SQLException e) {
        if (e.getErrorCode() != 0) {
            return "error " + e.getErrorCode() + " (" + e.getSQLState() + "): " + e.getMessage();
        }
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return "can't reach a proxy at " + host + ":" + port + ": " + cause.getMessage()
                + "; is it running? --host and --port choose another";
    }
}
