package io.pinion.server.backend;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.server.ServerError;

/** One command sent to a server and what becomes of its answer. Every method is called on the connection's loop. */
public interface Exchange {
    /** How the answer's end is recognised. */
    Expecting expecting();

    /** The sequence id of the answer's first packet: how many packets the command took. */
    default int firstSequence() {
        return 1;
    }

    /** For a command of Pinion's own that every server answers at once. */
    long OWN_DEADLINE_MILLIS = 10_000;

    /** After how long without its answer's end the connection is taken for dead; 0 for as long as it takes. */
    default long deadlineMillis() {
        return 0;
    }

    /** Some of the answer's bytes, packet headers included. Ownership passes: release them or pass them on. */
    void received(ByteBuf bytes);

    /**
     * The server wants a file of the client's: {@link BackendConnection#sendFile} and {@link BackendConnection#fileSent}
     * next. Its request was received before.
     *
     * @param nextSequence the sequence id that the server expects
     */
    default void fileWanted(int nextSequence) {
        throw new MalformedPacket("it asked for a file where none can be");
    }

    /** The server takes more of the file. */
    default void serverWritable() {}

    /** Nothing more can be read from the server right now; what was passed on should be flushed. */
    default void paused() {}

    /** The answer has ended; its last bytes were received before. The connection goes on with the next exchange. */
    void ended(AnswerEnd end);

    /** The connection is gone before the answer's end. Nothing more will be called. */
    void lost(ServerError reason);

    /**
     * {@link #ended} has failed by a mistake of Pinion's own, at any point of it, and the connection is closed: whoever
     * waits for this exchange must hear of its end in some way.
     */
    default void mishandled(ServerError reason) {
        lost(reason);
    }
}
