package io.pinion.integration.values;

import io.netty.buffer.Unpooled;
import io.pinion.integration.testing.RawStatement;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.BinaryRow;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.PreparedOk;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.Row;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.ServerPacket;
import io.pinion.server.testing.RawClient;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** A session that prepares and executes, and tells what came back, bytes for bytes. */
final class BoundSession implements AutoCloseable {
    private final RawClient client;

    BoundSession(int port, String user, String password, String database) {
        this(new RawClient(port), user, password, database);
    }

    BoundSession(RawClient client, String user, String password, String database) {
        this.client = client;
        if (client.login(user, password, RawClient.CLASSIC, database).errorCode() != 0) {
            throw new IllegalStateException(user + " may not log in");
        }
    }

    /**
     * An answer: an error's number and message, or else the definitions and the rows, or the number of rows changed.
     *
     * @param columns their definitions
     */
    record Outcome(int error, String message, List<ColumnDefinition> columns, List<String> rows, long changed) {
        static Outcome failed(ServerError error) {
            return new Outcome(error.code(), error.message(), List.of(), List.of(), 0);
        }

        /**
         * What the columns are; an id is a computed column.
         *
         * @param exactly all that a server says of them, but where they come from
         */
        List<String> definitions(boolean exactly) {
            return columns.stream()
                    .filter(column -> !column.name().equals("id"))
                    .map(column -> exactly ? exact(column) : definition(column))
                    .toList();
        }
    }

    void run(String sql) {
        RawClient.Answer answer = client.query(sql);
        if (answer.errorCode() != 0) {
            throw new IllegalStateException(sql + ": " + answer.error());
        }
    }

    /** The first cells of a query's rows. */
    List<String> ask(String sql) {
        RawClient.Answer answer = client.query(sql);
        return answer.errorCode() == 0 ? answer.rows() : List.of("error " + answer.error());
    }

    /** Prepares the statement and executes it once. */
    Outcome execute(String sql, List<BoundForm> values) {
        List<ServerPacket> prepared = exchange(RawStatement.preparation(sql), Expecting.PREPARED);
        if (prepared.getFirst() instanceof ServerError error) {
            return Outcome.failed(error);
        }
        RawStatement statement = new RawStatement(client, (int) ((PreparedOk) prepared.getFirst()).statementId());
        Outcome outcome = execute(statement, values);
        statement.close();
        return outcome;
    }

    private Outcome execute(RawStatement statement, List<BoundForm> values) {
        for (int i = 0; i < values.size(); i++) {
            BoundForm value = values.get(i);
            if (value.sending() == BoundForm.Sending.BEFORE) {
                int half = value.bytes().length / 2;
                statement.sendLongData(i, Arrays.copyOfRange(value.bytes(), 0, half));
                statement.sendLongData(i, Arrays.copyOfRange(value.bytes(), half, value.bytes().length));
            }
        }
        byte[] packed = values.isEmpty() ? new byte[0] : BoundForm.packed(values);
        return outcome(exchange(statement.execution(packed), Expecting.RESULTS));
    }

    private static Outcome outcome(List<ServerPacket> answer) {
        List<ColumnDefinition> columns = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        long changed = 0;
        for (ServerPacket packet : answer) {
            switch (packet) {
                case ServerError error -> {
                    return Outcome.failed(error);
                }
                case Ok ok -> changed = ok.affectedRows();
                case ColumnDefinition column -> columns.add(column);
                case Row row -> rows.add(shown(BinaryRow.decode(row.payload(), columns), columns));
                default -> {}
            }
        }
        return new Outcome(0, "", columns, rows, changed);
    }

    /** A literal's type is that of its value, while a parameter's has the width of its form: {@code 7} of eight bytes. */
    private static String definition(ColumnDefinition column) {
        String family =
                switch (column.type()) {
                    case TINY, SHORT, INT24, LONG, LONGLONG, YEAR, FLOAT, DOUBLE, DECIMAL, NEWDECIMAL, NULL -> "number";
                    case DATE, TIME, DATETIME, TIMESTAMP -> "time";
                    default -> "text";
                };
        return column.name() + " " + family + " " + column.decimals();
    }

    /** All that a server says of a column but where it comes from. */
    private static String exact(ColumnDefinition column) {
        return column.name() + " " + column.type() + "(" + column.length() + ", " + column.decimals() + ") collation "
                + column.collationId() + " flags " + column.flags();
    }

    private static String shown(BinaryRow row, List<ColumnDefinition> columns) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < row.cells().size(); i++) {
            byte[] cell = row.cells().get(i);
            cells.add(cell == null ? "NULL" : shown(columns.get(i), cell));
        }
        return String.join("|", cells);
    }

    private static String shown(ColumnDefinition column, byte[] cell) {
        ByteBuffer bytes = ByteBuffer.wrap(cell).order(ByteOrder.LITTLE_ENDIAN);
        return switch (column.type()) {
            case TINY -> Long.toString(column.unsigned() ? Byte.toUnsignedLong(bytes.get()) : bytes.get());
            case SHORT -> Long.toString(column.unsigned() ? Short.toUnsignedLong(bytes.getShort()) : bytes.getShort());
            case LONG, INT24 ->
                Long.toString(column.unsigned() ? Integer.toUnsignedLong(bytes.getInt()) : bytes.getInt());
            case LONGLONG ->
                column.unsigned() ? Long.toUnsignedString(bytes.getLong()) : Long.toString(bytes.getLong());
            // As the double that it is in a literal.
            case FLOAT -> number(Double.toString(bytes.getFloat()));
            case DOUBLE -> number(Double.toString(bytes.getDouble()));
            case DECIMAL, NEWDECIMAL -> number(new String(cell, StandardCharsets.US_ASCII));
            default -> text(cell);
        };
    }

    private static String number(String written) {
        BigDecimal value = new BigDecimal(written);
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    private static String text(byte[] cell) {
        for (byte next : cell) {
            if (next < ' ' || next == 0x7F) {
                return "0x" + HexFormat.of().formatHex(cell);
            }
        }
        return "'" + new String(cell, StandardCharsets.US_ASCII) + "'";
    }

    private List<ServerPacket> exchange(byte[] command, Expecting expecting) {
        client.sendPacket(0, command);
        ResponseReader reader = new ResponseReader(Terms.utf8(client.agreed()));
        reader.expect(expecting);
        List<ServerPacket> packets = new ArrayList<>();
        while (!reader.isComplete()) {
            packets.add(reader.read(Unpooled.wrappedBuffer(client.readPacket())));
        }
        return packets;
    }

    @Override
    public void close() {
        client.close();
    }
}
