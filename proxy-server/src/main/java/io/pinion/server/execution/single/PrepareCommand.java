package io.pinion.server.execution.single;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.frame.Expecting;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.backend.HandleKey;
import io.pinion.server.execution.answer.PreparedHead;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.session.PreparationSettings;
import io.pinion.server.session.PreparedStatement;
import io.pinion.server.session.PreparedStatements;
import org.jspecify.annotations.Nullable;

/**
 * COM_STMT_PREPARE, or the PREPARE of a text that Pinion keeps. A server really prepares the text, so that the client gets
 * its errors and definitions. The handle stays on that connection for later executions, and the client of a
 * COM_STMT_PREPARE gets a statement id of Pinion's own.
 */
public final class PrepareCommand implements ClientStatement {
    private final byte[] sql;
    private final int physicalPackets;
    private final SessionView view;
    private final PreparationSettings settings;
    private final PreparedStatements statements;

    /** The connection that prepared the text, and the key of its handle there. */
    private @Nullable BackendConnection connection;

    private @Nullable HandleKey key;

    /**
     * @param sql must not be changed any more
     * @param physicalPackets the number of packets in which the client sent it
     * @param view the session at this moment
     * @param settings the session's at this moment
     */
    public PrepareCommand(
            byte[] sql,
            int physicalPackets,
            SessionView view,
            PreparationSettings settings,
            PreparedStatements statements) {
        this.sql = sql;
        this.physicalPackets = physicalPackets;
        this.view = view;
        this.settings = settings;
        this.statements = statements;
    }

    @Override
    public byte[] sql() {
        return sql;
    }

    @Override
    public Expecting expecting() {
        return Expecting.PREPARED;
    }

    @Override
    public int firstSequence(StatementText text) {
        return CommandEncoder.packets(text.bytes(sql));
    }

    @Override
    public int physicalPackets() {
        return physicalPackets;
    }

    @Override
    public Encoded encode(BackendConnection to, StatementText text, Exchange answer) {
        byte[] bytes = text.bytes(sql);
        connection = to;
        key = HandleKey.of(bytes, to);
        return new Encoded(answer, CommandEncoder.prepare(bytes, to.allocator()));
    }

    /** The server has prepared it: replaces the id in {@code answer} by the client's. */
    public void numberForClient(ByteBuf answer) {
        keepHandle(answer);
        PreparedHead.handle(answer, add(PreparedHead.parameters(answer)).id());
    }

    /** The server has prepared it: keeps the handle for executions there. */
    public void keepHandle(ByteBuf answer) {
        BackendConnection on = connection;
        HandleKey by = key;
        if (on == null || by == null) {
            throw new IllegalStateException("an answer came before the command was sent");
        }
        on.handles().add(by, PreparedHead.handle(answer));
    }

    /** Adds the statement to the session, whether a server has prepared it or not. */
    public PreparedStatement add(int parameters) {
        return statements.add(sql, parameters, view, settings);
    }
}
