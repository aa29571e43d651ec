package io.pinion.server.execution;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;

/** A COM_PING whose only use is the status word of its answer. It leaves warnings and counts as they are. */
final class StatusQuestion implements Exchange {
    private final BackendConnection connection;
    private final Asker asker;

    interface Asker {
        void told(AnswerEnd status);

        void lostAsking();
    }

    StatusQuestion(BackendConnection connection, Asker asker) {
        this.connection = connection;
        this.asker = asker;
    }

    void ask() {
        connection.send(this, Commands.ping(connection.allocator()));
        connection.flush();
    }

    @Override
    public long deadlineMillis() {
        return OWN_DEADLINE_MILLIS;
    }

    @Override
    public Expecting expecting() {
        return Expecting.ACKNOWLEDGEMENT;
    }

    @Override
    public void received(ByteBuf bytes) {
        bytes.release();
    }

    @Override
    public void ended(AnswerEnd end) {
        asker.told(end);
    }

    @Override
    public void lost(ServerError reason) {
        asker.lostAsking();
    }
}
