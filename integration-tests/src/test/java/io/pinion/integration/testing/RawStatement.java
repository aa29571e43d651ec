package io.pinion.integration.testing;

import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A statement that a classic {@link RawClient} has prepared, and the commands of the binary protocol with its number, which
 * may be sent in any order and with any bytes.
 */
public record RawStatement(RawClient client, int id) {
    private static final int COM_STMT_PREPARE = 0x16;
    private static final int COM_STMT_EXECUTE = 0x17;
    private static final int COM_STMT_SEND_LONG_DATA = 0x18;
    private static final int COM_STMT_CLOSE = 0x19;
    private static final int COM_STMT_FETCH = 0x1C;
    private static final int CURSOR_READ_ONLY = 1;

    /** Prepares {@code sql}, which must succeed. */
    public static RawStatement prepare(RawClient client, String sql) {
        client.sendPacket(0, preparation(sql));
        RawStatement statement = read(client);
        if (statement == null) {
            throw new AssertionError("not prepared: " + sql);
        }
        return statement;
    }

    /** The command itself. */
    public static byte[] preparation(String sql) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[text.length + 1];
        payload[0] = COM_STMT_PREPARE;
        System.arraycopy(text, 0, payload, 1, text.length);
        return payload;
    }

    /** The answer to a {@link #preparation}; null when it is an error. */
    public static @Nullable RawStatement read(RawClient client) {
        byte[] prepared = client.readPacket();
        if (prepared[0] != 0) {
            return null;
        }
        int columns = prepared[5];
        int parameters = prepared[7];
        // Each list that isn't empty has an end behind it.
        int packets = (columns > 0 ? columns + 1 : 0) + (parameters > 0 ? parameters + 1 : 0);
        for (int i = 0; i < packets; i++) {
            client.readPacket();
        }
        // MariaDB goes on counting where an earlier session of the same thread has stopped.
        int id = (prepared[1] & 0xFF) | (prepared[2] & 0xFF) << 8 | (prepared[3] & 0xFF) << 16 | prepared[4] << 24;
        return new RawStatement(client, id);
    }

    /** @param values NULL bitmap, new-types flag, types and values; nothing for a statement without parameters */
    public Answer execute(byte... values) {
        client.sendPacket(0, execution(values));
        return client.readAnswer();
    }

    public byte[] execution(byte... values) {
        return execution(0, values);
    }

    /** With a cursor; reads up to the end of the definitions and returns the status there. */
    public int open(byte... values) {
        client.sendPacket(0, execution(CURSOR_READ_ONLY, values));
        int columns = client.readPacket()[0];
        for (int i = 0; i < columns; i++) {
            client.readPacket();
        }
        return status(client.readPacket());
    }

    private byte[] execution(int flags, byte... values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(command(COM_STMT_EXECUTE));
        out.writeBytes(new byte[] {(byte) flags, 1, 0, 0, 0});
        out.writeBytes(values);
        return out.toByteArray();
    }

    /** How many rows came, and the status behind them; or the error's number, negative, and 0. */
    public int[] fetch(int rows) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(command(COM_STMT_FETCH));
        out.writeBytes(new byte[] {(byte) rows, 0, 0, 0});
        client.sendPacket(0, out.toByteArray());
        for (int count = 0; ; count++) {
            byte[] packet = client.readPacket();
            if ((packet[0] & 0xFF) == 0xFF) {
                return new int[] {-((packet[1] & 0xFF) | (packet[2] & 0xFF) << 8), 0};
            }
            if ((packet[0] & 0xFF) == 0xFE) {
                return new int[] {count, status(packet)};
            }
        }
    }

    /** Of a classic EOF. */
    private static int status(byte[] end) {
        return (end[3] & 0xFF) | (end[4] & 0xFF) << 8;
    }

    /** Has no answer. */
    public void sendLongData(int parameter, byte[] piece) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(command(COM_STMT_SEND_LONG_DATA));
        out.writeBytes(new byte[] {(byte) parameter, 0});
        out.writeBytes(piece);
        client.sendPacket(0, out.toByteArray());
    }

    /** Has no answer. */
    public void close() {
        client.sendPacket(0, command(COM_STMT_CLOSE));
    }

    private byte[] command(int code) {
        return new byte[] {(byte) code, (byte) id, (byte) (id >> 8), (byte) (id >> 16), (byte) (id >> 24)};
    }
}
