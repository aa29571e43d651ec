package io.pinion.server.frontend;

import io.pinion.server.execution.answer.FileReceiver;
import io.pinion.server.frontend.command.ClientReplies;
import org.jspecify.annotations.Nullable;

/**
 * The life of one client's session.
 *
 * <pre>
 *   Authenticating ──▶ Ready ◀──▶ Running ◀──▶ SendingFile
 *         │              │           │
 *         │              └───────────┴──▶ Draining ──▶ Closed
 *         └──────────────────────────────────────────────▲
 *
 *   Authenticating, Ready ──▶ Refusing ──▶ Draining
 * </pre>
 */
sealed interface SessionPhase {
    /** For {@code SHOW SESSIONS}. */
    String word();

    /** Who is logged in, with what the session has for that; null before, and when it is over. */
    default @Nullable LoggedIn loggedIn() {
        return null;
    }

    /** The greeting was sent; the client proves who it is, perhaps after turning TLS on. */
    record Authenticating() implements SessionPhase {
        @Override
        public String word() {
            return "authenticating";
        }
    }

    /** Waiting for a command. */
    record Ready(LoggedIn loggedIn) implements SessionPhase {
        @Override
        public String word() {
            return "ready";
        }
    }

    /** One command is being worked on; those that came behind it wait. */
    record Running(LoggedIn loggedIn) implements SessionPhase {
        @Override
        public String word() {
            return "running";
        }
    }

    /**
     * The running command asked for a file, which the client sends: a client that has begun sends all of it, even when the
     * command has ended with an error meanwhile.
     *
     * @param over the command has ended: the rest is thrown away
     */
    record SendingFile(LoggedIn loggedIn, ClientReplies replies, FileReceiver receiver, boolean over)
            implements SessionPhase {
        @Override
        public String word() {
            return "sending a file";
        }
    }

    /** A packet beyond the limit passes by: its sender reads nothing before it has sent all of it. */
    record Refusing(@Nullable LoggedIn loggedIn, OversizeRefusal refusal) implements SessionPhase {
        @Override
        public String word() {
            return "refusing";
        }
    }

    /** No further command is read; the connection closes when the last answer has been sent. */
    record Draining(@Nullable LoggedIn loggedIn) implements SessionPhase {
        @Override
        public String word() {
            return "draining";
        }
    }

    record Closed() implements SessionPhase {
        @Override
        public String word() {
            return "closed";
        }
    }
}
