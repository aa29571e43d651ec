package io.pinion.operations.standby;

import io.pinion.operations.engine.OperationRefused;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Something that keeps a server from a pair.
 *
 * @param words the cause and the cure, for people
 */
public record Obstacle(Kind kind, String words) {
    /** The kinds, with the number and SQL state that MySQL has for the like. */
    public enum Kind {
        /** ER_FOREIGN_SERVER_EXISTS: a name or an address is in use. */
        IN_USE(1476, "HY000"),
        /** ER_FOREIGN_SERVER_DOESNT_EXIST. */
        UNKNOWN(1477, "HY000"),
        /** ER_CONNECT_TO_FOREIGN_DATA_SOURCE: a server doesn't answer. */
        UNREACHABLE(1429, "HY000"),
        /** ER_ACCESS_DENIED_ERROR. */
        LOGIN(1045, "28000"),
        /** ER_SPECIFIC_ACCESS_DENIED_ERROR. */
        GRANT(1227, "42000"),
        /** ER_NOT_SUPPORTED_YET: of another release, or with contents that can't be copied exactly. */
        UNSUPPORTED(1235, "42000"),
        /** ER_SLAVE_CONFIGURATION: two servers have the same identity, or settings that differ. */
        CONFIGURATION(1794, "HY000"),
        /** ER_AUTO_POSITION_REQUIRES_GTID_MODE_NOT_OFF. */
        GTID(1777, "HY000"),
        /** ER_NO_BINARY_LOGGING. */
        BINARY_LOG(1381, "HY000"),
        /** ER_BINLOG_STMT_MODE_AND_ROW_ENGINE. */
        BINLOG_FORMAT(1663, "HY000"),
        /** ER_DB_CREATE_EXISTS: a server that should be empty has something of its own. */
        NOT_EMPTY(1007, "HY000"),
        /** ER_SLAVE_MUST_STOP: a server follows another one. */
        FOLLOWS(1198, "HY000"),
        /** ER_WRONG_USAGE: the topology doesn't allow it. */
        USAGE(1221, "HY000");

        private final int code;
        private final String sqlState;

        Kind(int code, String sqlState) {
            this.code = code;
            this.sqlState = sqlState;
        }

        public Obstacle of(String words) {
            return new Obstacle(this, words);
        }
    }

    /**
     * An obstacle of a setting without which replication fails.
     *
     * @param setting its name comes first in it, as {@link io.pinion.operations.server.Dialect} tells it
     */
    static Obstacle ofSetting(Object server, String setting) {
        Kind kind = setting.startsWith("binlog_format")
                ? Kind.BINLOG_FORMAT
                : setting.startsWith("log_") ? Kind.BINARY_LOG : Kind.GTID;
        return kind.of(server + ": " + setting);
    }

    /** All of them in one message, with the number of the first. */
    public static OperationRefused refusal(List<Obstacle> obstacles) {
        Kind first = obstacles.getFirst().kind();
        return new OperationRefused(first.code, first.sqlState, words(obstacles), OperationRefused.Leaves.AS_BEFORE);
    }

    public static void requireNone(List<Obstacle> obstacles) throws OperationRefused {
        if (!obstacles.isEmpty()) {
            throw refusal(obstacles);
        }
    }

    static String words(List<Obstacle> obstacles) {
        return obstacles.stream().map(Obstacle::words).collect(Collectors.joining("; "));
    }
}
