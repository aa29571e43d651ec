package io.pinion.server.execution.answer;

import io.pinion.protocol.frame.Packet;

/**
 * Receives a file that a server has requested from a client (LOAD DATA LOCAL), packet by packet, on the session's event
 * loop.
 */
public interface FileReceiver {
    /** The sequence id of the client's first packet. */
    int firstSequence();

    /** Whether another packet may come now; if not, the sink is told later when it may. */
    boolean isReady();

    /** A packet of the file; an empty one marks its end. Takes ownership. */
    void part(Packet packet);
}
