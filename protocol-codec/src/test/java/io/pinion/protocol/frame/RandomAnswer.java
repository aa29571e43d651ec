package io.pinion.protocol.frame;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.server.ColumnCount;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ColumnType;
import io.pinion.protocol.server.EndOfRows;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.ServerPacket;
import io.pinion.protocol.server.TextRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Writes an answer to COM_QUERY as a server might: several results, some empty, perhaps an error somewhere. */
final class RandomAnswer {
    private static final byte[] INFO = {'R', 'o', 'w', 's'};
    private static final byte[] SCHEMA_CHANGE = {1, 3, 2, 'w', 'd'};

    private final Random random;
    private final Capabilities agreed;
    private final PacketWriter packets;
    int rows;
    int resultSets;
    boolean failed;

    RandomAnswer(Random random, Capabilities agreed, PacketWriter packets) {
        this.random = random;
        this.agreed = agreed;
        this.packets = packets;
    }

    void write() {
        int results = 1 + random.nextInt(4);
        for (int result = 1; result <= results && !failed; result++) {
            boolean last = result == results;
            ServerStatus status = ServerStatus.of(last ? 2 : 2 | ServerStatus.MORE_RESULTS_EXISTS);
            switch (random.nextInt(5)) {
                case 0 -> fail();
                case 1 ->
                    write(new Ok(
                            random.nextInt(70_000), random.nextLong(), status, 3, maybe(INFO), maybe(SCHEMA_CHANGE)));
                default -> resultSet(status);
            }
        }
    }

    private void resultSet(ServerStatus status) {
        resultSets++;
        int columns = 1 + random.nextInt(300);
        write(new ColumnCount(columns));
        for (int column = 0; column < columns; column++) {
            write(ColumnDefinition.of("c" + column, ColumnType.VAR_STRING, 33, 100, 0, 0));
        }
        if (!agreed.deprecateEof()) {
            write(new EndOfRows(status, 0));
        }
        int rowsHere = random.nextInt(5);
        for (int row = 0; row < rowsHere; row++) {
            rows++;
            write(new TextRow(cells(columns)));
        }
        if (random.nextInt(6) == 0) {
            fail();
        } else {
            write(new EndOfRows(status, 1, maybe(SCHEMA_CHANGE)));
        }
    }

    private List<byte @Nullable []> cells(int columns) {
        List<byte @Nullable []> cells = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            byte[] value = new byte[random.nextInt(10) == 0 ? random.nextInt(400) : random.nextInt(4)];
            random.nextBytes(value);
            cells.add(random.nextInt(4) == 0 ? null : value);
        }
        return cells;
    }

    private void fail() {
        failed = true;
        write(new ServerError(1064, "42000", "no"));
    }

    private byte[] maybe(byte[] bytes) {
        return random.nextBoolean() ? bytes : new byte[0];
    }

    private void write(ServerPacket packet) {
        packet.write(packets, Terms.utf8(agreed.with(Capabilities.PROTOCOL_41)));
    }
}
