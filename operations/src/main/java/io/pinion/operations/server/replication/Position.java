package io.pinion.operations.server.replication;

/**
 * The GTIDs up to which a server has written its binary log, in the notation of its product. Positions are compared by
 * waiting for them, never as text.
 *
 * @param gtids MariaDB {@code 1-1-99}, MySQL {@code uuid:1-99}; empty when nothing has been written yet
 */
public record Position(String gtids) {
    /** As a server tells it: MySQL breaks long sets into lines, and waits only for those without. */
    public static Position told(String gtids) {
        return new Position(gtids.replace("\n", "").replace("\r", ""));
    }

    public boolean isEmpty() {
        return gtids.isEmpty();
    }
}
