package io.pinion.server.execution.context;

import io.pinion.server.session.LastAnswer.Leaves;
import io.pinion.server.session.SettingsChange;

/** What a text changes of the session when its server has accepted it, besides what it does to data. */
public sealed interface SessionEffect {
    SessionEffect NOTHING = new None();

    record None() implements SessionEffect {}

    /**
     * It was a SET.
     *
     * @param leaves what can be asked for behind it
     */
    record Settings(SettingsChange change, Leaves leaves) implements SessionEffect {}

    /** It was a USE of a database that only its server knows. */
    record Database(String database) implements SessionEffect {}
}
