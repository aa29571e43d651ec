package io.pinion.server.execution.answer;

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
import io.pinion.protocol.server.EndOfRows;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.Row;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.SessionStateChange;
import io.pinion.protocol.server.TextRow;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.server.execution.answer.CollectedAnswer.Done;
import io.pinion.server.execution.answer.CollectedAnswer.Refused;
import io.pinion.server.execution.answer.CollectedAnswer.Rows;
import io.pinion.server.execution.answer.CollectedAnswer.Unknown;
import io.pinion.server.session.PreparedStatement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the answer to a statement of Pinion's own. Lives on the session's event loop. */
public final class CollectingSink implements ResultSink {
    private static final int MOST_BYTES = 4 * 1024 * 1024;

    private final Terms terms;
    private ResponseReader reader;
    private final PacketFramer packets;
    private final Runnable unknown;
    private final List<String> columns = new ArrayList<>();
    private final List<String> rows = new ArrayList<>();
    private int bytes;
    private int warnings;
    private @Nullable CollectedAnswer other;

    /** @param unknown called once when the rest of the answer isn't wanted any more */
    public CollectingSink(Terms terms, Runnable unknown) {
        this.terms = terms;
        this.unknown = unknown;
        this.reader = new ResponseReader(terms);
        this.packets = new PacketFramer(allocator(), MOST_BYTES);
        reader.expect(Expecting.RESULTS);
    }

    /** Forgets the answer, for the next statement. */
    public void begin() {
        columns.clear();
        rows.clear();
        bytes = 0;
        warnings = 0;
        other = null;
        reader = new ResponseReader(terms);
        reader.expect(Expecting.RESULTS);
    }

    /** What has come. */
    public CollectedAnswer answer() {
        return other == null ? new Rows(columns, rows, warnings) : other;
    }

    /** Releases what waits. */
    public void release() {
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
            case Ok ok -> other = new Done(ok.affectedRows());
            case EndOfRows end -> warnings = end.warnings();
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
        other = new Refused(error.code(), error.message(), false);
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
    public void ok(int warnings) {
        other = new Done(0);
    }

    @Override
    public void ok(List<SessionStateChange> changes) {
        ok(0);
    }

    @Override
    public void prepared(PreparedStatement statement, List<LocalAnswer.Column> described) {
        throw new IllegalStateException("a text prepares nothing");
    }

    @Override
    public void awaitFile(FileReceiver receiver) {
        throw new IllegalStateException("it asks for no file");
    }

    @Override
    public void fileMayGoOn() {}

    @Override
    public void close() {
        giveUp("breaks off");
    }
}
