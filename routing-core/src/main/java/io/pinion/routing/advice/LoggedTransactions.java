package io.pinion.routing.advice;

import io.pinion.routing.text.StatementKind;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which statements of a connection are in one transaction, by BEGIN, COMMIT and {@code autocommit}. Bounded: of too many
 * connections, the one that was silent for longest is forgotten.
 *
 * @param <T> what a transaction is to the caller
 */
final class LoggedTransactions<T> {
    private static final int CONNECTIONS = 20_000;
    private static final int SHORT = 200;
    private static final Pattern AUTOCOMMIT = Pattern.compile("(?i)\\bautocommit\\s*=\\s*(0|1|off|on|false|true)\\b");

    private final Supplier<T> begun;
    private final Consumer<T> ended;
    private final Map<Long, Connection<T>> connections = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Connection<T>> eldest) {
            return size() > CONNECTIONS;
        }
    };

    private static final class Connection<T> {
        private boolean autocommit = true;
        private @Nullable T open;
    }

    LoggedTransactions(Supplier<T> begun, Consumer<T> ended) {
        this.begun = begun;
        this.ended = ended;
    }

    /** The transaction that the statement is in; null for one that is none's, or ends or begins one. */
    @Nullable
    T of(long number, StatementKind kind, byte[] sql) {
        Connection<T> connection = connections.computeIfAbsent(number, any -> new Connection<>());
        switch (kind) {
            case BEGIN -> {
                end(connection);
                connection.open = begun.get();
                return null;
            }
            case COMMIT, ROLLBACK -> {
                end(connection);
                return null;
            }
            case SET -> {
                autocommit(connection, sql);
                return null;
            }
            case SAVEPOINT, SHOW, USE -> {
                return null;
            }
            default -> {
                if (kind.isDefinition()) {
                    end(connection);
                    return null;
                }
            }
        }
        if (connection.open == null && !connection.autocommit) {
            connection.open = begun.get();
        }
        return connection.open;
    }

    private void autocommit(Connection<T> connection, byte[] sql) {
        if (sql.length > SHORT) {
            return;
        }
        Matcher set = AUTOCOMMIT.matcher(new String(sql, StandardCharsets.ISO_8859_1));
        if (set.find()) {
            connection.autocommit = set.group(1).matches("(?i)1|on|true");
            if (connection.autocommit) {
                end(connection);
            }
        }
    }

    private void end(Connection<T> connection) {
        if (connection.open != null) {
            ended.accept(connection.open);
        }
        connection.open = null;
    }
}
