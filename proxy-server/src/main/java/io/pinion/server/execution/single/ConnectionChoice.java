package io.pinion.server.execution.single;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Login;
import io.pinion.server.backend.LoopPool;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.BackendRequest.Affinity;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.PinList;
import io.pinion.server.execution.context.PinnedConnections;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.SessionEffect;
import io.pinion.server.session.TransactionState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The connection for a statement, or the error when there is none. */
public sealed interface ConnectionChoice {
    /**
     * A connection that the session keeps.
     *
     * @param asItIs nothing may be sent before the statement, because it reads the diagnostics of the one before
     */
    record Kept(BackendConnection connection, boolean asItIs) implements ConnectionChoice {}

    /** Any connection of the pool. */
    record FromPool(LoopPool pool, Login login) implements ConnectionChoice {}

    record None(ServerError error) implements ConnectionChoice {}

    /** Decides, and releases softly pinned connections that the statement doesn't use. */
    static ConnectionChoice of(SessionContext session, BackendRequest run, ClientStatement command) {
        PinnedConnections held = session.pinned();
        if (run.effects().readsPrevious() && !held.last().ranNothing()) {
            BackendConnection last = held.last().claim();
            return last == null ? none(ErrorCode.UNKNOWN_ERROR, OUT_OF_REACH) : asItIs(session, run, last);
        }
        if (run.affinity() == Affinity.PAIR || (held.all().lostParticipant() != null && onlyAsks(run, command))) {
            TransactionJoin.beginAnewWhereItMust(session);
        }
        BackendConnection gone =
                run.affinity() == Affinity.ASIDE ? null : held.all().lostParticipant();
        if (gone != null) {
            return new None(ConnectionLoss.whileKept(session, run, gone));
        }
        ServerError refusal = TransactionJoin.enlist(session, run);
        if (refusal != null) {
            return new None(refusal);
        }
        if (!run.anywhere() && held.all().hasElsewhere(RetainedState.SESSION_SETTING, run.pair())) {
            return none(
                    ErrorCode.NOT_SUPPORTED_YET,
                    SETTING_OF_ONE_CONNECTION + " on another pair than " + run.pair() + ", where this statement runs: "
                            + NEW_SESSION);
        }
        if (run.effects().renamesTables() && mayHaveTemporaryTables(session)) {
            return none(ErrorCode.NOT_SUPPORTED_YET, RENAMED_BESIDE_TEMPORARY);
        }
        String pair = held.all().pairFor(run.pair(), run.anywhere());
        if (needsVariablesFromElsewhere(session, run, pair, command)) {
            return variableElsewhere(pair);
        }
        BackendConnection kept = run.anywhere() ? held.claimAny(run.pair()) : held.claim(run.pair());
        held.endSoftPinsBut(kept);
        if (kept == null) {
            return fromPool(session, run, command);
        }
        // After a promotion no new transaction begins on the old primary.
        boolean promoted = kept.pool().isRetired() && !held.holdsTransaction(kept);
        // A connection with a binding pin can't be replaced, so its statement doesn't wait until the promotion is over.
        boolean waits = kept.pool().isHeld() && !held.holdsTransaction(kept) && !held.isBindingHold(kept);
        // False when the process stood still for too long while the connection was kept; then it is closed now.
        boolean allowed = kept.pool().maySendOn();
        // A soft pin keeps the connection for diagnostics only, and its database may be another one.
        boolean suits = kept.suits(run.contextIn(session.state())) || held.isBindingHold(kept);
        // Commands sent before a cancelled statement may still be unanswered, and so may the ROLLBACK of a transaction
        // that began anew on another pair.
        boolean usable = kept.isReusable() || (held.isBindingHold(kept) && !kept.isClosed());
        if (allowed && usable && suits && !promoted && !waits) {
            return new Kept(kept, false);
        }
        if (held.isBindingHold(kept)) {
            return new None(ConnectionLoss.whileKept(session, run, kept));
        }
        // Only a soft pin kept it, as after an error that makes the server hang up.
        held.giveUp(kept);
        return fromPool(session, run, command);
    }

    private static boolean mayHaveTemporaryTables(SessionContext session) {
        PinList held = session.pinned().all();
        return session.cluster().planner().dialect() == SqlDialect.MARIADB
                && (held.pairWith(RetainedState.TEMPORARY_TABLE).isPresent()
                        || held.pairWith(RetainedState.UNKNOWN).isPresent());
    }

    /**
     * Whether the statement has the same effect outside of the transaction: a preparation, or a driver's SELECT of
     * settings.
     */
    private static boolean onlyAsks(BackendRequest run, ClientStatement command) {
        return run.affinity() == Affinity.ASIDE || (run.affinity() == Affinity.ANYWHERE && command.startsWithSelect());
    }

    String SETTING_OF_ONE_CONNECTION =
            "a setting that only its own connection has (a computed value, insert_id, rand_seed1" + " …) holds";

    String NEW_SESSION = "begin a new session or reset this one, and SET literal values only";

    String RENAMED_BESIDE_TEMPORARY =
            "this session may have temporary tables, whose renaming MariaDB writes to its binary log, so that the standby"
                    + " renames others or stops: use a new session, or ALTER TABLE … RENAME TO …";

    String OUT_OF_REACH = "what the statement before left on its server is out of reach: another session has used the"
            + " connection since, or this statement runs elsewhere; run both in one transaction";

    /** On the last statement's connection, where anything sent before would destroy the diagnostics. */
    private static ConnectionChoice asItIs(SessionContext session, BackendRequest run, BackendConnection last) {
        boolean elsewhere = !run.anywhere()
                && (!last.pool().pair().equals(run.pair()) || last.pool().isRetired());
        // A statement without tables needs no certain database, so an unknown one, as after a procedure, will do.
        String current = last.currentDatabase();
        boolean inAnotherDatabase = run.context() instanceof DatabaseContext.Required(String database)
                && !database.equals(current)
                && !(run.anywhere() && current == null);
        boolean mustBeginFirst = !run.anywhere()
                && !session.state().transaction().opening(run.pair()).isEmpty();
        if (elsewhere || inAnotherDatabase || mustBeginFirst) {
            session.pinned()
                    .settle(
                            last,
                            session.pinned().holdsTransaction(last),
                            Set.of(),
                            SessionObjects.NONE,
                            session.state().diagnostics().conditionsAreOnServer());
            return none(
                    ErrorCode.NOT_SUPPORTED_YET,
                    "this statement reads what the one before it left on its connection, but must first "
                            + (elsewhere
                                    ? "go to another server"
                                    : inAnotherDatabase ? "change the database" : "begin its transaction")
                            + " there: read the value by a SELECT of its own before");
        }
        return new Kept(last, true);
    }

    /** On none of the connections that the session keeps, if the statement doesn't need their state. */
    static ConnectionChoice anew(SessionContext session, BackendRequest run, ClientStatement command) {
        PinnedConnections held = session.pinned();
        if (held.all().pairWith(RetainedState.SESSION_SETTING).isPresent()) {
            return none(
                    ErrorCode.NOT_SUPPORTED_YET,
                    SETTING_OF_ONE_CONNECTION
                            + " on the one that the session keeps, and this statement's rows are gathered on"
                            + " another: " + NEW_SESSION);
        }
        return held.hidden().areMissing(command, null)
                ? none(
                        ErrorCode.NOT_SUPPORTED_YET,
                        "a user variable with a computed value lives on a connection that the session keeps, and this"
                                + " statement's rows are gathered on another: give the variable a literal value")
                : fromPool(session, run, command);
    }

    static ConnectionChoice fromPool(SessionContext session, BackendRequest run, ClientStatement command) {
        if (needsVariablesFromElsewhere(session, run, run.pair(), command)) {
            return variableElsewhere(run.pair());
        }
        LoopPool pool = session.cluster().primaryOf(run.pair());
        if (pool == null) {
            return none(ErrorCode.UNKNOWN_ERROR, "the topology has no pair " + run.pair());
        }
        Login login = session.login();
        if (login == null) {
            return none(
                    ErrorCode.UNKNOWN_ERROR,
                    "account " + session.state().user().account() + " of user "
                            + session.state().user().name()
                            + " has no password that Pinion can read: see the topology's accounts");
        }
        return new FromPool(pool, login);
    }

    /** The request for another pair when its own grants no connection; null when no other may run it. */
    static @Nullable BackendRequest onAnotherPair(SessionContext session, BackendRequest run) {
        String other = mayMove(session, run) ? session.cluster().reachablePairBut(run.pair()) : null;
        return other == null ? null : run.on(other);
    }

    /**
     * Whether another pair may run the statement when its own grants no connection: any server can answer it, and it
     * doesn't begin a snapshot of its pair.
     */
    private static boolean mayMove(SessionContext session, BackendRequest run) {
        TransactionState transaction = session.state().transaction();
        boolean takesSnapshot = run.opensTransaction() && !transaction.inTransaction();
        return run.anywhere()
                && !takesSnapshot
                && run.effects().retainedState().isEmpty()
                && transaction.open().isEmpty()
                && !(run.context() instanceof DatabaseContext.Required);
    }

    /** The error for the client when no pair grants a connection. */
    static ServerError refusal(SessionContext session, BackendRequest run, ServerError why) {
        if (!(run.effect() instanceof SessionEffect.Database(String database))) {
            return why;
        }
        String stays = session.state()
                .database()
                .map(current -> "the session stays in '" + current + "'")
                .orElse("the session still has no database");
        return new ServerError(
                why.code(),
                why.sqlState(),
                "can't tell whether database '" + database + "' exists, so " + stays + ": " + why.message());
    }

    /** The effects of a SET tell whether it reads a variable; its text also names those that it assigns. */
    private static boolean needsVariablesFromElsewhere(
            SessionContext session, BackendRequest run, String pair, ClientStatement command) {
        boolean onlyAssigns =
                run.effect() instanceof SessionEffect.Settings && !run.effects().callsStored();
        return !onlyAssigns && session.pinned().hidden().areMissing(command, pair);
    }

    private static None variableElsewhere(String pair) {
        return none(
                ErrorCode.NOT_SUPPORTED_YET,
                "a user variable with a computed value lives on another pair than " + pair
                        + ", where this statement runs: give the variable a literal value");
    }

    private static None none(ErrorCode code, String message) {
        return new None(new ServerError(code, message));
    }
}
