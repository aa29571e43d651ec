package io.pinion.server.execution.query;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan.RowsAhead;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.execution.query.QueryResult.Refused;
import io.pinion.server.session.ComputedValue;
import io.pinion.server.session.Setting;
import io.pinion.server.session.SettingsChange;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The questions that Pinion itself asks a connection between the statements of a session. A LIMIT in a text overrides a
 * small {@code sql_select_limit}.
 */
public final class InternalQueries {
    /** The servers' default limit for the list of conditions ({@code max_error_count}). */
    public static final int MOST_CONDITIONS = 64;

    private static final byte[] YES = {'1'};

    private static final List<String> ANSWERED_BY = List.of(
            "time_zone",
            "sql_select_limit",
            "sql_auto_is_null",
            "sql_safe_updates",
            "foreign_key_checks",
            "unique_checks",
            "group_concat_max_len",
            "div_precision_increment",
            "default_week_format",
            "lc_time_names",
            "max_sort_length");

    private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9_,]*");

    /**
     * The rules by which a server parses texts.
     *
     * @param charset the value of {@code character_set_client}
     */
    public record TextSettings(String sqlMode, String charset) {}

    private InternalQueries() {}

    /**
     * Reads a connection's {@code LAST_INSERT_ID()} before the connection returns to the pool, because the session's
     * next statements may run anywhere. The OK of an insert doesn't tell the id: it shows explicit ids and those of
     * updated rows too. The query also sets the id to 0, so that the next session never sees it.
     *
     * @param told gets the id, negative for one above 2^63
     */
    public static void insertId(BackendConnection connection, Consumer<QueryResult<Long>> told) {
        row(connection, "SELECT LAST_INSERT_ID(), LAST_INSERT_ID(0) LIMIT 1", InternalQueries::unsigned, told);
    }

    private static Optional<Long> unsigned(AnswerRow row) {
        try {
            return Optional.of(Long.parseUnsignedLong(row.text(0, StandardCharsets.US_ASCII)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Reads the number of rows that a connection's last query had without LIMIT. */
    public static void foundRows(BackendConnection connection, Consumer<QueryResult<Long>> told) {
        row(connection, "SELECT FOUND_ROWS() LIMIT 1", row -> Optional.of(row.count()), told);
    }

    /** Checks whether a connection still has a current database. */
    public static void hasNoDatabase(BackendConnection connection, Consumer<QueryResult<Boolean>> told) {
        row(
                connection,
                "SELECT DATABASE() IS NULL FROM DUAL LIMIT 1",
                row -> Optional.of(Arrays.equals(row.cells().getFirst(), YES)),
                told);
    }

    /**
     * Reads the warnings of the last statement from its connection.
     *
     * @param charset the character set of the session's texts
     */
    public static void conditions(
            BackendConnection connection, Charset charset, Consumer<QueryResult<List<Condition>>> told) {
        InternalQuery.ask(
                connection,
                ascii("SHOW WARNINGS LIMIT " + MOST_CONDITIONS),
                rows -> Optional.of(
                        rows.stream().map(row -> condition(row, charset)).toList()),
                told);
    }

    private static Condition condition(AnswerRow row, Charset charset) {
        String level = row.text(0, charset);
        int code = Integer.parseInt(row.text(1, StandardCharsets.US_ASCII));
        // The list has no SQL states; most conditions have one of these.
        String sqlState = level.equals(Condition.ERROR) ? "HY000" : "01000";
        return new Condition(level, code, sqlState, row.text(2, charset));
    }

    /** Checks on the gathering server whether the few rows that were read are enough for the statement's LIMIT. */
    public static void enoughRows(BackendConnection gathering, RowsAhead few, Consumer<QueryResult<Boolean>> told) {
        InternalQuery.ask(
                gathering,
                few.count(),
                rows -> rows.stream().findFirst().map(row -> row.count() >= few.wanted()),
                told);
    }

    /**
     * Reads the values that a SET has computed from the connection, to replay them on others.
     *
     * @param told gets the values by key, without values that couldn't be read or written as literals
     */
    public static void values(
            BackendConnection connection, SettingsChange change, Consumer<QueryResult<Map<String, Setting>>> told) {
        row(connection, change.question(), row -> values(change, row), told);
    }

    private static Optional<Map<String, Setting>> values(SettingsChange change, AnswerRow row) {
        Map<String, Setting> values = new HashMap<>();
        int column = 0;
        for (ComputedValue value : change.computed()) {
            int end = column + value.width();
            if (end > row.cells().size()) {
                return Optional.empty();
            }
            value.read(row.definitions().subList(column, end), row.cells().subList(column, end))
                    .ifPresent(setting -> values.put(value.key(), setting));
            column = end;
        }
        return Optional.of(values);
    }

    /**
     * Reads the rules by which a connection's server parses texts. Pinion must apply the same rules, because under
     * another {@code sql_mode} or character set a text may name other tables. So a session ends when its rules can't be
     * read.
     *
     * @param unknown gets the reason why: the connection is lost, or its server didn't answer
     */
    public static void textRules(
            BackendConnection connection, Consumer<TextSettings> known, Consumer<ServerError> unknown) {
        // Binary, because character_set_results may garble other strings.
        row(
                connection,
                "SELECT CAST(@@session.sql_mode AS BINARY),"
                        + " CAST(@@session.character_set_client AS BINARY) FROM DUAL LIMIT 1",
                InternalQueries::textRules,
                result -> {
                    switch (result) {
                        case Answered(TextSettings rules) -> known.accept(rules);
                        case Refused<TextSettings> refused ->
                            unknown.accept(new ServerError(
                                    ErrorCode.UNKNOWN_ERROR,
                                    "the server doesn't tell the session's sql_mode and character_set_client, without"
                                            + " which Pinion can't read the next statement: connect again"));
                        case Lost(ServerError reason) -> unknown.accept(reason);
                    }
                });
    }

    private static Optional<TextSettings> textRules(AnswerRow row) {
        List<String> cells = row.cells().stream().map(InternalQueries::name).toList();
        return cells.size() == 2
                        && cells.stream().allMatch(cell -> NAMES.matcher(cell).matches())
                ? Optional.of(new TextSettings(cells.getFirst(), cells.getLast()))
                : Optional.empty();
    }

    /** A NULL becomes a text that isn't valid. */
    private static String name(byte @Nullable [] cell) {
        return cell == null ? "?" : new String(cell, StandardCharsets.ISO_8859_1);
    }

    /**
     * A setting of a connection.
     *
     * @param isServers it has the value that sessions begin with
     */
    public record SettingNow(Setting setting, boolean isServers) {}

    /** Reads the settings by which servers answer otherwise, and that a session may set. */
    public static void settings(BackendConnection connection, Consumer<QueryResult<List<SettingNow>>> told) {
        String columns = ANSWERED_BY.stream()
                .map(name -> "@@session.%1$s, @@session.%1$s <=> @@global.%1$s".formatted(name))
                .collect(Collectors.joining(", "));
        row(connection, "SELECT " + columns + " FROM DUAL LIMIT 1", InternalQueries::settings, told);
    }

    private static Optional<List<SettingNow>> settings(AnswerRow row) {
        List<SettingNow> settings = new ArrayList<>();
        for (int i = 0; i < ANSWERED_BY.size(); i++) {
            int column = 2 * i;
            boolean isServers = Arrays.equals(row.cells().get(column + 1), YES);
            ComputedValue.OfSession.of(ANSWERED_BY.get(i))
                    .read(
                            row.definitions().subList(column, column + 1),
                            row.cells().subList(column, column + 1))
                    .ifPresent(setting -> settings.add(new SettingNow(setting, isServers)));
        }
        return Optional.of(settings);
    }

    /**
     * Reads the status flags after a failed statement. COM_SET_OPTION keeps the error and a {@code ROW_COUNT()} of -1; a
     * COM_PING would set that to 0 (both measured on MariaDB 11.4 and MySQL 9.7).
     */
    public static void status(BackendConnection connection, Consumer<ServerStatus> known, Runnable lost) {
        boolean multiStatements = connection.agreed().has(Capabilities.MULTI_STATEMENTS);
        ByteBuf command = CommandEncoder.multiStatements(multiStatements, connection.allocator());
        InternalQuery.command(connection, command, result -> {
            switch (result) {
                case Answered(var end) -> known.accept(end.status());
                case Refused(var error, var end) -> known.accept(end.status());
                case Lost(var reason) -> lost.run();
            }
        });
    }

    /** @param sql ASCII only, because the connection may have any character set */
    private static <T> void row(
            BackendConnection connection,
            String sql,
            Function<AnswerRow, Optional<T>> read,
            Consumer<QueryResult<T>> told) {
        InternalQuery.ask(
                connection, ascii(sql), rows -> rows.stream().findFirst().flatMap(read), told);
    }

    private static byte[] ascii(String sql) {
        return sql.getBytes(StandardCharsets.US_ASCII);
    }
}
