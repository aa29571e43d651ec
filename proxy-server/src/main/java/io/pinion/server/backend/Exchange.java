package io.pinion.server.backend;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.server.ServerError;

/** One command sent to a server, and the receiver of its answer. Every method is called on the connection's loop. */
public interface Exchange {
    /** The kind of answer, which tells where it ends. */
    Expecting expecting();

    /** The sequence id of the answer's first packet: the number of the command's packets. */
    default int firstSequence() {
        return 1;
    }

    /** The deadline of Pinion's own commands, which every server answers at once. */
    long OWN_DEADLINE_MILLIS = 10_000;

    /** The time for the whole answer, after which the connection counts as dead; 0 for no limit. */
    default long deadlineMillis() {
        return 0;
    }

    /** Takes some of the answer's bytes, packet headers included. Ownership passes: release them or pass them on. */
    void received(ByteBuf bytes);

    /**
     * Called when the server asks for a file of the client: {@link BackendConnection#sendFile} and
     * {@link BackendConnection#fileSent} must follow. Its request was received before.
     *
     * @param nextSequence the sequence id that the server expects
     */
    default void fileWanted(int nextSequence) {
        throw new MalformedPacket("it asked for a file where none can be");
    }

    /** Called when the server reads more of the file. */
    default void serverWritable() {}

    /** Called when the server's bytes have all been read; bytes passed on should be flushed. */
    default void paused() {}

    /** Called at the answer's end, after its last bytes. The connection goes on with the next exchange. */
    void ended(AnswerEnd end);

    /** Called when the connection is lost before the answer's end. No other method is called afterwards. */
    void lost(ServerError reason);

    /**
     * Called when {@link #ended} has thrown, at any point of it, because of a bug in Pinion; the connection is closed.
     * It must end the statement that waits for this exchange.
     */
    default void mishandled(ServerError reason) {
        lost(reason);
    }
}
