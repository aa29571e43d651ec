package io.pinion.server.execution.single;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.AnswerRewriter;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.answer.AnswerCollector;
import io.pinion.server.execution.answer.OkPackets;
import io.pinion.server.execution.answer.ResultSink;
import io.pinion.server.execution.context.BackendRequest.ResponseHandling;
import org.jspecify.annotations.Nullable;

/**
 * Passes the bytes of one answer from a server's connection to the client, mostly as they arrive. A short answer that
 * must be edited is collected first. Lives on the session's event loop.
 */
public final class AnswerDelivery {
    /** An answer to be edited is one small packet; a longer one is passed on unread. */
    private static final int MAX_EDITED_BYTES = 64 * 1024;

    private final ResultSink sink;
    private final Capabilities client;
    private final ResponseHandling use;

    private @Nullable AnswerCollector collector;
    private @Nullable AnswerRewriter rewriter;
    private boolean begun;

    public AnswerDelivery(ResultSink sink, Capabilities client, ResponseHandling use) {
        this.sink = sink;
        this.client = client;
        this.use = use;
        this.collector = use.streams() ? null : new AnswerCollector();
    }

    /**
     * The statement is about to be sent.
     *
     * @param firstSequence the sequence id of the answer's first packet
     * @param by the difference to the sequence id that the client expects
     * @param status the status flags for the answer, if its server doesn't know them
     */
    public void expect(
            BackendConnection from, Expecting expecting, int firstSequence, int by, @Nullable ServerStatus status) {
        // An edited OK must carry the status after the statement, which isn't known yet.
        ServerStatus known = use instanceof ResponseHandling.EditOk ? null : status;
        int warnings = use instanceof ResponseHandling.AddWarnings(var added) ? added.size() : 0;
        if (by != 0 || warnings != 0 || known != null) {
            rewriter = new AnswerRewriter(
                    from.allocator(), Terms.utf8(client), expecting, firstSequence - by, edit(warnings, known));
        }
    }

    private static AnswerRewriter.Edit edit(int warnings, @Nullable ServerStatus status) {
        return (end, last) -> {
            if (last) {
                end.addWarnings(warnings);
            }
            if (status != null) {
                end.removeStatus(ServerStatus.AUTOCOMMIT);
                end.addStatus(status.bits());
            }
        };
    }

    /** Part of the answer. Takes ownership of {@code bytes}. */
    public void received(ByteBuf bytes, BackendConnection from) {
        AnswerCollector collecting = collector;
        if (collecting == null) {
            relay(bytes, from);
            return;
        }
        collecting.add(bytes);
        if (use instanceof ResponseHandling.EditHead(int headBytes, var edit) && collecting.size() >= headBytes) {
            collector = null;
            ByteBuf head = collecting.takeAll();
            if (!AnswerCollector.isError(head)) {
                edit.accept(head);
            }
            relay(head, from);
        } else if (collecting.size() > MAX_EDITED_BYTES && !(use instanceof ResponseHandling.Silent)) {
            collector = null;
            relay(collecting.takeAll(), from);
        }
    }

    /** No more bytes have arrived for now. */
    public void paused() {
        if (begun) {
            sink.flush();
        }
    }

    /**
     * The last byte has arrived.
     *
     * @return the end of the answer in the client's view
     */
    public AnswerEnd ended(AnswerEnd end, BackendConnection from) {
        AnswerCollector collecting = collector;
        AnswerEnd told = end;
        if (collecting != null) {
            collector = null;
            told = finish(collecting, end, from);
        }
        paused();
        clear();
        return told;
    }

    /** The collected answer is complete: changes its OK, drops it, or passes it on. */
    private AnswerEnd finish(AnswerCollector collecting, AnswerEnd end, BackendConnection from) {
        if (use instanceof ResponseHandling.Silent(var read)) {
            if (end.failed()) {
                // The client waits for the answer to another command, with sequence ids of its own.
                sink.error(collecting.takeError());
            } else {
                read.accept(collecting, from);
                collecting.clear();
            }
            return end;
        }
        if (end.failed() || !collecting.isOk() || !(use instanceof ResponseHandling.EditOk(var edit, var refusal))) {
            relay(collecting.takeAll(), from);
            return end;
        }
        int sequence = collecting.sequence();
        Ok ok = Ok.decode(collecting.payload());
        collecting.clear();
        ServerError refused = refusal.apply(ok);
        if (refused != null) {
            sink.error(refused);
            return new AnswerEnd(refused.code(), end.status(), 0, 0, -1, 0);
        }
        relay(OkPackets.write(edit.apply(ok), sequence, client), from);
        return end;
    }

    private void relay(ByteBuf bytes, BackendConnection from) {
        begun = true;
        AnswerRewriter rewriting = rewriter;
        sink.relay(rewriting == null ? bytes : rewriting.rewrite(bytes));
        if (!sink.isWritable()) {
            // Pause first: the flush itself may make the client writable again.
            from.pauseReading();
            sink.flush();
        }
    }

    /** The answer will not come, or not end. */
    public void broken(ServerError error) {
        clear();
        if (begun) {
            sink.breakOff(error);
        } else {
            sink.error(error);
        }
    }

    /** Releases the buffers. */
    public void clear() {
        if (collector != null) {
            collector.clear();
        }
        if (rewriter != null) {
            rewriter.close();
            rewriter = null;
        }
    }
}
