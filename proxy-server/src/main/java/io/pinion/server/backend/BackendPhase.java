package io.pinion.server.backend;

/**
 * The phases of one connection to a server, after its login.
 *
 * <pre>
 *   (logged in) ──▶ Idle ◀──▶ Busy
 *                     └─────────┴──▶ Closed
 * </pre>
 */
sealed interface BackendPhase {
    /** Every answer has been read: a byte that comes now is unexpected and ends the connection. */
    record Idle() implements BackendPhase {}

    /** At least one answer is outstanding. */
    record Busy() implements BackendPhase {}

    record Closed(String reason) implements BackendPhase {}
}
