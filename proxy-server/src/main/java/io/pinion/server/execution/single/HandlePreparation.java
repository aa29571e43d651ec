package io.pinion.server.execution.single;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.Exchange;
import io.pinion.server.execution.answer.PreparedHead;

/**
 * Has a server prepare the text of an execution that it doesn't know yet. Awaited: its number is not guessed, since an
 * execution of another statement's number would run that. A refusal is the execution's answer.
 */
final class HandlePreparation implements Exchange {
    private final PreparedHead head = new PreparedHead();
    private final Exchange execution;
    private final Prepared prepared;

    /** What happens next. */
    @FunctionalInterface
    interface Prepared {
        /**
         * @param handle the server's number of the statement
         * @param end of the server's answer
         */
        void prepared(long handle, AnswerEnd end);
    }

    /**
     * @param execution what waits for it
     * @param prepared is called when the server has prepared it
     */
    HandlePreparation(Exchange execution, Prepared prepared) {
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
        prepared.prepared(handle, end);
    }

    @Override
    public void lost(ServerError reason) {
        head.release();
        execution.lost(reason);
    }
}
