package io.pinion.operations.server.replication;

import io.pinion.operations.server.sql.FullDisk;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The state of a server's replication from its partner.
 *
 * @param configured whether the server has a partner as its source
 * @param receiving whether the partner's binary log is being read now
 * @param applying whether received transactions are being applied
 * @param lastError the error that stopped either, in the server's words; empty for none
 * @param secondsBehind as the server counts them; empty while it doesn't know
 * @param source the server_id of the source; empty until the server has reached one
 */
public record ReplicationHealth(
        boolean configured,
        boolean receiving,
        boolean applying,
        String lastError,
        OptionalLong secondsBehind,
        OptionalLong source) {
    private static final String NO_SERVER = "0";

    private static final ReplicationHealth NOT_CONFIGURED =
            new ReplicationHealth(false, false, false, "", OptionalLong.empty(), OptionalLong.empty());

    /**
     * @param status the row of SHOW REPLICA STATUS; empty when there is none
     * @param word the product's word for a replica in the names of its columns
     * @param sourceWord the product's word for a source there
     */
    public static ReplicationHealth ofStatus(Map<String, String> status, String word, String sourceWord) {
        if (status.isEmpty()) {
            return NOT_CONFIGURED;
        }
        String receiving = receivingError(status, word);
        String applying = error(status, "Last_SQL_Err");
        String separator = receiving.isEmpty() || applying.isEmpty() ? "" : "; ";
        String behind = status.get("Seconds_Behind_" + sourceWord);
        return new ReplicationHealth(
                true,
                "Yes".equals(status.get(word + "_IO_Running")),
                "Yes".equals(status.get(word + "_SQL_Running")),
                receiving + separator + applying,
                behind == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(behind)),
                source(status.getOrDefault(sourceWord + "_Server_Id", NO_SERVER)));
    }

    private static OptionalLong source(String serverId) {
        return serverId.equals(NO_SERVER) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(serverId));
    }

    /**
     * The receiver's error. While the receiver waits for disk space the server shows no error, although nothing is
     * received.
     */
    private static String receivingError(Map<String, String> status, String word) {
        String error = error(status, "Last_IO_Err");
        String state = status.getOrDefault(word + "_IO_State", "");
        return error.isEmpty() && FullDisk.isWaiting(state) ? state : error;
    }

    /**
     * The server's message, with the cause where it is missing: the message of MySQL's applier doesn't name a full
     * disk.
     */
    private static String error(Map<String, String> status, String name) {
        String message = status.getOrDefault(name + "or", "");
        int number = Integer.parseInt(status.getOrDefault(name + "no", "0"));
        return FullDisk.isOne(number, message) && !FullDisk.isNamedIn(message)
                ? message + " (error " + number + ", " + FullDisk.NO_ROOM + ")"
                : message;
    }

    /** The same with another {@link #lastError}, for a cause that the server shows elsewhere. */
    public ReplicationHealth because(String cause) {
        return new ReplicationHealth(configured, receiving, applying, cause, secondsBehind, source);
    }

    public boolean isRunning() {
        return receiving && applying;
    }

    /**
     * Whether this source has told the server that it can't send what comes next: ER_MASTER_FATAL_ERROR_READING_BINLOG, which
     * both products number 1236 in their words.
     */
    public boolean lacksLogOf(long serverId) {
        return !receiving
                && source.isPresent()
                && source.getAsLong() == serverId
                && lastError.contains("fatal error 1236");
    }

    /** Whether the server replicates from a source with another server_id. */
    public boolean followsOtherThan(long serverId) {
        return configured && source.isPresent() && source.getAsLong() != serverId;
    }
}
