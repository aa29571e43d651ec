package io.pinion.server.execution;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.SessionStateChange;
import io.pinion.routing.plan.SessionChange.Assign;
import io.pinion.routing.plan.SessionChange.Assignment;
import io.pinion.routing.plan.SessionChange.Diagnose;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.BackendRequest.ResponseHandling;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.SessionEffect;
import io.pinion.server.execution.context.StatementPlace;
import io.pinion.server.execution.single.ServerStatement;
import io.pinion.server.session.InsertIdChange;
import io.pinion.server.session.NextTransaction;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.SessionTracking;
import io.pinion.server.session.SessionVariables;
import io.pinion.server.session.SettingsChange;
import io.pinion.server.session.SettingsEffect;
import io.pinion.server.session.StatementEffects;
import io.pinion.server.session.TransactionPhase;
import io.pinion.server.session.TransactionState;
import io.pinion.server.session.UserVariableNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code SET}. One server checks the statement; then Pinion sends it to the session's other connections without
 * waiting.
 */
final class SettingStatements {
    private final SessionContext session;
    private final TransactionStatements transactions;

    SettingStatements(SessionContext session, TransactionStatements transactions) {
        this.session = session;
        this.transactions = transactions;
    }

    /** @param text the text for the server */
    void assign(Assign assign, StatementText text, ClientStatement command, Completion completion) {
        if (assign.readsPrevious()) {
            assign(assign, text, false, command, completion);
        } else {
            // What is read ahead becomes a setting of the session, too.
            session.pinned()
                    .learnVariables(
                            command,
                            place(assign).pairNow(session),
                            () -> assign(assign, text, false, command, completion));
        }
    }

    /** Assigns diagnostics of the statement before, and keeps them for the next statement. */
    void diagnose(Diagnose diagnose, ClientStatement command, Completion completion) {
        assign(diagnose.assign(), diagnose.text(), true, command, completion);
    }

    private void assign(
            Assign assign, StatementText text, boolean diagnoses, ClientStatement command, Completion completion) {
        TransactionState transaction = session.state().transaction();
        SettingsChange change = session.state().variables().changeBy(assign.assignments());
        if (change.nextCharacteristics().isPresent() && transaction.isFlagged()) {
            ErrorCode code = ErrorCode.CANT_CHANGE_TX_CHARACTERISTICS;
            session.sink()
                    .error(new ServerError(
                            code, "Transaction characteristics can't be changed while a transaction is in progress"));
            completion.failed(code.number());
            return;
        }
        if (!change.serverNeeded() && transaction.open().isEmpty()) {
            session.sink().ok(acceptLocally(change));
            completion.succeeded();
            return;
        }
        if (transaction.isShared() && change.autocommit().orElse(false) && !transaction.autocommit()) {
            // As on a server, this commits; with no transaction open, the rest needs no server.
            transactions.commitAll(() -> assign(assign, text, diagnoses, command, completion), completion);
            return;
        }
        SessionEffects effects = new SessionEffects(
                assign.readsPrevious(), change.pins(), InsertIdEffect.KEPT, readsUnsetVariable(assign));
        BackendRequest request = new BackendRequest(
                        place(assign), text, effects, new ResponseHandling.EditOk(ok -> withOwnStatus(ok, change)))
                .with(new SessionEffect.Settings(change, insertId(assign), diagnoses));
        ServerStatement.run(session, request, command, completion);
    }

    /** A global variable outlives the session, so it is set on one certain server. */
    private StatementPlace place(Assign assign) {
        boolean global = assign.assignments().stream().anyMatch(Assignment.GlobalVariable.class::isInstance);
        String pair = StatementPlace.pairOf(session);
        return global && session.state().transaction().open().isEmpty()
                ? StatementPlace.on(pair)
                : StatementPlace.anywhere(pair);
    }

    /**
     * Applies the change without a server. {@code autocommit} from 0 to 1 commits; a transaction that no server has is
     * forgotten.
     */
    private List<SessionStateChange> acceptLocally(SettingsChange change) {
        TransactionState transaction = session.state().transaction();
        SessionTracking tracking = session.tracking();
        List<SessionStateChange> changes = new ArrayList<>();
        change.autocommit().ifPresent(on -> changes.addAll(tracking.ofAutocommit(on)));
        if (transaction.inTransaction() && session.state().endsDeferred(change)) {
            changes.addAll(tracking.ofEnd(true, NextTransaction.UNSAID));
        }
        session.state().apply(StatementEffects.of(new SettingsEffect.Accepted(change)));
        if (change.nextCharacteristics().isPresent()) {
            changes.addAll(tracking.ofNext(transaction.next()));
        }
        return changes;
    }

    private static InsertIdChange insertId(Assign assign) {
        InsertIdChange last = InsertIdChange.NONE;
        for (Assignment assignment : assign.assignments()) {
            if (assignment instanceof Assignment.SessionVariable variable
                    && SessionVariables.isInsertId(variable.name())) {
                last = insertId(variable.value());
            }
        }
        return last;
    }

    /** Whether a value reads user variables that the session hasn't set. The assigned variables don't matter. */
    private boolean readsUnsetVariable(Assign assign) {
        SessionSettings settings = session.state().variables().settings();
        return assign.assignments().stream().anyMatch(assignment -> switch (assignment) {
            case Assignment.SessionVariable variable ->
                !variable.replayable() && namesUnset(variable.value(), settings);
            case Assignment.UserVariable variable -> !variable.replayable() && namesUnset(variable.value(), settings);
            case Assignment.GlobalVariable variable -> namesUnset(variable.text(), settings);
            case Assignment.WithinValue variable -> false;
            case Assignment.Names names -> false;
            case Assignment.CharacterSet set -> false;
            case Assignment.Transaction transaction -> false;
            case Assignment.Other other -> false;
        });
    }

    private static boolean namesUnset(String text, SessionSettings settings) {
        return UserVariableNames.namesUnset(text.getBytes(StandardCharsets.UTF_8), settings);
    }

    private static InsertIdChange insertId(String value) {
        try {
            return new InsertIdChange.Known(Long.parseUnsignedLong(value));
        } catch (NumberFormatException e) {
            return InsertIdChange.ON_SERVER;
        }
    }

    /**
     * Adds the flags of a deferred transaction, which the server doesn't know, unless the SET ends it. For an open one
     * the server's flags are right.
     */
    private Ok withOwnStatus(Ok ok, SettingsChange change) {
        return session.state().transaction().phase() instanceof TransactionPhase.Deferred
                        && !session.state().endsDeferred(change)
                ? ok.withStatus(ok.status().with(session.state().transactionFlags()))
                : ok;
    }
}
