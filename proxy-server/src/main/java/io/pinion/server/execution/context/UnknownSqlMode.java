package io.pinion.server.execution.context;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.ClientCommandDecoder;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.InternalQueries;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections on which a statement may have changed sql_mode or the character set unseen: a compound statement, an
 * EXECUTE, or one SET of several before an error. Pinion queries them before it parses the session's next text, unless
 * the text parses the same in any mode, as {@code SHOW WARNINGS} does, whose answer the query would spoil. Not
 * thread-safe; lives on the session's event loop.
 */
public final class UnknownSqlMode {
    private final Set<BackendConnection> connections = new LinkedHashSet<>();

    public void add(BackendConnection connection) {
        connections.add(connection);
    }

    void clear() {
        connections.clear();
    }

    /** Removes one; null when there is none. */
    @Nullable
    BackendConnection take() {
        if (connections.isEmpty()) {
            return null;
        }
        BackendConnection first = connections.iterator().next();
        connections.remove(first);
        return first;
    }

    /**
     * Whether a command of the client's can't run before {@link #settle}: one whose text can't be parsed, and the execution
     * of a text that was prepared by rules which may not be those of now.
     */
    public boolean concernCommand(ByteBuf packet, SessionView rules) {
        return !connections.isEmpty()
                && packet.isReadable()
                && (packet.getUnsignedByte(packet.readerIndex()) == ClientCommandDecoder.COM_STMT_EXECUTE
                        || concern(packet, rules));
    }

    /**
     * Whether the text can't be parsed before {@link #settle}. Doesn't take ownership of {@code text}.
     *
     * @param rules the session's last known rules
     */
    public boolean concern(ByteBuf text, SessionView rules) {
        return !connections.isEmpty()
                && (!rules.sqlMode().unknownMode().isEmpty() || text.forEachByte(UnknownSqlMode::isReadTheSame) >= 0);
    }

    /** Whether the text is the same under any sql_mode and character set of a client. */
    public static boolean isReadTheSame(byte[] sql) {
        for (byte value : sql) {
            if (!isReadTheSame(value)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Quotes, brackets and operators have another meaning under another sql_mode, other characters in another character
     * set.
     */
    private static boolean isReadTheSame(byte value) {
        return value >= 0 && "'\"`\\[]{}|~^:".indexOf(value) < 0;
    }

    /**
     * Queries the servers, after the diagnostics that the query would destroy.
     *
     * @param then called, perhaps before this returns, when the session knows the rules; not called when the session
     *     had to end
     */
    public void settle(SessionContext session, Runnable then) {
        session.pinned().learnDiagnosticsOn(connections, () -> ask(session, then));
    }

    private void ask(SessionContext session, Runnable then) {
        BackendConnection connection = session.pinned().takeInDoubt();
        if (connection == null) {
            then.run();
            return;
        }
        InternalQueries.textRules(
                connection,
                rules -> {
                    session.state()
                            .variables()
                            .changeByRules(rules.sqlMode(), rules.charset())
                            .ifPresent(session.state()::textRulesRead);
                    ask(session, then);
                },
                reason -> {
                    session.pinned().discard(connection);
                    session.sink().breakOff(reason);
                });
    }
}
