package io.pinion.server.execution.dml;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.TextRow;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.execution.answer.AnswerPackets;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.gather.GatheredAnswer;
import io.pinion.server.execution.gather.GatheredReply;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The answer of the server with the gathered rows, as the rows of a statement's first step. */
final class GatheredStep implements Exchange, AnswerPackets.Reader, Execution {
    private final StepRows found;
    private final StatementText.Edited text;
    private final BackendConnection connection;
    private final IntConsumer ended;
    private final AnswerPackets packets;
    private int warnings;
    private int columns;
    private @Nullable ServerError failure;
    private boolean over;

    private GatheredStep(
            StepRows found, StatementText.Edited text, BackendConnection connection, int warnings, IntConsumer ended) {
        this.found = found;
        this.text = text;
        this.connection = connection;
        this.warnings = warnings;
        this.ended = ended;
        this.packets = new AnswerPackets(connection, this);
    }

    static GatheredReply reply(StepRows found) {
        return new GatheredReply() {
            @Override
            public Execution ask(
                    StatementText.Edited text,
                    BackendConnection connection,
                    int warnings,
                    List<Condition> nameless,
                    IntConsumer ended) {
                GatheredStep step = new GatheredStep(found, text, connection, warnings, ended);
                step.send();
                return step;
            }

            @Override
            public void fail(ServerError error) {
                found.fail(error);
            }
        };
    }

    private void send() {
        connection.send(this, CommandEncoder.query(text.sql(), connection.allocator()));
        connection.flush();
    }

    @Override
    public Expecting expecting() {
        return Expecting.RESULTS;
    }

    @Override
    public int firstSequence() {
        return CommandEncoder.packets(text.sql());
    }

    @Override
    public void received(ByteBuf bytes) {
        packets.received(bytes);
    }

    @Override
    public boolean wantsMore() {
        return !over && failure == null;
    }

    @Override
    public void rowsBegin(int count, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        columns = count;
        failure = found.begin(count, definitions, asTheyCame);
    }

    @Override
    public void row(ByteBuf payload) {
        if (failure != null) {
            return; // A row in the same bytes as the refused columns.
        }
        failure = found.row(TextRow.decode(payload, columns).cells().toArray(new byte[0][]));
        if (failure != null) {
            connection.killStatement();
        }
    }

    @Override
    public void rowsEnded(int ofServer) {
        warnings += ofServer;
    }

    @Override
    public void done(Ok ok) {
        failure = new ServerError(ErrorCode.INTERNAL_ERROR, "a server answered with an OK to a query");
    }

    @Override
    public void failed(ServerError error) {
        failure = error.code() == ErrorCode.CANT_REOPEN_TABLE.number() ? GatheredAnswer.REOPENED : error;
    }

    @Override
    public void ended(AnswerEnd end) {
        packets.close();
        if (over) {
            return;
        }
        over = true;
        ServerError error = failure;
        if (error == null) {
            found.end(warnings, List.of());
            ended.accept(0);
        } else {
            found.fail(error);
            ended.accept(error.code());
        }
    }

    @Override
    public void lost(ServerError reason) {
        packets.close();
        if (!over) {
            over = true;
            found.fail(reason);
            ended.accept(reason.code());
        }
    }

    @Override
    public void clientGone() {
        over = true;
    }
}
