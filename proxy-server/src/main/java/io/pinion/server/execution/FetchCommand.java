package io.pinion.server.execution;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.session.PreparedStatement;
import io.pinion.server.session.Settings;

/** COM_STMT_FETCH: some more rows of an open cursor. */
public final class FetchCommand implements ClientStatement {
    private static final int COM_STMT_FETCH = 0x1C;

    private final PreparedStatement statement;
    private final OpenCursor cursor;
    private final long rows;

    /** @param statement whose execution has opened {@code cursor} */
    public FetchCommand(PreparedStatement statement, OpenCursor cursor, long rows) {
        this.statement = statement;
        this.cursor = cursor;
        this.rows = rows;
    }

    public OpenCursor cursor() {
        return cursor;
    }

    @Override
    public byte[] sql() {
        return statement.sql();
    }

    /** The text was looked at when it was executed; what is fetched now reads nothing more. */
    @Override
    public boolean namesVariableUnsetIn(Settings settings) {
        return false;
    }

    @Override
    public Expecting expecting() {
        return Expecting.ROWS;
    }

    @Override
    public int firstSequence(StatementText text) {
        return 1;
    }

    @Override
    public int sequenceShift(StatementText text) {
        return 0;
    }

    @Override
    public void sendTo(BackendConnection connection, StatementText text, Exchange answer) {
        ByteBuf out = connection.allocator().directBuffer(PacketFramer.HEADER_BYTES + 9);
        PacketWriter packets = new PacketWriter(out, 0);
        packets.begin().uint8(COM_STMT_FETCH).uint32(cursor.handle()).uint32(rows);
        packets.end();
        connection.send(new WatchedAnswer(answer, this::fetched), out);
    }

    private void fetched(AnswerEnd end) {
        if (end.failed() || end.status().lastRowSent()) {
            statement.cursorEnded();
            cursor.ended();
        }
    }

    @Override
    public void release() {
        // It is a few numbers.
    }
}
