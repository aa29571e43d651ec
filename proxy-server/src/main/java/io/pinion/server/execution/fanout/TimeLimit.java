package io.pinion.server.execution.fanout;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.session.SessionVariables;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The time that a statement over several shards may take, waiting included.
 *
 * @param error the client's error when the time is over
 */
public record TimeLimit(long millis, ServerError error) {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    /** The longest delay of a timer. */
    private static final double MAX_MILLIS = Duration.ofDays(365).toMillis();

    /**
     * The text before a statement's first word. Possessive, because clients write it and backtracking could take long.
     */
    private static final String BEFORE_ALL =
            "(?is)(?:[\\s(]++|/\\*(?![+!])[^*]*+(?:\\*(?!/)[^*]*+)*+\\*/|(?:--|#)[^\\n]*+\\n)*+";

    /** MySQL obeys the hint after the first SELECT only; no string can stand before that. */
    private static final Pattern HINT = Pattern.compile(
            BEFORE_ALL + "SELECT\\s*+/\\*\\+[^*]*?\\bMAX_EXECUTION_TIME\\s*\\(\\s*([0-9]{1,10})\\s*\\)");

    private static final Pattern BEFORE = Pattern.compile(
            BEFORE_ALL + "SET\\s+STATEMENT\\s+max_statement_time\\s*=\\s*([0-9]{1,10}(?:\\.[0-9]{0,9})?)\\s+FOR\\b");

    /**
     * The hint must be within this many bytes of a text; beyond that, each server still obeys the hint for its own
     * part.
     */
    private static final int LOOKED_AT = 2_000;

    /** A setting's text with its name, operator and value. */
    private static final Pattern VALUE = Pattern.compile("(?s).*?=\\s*'?([0-9]{1,10}(?:\\.[0-9]{0,9})?)'?\\s*\\z");

    /** No limit. */
    static final TimeLimit NONE =
            new TimeLimit(NO_LIMIT, new ServerError(ErrorCode.QUERY_TIMEOUT, "no limit was exceeded"));

    /** The limit of a scatter policy. */
    public static TimeLimit of(ScatterPolicy policy, SqlDialect dialect) {
        if (policy.maxTimeMillis().isEmpty()) {
            return NONE;
        }
        long millis = policy.maxTimeMillis().getAsLong();
        return new TimeLimit(
                millis,
                new ServerError(
                        code(dialect),
                        "Query execution was interrupted: it took more than the " + millis
                                + " ms that the scatter policy of its keyspace or user allows (max_time): name the keys of"
                                + " the rows, or add conditions"));
    }

    /**
     * The limit in the statement or its session, as servers apply it to a statement on one shard: MySQL limits queries
     * ({@code MAX_EXECUTION_TIME(n)}, else {@code max_execution_time}), MariaDB limits everything ({@code
     * max_statement_time}).
     *
     * @param query whether the statement is a query
     */
    public static TimeLimit of(ClientStatement command, SessionVariables variables, boolean query, SqlDialect dialect) {
        return switch (dialect) {
            case MYSQL -> {
                OptionalDouble written =
                        query ? number(HINT.matcher(beginning(command.sql()))) : OptionalDouble.empty();
                OptionalDouble millis =
                        written.isPresent() || !query ? written : number("max_execution_time", variables);
                yield ofMillis(
                        millis.orElse(0),
                        new ServerError(
                                ErrorCode.QUERY_TIMEOUT,
                                "Query execution was interrupted, maximum statement execution time exceeded"));
            }
            case MARIADB -> {
                OptionalDouble written = number(BEFORE.matcher(beginning(command.sql())));
                OptionalDouble seconds = written.isPresent() ? written : number("max_statement_time", variables);
                yield ofMillis(
                        seconds.orElse(0) * 1000,
                        new ServerError(
                                ErrorCode.STATEMENT_TIMEOUT,
                                "Query execution was interrupted (max_statement_time exceeded)"));
            }
        };
    }

    /** The beginning of the text, one character for each byte. */
    private static String beginning(byte[] sql) {
        return new String(sql, 0, Math.min(sql.length, LOOKED_AT), StandardCharsets.ISO_8859_1);
    }

    /** Servers take 0 for no limit. */
    private static TimeLimit ofMillis(double millis, ServerError error) {
        return millis > 0 ? new TimeLimit(Math.max(1, (long) Math.min(millis, MAX_MILLIS)), error) : NONE;
    }

    private static OptionalDouble number(Matcher beginning) {
        return beginning.lookingAt()
                ? OptionalDouble.of(Double.parseDouble(beginning.group(1)))
                : OptionalDouble.empty();
    }

    private static OptionalDouble number(String setting, SessionVariables variables) {
        return number(VALUE.matcher(variables.settings().textOf(setting).orElse("")));
    }

    /** The shorter of both limits. */
    public TimeLimit or(TimeLimit other) {
        return millis <= other.millis ? this : other;
    }

    /** The rest of the limit since a moment of {@link System#nanoTime}. */
    public TimeLimit since(long startedNanos) {
        return isNone()
                ? this
                : new TimeLimit(
                        Math.max(1, millis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos)), error);
    }

    public boolean isNone() {
        return millis == NO_LIMIT;
    }

    /** The statement that limits the rest on a server. */
    public String setting(long millisLeft, SqlDialect dialect) {
        return switch (dialect) {
            case MYSQL -> "SET SESSION max_execution_time = " + millisLeft;
            case MARIADB ->
                "SET SESSION max_statement_time = " + millisLeft / 1000 + "." + "%03d".formatted(millisLeft % 1000);
        };
    }

    /** The text with the rest of the time in its own hint, if it has one, because a hint overrides any setting. */
    public static StatementText.Edited within(StatementText.Edited text, long millisLeft) {
        Matcher hint = HINT.matcher(beginning(text.sql()));
        if (!hint.lookingAt()) {
            return text;
        }
        String sql = new String(text.sql(), StandardCharsets.ISO_8859_1);
        return new StatementText.Edited((sql.substring(0, hint.start(1)) + millisLeft + sql.substring(hint.end(1)))
                .getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The error of a server whose own limit is exceeded. */
    static ErrorCode code(SqlDialect dialect) {
        return switch (dialect) {
            case MYSQL -> ErrorCode.QUERY_TIMEOUT;
            case MARIADB -> ErrorCode.STATEMENT_TIMEOUT;
        };
    }

    /**
     * Calls {@code exceeded} on the loop when the time is over, unless the returned future is cancelled before; null
     * for no limit.
     */
    @Nullable
    Future<?> start(EventLoop loop, Consumer<ServerError> exceeded) {
        return isNone() ? null : loop.schedule(() -> exceeded.accept(error), millis, TimeUnit.MILLISECONDS);
    }
}
