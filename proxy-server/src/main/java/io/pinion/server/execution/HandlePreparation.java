package io.pinion.server.execution;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.Exchange;
import java.util.function.LongConsumer;

/**
 * Has a server prepare the text of an execution that it doesn't know yet. Awaited: its number is not guessed, since an
 * execution of another statement's number would run that. A refusal is the execution's answer.
 */
final class HandlePreparation implements Exchange {
    private final PreparedHead head = new PreparedHead();
    private final Exchange execution;
    private final LongConsumer prepared;

    /**
     * @param execution what waits for it
     * @param prepared gets the server's number of the statement
     */
    HandlePreparation(Exchange execution, LongConsumer prepared) {
        this.execution = execution;
        this.prepared = prepared;
    }

    @Override
    public Expecting expecting() {
        return Expecting.PREPARED;
    }

    @Override
    public void received(ByteBuf bytes) {
        head.add(bytes);
    }

    @Override
    public void ended(AnswerEnd end) {
        if (end.failed()) {
            execution.received(head.takeNumbered(execution.firstSequence()));
            execution.ended(end);
            return;
        }
        long handle = head.handle();
        head.release();
        prepared.accept(handle);
    }

    @Override
    public void lost(ServerError reason) {
        head.release();
        execution.lost(reason);
    }
}
