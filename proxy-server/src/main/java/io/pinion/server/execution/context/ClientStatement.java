package io.pinion.server.execution.context;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.Expecting;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.session.Settings;
import io.pinion.server.session.UserVariableNames;
import java.nio.charset.StandardCharsets;

/**
 * A statement in the form in which its client sent it, and the way to put it to a server in the same form, so that the
 * answer is one for this client. Whoever made it releases it when the statement has ended, whatever became of it.
 */
public interface ClientStatement {
    /** The text in the client's character set; must not be changed. */
    byte[] sql();

    /** For reading words of ASCII; other characters come out wrong, one for each byte. */
    default String asciiText() {
        return new String(sql(), StandardCharsets.ISO_8859_1);
    }

    /** Behind white space; a comment ahead of it hides it. */
    default boolean startsWithSelect() {
        byte[] sql = sql();
        int start = 0;
        while (start < sql.length && Character.isWhitespace(sql[start] & 0xFF)) {
            start++;
        }
        int length = Math.min("SELECT".length(), sql.length - start);
        return new String(sql, start, length, StandardCharsets.ISO_8859_1).equalsIgnoreCase("SELECT");
    }

    /** Whether it may read a user variable that isn't among these. */
    default boolean namesVariableUnsetIn(Settings settings) {
        return UserVariableNames.namesUnset(sql(), settings);
    }

    /** What a server answers to it. */
    Expecting expecting();

    /**
     * The sequence id of the first packet of a server's answer to {@code text}.
     *
     * @param agreed with that server
     */
    default int firstSequence(StatementText text, Capabilities agreed) {
        return 1;
    }

    /**
     * By how much the packets of the answer to {@code text} are numbered higher than the client expects: not 0 when
     * editing has carried the command across a multiple of 16 MB.
     *
     * @param agreed with the server
     */
    default int sequenceShift(StatementText text, Capabilities agreed) {
        return 0;
    }

    /**
     * Writes the command, unflushed; the answer to it is {@code answer}'s.
     *
     * @param text what to send in place of the client's own
     */
    void sendTo(BackendConnection connection, StatementText text, Exchange answer);

    /** Whether it goes on with what a server is at already, so that it never waits for a shard. */
    default boolean hasBegun() {
        return false;
    }

    /** The same with all of its rows at once. */
    default ClientStatement withoutCursor() {
        return this;
    }

    /** Nobody needs it any more; only what came in a buffer has anything to release. */
    default void release() {}
}
