package io.pinion.server.frontend;

import io.pinion.server.execution.answer.FileReceiver;
import io.pinion.server.frontend.command.ClientReplies;
import org.jspecify.annotations.Nullable;

/**
 * The phases of one client's session.
 *
 * <pre>
 *   Authenticating ◀──▶ Running ◀──▶ Ready        (back by COM_CHANGE_USER)
 *   Running ◀──▶ SendingFile ──▶ Ready
 *   Authenticating, Ready ──▶ Refusing ──▶ Draining
 *   any phase ──▶ Draining ──▶ Closed             (or to Closed directly)
 * </pre>
 */
sealed interface SessionPhase {
    /** The phase's name in {@code SHOW SESSIONS}. */
    default String word() {
        return switch (this) {
            case Authenticating authenticating -> "authenticating";
            case Ready ready -> "ready";
            case Running running -> "running";
            case SendingFile sending -> "sending a file";
            case Refusing refusing -> "refusing";
            case Draining draining -> "draining";
            case Closed closed -> "closed";
        };
    }

    /** The state of the logged-in session; null before the login and after the end. */
    default @Nullable LoggedIn loggedIn() {
        return null;
    }

    /**
     * The greeting was sent; the client logs in, perhaps after turning TLS on.
     *
     * @param loggedIn the session that a COM_CHANGE_USER ends, unless it is refused as on MariaDB; it has been reset
     */
    record Authenticating(@Nullable LoggedIn loggedIn) implements SessionPhase {}

    /** The session waits for a command. */
    record Ready(LoggedIn loggedIn) implements SessionPhase {}

    /** One command is running; later ones wait. */
    record Running(LoggedIn loggedIn) implements SessionPhase {}

    /**
     * The running command asked for a file, which the client sends. A client that has begun sends the whole file, even
     * when the command has ended with an error meanwhile.
     *
     * @param over whether the command has ended: the rest is discarded
     */
    record SendingFile(LoggedIn loggedIn, ClientReplies replies, FileReceiver receiver, boolean over)
            implements SessionPhase {}

    /** A packet beyond the limit is discarded: its sender reads nothing before it has sent the whole packet. */
    record Refusing(@Nullable LoggedIn loggedIn, OversizeRefusal refusal) implements SessionPhase {}

    /** No further command is read; the connection closes when the last answer has been sent. */
    record Draining(@Nullable LoggedIn loggedIn) implements SessionPhase {}

    record Closed() implements SessionPhase {}
}
