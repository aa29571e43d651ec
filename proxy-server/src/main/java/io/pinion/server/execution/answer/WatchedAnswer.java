package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.Exchange;
import java.util.function.Consumer;

/** An exchange whose watcher hears of the answer's end first. */
public final class WatchedAnswer implements Exchange {
    private final Exchange exchange;
    private final Consumer<AnswerEnd> watcher;

    public WatchedAnswer(Exchange exchange, Consumer<AnswerEnd> watcher) {
        this.exchange = exchange;
        this.watcher = watcher;
    }

    @Override
    public Expecting expecting() {
        return exchange.expecting();
    }

    @Override
    public int firstSequence() {
        return exchange.firstSequence();
    }

    @Override
    public long deadlineMillis() {
        return exchange.deadlineMillis();
    }

    @Override
    public void received(ByteBuf bytes) {
        exchange.received(bytes);
    }

    @Override
    public void paused() {
        exchange.paused();
    }

    @Override
    public void fileWanted(int nextSequence) {
        exchange.fileWanted(nextSequence);
    }

    @Override
    public void serverWritable() {
        exchange.serverWritable();
    }

    @Override
    public void ended(AnswerEnd end) {
        watcher.accept(end);
        exchange.ended(end);
    }

    @Override
    public void lost(ServerError reason) {
        exchange.lost(reason);
    }

    @Override
    public void mishandled(ServerError reason) {
        exchange.mishandled(reason);
    }
}
