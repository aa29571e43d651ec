package io.pinion.operations.server.stream;

import com.mysql.cj.NativeSession;
import com.mysql.cj.exceptions.CJCommunicationsException;
import com.mysql.cj.exceptions.CJException;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.exceptions.SQLExceptionsMapping;
import com.mysql.cj.protocol.a.NativeMessageBuilder;
import com.mysql.cj.protocol.a.NativePacketPayload;
import com.mysql.cj.protocol.a.NativeProtocol;
import io.pinion.operations.server.NamedFailures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The rows that a query finds, in the text form of the protocol, one by one. Nothing else may be asked on the connection
 * until this is closed. Blocks; for one thread.
 */
public final class RowStream implements AutoCloseable {
    private static final int ERROR = 0xFF;
    private static final int END = 0xFE;
    private static final int NULL = 0xFB;

    /** Behind the first byte of an error are its number, a hash sign and its SQL state. */
    private static final int BEFORE_STATE = 4;

    private static final int BEFORE_MESSAGE = 9;

    private final Connection connection;
    private final RowPackets packets;
    private final int columns;
    private boolean over;

    private RowStream(Connection connection, RowPackets packets, int columns) {
        this.connection = connection;
        this.packets = packets;
        this.columns = columns;
    }

    /**
     * Sends the query.
     *
     * @param connection of Connector/J
     * @param columns how many the rows have
     */
    public static RowStream of(Connection connection, String query, int columns) throws SQLException {
        JdbcConnection driver = connection.unwrap(JdbcConnection.class);
        NativeSession session = (NativeSession) driver.getSession();
        NativeProtocol protocol = session.getProtocol();
        try {
            protocol.sendCommand(command(protocol, session, query), false, 0);
            RowStream rows = new RowStream(
                    connection, new RowPackets(protocol.getSocketConnection().getMysqlInput()), columns);
            rows.skip(columns);
            if (!protocol.getServerSession().isEOFDeprecated()) {
                rows.skip(1);
            }
            return rows;
        } catch (CJCommunicationsException | IOException e) {
            // An answer that comes after all would be taken for that of the next statement.
            connection.abort(Runnable::run);
            throw NamedFailures.told(connection, e);
        } catch (CJException e) {
            throw SQLExceptionsMapping.translateException(e, driver.getExceptionInterceptor());
        }
    }

    private static NativePacketPayload command(NativeProtocol protocol, NativeSession session, String query) {
        NativeMessageBuilder builder = (NativeMessageBuilder) protocol.getMessageBuilder();
        return builder.buildComQuery(protocol.getSharedSendPacket(), session, query.getBytes(StandardCharsets.UTF_8));
    }

    /** Passes by the definitions of columns. */
    private void skip(int count) throws SQLException {
        for (int packet = 0; packet < count; packet++) {
            read();
        }
    }

    private void read() throws SQLException {
        try {
            packets.next();
        } catch (IOException | ArithmeticException e) {
            throw lost(e);
        }
    }

    /** Where the answer's end is can't be known any more. */
    private SQLException lost(Exception e) throws SQLException {
        over = true;
        connection.abort(Runnable::run);
        return NamedFailures.told(connection, e);
    }

    /**
     * Reads the next row.
     *
     * @param first the column that gets the row's first value
     * @return the number of bytes of all values; -1 behind the last row
     */
    public long next(StreamedRow row, int first) throws SQLException {
        if (!hasNext()) {
            return -1;
        }
        return values(row, first);
    }

    private boolean hasNext() throws SQLException {
        read();
        int kind = packets.firstByte();
        if (kind == ERROR) {
            over = true;
            throw error();
        }
        // A row may begin with such a byte, too, before a value that takes more than one part.
        over = kind == END && packets.length() < RowPackets.LONGEST_PART;
        return !over;
    }

    private SQLException error() {
        byte[] bytes = packets.bytes();
        int from = packets.from();
        int number = (bytes[from + 1] & 0xFF) | ((bytes[from + 2] & 0xFF) << 8);
        int message = from + BEFORE_MESSAGE;
        return new SQLException(
                new String(bytes, message, packets.to() - message, StandardCharsets.UTF_8),
                new String(bytes, from + BEFORE_STATE, BEFORE_MESSAGE - BEFORE_STATE, StandardCharsets.US_ASCII),
                number);
    }

    private long values(StreamedRow row, int first) throws SQLException {
        byte[] bytes = packets.bytes();
        int at = packets.from();
        long total = 0;
        for (int column = first; column < first + columns; column++) {
            int head = bytes[at] & 0xFF;
            if (head == NULL) {
                row.setNull(column);
                at++;
                continue;
            }
            int lengthBytes = head < NULL ? 0 : head == 0xFC ? 2 : head == 0xFD ? 3 : 8;
            long length = lengthBytes == 0 ? head : littleEndian(bytes, at + 1, lengthBytes);
            at += 1 + lengthBytes;
            if (length > packets.to() - at) {
                throw lost(new IOException("a value is longer than its row"));
            }
            row.set(column, bytes, at, at + (int) length);
            at += (int) length;
            total += length;
        }
        return total;
    }

    private static long littleEndian(byte[] bytes, int at, int count) {
        long number = 0;
        for (int i = count - 1; i >= 0; i--) {
            number = (number << 8) | (bytes[at + i] & 0xFF);
        }
        return number;
    }

    /** Reads the rest of the rows, for which the connection is of use again; of one that is aborted there is none. */
    @Override
    public void close() throws SQLException {
        while (!over && hasNext()) {
            // It isn't wanted.
        }
    }
}
