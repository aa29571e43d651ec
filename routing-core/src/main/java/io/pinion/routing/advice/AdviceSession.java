package io.pinion.routing.advice;

import io.pinion.routing.catalog.Rights;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.SessionView;
import java.util.Optional;
import java.util.Set;

/** The session that statements of a log are planned in: of a user with every right, who has asked nothing before. */
final class AdviceSession {
    private AdviceSession() {}

    static SessionView of(String database, String charset) {
        return new SessionView(
                Optional.of(database),
                SessionView.SqlModeFlags.DEFAULT,
                charset,
                charset,
                new LastInsertId.Known(1),
                "advise",
                "localhost",
                1,
                false,
                () -> PreviousDiagnostics.ON_SERVER,
                Rights.EVERYTHING,
                Set.of(),
                SessionView.Connection.LOCAL,
                Optional.empty());
    }
}
