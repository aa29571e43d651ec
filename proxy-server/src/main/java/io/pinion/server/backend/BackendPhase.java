package io.pinion.server.backend;

/**
 * The phases of one connection to a server, after its login.
 *
 * <pre>
 *   (logged in) ──▶ Idle ◀──▶ Answering ◀──▶ AwaitingFile
 *                     └──────────┴──────────────┴──▶ Closed
 * </pre>
 */
sealed interface BackendPhase {
    /** Every answer has been read: a byte that comes now is unexpected and ends the connection. */
    record Idle() implements BackendPhase {}

    /** At least one answer is outstanding, and it is the server's turn. */
    record Answering() implements BackendPhase {}

    /** The server has asked for a file of LOAD DATA LOCAL, and says nothing before it has all of it. */
    record AwaitingFile() implements BackendPhase {}

    record Closed(String reason) implements BackendPhase {}
}
