package io.pinion.server.execution.answer;

import io.pinion.protocol.frame.Packet;

/** Takes a file that a server has asked a client for (LOAD DATA LOCAL), packet by packet, on the session's event loop. */
public interface FileReceiver {
    /** The sequence id of the client's first packet. */
    int firstSequence();

    /** Whether another packet may come now; if not, the sink is told when it may. */
    boolean isReady();

    /** A packet of the file; an empty one is behind its end. Takes ownership. */
    void part(Packet packet);
}
