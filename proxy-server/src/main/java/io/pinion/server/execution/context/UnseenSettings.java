package io.pinion.server.execution.context;

import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.query.InternalQueries.SettingNow;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.execution.query.QueryResult.Refused;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The connections on which a routine, or a text that Pinion hasn't seen, may have set what servers answer by, such as
 * {@code time_zone}. Pinion queries them before a statement that several servers answer, each of which would go by its
 * own. Not thread-safe; lives on the session's event loop.
 */
public final class UnseenSettings {
    /** With the settings that the session had after that statement: what it sets later is known. */
    private final Map<BackendConnection, SessionSettings> connections = new LinkedHashMap<>();

    public void add(BackendConnection connection, SessionSettings known) {
        connections.put(connection, known);
    }

    void clear() {
        connections.clear();
    }

    /**
     * Queries the servers, after the diagnostics that the query would destroy.
     *
     * @param then called, perhaps before this returns, when the session knows the settings; not called when the session
     *     had to end
     */
    void settle(SessionContext session, Runnable then) {
        if (connections.isEmpty()) {
            then.run();
            return;
        }
        BackendConnection connection = connections.keySet().iterator().next();
        if (session.pinned().isKept(connection)) {
            session.pinned().learnDiagnosticsOn(connections.keySet(), () -> ask(session, connection, then));
        } else {
            connections.remove(connection);
            settle(session, then);
        }
    }

    private void ask(SessionContext session, BackendConnection connection, Runnable then) {
        SessionSettings known = connections.remove(connection);
        if (known == null) {
            settle(session, then);
            return;
        }
        session.pinned().last().spoilCounts(connection);
        InternalQueries.settings(connection, result -> {
            switch (result) {
                case Answered(List<SettingNow> told) -> {
                    // When the client is gone, others may have the connection.
                    if (session.pinned().isKept(connection)) {
                        learn(session, connection, known, told);
                    }
                    settle(session, then);
                }
                case Refused<?> refused -> settle(session, then);
                case Lost(var reason) -> {
                    session.pinned().discard(connection);
                    session.sink().breakOff(reason);
                }
            }
        });
    }

    private static void learn(
            SessionContext session, BackendConnection connection, SessionSettings known, List<SettingNow> told) {
        SessionSettings now = session.state().variables().settings();
        List<Setting> learned = new ArrayList<>();
        for (SettingNow there : told) {
            String key = there.setting().key();
            boolean setSince = !now.textOf(key).equals(known.textOf(key));
            boolean asEverywhere = there.isServers() && !now.has(key);
            if (!setSince && !asEverywhere) {
                learned.add(there.setting());
                connection.applied(connection.applied().with(there.setting()));
            }
        }
        session.state().variablesRead(learned);
    }
}
