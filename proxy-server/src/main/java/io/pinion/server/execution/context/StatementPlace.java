package io.pinion.server.execution.context;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects.Thing;
import io.pinion.server.execution.context.BackendRequest.Affinity;
import io.pinion.server.session.TransactionPhase;

/**
 * The connections that may run a statement which works on no shard, as the session is right now: decided here alone, for
 * texts, executions and preparations. What the statement reads of the session comes to its place ({@link
 * PinnedConnections#learnFor}), and {@link PinnedConnections} has the connection.
 *
 * @param pair the pair that the statement needs, or the nearest one where any will do
 * @param context the current database that the connection must have
 * @param opensTransaction whether the outstanding statements of the session's transaction are sent before it
 */
public record StatementPlace(String pair, Affinity affinity, DatabaseContext context, boolean opensTransaction) {
    /** On any connection that the session keeps, or one to the pair. */
    public static StatementPlace anywhere(String pair) {
        return new StatementPlace(pair, Affinity.ANYWHERE, BackendRequest.NO_DATABASE, false);
    }

    /** On a connection to the pair, on which nothing of the session's is needed or concerned. */
    public static StatementPlace aside(String pair, DatabaseContext context) {
        return new StatementPlace(pair, Affinity.ASIDE, context, false);
    }

    /** On a connection to the pair, in the session's transaction if one is open. */
    public static StatementPlace on(String pair) {
        return new StatementPlace(pair, Affinity.PAIR, BackendRequest.NO_DATABASE, false);
    }

    /** The pair for a text about the session itself: where its transaction is, else the nearest. */
    public static String pairOf(SessionContext session) {
        return session.state()
                .transaction()
                .open()
                .map(TransactionPhase.Open::pair)
                .orElseGet(() -> session.cluster().anyPairOf(session.state()));
    }

    /**
     * A statement that uses or ends what an earlier one has made goes to the connection that has it, whatever the current
     * database is; one that needs a database goes to the database's pair. Any other runs on whichever connection the session
     * keeps, as does one that reads what the statement before has left.
     */
    public static StatementPlace of(SessionContext session, RoutePlan.AnyServer plan) {
        PinList kept = session.pinned().all();
        SessionEffects effects = plan.effects();
        String having = kept.pairWithOneOf(effects.things().needed(), plan.pair());
        String pair = having == null ? plan.pair() : having;
        DatabaseContext context = having == null ? plan.context() : BackendRequest.NO_DATABASE;
        boolean needsPair = having != null || context instanceof DatabaseContext.Required;
        boolean anywhere = !needsPair
                || effects.readsPrevious()
                || kept.pairFor(pair, true).equals(pair);
        boolean locks = effects.hasToDoWithLocks();
        // What a stored routine or a prepared text changes belongs to the transaction.
        Affinity affinity = locks || !(anywhere || effects.callsStored())
                ? Affinity.OUTSIDE
                : anywhere ? Affinity.ANYWHERE : Affinity.PAIR;
        // It touches no table, so it may run outside of a transaction that autocommit=0 would open. But its answer must
        // show IN_TRANS after the client's BEGIN.
        boolean begun = !locks && session.state().transaction().phase() instanceof TransactionPhase.Deferred;
        boolean opens = affinity == Affinity.PAIR || begun || unlocksTables(kept, effects);
        return new StatementPlace(pair, affinity, context, opens);
    }

    /** Its commit takes what SET TRANSACTION has set for the next transaction. */
    private static boolean unlocksTables(PinList kept, SessionEffects effects) {
        for (Thing thing : effects.things().ended()) {
            if (thing.what() == RetainedState.TABLE_LOCK) {
                return kept.pairWith(RetainedState.TABLE_LOCK).isPresent();
            }
        }
        return false;
    }

    /** The pair of the connection on which the statement would run now. */
    public String pairNow(SessionContext session) {
        return session.pinned().all().pairFor(pair, affinity == Affinity.ANYWHERE);
    }

    /** Where the statement is prepared: a server reads it there, and nothing else happens. */
    public StatementPlace asPrepared() {
        return affinity == Affinity.ANYWHERE
                ? new StatementPlace(pair, affinity, context, false)
                : aside(pair, context);
    }
}
