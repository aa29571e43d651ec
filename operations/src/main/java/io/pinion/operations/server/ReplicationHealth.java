package io.pinion.operations.server;

/**
 * Whether a server follows its partner.
 *
 * @param configured whether it has been told a partner at all
 * @param receiving whether the partner's log is being read now
 * @param applying whether what was read is being applied
 * @param lastError what stopped one of them, in the server's words; empty when nothing did
 */
public record ReplicationHealth(boolean configured, boolean receiving, boolean applying, String lastError) {
    static final ReplicationHealth NOT_CONFIGURED = new ReplicationHealth(false, false, false, "");

    public boolean isRunning() {
        return receiving && applying;
    }
}
