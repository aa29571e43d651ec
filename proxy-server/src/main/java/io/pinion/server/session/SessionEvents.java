package io.pinion.server.session;

import io.pinion.config.topology.User;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * The changes of a session that no statement's end tells, each with its reason; those of its transaction are in {@link
 * TransactionEvents}. Lives on the session's event loop.
 */
public final class SessionEvents {
    private final SessionState session;

    SessionEvents(SessionState session) {
        this.session = session;
    }

    /**
     * The client has logged in. Called once, before the first statement.
     *
     * @param servers the kind of the servers, whose rules the diagnostics follow
     * @param connectionIsAtHand whether the connection of the last statement that a server ran can still be asked about
     *     it
     */
    public void begun(SqlDialect servers, BooleanSupplier connectionIsAtHand) {
        session.begin(servers, connectionIsAtHand);
    }

    /** What the client's connection shows of itself. Called before the first statement. */
    public void connected(SessionView.Connection shown) {
        session.connectedBy(shown);
    }

    /** The topology has changed the user's rights or account, at any moment. */
    public void userChanged(User changed) {
        session.user(changed);
    }

    /** The client has sent a statement, which is counted however it ends. */
    public void statementCame() {
        session.countStatement();
    }

    /** COM_SET_OPTION: whether one text may have several statements, which overrides the login. */
    public void severalStatementsAllowed(boolean allowed) {
        session.allowSeveralStatements(allowed);
    }

    /** COM_RESET_CONNECTION, or the end: everything is as after login, except the current database, which stays. */
    public void reset() {
        session.reset();
    }

    /** PREPARE has a text that Pinion keeps, and whose name the planner must know. */
    public void textKept(String name, TextPreparedStatements.KeptText text) {
        session.keep(name, text);
    }

    /** DEALLOCATE PREPARE, or another PREPARE of the same name, which ends the old text even where it fails. */
    public void textForgotten(String name) {
        session.forgetKept(name);
    }

    /** Whether a connection has an old text of this name alone, which the planner must send no EXECUTE to. */
    public void textIsOld(String name, boolean old) {
        session.knowOld(name, old);
    }

    /** Pinion has run a query of its own on the last statement's connection, whose counts are of that query now. */
    public void countsSpoiled() {
        session.diagnostics().spoilCounts();
    }

    /** Pinion has read the last statement's conditions from its connection, which another session may get now. */
    public void conditionsRead(Conditions known) {
        session.diagnostics().read(known);
    }

    /** As {@link #conditionsRead}, for {@code FOUND_ROWS()}. */
    public void foundRowsRead(long rows) {
        session.diagnostics().readFoundRows(rows);
    }

    /**
     * Pinion has read {@code LAST_INSERT_ID()} from a connection that another session may get now, or for a statement
     * that needs it on another connection.
     *
     * @param id none when the insert generated none, and the earlier id stays
     * @param latest whether no other insert came while Pinion asked
     */
    public void insertIdRead(OptionalLong id, boolean latest) {
        session.readInsertId(id, latest);
    }

    /**
     * Pinion won't read {@code LAST_INSERT_ID()} from the connection that alone knew it.
     *
     * @param latest as of {@link #insertIdRead}
     */
    public void insertIdLost(boolean latest) {
        session.loseInsertId(latest);
    }

    /**
     * A row has an id that Pinion composes, or that it took from a sequence: the session has it even if the statement
     * fails behind that row, as on a server.
     */
    public void insertIdMade(long id) {
        session.inserted(id);
    }

    /** Pinion has read user variables from a connection that alone had their values, for a statement on another one. */
    public void variablesRead(List<Setting> values) {
        session.readVariables(values);
    }

    /** Pinion has read sql_mode and the character set, by which it must read the next text. */
    public void textRulesRead(SettingsChange change) {
        session.accept(change);
    }
}
