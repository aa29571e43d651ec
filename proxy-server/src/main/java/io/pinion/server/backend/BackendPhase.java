package io.pinion.server.backend;

/**
 * The life of one connection to a server, from the moment it is logged in: a login has it before.
 *
 * <pre>
 *   (logged in) ──▶ Idle ◀──▶ Busy
 *                     └─────────┴──▶ Closed
 * </pre>
 */
sealed interface BackendPhase {
    /** Every answer has been read: any byte that comes now is unasked, and ends the connection. */
    record Idle() implements BackendPhase {}

    /** At least one answer is outstanding. */
    record Busy() implements BackendPhase {}

    record Closed(String reason) implements BackendPhase {}
}
