package io.pinion.server.schema;

import io.pinion.operations.journal.Origin;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.fanout.ForOneStatement;
import io.pinion.server.session.Setting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Who asks for a change of tables, and with which settings. */
final class SessionOrigin {
    private SessionOrigin() {}

    /**
     * The session's settings, because they change the meaning of DDL; the text itself goes to servers in UTF-8. A new
     * column's CURRENT_TIMESTAMP is one moment on all shards, as ALTER TABLE would have it on one server.
     */
    static Origin of(SessionContext session) {
        Instant now = Instant.now();
        List<String> settings = new ArrayList<>(List.of("SET timestamp = " + ForOneStatement.seconds(now)));
        boolean utf8 = session.state().variables().charset().equals("utf8mb4");
        for (Setting setting : session.state().variables().settings().inOrder()) {
            boolean passed =
                    switch (setting.group()) {
                        case PLAIN -> true;
                        case CHARSET -> utf8;
                        case TRANSACTION, USER_VARIABLE -> false;
                    };
            if (passed && !setting.key().equals("autocommit")) {
                settings.add("SET " + setting.text());
            }
        }
        return new Origin(session.state().user().name(), session.state().user().account(), settings, now);
    }
}
