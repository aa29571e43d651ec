package io.pinion.server.execution.context;

import io.pinion.server.session.DiagnosticsArea.Leaves;
import io.pinion.server.session.SettingsChange;

/** A text's effect on the session, once its server has accepted it. */
public sealed interface SessionEffect {
    SessionEffect NOTHING = new None();

    record None() implements SessionEffect {}

    /**
     * A SET.
     *
     * @param leaves the diagnostics after it
     */
    record Settings(SettingsChange change, Leaves leaves) implements SessionEffect {}

    /** A USE of a database that only its server knows. */
    record Database(String database) implements SessionEffect {}
}
