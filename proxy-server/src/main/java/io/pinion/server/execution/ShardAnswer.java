package io.pinion.server.execution;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.client.QueryAttributes;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.server.AuthMoreData;
import io.pinion.protocol.server.AuthSwitchRequest;
import io.pinion.protocol.server.BinaryRow;
import io.pinion.protocol.server.ColumnCount;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.EndOfRows;
import io.pinion.protocol.server.Greeting;
import io.pinion.protocol.server.LocalInfileRequest;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.PreparedOk;
import io.pinion.protocol.server.ProgressReport;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.Row;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.ServerPacket;
import io.pinion.protocol.server.StatisticsText;
import io.pinion.protocol.server.TextRow;
import io.pinion.routing.plan.RoutePlan.ShardStatement;
import io.pinion.routing.plan.Target;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import java.util.ArrayList;
import java.util.List;

/** One shard's answer to its text of a fan-out, cut into packets. */
final class ShardAnswer implements Exchange {
    private final ShardLane lane;
    private final FanOutExecution fanOut;
    private final int number;
    private final ShardStatement statement;
    private final BackendConnection connection;
    private final PacketFramer framer;
    private final ResponseReader reader;
    private final List<ColumnDefinition> definitions = new ArrayList<>();
    private final List<byte[]> definitionBytes = new ArrayList<>();
    private int columns;
    private boolean rowsBegun;

    ShardAnswer(
            ShardLane lane,
            FanOutExecution fanOut,
            int number,
            ShardStatement statement,
            BackendConnection connection) {
        this.lane = lane;
        this.fanOut = fanOut;
        this.number = number;
        this.statement = statement;
        this.connection = connection;
        this.framer = new PacketFramer(connection.allocator(), Integer.MAX_VALUE);
        this.reader = new ResponseReader(Terms.utf8(connection.agreed()));
        reader.expect(Expecting.RESULTS);
    }

    void send() {
        connection.send(
                this, CommandEncoder.query(statement.text().sql(), connection.agreed(), connection.allocator()));
    }

    /** Of the statement in the fan-out. */
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
        return PacketWriter.packetsFor(
                CommandEncoder.queryBytes(statement.text().sql(), QueryAttributes.NONE, connection.agreed()));
    }

    @Override
    public void received(ByteBuf bytes) {
        if (!fanOut.wantsAnswers()) {
            bytes.release();
            return;
        }
        framer.receive(bytes);
        for (Packet packet = framer.next(); packet != null; packet = framer.next()) {
            try {
                if (fanOut.wantsAnswers()) {
                    read(packet.payload());
                }
            } finally {
                packet.release();
            }
        }
    }

    private void read(ByteBuf payload) {
        ServerPacket packet = reader.read(payload);
        switch (packet) {
            case ColumnCount count -> {
                columns = count.count();
                if (!count.definitionsFollow()) {
                    beginRows();
                }
            }
            case ColumnDefinition definition -> {
                definitions.add(definition);
                definitionBytes.add(ByteBufUtil.getBytes(payload));
            }
            case EndOfRows end when !rowsBegun && !reader.isComplete() -> beginRows();
            case EndOfRows end -> {
                if (!rowsBegun) {
                    beginRows();
                }
                fanOut.rowsEnded(number, end.warnings());
            }
            case Row row -> {
                if (!rowsBegun) {
                    beginRows();
                }
                fanOut.row(number, row.payload());
            }
            case Ok ok -> fanOut.done(number, ok);
            case ServerError error -> fanOut.failed(error);
            case LocalInfileRequest request -> throw unexpected(request);
            case ProgressReport progress -> {}
            case Greeting other -> throw unexpected(other);
            case AuthMoreData other -> throw unexpected(other);
            case AuthSwitchRequest other -> throw unexpected(other);
            case TextRow other -> throw unexpected(other);
            case BinaryRow other -> throw unexpected(other);
            case PreparedOk other -> throw unexpected(other);
            case StatisticsText other -> throw unexpected(other);
        }
    }

    private static IllegalStateException unexpected(ServerPacket packet) {
        return new IllegalStateException("a " + packet.getClass().getSimpleName() + " answered a statement of a shard");
    }

    private void beginRows() {
        rowsBegun = true;
        fanOut.rowsBegin(statement.target(), columns, definitions, definitionBytes);
    }

    @Override
    public void paused() {
        fanOut.paused();
    }

    @Override
    public void ended(AnswerEnd end) {
        framer.close();
        lane.answered(this, end);
    }

    @Override
    public void lost(ServerError reason) {
        framer.close();
        lane.lost(reason);
    }
}
