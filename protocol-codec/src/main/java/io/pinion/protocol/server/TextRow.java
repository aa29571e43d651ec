package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of COM_QUERY: each value as text in the connection's character set, null for NULL.
 *
 * @param cells one for each column
 */
public record TextRow(List<byte @Nullable []> cells) implements ServerPacket {
    public TextRow {
        cells = Collections.unmodifiableList(new ArrayList<>(cells));
    }

    /**
     * The packet's indices and its owner stay as they are.
     *
     * @throws MalformedPacket when it does not hold exactly {@code columns} values
     */
    public static TextRow decode(ByteBuf packet, int columns) {
        WireReader in = new WireReader(packet);
        List<byte @Nullable []> cells = new ArrayList<>(columns);
        for (int column = 0; column < columns; column++) {
            cells.add(in.skipNull() ? null : in.lengthEncodedBytes());
        }
        if (in.hasRemaining()) {
            throw new MalformedPacket("a row with more than its " + columns + " values");
        }
        return new TextRow(cells);
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        for (byte[] cell : cells) {
            out.lengthEncodedOrNull(cell);
        }
    }
}
