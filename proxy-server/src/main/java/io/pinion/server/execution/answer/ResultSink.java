package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.SessionStateChange;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.server.session.PreparedStatement;
import io.pinion.server.session.SessionTracking;
import java.util.List;

/** Receives the answer to the running command, for the client. Every method is called on the session's event loop. */
public interface ResultSink {
    /** Bytes of a server's answer, packet headers included, in this client's protocol. Ownership passes. */
    void relay(ByteBuf bytes);

    /** Sends what was relayed so far. */
    void flush();

    /** False while the client reads more slowly than the answer arrives. */
    boolean isWritable();

    ByteBufAllocator allocator();

    /** The sequence id of the next packet, for an answer that isn't relayed unchanged. */
    int nextSequence();

    /** Whether rows have the binary form, because they answer COM_STMT_EXECUTE. */
    boolean binaryRows();

    /** An OK with the session's own status flags. */
    void ok(int warnings);

    /** An OK that tells the client of changes of its session; see {@link SessionTracking}. */
    void ok(List<SessionStateChange> changes);

    void rows(LocalAnswer.Rows rows);

    /** The statement is prepared, and Pinion itself will answer its executions with these columns. */
    void prepared(PreparedStatement statement, List<LocalAnswer.Column> columns);

    /** The request for a file was relayed: {@code receiver} gets the client's packets, up to an empty one. */
    void awaitFile(FileReceiver receiver);

    /** {@link FileReceiver#isReady} has become true. */
    void fileMayGoOn();

    void error(ServerError error);

    /**
     * The answer broke off after a part was relayed. The client's connection ends, because the answer can't be
     * completed.
     */
    void breakOff(ServerError error);

    /** Ends the client's connection once everything before has been sent. */
    void close();
}
