package io.pinion.server.execution.context;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.UserVariableNames;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * A statement in the form in which its client sent it, and the way to send it to a server in the same form, so that the
 * answer suits the client. The code that created it releases it when the statement has ended, in whatever way.
 */
public interface ClientStatement {
    /** The text in the client's character set; must not be changed. */
    byte[] sql();

    /** The text for reading ASCII words; other characters come out wrong, one for each byte. */
    default String asciiText() {
        return new String(sql(), StandardCharsets.ISO_8859_1);
    }

    /** The first words of the text, for reading ASCII ones. */
    default String firstWords() {
        return FirstWords.of(sql());
    }

    /** Whether the text starts with SELECT, after white space; false after a comment. */
    default boolean startsWithSelect() {
        byte[] sql = sql();
        int start = 0;
        while (start < sql.length && Character.isWhitespace(sql[start] & 0xFF)) {
            start++;
        }
        int length = Math.min("SELECT".length(), sql.length - start);
        return new String(sql, start, length, StandardCharsets.ISO_8859_1).equalsIgnoreCase("SELECT");
    }

    /** Whether the text may read a user variable that isn't among these. */
    default boolean namesVariableUnsetIn(SessionSettings settings) {
        return UserVariableNames.namesUnset(sql(), settings);
    }

    /** The keys of such variables, as far as a server can be asked for their values. */
    default Set<String> variablesUnsetIn(SessionSettings settings) {
        return namesVariableUnsetIn(settings) ? UserVariableNames.unset(sql(), settings) : Set.of();
    }

    /** The kind of a server's answer. */
    Expecting expecting();

    /** The number of packets in which the client sent it. */
    default int physicalPackets() {
        return 1;
    }

    /** The sequence id of the first packet of a server's answer to {@code text}. */
    default int firstSequence(StatementText text) {
        return 1;
    }

    /**
     * How much higher the packets of the answer to {@code text} are numbered than the client expects: not 0 when
     * editing has carried the command across a multiple of 16 MB.
     */
    default int sequenceShift(StatementText text) {
        return firstSequence(text) - physicalPackets();
    }

    /**
     * The command for the server, to be sent now; commands without an answer have been written before it.
     *
     * @param text the text to send in place of the client's own
     * @param answer receives the answer
     */
    Encoded encode(BackendConnection connection, StatementText text, Exchange answer);

    /** Its answer has ended. Called before the connection is kept or given back. */
    default void answered(AnswerEnd end) {}

    /**
     * A command's bytes, which the code that encoded it must send.
     *
     * @param receiver receives the server's next answer
     */
    record Encoded(Exchange receiver, ByteBuf command) {}

    /** Whether it continues a command that a server has begun, so that it never waits for a shard. */
    default boolean hasBegun() {
        return false;
    }

    /** The same statement without a cursor, with all of its rows at once. */
    default ClientStatement withoutCursor() {
        return this;
    }

    /** Releases the statement's buffer, if it has one. */
    default void release() {}
}
