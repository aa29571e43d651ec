package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.SessionStateChange;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.server.session.PreparedStatement;
import io.pinion.server.session.SessionTracking;
import java.util.List;

/** Where the answer of the running command goes: the client. Every method is called on the session's event loop. */
public interface ResultSink {
    /** Bytes of a server's answer, packet headers included, for this very client. Ownership passes. */
    void relay(ByteBuf bytes);

    /** Sends what was relayed so far. */
    void flush();

    /** False while the client reads more slowly than the answer comes. */
    boolean isWritable();

    ByteBufAllocator allocator();

    /** The sequence id of the next packet, of an answer that isn't a server's as it came. */
    int nextSequence();

    /** Whether rows are to be in the binary form: the answer is an execution's. */
    boolean binaryRows();

    /** Done, with the session's own status flags. */
    void ok(int warnings);

    /** Done, and the client is told of these changes of its session; see {@link SessionTracking}. */
    void ok(List<SessionStateChange> changes);

    void rows(LocalAnswer.Rows rows);

    /** The statement is prepared, and Pinion will answer it with these columns itself. */
    void prepared(PreparedStatement statement, List<LocalAnswer.Column> columns);

    /** The request for a file was relayed: what the client sends now is for {@code receiver}, up to an empty packet. */
    void awaitFile(FileReceiver receiver);

    /** {@link FileReceiver#isReady} has become true. */
    void fileMayGoOn();

    void error(ServerError error);

    /** The answer broke off after some of it was relayed: the client's connection ends, since it can't be completed. */
    void breakOff(ServerError error);

    /** Ends the client's connection once everything before has been sent. */
    void close();
}
