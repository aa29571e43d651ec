package io.pinion.server.execution.single;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Leftover;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.BackendRequest.ResponseHandling;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.SessionEffect;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.execution.query.QueryResult.Refused;
import io.pinion.server.session.DatabaseChange;
import io.pinion.server.session.DiagnosticsArea;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.DiagnosticsRule;
import io.pinion.server.session.InsertIdChange;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.SessionVariables;
import io.pinion.server.session.Setting;
import io.pinion.server.session.SettingsChange;
import io.pinion.server.session.SettingsEffect;
import io.pinion.server.session.StatementEffects;
import io.pinion.server.session.TransactionChange;
import io.pinion.server.session.TransactionState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Runs after an answer's end. Reads state that only the connection knows, then keeps or releases the connection, then
 * reports that the statement is over. The client has its answer by then, but its next command waits for this.
 */
public final class StatementCompletion {
    /** The effects of EXECUTE, BEGIN NOT ATOMIC and statements that Pinion doesn't know. */
    private static final Set<RetainedState> UNSEEN = Set.of(RetainedState.UNKNOWN, RetainedState.TEXT_RULES);

    private final SessionContext session;
    private final BackendRequest run;
    private final ClientStatement command;
    private final BackendConnection connection;
    private final AnswerEnd end;
    private final Completion completion;
    private final TransactionTracker transaction;
    private SessionEffect effect;
    private DatabaseChange database = DatabaseChange.NONE;

    /** The connection's counts are those of a query of Pinion's own. */
    private boolean asked;

    /** The conditions on the connection, where a query of Pinion's own was to clear them. */
    private List<Condition> conditions = List.of();

    public StatementCompletion(
            SessionContext session,
            BackendRequest run,
            ClientStatement command,
            BackendConnection connection,
            AnswerEnd end,
            Completion completion) {
        this.session = session;
        this.command = command;
        this.run = run;
        this.connection = connection;
        this.end = end;
        this.completion = completion;
        this.effect = run.effect();
        this.transaction = new TransactionTracker(session, run, command, connection);
    }

    public void follow() {
        if (end.failed() || end.warnings() > 0) {
            connection.leaves(Leftover.DIAGNOSTICS);
        }
        if (run.isAside() && (!end.failed() || !session.pinned().holdsTransaction(connection))) {
            settleAside();
            return;
        }
        if (mayHaveDroppedDatabase()) {
            askForDatabase();
        } else if (addsToKnownConditions()) {
            askForConditions(this::goOn);
        } else {
            goOn();
        }
    }

    /**
     * Whether the server has added the error to the conditions of the statement before, which Pinion has read from it and
     * perhaps overwritten there: MySQL 9.7 refuses a parameter that it can't convert before it empties the list.
     */
    private boolean addsToKnownConditions() {
        DiagnosticsArea before = session.state().diagnostics();
        return end.errorCode() == ErrorCode.IMPOSSIBLE_STRING_CONVERSION.number()
                && command instanceof ExecuteCommand
                && before.addsOwnErrors()
                && before.previous().conditions().orElse(Conditions.NONE).count() > 0;
    }

    private void askForConditions(Runnable then) {
        InternalQueries.conditions(connection, session.state().javaCharset(), result -> {
            switch (result) {
                case Answered(var found) -> {
                    conditions = found;
                    then.run();
                }
                case Refused<?> refused -> then.run();
                case Lost(ServerError reason) -> breakOff(reason);
            }
        });
    }

    private void goOn() {
        TransactionState transaction = session.state().transaction();
        boolean mayBeInTransaction = transaction.open().isPresent()
                || !transaction.autocommit()
                || !run.effects().retainedState().isEmpty();
        if (end.failed() && mayBeInTransaction) {
            askStatus();
        } else if (!end.failed() && effect instanceof SessionEffect.Settings set) {
            learn(set, set.change());
        } else {
            settle(end, !end.failed());
        }
    }

    /**
     * The request ran aside: its status doesn't concern the session's transaction, which may be open on another pair.
     */
    private void settleAside() {
        boolean hasTransaction = session.pinned().holdsTransaction(connection);
        boolean prepared = run.responseHandling() instanceof ResponseHandling.EditHead;
        if (end.failed()) {
            apply(new DiagnosticsEffect.OfServer(
                    DiagnosticsRule.ERROR,
                    -1,
                    OptionalLong.empty(),
                    DiagnosticsEffect.CONDITIONS_ON_SERVER,
                    !session.pinned().last().isAtHandOn(connection),
                    false));
        } else if (prepared) {
            apply(DiagnosticsEffect.prepared(end.warnings() > 0));
        }
        if (end.failed() || (prepared && end.warnings() > 0)) {
            session.pinned().settle(connection, hasTransaction, Set.of(), SessionObjects.NONE, true);
        } else {
            session.pinned().settleAside(connection, hasTransaction);
        }
        finish(end);
    }

    private void apply(DiagnosticsEffect diagnostics) {
        session.state().apply(StatementEffects.of(diagnostics));
    }

    /** An error carries no status flags. Some errors end the transaction, and a failed procedure may have begun one. */
    private void askStatus() {
        InternalQueries.status(connection, status -> settle(end.withStatus(status), true), () -> {
            lost();
            completion.failed(end.errorCode());
        });
    }

    /**
     * The connection was lost after an answer that the client already has. If a transaction was open, or other state
     * of the session is there, the next statement gets the error; otherwise a COMMIT without a transaction would be
     * acknowledged.
     */
    private void lost() {
        session.state().apply(StatementEffects.of(database));
        boolean open = session.state().transaction().isOpenOn(connection.pool().pair());
        if (open || session.pinned().isBindingHold(connection)) {
            session.pinned().settle(connection, open, Set.of(), SessionObjects.NONE, false);
        } else {
            session.pinned().forget(connection);
        }
    }

    /** Reads computed values while the connection is in use, and before that its warnings, which the query would clear. */
    private void learn(SessionEffect.Settings set, SettingsChange change) {
        if (change.computed().isEmpty()) {
            learn(set, change, Map.of());
        } else if (end.warnings() > 0) {
            askForConditions(() -> askForValues(set, change));
        } else {
            askForValues(set, change);
        }
    }

    private void askForValues(SessionEffect.Settings set, SettingsChange change) {
        asked = true;
        InternalQueries.values(connection, change, result -> {
            switch (result) {
                case Answered(var values) -> learn(set, change, values);
                case Refused<?> refused -> learn(set, change, Map.of());
                case Lost(ServerError reason) -> breakOff(reason);
            }
        });
    }

    /** Reads sql_mode and the character set, because Pinion needs them to parse the next text. */
    private void learn(SessionEffect.Settings set, SettingsChange change, Map<String, Setting> values) {
        if (!change.lacksTextRules(values)) {
            learned(set, change.told(values));
            return;
        }
        asked = true;
        InternalQueries.textRules(
                connection,
                rules -> learned(
                        set, change.told(SettingsChange.withTextRules(values, rules.sqlMode(), rules.charset()))),
                this::breakOff);
    }

    /** The client has its OK, but Pinion doesn't know the new settings: the session ends. */
    private void breakOff(ServerError reason) {
        session.pinned().discard(connection);
        session.sink().breakOff(reason);
    }

    private void learned(SessionEffect.Settings set, SettingsChange change) {
        effect = new SessionEffect.Settings(change, set.insertId(), set.diagnoses());
        settle(end, true);
    }

    /** @param statusKnown the answer, or a query after it, carried status flags */
    private void settle(AnswerEnd known, boolean statusKnown) {
        SessionSettings before = session.state().variables().settings();
        StatementEffects effects = effects(known, statusKnown);
        session.state().apply(effects);
        if (!conditions.isEmpty()) {
            session.state().diagnostics().read(new Conditions(conditions));
        }
        transaction.applied(effects.transaction(), known.status());
        noteSettings(effects.settings(), before, known.failed());
        noteInsertId(effects.insertId(), known);
        noteUnseen(known.failed());
        if (run.responseHandling() instanceof ResponseHandling.LearnInsertId(long base) && !known.failed()) {
            learnInsertId(base, known);
        } else {
            release(known);
        }
    }

    private StatementEffects effects(AnswerEnd known, boolean statusKnown) {
        DiagnosticsEffect diagnostics = end.failed() && !conditions.isEmpty()
                ? new DiagnosticsEffect.OfPinion(
                        DiagnosticsRule.COMMAND_ERROR, 0, new Conditions(List.of(conditions.getLast())))
                : DiagnosticsRecorder.effect(
                        run, command, end, !session.pinned().last().isAtHandOn(connection));
        return new StatementEffects(
                asked ? new DiagnosticsEffect.Asked(diagnostics) : diagnostics,
                transactionChange(known, statusKnown),
                known.failed() && effect instanceof SessionEffect.Settings ? SettingsEffect.NONE : settings(),
                !known.failed() && effect instanceof SessionEffect.Database(String chosen)
                        ? new DatabaseChange.Chosen(chosen)
                        : database,
                insertId(known));
    }

    private TransactionChange transactionChange(AnswerEnd known, boolean statusKnown) {
        TransactionChange answer = transaction.change(known, statusKnown);
        return !known.failed() && effect instanceof SessionEffect.Transaction(TransactionChange then)
                ? new TransactionChange.Both(answer, then)
                : answer;
    }

    /**
     * {@code SELECT @a := 1} and {@code SELECT … INTO @a} assign values that Pinion doesn't see; a procedure, a function or a
     * text that isn't read may assign to any variable, whether its statement names it or not.
     */
    private SettingsEffect settings() {
        if (effect instanceof SessionEffect.Settings set) {
            return new SettingsEffect.Accepted(set.change());
        }
        Set<RetainedState> left = run.effects().retainedState();
        if (!(effect instanceof SessionEffect.None) || run.isAside()) {
            return SettingsEffect.NONE;
        }
        if (left.contains(RetainedState.UNKNOWN)) {
            return new SettingsEffect.VariablesUnknown(Optional.empty());
        }
        return left.contains(RetainedState.USER_VARIABLE)
                ? new SettingsEffect.VariablesUnknown(Optional.of(command.asciiText()))
                : SettingsEffect.NONE;
    }

    /**
     * Whether the connection's insert id belongs to the session now. The OK doesn't tell the id: it shows explicit ids
     * and those of updated rows too. An id that Pinion composes is known already.
     */
    private InsertIdChange insertId(AnswerEnd known) {
        if (!known.failed() && effect instanceof SessionEffect.Settings set) {
            return set.insertId();
        }
        return mayHaveChangedInsertId(known) && !isInsertIdOfPinion() ? InsertIdChange.ON_SERVER : InsertIdChange.NONE;
    }

    private boolean mayHaveChangedInsertId(AnswerEnd known) {
        boolean insertFailed = known.failed() && run.effects().insertId() != InsertIdEffect.KEPT;
        return insertFailed
                || switch (run.effects().insertId()) {
                    case KEPT, AS_ACKNOWLEDGED -> known.lastInsertId() != 0;
                    case RETURNED, UNSEEN -> true;
                };
    }

    private boolean isInsertIdOfPinion() {
        return run.composesInsertId() || run.responseHandling() instanceof ResponseHandling.LearnInsertId;
    }

    /** RETURNING answers rows, which need not contain the id that {@code LAST_INSERT_ID()} returns now. */
    private void learnInsertId(long base, AnswerEnd known) {
        session.state().diagnostics().spoilCounts();
        InternalQueries.insertId(connection, result -> {
            switch (result) {
                case Answered(Long local) -> {
                    if (local > 0 && local <= GlobalId.MAX_LOCAL) {
                        session.inserted(base | local);
                    }
                    release(known);
                }
                case Refused<Long> refused -> {
                    session.pinned().insertId().becameLost();
                    release(known);
                }
                case Lost<Long> lost -> {
                    session.pinned().insertId().becameLost();
                    lost();
                    finish(known);
                }
            }
        });
    }

    /**
     * Whether a DROP DATABASE may have dropped the session's own database, which leaves the session without one, as on
     * a server. The flag alone doesn't tell: servers set it also for another database, MariaDB 11.4 even for none. The
     * query would clear warnings, and IF EXISTS warns when it drops nothing.
     */
    private boolean mayHaveDroppedDatabase() {
        String current = connection.currentDatabase();
        return end.status().has(ServerStatus.DB_DROPPED)
                && end.warnings() == 0
                && current != null
                && session.state().database().equals(Optional.of(current));
    }

    private void askForDatabase() {
        asked = true;
        InternalQueries.hasNoDatabase(connection, result -> {
            switch (result) {
                case Answered(Boolean none) -> {
                    if (none) {
                        database = new DatabaseChange.Dropped();
                    }
                    goOn();
                }
                case Refused<Boolean> refused -> goOn();
                case Lost(ServerError reason) -> breakOff(reason);
            }
        });
    }

    /** Notes on the connection which settings it has now. */
    private void noteSettings(SettingsEffect settings, SessionSettings before, boolean failed) {
        SessionSettings after = session.state().variables().settings();
        if (run.effects().retainedState().contains(RetainedState.UNKNOWN)) {
            // MariaDB takes a USE in dynamic SQL, also in that of procedures, and COM_RESET_CONNECTION leaves it there.
            connection.currentDatabase(null);
        }
        if (settings instanceof SettingsEffect.Accepted || !SessionVariables.sameAutocommit(before, after)) {
            connection.appliedChange(before, after);
        }
        switch (effect) {
            case SessionEffect.None none -> {
                if (settings instanceof SettingsEffect.VariablesUnknown unknown) {
                    connection.applied(unknown.leftOf(connection.applied()));
                    session.pinned().hidden().placedOn(connection, command, before, after);
                }
                noteUnseen();
            }
            case SessionEffect.Settings set -> {
                if (failed) {
                    // A failed SET has set nothing, but earlier ones in the same text may have.
                    connection.applied(SessionSettings.UNKNOWN);
                } else if (set.change().pins().contains(RetainedState.UNKNOWN)) {
                    // SET ROLE, SET RESOURCE GROUP, SET profiling and the like.
                    connection.endWithItsSession();
                }
            }
            case SessionEffect.Database(String chosen) -> {
                if (!failed) {
                    connection.currentDatabase(chosen);
                }
            }
            case SessionEffect.Transaction change -> {}
        }
    }

    /** A text that Pinion doesn't see may have a SET ROLE; a text that the server can't parse has no effect. */
    private void noteUnseen() {
        Set<RetainedState> left = run.effects().retainedState();
        boolean mayHaveRole = left.containsAll(UNSEEN) && end.errorCode() != ErrorCode.PARSE_ERROR.number();
        if (mayHaveRole || left.contains(RetainedState.RECORDING)) {
            connection.endWithItsSession();
        }
    }

    private void noteInsertId(InsertIdChange change, AnswerEnd known) {
        switch (change) {
            case InsertIdChange.None none -> {
                if (mayHaveChangedInsertId(known)) {
                    connection.leaves(Leftover.INSERT_ID);
                }
            }
            case InsertIdChange.Known set -> session.pinned().insertId().becameKnown();
            case InsertIdChange.OnServer onServer -> session.pinned().insertId().placedOn(connection);
        }
    }

    /** Earlier SETs in the same text may have changed settings before one failed. */
    private void noteUnseen(boolean failed) {
        boolean failedSet = failed && effect instanceof SessionEffect.Settings;
        if (failedSet || run.effects().retainedState().contains(RetainedState.TEXT_RULES)) {
            session.pinned().textRules().add(connection);
        }
        if (run.effects().retainedState().contains(RetainedState.UNKNOWN)) {
            session.pinned()
                    .unseenSettings()
                    .add(connection, session.state().variables().settings());
        }
    }

    private void release(AnswerEnd known) {
        boolean diagnostics = session.state().diagnostics().conditionsAreOnServer()
                || run.effects().retainedState().contains(RetainedState.FOUND_ROWS);
        session.pinned()
                .settle(
                        connection,
                        session.state().transaction().isOpenOn(connection.pool().pair()),
                        pins(),
                        things(known),
                        diagnostics);
        transaction.follow(known);
        finish(known);
    }

    /**
     * The state that the statement left or ended. A failed statement may have left state; Pinion assumes that it ended
     * none.
     */
    private SessionObjects things(AnswerEnd known) {
        SessionObjects things =
                locks().or(this::temporaryTables).orElseGet(() -> run.effects().things());
        return known.failed() ? new SessionObjects(things.made(), List.of()) : things;
    }

    /**
     * The kinds of state that the statement left. A failed statement may have left as much as a successful one; a
     * failed SET leaves nothing, and a failed PREPARE no text.
     */
    private Set<RetainedState> pins() {
        if (effect instanceof SessionEffect.Settings set) {
            return end.failed() ? Set.of() : set.change().pins();
        }
        Set<RetainedState> left = run.effects().retainedState();
        if (left.isEmpty()) {
            return left;
        }
        boolean takesLock = locks().map(things -> !things.made().isEmpty()).orElse(true);
        return left.stream()
                .filter(RetainedState::lasts)
                .filter(what -> takesLock || what != RetainedState.NAMED_LOCK)
                .filter(what -> !end.failed() || what != RetainedState.PREPARED_TEXT)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Optional<SessionObjects> locks() {
        return run.effects().retainedState().contains(RetainedState.NAMED_LOCK)
                ? NamedLocks.in(command.asciiText(), connection.isMariaDb())
                : Optional.empty();
    }

    /** Empty when the statement has nothing to do with them, or Pinion doesn't know which ones. */
    private Optional<SessionObjects> temporaryTables() {
        boolean mayHave = run.effects().retainedState().contains(RetainedState.TEMPORARY_TABLE)
                || session.pinned()
                        .all()
                        .pairWith(RetainedState.TEMPORARY_TABLE)
                        .isPresent();
        return mayHave && run.text() instanceof StatementText.Original
                ? TemporaryTables.in(command.asciiText(), connection.currentDatabase())
                : Optional.empty();
    }

    private void finish(AnswerEnd known) {
        completion.ended(known.errorCode());
    }
}
