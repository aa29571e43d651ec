package io.pinion.server.execution.context;

import io.pinion.server.session.InsertIdChange;
import io.pinion.server.session.SettingsChange;
import io.pinion.server.session.TransactionChange;

/** A text's effect on the session, once its server has accepted it. */
public sealed interface SessionEffect {
    SessionEffect NOTHING = new None();

    record None() implements SessionEffect {}

    /**
     * A SET.
     *
     * @param insertId the effect on {@code LAST_INSERT_ID()}, which is a variable as well
     * @param diagnoses it only reads what the statement before has left, which stays
     */
    record Settings(SettingsChange change, InsertIdChange insertId, boolean diagnoses) implements SessionEffect {}

    /** A USE of a database that only its server knows. */
    record Database(String database) implements SessionEffect {}

    /** A statement about the transaction, behind what its answer says of it. */
    record Transaction(TransactionChange change) implements SessionEffect {}
}
