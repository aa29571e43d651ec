package io.pinion.server.shadow;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.WireWriter;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.Row;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.SessionStateChange;
import io.pinion.protocol.server.TextRow;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.server.execution.answer.FileReceiver;
import io.pinion.server.execution.answer.ResultSink;
import io.pinion.server.session.PreparedStatement;
import io.pinion.server.shadow.ShadowAnswer.Refused;
import io.pinion.server.shadow.ShadowAnswer.Rows;
import io.pinion.server.shadow.ShadowAnswer.Unknown;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the answer to a SELECT for a comparison. Lives on the session's event loop. */
final class ShadowSink implements ResultSink {
    private static final int MOST_BYTES = 4 * 1024 * 1024;

    private final Terms terms;
    private final ResponseReader reader;
    private final PacketFramer packets;
    private final Runnable unknown;
    private final List<String> columns = new ArrayList<>();
    private final List<String> rows = new ArrayList<>();
    private int bytes;
    private @Nullable ShadowAnswer other;

    /** @param unknown called once when the rest of the answer isn't wanted any more */
    ShadowSink(Terms terms, Runnable unknown) {
        this.terms = terms;
        this.unknown = unknown;
        this.reader = new ResponseReader(terms);
        this.packets = new PacketFramer(allocator(), MOST_BYTES);
        reader.expect(Expecting.RESULTS);
    }

    /** What has come. */
    ShadowAnswer answer() {
        return other == null ? new Rows(columns, rows) : other;
    }

    /** Releases what waits. */
    void release() {
        other = answer();
        packets.close();
    }

    @Override
    public void relay(ByteBuf part) {
        if (other != null) {
            part.release();
            return;
        }
        bytes += part.readableBytes();
        packets.receive(part);
        if (bytes > MOST_BYTES) {
            giveUp("is larger than " + MOST_BYTES / (1024 * 1024) + " MB");
            return;
        }
        try {
            for (Packet packet = packets.next(); packet != null; packet = packets.next()) {
                try {
                    read(packet.payload());
                } finally {
                    packet.release();
                }
            }
        } catch (MalformedPacket e) {
            giveUp("can't be read: " + e.getMessage());
        }
    }

    private void read(ByteBuf packet) {
        switch (reader.read(packet)) {
            case ColumnDefinition definition -> columns.add(definition.name());
            case Row(ByteBuf payload) -> rows.add(text(payload));
            case ServerError error -> error(error);
            default -> {
                // The number of columns, and ends.
            }
        }
    }

    private static String text(ByteBuf payload) {
        return new String(ByteBufUtil.getBytes(payload), StandardCharsets.ISO_8859_1);
    }

    private void giveUp(String why) {
        rows.clear();
        other = new Unknown(why);
        unknown.run();
    }

    @Override
    public void rows(LocalAnswer.Rows local) {
        local.columns().forEach(column -> columns.add(column.name()));
        for (List<@Nullable String> row : local.rows()) {
            List<byte @Nullable []> cells = new ArrayList<>(row.size());
            row.forEach(cell -> cells.add(cell == null ? null : cell.getBytes(terms.charset())));
            ByteBuf out = Unpooled.buffer();
            new TextRow(cells).encode(new WireWriter(out), terms);
            rows.add(text(out));
        }
    }

    @Override
    public void error(ServerError error) {
        other = new Refused(error.code(), error.message());
    }

    @Override
    public void breakOff(ServerError error) {
        error(error);
    }

    @Override
    public void flush() {}

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public ByteBufAllocator allocator() {
        return ByteBufAllocator.DEFAULT;
    }

    @Override
    public int nextSequence() {
        return 1;
    }

    @Override
    public boolean binaryRows() {
        return false;
    }

    @Override
    public void ok(int warnings) {}

    @Override
    public void ok(List<SessionStateChange> changes) {}

    @Override
    public void prepared(PreparedStatement statement, List<LocalAnswer.Column> described) {
        throw new IllegalStateException("a text prepares nothing");
    }

    @Override
    public void awaitFile(FileReceiver receiver) {
        throw new IllegalStateException("a SELECT asks for no file");
    }

    @Override
    public void fileMayGoOn() {}

    @Override
    public void close() {
        giveUp("breaks off");
    }
}
