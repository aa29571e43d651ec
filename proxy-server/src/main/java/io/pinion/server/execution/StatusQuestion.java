package io.pinion.server.execution;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;

/** A COM_PING whose only use is the status word of its answer. It leaves warnings and counts as they are. */
final class StatusQuestion extends OwnQuestion {
    private final Asker asker;

    interface Asker {
        void told(AnswerEnd status);

        void lostAsking();
    }

    StatusQuestion(BackendConnection connection, Asker asker) {
        super(connection);
        this.asker = asker;
    }

    void ask() {
        ask(Commands.ping(connection.allocator()));
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
