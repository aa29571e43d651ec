package io.pinion.server.execution.single;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.BoundParameter;
import io.pinion.protocol.client.ClientCommand.StatementExecute;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.client.ExecuteParameters;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.rewrite.Argument;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.backend.HandleKey;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.OpenCursor;
import io.pinion.server.execution.context.PinnedConnections;
import io.pinion.server.session.PreparationSettings;
import io.pinion.server.session.PreparedStatement;
import io.pinion.server.session.SessionSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * COM_STMT_EXECUTE, on any connection. A connection without a handle for the text prepares it first, and keeps the
 * handle for the next time.
 */
public final class ExecuteCommand implements ClientStatement {
    /** Well below any server's {@code max_allowed_packet} in practice. */
    private static final int LONG_DATA_PIECE_BYTES = 256 * 1024;

    private final PreparedStatement statement;
    private final boolean opensCursor;
    private final List<BoundParameter> values;
    private final ByteBuf packet;
    private final int physicalPackets;
    private final PinnedConnections held;

    /** The cursor that the execution asks its server for. */
    private @Nullable OpenCursor opening;

    /** The values in place of {@code values}, for the text that they were made for. */
    private @Nullable Arguments arguments;

    private record Arguments(StatementText.Parameterized text, List<BoundParameter> values) {}

    /**
     * @param packet the buffer behind {@code values}; ownership passes
     * @param flags the client's flags, of which only the cursor's counts
     */
    public ExecuteCommand(
            PreparedStatement statement,
            int flags,
            List<BoundParameter> values,
            ByteBuf packet,
            int physicalPackets,
            PinnedConnections held) {
        this.statement = statement;
        this.opensCursor = (flags & StatementExecute.CURSOR_TYPE_READ_ONLY) != 0;
        this.values = values;
        this.packet = packet;
        this.physicalPackets = physicalPackets;
        this.held = held;
    }

    @Override
    public ClientStatement withoutCursor() {
        return opensCursor ? new ExecuteCommand(statement, 0, values, packet, physicalPackets, held) : this;
    }

    @Override
    public int physicalPackets() {
        return physicalPackets;
    }

    public PreparedStatement statement() {
        return statement;
    }

    @Override
    public byte[] sql() {
        return statement.sql();
    }

    @Override
    public Expecting expecting() {
        return opensCursor ? Expecting.RESULTS_OR_CURSOR : Expecting.RESULTS;
    }

    @Override
    public int firstSequence(StatementText text) {
        return PacketWriter.packetsFor(CommandEncoder.EXECUTE_FIXED_BYTES + ExecuteParameters.length(valuesFor(text)));
    }

    @Override
    public Encoded encode(BackendConnection connection, StatementText text, Exchange answer) {
        byte[] sql = text.bytes(statement.sql());
        List<BoundParameter> bound = valuesFor(text);
        PreparationSettings earlier = statement.settings();
        // What isn't prepared here yet is prepared under the settings of now, by which the text is read as before.
        // Those of
        // a connection that a failed SET has left aren't known.
        SessionSettings applied = connection.applied();
        PreparationSettings now = applied.equals(SessionSettings.UNKNOWN) ? earlier : applied.preparation();
        HandleKey key = HandleKey.of(sql, connection, now).binding(bound);
        long handle = handle(connection, HandleKey.of(sql, connection, earlier).binding(bound));
        if (handle < 0 && !now.equals(earlier)) {
            handle = handle(connection, key);
        }
        if (handle >= 0) {
            return execution(connection, handle, text, answer);
        }
        return new Encoded(
                new HandlePreparation(sql, answer, prepared -> {
                    if (opensCursor) {
                        // The handle isn't shared, because another execution of it would close the cursor.
                        opening = new OpenCursor(connection, prepared, held);
                    } else {
                        connection.handles().add(key, prepared);
                    }
                    Encoded execution = execution(connection, prepared, text, answer);
                    connection.send(execution.receiver(), execution.command());
                    connection.flush();
                }),
                CommandEncoder.prepare(sql, connection.allocator()));
    }

    /** The handle that other executions share, or -1. */
    private long handle(BackendConnection connection, HandleKey key) {
        return opensCursor ? -1 : connection.handles().find(key);
    }

    private Encoded execution(BackendConnection connection, long handle, StatementText text, Exchange answer) {
        longData(text).forEach((parameter, value) -> sendLongData(connection, handle, parameter, value));
        return new Encoded(
                answer,
                CommandEncoder.execute(
                        handle,
                        opensCursor ? StatementExecute.CURSOR_TYPE_READ_ONLY : 0,
                        valuesFor(text),
                        connection.allocator()));
    }

    private List<BoundParameter> valuesFor(StatementText text) {
        return switch (text) {
            case StatementText.Original same -> values;
            case StatementText.Edited written -> List.of();
            case StatementText.Parameterized parameterized -> {
                Arguments made = arguments;
                if (made == null || !made.text().equals(parameterized)) {
                    made = new Arguments(parameterized, valuesFor(parameterized.arguments()));
                    arguments = made;
                }
                yield made.values();
            }
        };
    }

    private List<BoundParameter> valuesFor(List<Argument> wanted) {
        List<BoundParameter> found = new ArrayList<>(wanted.size());
        for (int i = 0; i < wanted.size(); i++) {
            found.add(
                    switch (wanted.get(i)) {
                        case Argument.Bound(int parameter) -> values.get(parameter);
                        case Argument.Int(long value) -> BoundParameter.number(value);
                    });
        }
        return found;
    }

    /** The values that came by COM_STMT_SEND_LONG_DATA, by their places in the text for the server. */
    private Map<Integer, ByteBuf> longData(StatementText text) {
        Map<Integer, ByteBuf> came = statement.longData().values();
        if (came.isEmpty() || text instanceof StatementText.Original) {
            return came;
        }
        Map<Integer, ByteBuf> wanted = new TreeMap<>();
        if (text instanceof StatementText.Parameterized(var sql, var arguments)) {
            for (int i = 0; i < arguments.size(); i++) {
                if (arguments.get(i) instanceof Argument.Bound(int parameter) && came.containsKey(parameter)) {
                    wanted.put(i, came.get(parameter));
                }
            }
        }
        return wanted;
    }

    /** Pins the connection if the server has opened a cursor, which it does only for rows that it keeps. */
    @Override
    public void answered(AnswerEnd end) {
        OpenCursor cursor = opening;
        if (cursor == null) {
            return;
        }
        opening = null;
        if (!end.failed() && end.status().cursorExists()) {
            statement.cursor(cursor);
            cursor.opened();
        } else {
            cursor.ended();
        }
    }

    /** In pieces, because a packet must not exceed the server's {@code max_allowed_packet}. */
    private static void sendLongData(BackendConnection connection, long handle, int parameter, ByteBuf value) {
        int at = value.readerIndex();
        do {
            int length = Math.min(LONG_DATA_PIECE_BYTES, value.writerIndex() - at);
            connection.sendUnanswered(
                    CommandEncoder.longData(handle, parameter, value.slice(at, length), connection.allocator()));
            at += length;
        } while (at < value.writerIndex());
    }

    @Override
    public void release() {
        packet.release();
        statement.longData().clear();
    }
}
