package io.pinion.routing.advice;

import io.pinion.routing.text.StatementKind;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which statements of a connection are in one transaction, by BEGIN, COMMIT and {@code autocommit}. Bounded: of too many
 * connections, the one that was silent for longest is forgotten.
 */
final class LoggedTransactions {
    private static final int CONNECTIONS = 20_000;
    private static final int SHORT = 200;
    private static final Pattern AUTOCOMMIT = Pattern.compile("(?i)\\bautocommit\\s*=\\s*(0|1|off|on|false|true)\\b");

    private final Proposal proposal;
    private final Map<Long, Connection> connections = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Connection> eldest) {
            return size() > CONNECTIONS;
        }
    };

    /** Those that have ended and worked on shards, and those of them that worked on several. */
    private long sharded;

    private long several;

    private static final class Connection {
        private boolean autocommit = true;
        private @Nullable TransactionShards open;
    }

    LoggedTransactions(Proposal proposal) {
        this.proposal = proposal;
    }

    /** The transaction that the statement is in; null for one that is none's, or ends or begins one. */
    @Nullable
    TransactionShards of(long number, StatementKind kind, byte[] sql) {
        Connection connection = connections.computeIfAbsent(number, any -> new Connection());
        switch (kind) {
            case BEGIN -> {
                end(connection);
                connection.open = new TransactionShards(proposal);
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
            connection.open = new TransactionShards(proposal);
        }
        return connection.open;
    }

    private void autocommit(Connection connection, byte[] sql) {
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

    private void end(Connection connection) {
        if (connection.open != null) {
            sharded += connection.open.sharded() ? 1 : 0;
            several += connection.open.several() ? 1 : 0;
        }
        connection.open = null;
    }

    /** Those that have ended. */
    Advice.Transactions counts() {
        return new Advice.Transactions(sharded, several);
    }
}
