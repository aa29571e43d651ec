package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.ShardStatement;
import io.pinion.routing.plan.Target;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.execution.answer.AnswerPackets;
import io.pinion.server.execution.answer.RowBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One shard's answer to its text of a fan-out. */
final class ShardAnswer implements Exchange, AnswerPackets.Reader {
    private final ServerPipeline pipeline;
    private final FanOutExecution fanOut;
    private final int number;
    private final ShardStatement statement;
    private final BackendConnection connection;
    private final AnswerPackets packets;
    private @Nullable FileSender file;

    ShardAnswer(
            ServerPipeline pipeline,
            FanOutExecution fanOut,
            int number,
            ShardStatement statement,
            BackendConnection connection) {
        this.pipeline = pipeline;
        this.fanOut = fanOut;
        this.number = number;
        this.statement = statement;
        this.connection = connection;
        this.packets = new AnswerPackets(connection, this);
    }

    void send() {
        connection.send(this, CommandEncoder.query(statement.text().sql(), connection.allocator()));
    }

    /** The statement's number in the fan-out. */
    int number() {
        return number;
    }

    Target target() {
        return statement.target();
    }

    int textBytes() {
        return statement.text().sql().length;
    }

    @Override
    public Expecting expecting() {
        return Expecting.RESULTS;
    }

    @Override
    public int firstSequence() {
        return CommandEncoder.packets(statement.text().sql());
    }

    @Override
    public void received(ByteBuf bytes) {
        packets.received(bytes);
    }

    @Override
    public boolean wantsMore() {
        return fanOut.wantsAnswers();
    }

    @Override
    public void rowsBegin(int columns, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        fanOut.rowsBegin(statement.target(), columns, definitions, asTheyCame);
    }

    @Override
    public void row(ByteBuf payload) {
        fanOut.row(number, payload);
    }

    @Override
    public void rowsEnded(int warnings) {
        fanOut.rowsEnded(number, warnings);
    }

    @Override
    public void done(Ok ok) {
        fanOut.done(number, ok);
    }

    @Override
    public void failed(ServerError error) {
        fanOut.failed(error);
    }

    @Override
    public void fileWanted(int nextSequence) {
        RowBuffer rows = fanOut.file(number);
        if (rows == null) {
            throw new MalformedPacket("it asked for a file where none can be");
        }
        FileSender sender = new FileSender(connection, rows, nextSequence);
        file = sender;
        sender.goOn(fanOut.wantsAnswers());
    }

    @Override
    public void serverWritable() {
        FileSender sender = file;
        if (sender != null) {
            sender.goOn(fanOut.wantsAnswers());
        }
    }

    @Override
    public void paused() {
        fanOut.paused();
    }

    @Override
    public void ended(AnswerEnd end) {
        packets.close();
        pipeline.answered(this, end);
    }

    @Override
    public void lost(ServerError reason) {
        packets.close();
        pipeline.lost(reason);
    }
}
