package io.pinion.operations.server;

import java.util.Map;

/**
 * Whether a server follows its partner.
 *
 * @param configured whether it has been told a partner at all
 * @param receiving whether the partner's log is being read now
 * @param applying whether what was read is being applied
 * @param lastError what stopped one of them, in the server's words; empty when nothing did
 */
public record ReplicationHealth(boolean configured, boolean receiving, boolean applying, String lastError) {
    private static final ReplicationHealth NOT_CONFIGURED = new ReplicationHealth(false, false, false, "");

    /**
     * @param status the one row that the server shows of its replication; empty when there is none
     * @param word what the product calls a replica in the names of its columns
     */
    static ReplicationHealth ofStatus(Map<String, String> status, String word) {
        if (status.isEmpty()) {
            return NOT_CONFIGURED;
        }
        String receiving = status.getOrDefault("Last_IO_Error", "");
        String applying = status.getOrDefault("Last_SQL_Error", "");
        String separator = receiving.isEmpty() || applying.isEmpty() ? "" : "; ";
        return new ReplicationHealth(
                true,
                "Yes".equals(status.get(word + "_IO_Running")),
                "Yes".equals(status.get(word + "_SQL_Running")),
                receiving + separator + applying);
    }

    public boolean isRunning() {
        return receiving && applying;
    }
}
