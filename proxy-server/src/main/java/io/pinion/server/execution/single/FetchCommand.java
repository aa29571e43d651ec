package io.pinion.server.execution.single;

import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.frame.Expecting;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.OpenCursor;
import io.pinion.server.session.PreparedStatement;
import io.pinion.server.session.SessionSettings;

/** COM_STMT_FETCH: the next rows of an open cursor. */
public final class FetchCommand implements ClientStatement {
    private final PreparedStatement statement;
    private final OpenCursor cursor;
    private final long rows;

    /** @param statement its execution has opened {@code cursor} */
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

    /** The execution has checked the text; a fetch reads no variables. */
    @Override
    public boolean namesVariableUnsetIn(SessionSettings settings) {
        return false;
    }

    @Override
    public boolean hasBegun() {
        return true;
    }

    @Override
    public Expecting expecting() {
        return Expecting.ROWS;
    }

    @Override
    public Encoded encode(BackendConnection connection, StatementText text, Exchange answer) {
        return new Encoded(answer, CommandEncoder.fetch(cursor.handle(), rows, connection.allocator()));
    }

    @Override
    public void answered(AnswerEnd end) {
        if (end.failed() || end.status().lastRowSent()) {
            statement.cursorEnded();
            cursor.ended();
        }
    }
}
