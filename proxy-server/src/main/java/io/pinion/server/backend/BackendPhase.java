package io.pinion.server.backend;

/**
 * The life of one connection to a server.
 *
 * <pre>
 *   Connecting ──▶ Authenticating ──▶ Idle ◀──▶ Busy
 *        └──────────────┴──────────────┴─────────┴──▶ Closed
 * </pre>
 */
sealed interface BackendPhase {
    /** TCP, then TLS, is being set up. */
    record Connecting() implements BackendPhase {}

    record Authenticating(BackendLogin login) implements BackendPhase {}

    /** Every answer has been read: any byte that comes now is unasked, and ends the connection. */
    record Idle() implements BackendPhase {}

    /** At least one answer is outstanding. */
    record Busy() implements BackendPhase {}

    record Closed(String reason) implements BackendPhase {}
}
