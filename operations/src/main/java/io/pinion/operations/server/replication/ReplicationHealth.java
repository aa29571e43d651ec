package io.pinion.operations.server.replication;

import io.pinion.operations.server.sql.FullDisk;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Whether a server follows its partner.
 *
 * @param configured whether it has been told a partner at all
 * @param receiving whether the partner's log is being read now
 * @param applying whether what was read is being applied
 * @param lastError what stopped one of them, in the server's words; empty when nothing did
 * @param secondsBehind as the server counts them; empty while it doesn't know
 * @param source the server_id of the one that it follows; empty as long as it has reached none
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
     * @param status the one row that the server shows of its replication; empty when there is none
     * @param word what the product calls a replica in the names of its columns
     * @param sourceWord what it calls a source there
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

    /** While it waits for room it is no error, and nothing is received. */
    private static String receivingError(Map<String, String> status, String word) {
        String error = error(status, "Last_IO_Err");
        String state = status.getOrDefault(word + "_IO_State", "");
        return error.isEmpty() && FullDisk.isWaiting(state) ? state : error;
    }

    /** What the server says of it, and what it should say: the message of a MySQL's applier doesn't name the cause. */
    private static String error(Map<String, String> status, String name) {
        String message = status.getOrDefault(name + "or", "");
        int number = Integer.parseInt(status.getOrDefault(name + "no", "0"));
        return FullDisk.isOne(number, message) && !FullDisk.isNamedIn(message)
                ? message + " (error " + number + ", " + FullDisk.NO_ROOM + ")"
                : message;
    }

    /** With the cause of what stopped it, where the server tells of it elsewhere. */
    public ReplicationHealth because(String cause) {
        return new ReplicationHealth(configured, receiving, applying, cause, secondsBehind, source);
    }

    public boolean isRunning() {
        return receiving && applying;
    }

    /** Whether it follows somebody, and that isn't the server with this server_id. */
    public boolean followsOtherThan(long serverId) {
        return configured && source.isPresent() && source.getAsLong() != serverId;
    }
}
