package io.pinion.server.execution.single;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.Exchange;
import io.pinion.server.execution.answer.AnswerCollector;
import io.pinion.server.execution.answer.PreparedHead;
import java.util.function.LongConsumer;

/**
 * Has a server prepare the text of an execution for which it has no handle. The execution waits for the answer, because
 * a guessed handle might be another statement's. An error is the execution's answer.
 */
final class HandlePreparation implements Exchange {
    private final AnswerCollector answer = new AnswerCollector();
    private final Exchange execution;
    private final LongConsumer prepared;
    private final int firstSequence;

    /**
     * @param sql the text that the server prepares
     * @param execution the exchange that waits for the preparation
     * @param prepared gets the server's id of the statement
     */
    HandlePreparation(byte[] sql, Exchange execution, LongConsumer prepared) {
        this.firstSequence = CommandEncoder.packets(sql);
        this.execution = execution;
        this.prepared = prepared;
    }

    @Override
    public Expecting expecting() {
        return Expecting.PREPARED;
    }

    @Override
    public int firstSequence() {
        return firstSequence;
    }

    @Override
    public void received(ByteBuf bytes) {
        answer.add(bytes);
    }

    @Override
    public void ended(AnswerEnd end) {
        ByteBuf head = answer.takeAll();
        if (end.failed()) {
            execution.received(head.setByte(head.readerIndex() + 3, execution.firstSequence()));
            execution.ended(end);
            return;
        }
        long handle = PreparedHead.handle(head);
        head.release();
        prepared.accept(handle);
    }

    @Override
    public void lost(ServerError reason) {
        answer.clear();
        execution.lost(reason);
    }
}
