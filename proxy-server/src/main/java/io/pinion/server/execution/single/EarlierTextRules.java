package io.pinion.server.execution.single;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.UnknownSqlMode;
import io.pinion.server.execution.query.InternalQuery;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.Setting;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives a connection the text rules that a session had at PREPARE, for as long as its text is prepared there anew. Read by
 * the rules of now, literals would be other characters, and what Pinion took for a string could end earlier.
 */
final class EarlierTextRules {
    private final BackendConnection connection;
    private final List<Setting> earlier;
    private final SessionSettings now;
    private final boolean differ;

    /**
     * @param earlier the rules at PREPARE
     * @param sql the text
     */
    EarlierTextRules(BackendConnection connection, List<Setting> earlier, byte[] sql) {
        this.connection = connection;
        this.earlier = earlier;
        this.now = connection.applied();
        this.differ =
                !earlier.equals(now.preparation().textRules()) && !(isUnknown() && UnknownSqlMode.isReadTheSame(sql));
    }

    /** Only a statement that reads what a failed SET has left gets such a connection: a command ahead of it would spoil that. */
    private boolean isUnknown() {
        return now.equals(SessionSettings.UNKNOWN);
    }

    /** Sends the rules ahead of the preparation, unless the connection has them. */
    void apply() {
        if (differ) {
            set(earlier);
            // Should the preparation fail, the next statement's prelude sets all again.
            connection.applied(SessionSettings.UNKNOWN);
        }
    }

    /** The server has prepared the text: sends the rules of now ahead of the execution. */
    void restore() {
        if (differ && !isUnknown()) {
            connection.applied(now);
            set(now.preparation().textRules());
        }
    }

    private void set(List<Setting> rules) {
        List<ByteBuf> commands = new ArrayList<>();
        commands.add(query("SET " + SessionSettings.assignmentsOf(rules)));
        if (!SessionSettings.setMode(rules) && connection.agreed().has(Capabilities.IGNORE_SPACE)) {
            commands.add(query(Prelude.IGNORE_SPACE));
        }
        InternalQuery.commands(connection, commands, result -> {
            if (!(result instanceof Answered<?>)) {
                connection.applied(SessionSettings.UNKNOWN);
            }
        });
    }

    private ByteBuf query(String sql) {
        return CommandEncoder.query(
                sql.getBytes(StandardCharsets.US_ASCII), connection.allocator());
    }
}
