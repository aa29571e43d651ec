package io.pinion.server.execution;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.SessionChange;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.SessionEffects.CommitEffect;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.BackendRequest.Affinity;
import io.pinion.server.execution.context.BackendRequest.ResponseHandling;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.LocalIds;
import io.pinion.server.execution.context.SchemaStatements;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.SessionEffect;
import io.pinion.server.execution.context.StatementPlace;
import io.pinion.server.execution.context.TidyUp;
import io.pinion.server.execution.single.FetchCommand;
import io.pinion.server.execution.single.ImplicitCommit;
import io.pinion.server.execution.single.ServerStatement;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.execution.single.VariablesQuery;
import io.pinion.server.session.DatabaseChange;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.StatementEffects;
import io.pinion.server.session.TransactionPhase;
import io.pinion.server.session.TransactionState;
import java.util.List;
import java.util.Optional;

/** Executes plans. One for each session, on its event loop; one command at a time. */
public final class PlanExecutor {
    private static final ServerError UNSEEN_COMMIT = new ServerError(
            ErrorCode.NOT_SUPPORTED_YET,
            "the statement may commit on its own pair alone, within a transaction that other pairs take part in, since what it"
                    + " runs stands in a body or in a text that only the server knows: COMMIT first, or send the parts as"
                    + " statements of their own");

    private static final StatementText ORIGINAL = new StatementText.Original();

    private final SessionContext session;
    private final AdminStatements admin;
    private final SchemaStatements schema;
    private final TransactionStatements transactions;
    private final SettingStatements settings;
    private final ShardStatements shards;
    private final Preparations preparations;

    public PlanExecutor(SessionContext session, AdminStatements admin, SchemaStatements schema) {
        this.session = session;
        this.admin = admin;
        this.schema = schema;
        this.transactions = new TransactionStatements(session);
        this.settings = new SettingStatements(session, transactions);
        this.shards = new ShardStatements(session);
        this.preparations = new Preparations(session);
    }

    /** The prepared statements. */
    public Preparations preparations() {
        return preparations;
    }

    /** @param completion called when the answer has been handed to the session's sink, perhaps before this returns */
    public void execute(RoutePlan plan, ClientStatement command, Completion completion) {
        // The execution of the statement before is over.
        session.current().set(Execution.NONE);
        TransactionState transaction = session.state().transaction();
        if (transaction.phase() instanceof TransactionPhase.Broken(ServerError reason)) {
            transaction.ended();
            if (!(plan instanceof RoutePlan.ChangeSession(SessionChange.Rollback rollback, StatementText text))) {
                session.fail(reason, completion);
                return;
            }
        }
        SqlDialect servers = session.cluster().planner().dialect();
        if (transaction.inTransaction() && ImplicitCommit.isLeftToPinion(plan, command, servers)) {
            transactions.commitFirst(() -> perform(plan, command, completion), command, completion);
        } else if (commitsForOthers(plan)) {
            performBesideOthers(plan, command, completion);
        } else {
            perform(plan, command, completion);
        }
    }

    /** As on one server, a statement with an implicit commit commits the whole transaction, on all of its pairs. */
    private void performBesideOthers(RoutePlan plan, ClientStatement command, Completion completion) {
        CommitEffect commits = effectsOf(plan).commits();
        boolean unseen =
                session.pinned().all().pairWith(RetainedState.UNSEEN_TEXT).isPresent();
        if (commits == CommitEffect.FIRST) {
            transactions.commitAll(() -> perform(plan, command, completion), completion);
        } else if (commits == CommitEffect.WITHIN || (commits == CommitEffect.BY_KEPT_TEXT && unseen)) {
            session.fail(UNSEEN_COMMIT, completion);
        } else {
            perform(plan, command, completion);
        }
    }

    /** Those of a statement that one server gets; what Pinion answers, splits or merges has none for a connection. */
    private static SessionEffects effectsOf(RoutePlan plan) {
        return switch (plan) {
            case RoutePlan.SingleShard single -> single.effects();
            case RoutePlan.AnyServer any -> any.effects();
            default -> SessionEffects.PLAIN;
        };
    }

    /** Whether it may commit, and pairs other than that of the statement take part in the open transaction. */
    private boolean commitsForOthers(RoutePlan plan) {
        TransactionState transaction = session.state().transaction();
        if (effectsOf(plan).commits() == CommitEffect.NONE
                || !(transaction.phase() instanceof TransactionPhase.Open open)
                || transaction.mode() == TransactionMode.SINGLE) {
            return false;
        }
        String pair =
                switch (plan) {
                    case RoutePlan.SingleShard single -> single.target().pair();
                    case RoutePlan.AnyServer any ->
                        StatementPlace.of(session, any).pair();
                    default -> null;
                };
        return pair != null && (open.isShared() || !open.pair().equals(pair));
    }

    void perform(RoutePlan plan, ClientStatement command, Completion completion) {
        // An execution ahead of it, such as a commit, is over.
        session.current().set(Execution.NONE);
        forgetKeptUnderNameOf(plan);
        switch (plan) {
            case RoutePlan.SingleShard single -> singleShard(single, command, completion);
            case RoutePlan.AnyServer any -> anyServer(any, command, completion);
            case RoutePlan.FanOut fanOut -> knowingSession(command, () -> shards.fanOut(fanOut, command, completion));
            case RoutePlan.Gather gather -> knowingSession(command, () -> shards.gather(gather, command, completion));
            case RoutePlan.ReadThenWrite steps ->
                knowingSession(command, () -> shards.readThenWrite(steps, command, completion));
            case RoutePlan.LoadRows rows -> knowingSession(command, () -> shards.load(rows, completion));
            case RoutePlan.Numbered numbered ->
                shards.numbered(numbered, next -> perform(next, command, completion), completion);
            case RoutePlan.ChangeSession(SessionChange change, StatementText text) ->
                changeSession(change, text, command, completion);
            case RoutePlan.Local(LocalAnswer answer) -> answer(answer, completion);
            case RoutePlan.Admin plain -> runAdmin(plain, completion);
            case RoutePlan.ChangeSchema change -> changeSchema(change, command, completion);
            case RoutePlan.Split split -> session.fail(ExecutionRefusals.NO_SEVERAL, completion);
            case RoutePlan.Named named -> session.fail(ExecutionRefusals.UNPREPARABLE, completion);
            case RoutePlan.Refused refused -> session.fail(ExecutionRefusals.of(refused), completion);
        }
    }

    /** Begins on several pairs, which all answer by the variables and settings that only connections of the session know. */
    private void knowingSession(ClientStatement command, Runnable start) {
        session.pinned().learnVariables(command, null, () -> session.pinned().learnSettings(session, start));
    }

    /** Queries a server for the values of user variables: on the connection that the session keeps, if it keeps one. */
    public void ask(VariablesQuery question, Completion completion) {
        BackendRequest request = BackendRequest.ofSession(
                StatementPlace.pairOf(session), ORIGINAL, new ResponseHandling.Silent(question::read));
        ServerStatement.runKnowingSession(session, request, SqlCommand.of(question.sql()), completion);
    }

    /** Fetches rows from an open cursor. */
    public void fetch(FetchCommand command, Completion completion) {
        StatementPlace place = StatementPlace.aside(command.cursor().pair(), BackendRequest.NO_DATABASE);
        BackendRequest request = new BackendRequest(place, ORIGINAL, SessionEffects.PLAIN, BackendRequest.RELAY);
        ServerStatement.run(session, request, command, completion);
    }

    /** Forgets the text of Pinion's own under a name that a server has now. */
    private void forgetKeptUnderNameOf(RoutePlan plan) {
        for (SessionObjects.Thing thing : effectsOf(plan).things().made()) {
            if (thing.what() == SessionEffects.RetainedState.PREPARED_TEXT) {
                session.state().textForgotten(thing.name());
            }
        }
    }

    private void singleShard(RoutePlan.SingleShard plan, ClientStatement command, Completion completion) {
        ResponseHandling use =
                switch (plan.insertedId()) {
                    case InsertedId.AsReported reported -> relaying(plan.warnings());
                    case InsertedId.Composed(long base, boolean generated)
                    when generated && plan.effects().insertId() == InsertIdEffect.RETURNED ->
                        new ResponseHandling.LearnInsertId(base);
                    case InsertedId.Composed(long base, boolean generated) ->
                        new ResponseHandling.EditOk(ok -> composed(ok, base, generated), LocalIds::refusal);
                    // The answer has rows, which contain the number.
                    case InsertedId.Given given
                    when plan.effects().insertId() == InsertIdEffect.RETURNED -> BackendRequest.RELAY;
                    case InsertedId.Given given -> new ResponseHandling.EditOk(ok -> numbered(ok, given));
                };
        ServerStatement.runKnowingSession(
                session,
                new BackendRequest(
                        plan.target().pair(),
                        Affinity.PAIR,
                        Optional.of(plan.target().database()),
                        plan.text(),
                        plan.context(),
                        plan.effects(),
                        true,
                        use,
                        SessionEffect.NOTHING),
                command,
                plan.insertedId() instanceof InsertedId.Given given
                                && given.isCertain()
                                && plan.effects().insertId() == InsertIdEffect.RETURNED
                        ? completion.after(() -> session.inserted(given.number()))
                        : completion);
    }

    /** Composes the global id, by which clients know rows of an object table. */
    private Ok composed(Ok ok, long base, boolean generated) {
        long local = ok.lastInsertId();
        if (local == 0) {
            return ok;
        }
        if (generated) {
            session.inserted(base | local);
        }
        return ok.withLastInsertId(base | local);
    }

    /** Puts the numbers of a sequence into the answer, which the server doesn't know. */
    private Ok numbered(Ok ok, InsertedId.Given given) {
        long told = given.told(ok.affectedRows(), ok.lastInsertId());
        if (told != 0 && given.isGenerated()) {
            session.inserted(told);
        }
        return ok.withLastInsertId(told);
    }

    private void anyServer(RoutePlan.AnyServer plan, ClientStatement command, Completion completion) {
        // While connections are asked for what it may read, others may be let go, so its place is another one then.
        session.pinned()
                .learnFor(
                        request(plan), command, () -> ServerStatement.run(session, request(plan), command, completion));
    }

    private BackendRequest request(RoutePlan.AnyServer plan) {
        return new BackendRequest(
                StatementPlace.of(session, plan), plan.text(), plan.effects(), relaying(plan.warnings()));
    }

    private static ResponseHandling relaying(List<Condition> warnings) {
        return warnings.isEmpty() ? BackendRequest.RELAY : new ResponseHandling.AddWarnings(warnings);
    }

    private void changeSession(
            SessionChange change, StatementText text, ClientStatement command, Completion completion) {
        switch (change) {
            case SessionChange.Use(String database) -> use(database, command, completion);
            case SessionChange.Assign assign -> settings.assign(assign, text, command, completion);
            case SessionChange.Diagnose diagnose -> settings.diagnose(diagnose, command, completion);
            case SessionChange.Begin begin -> transactions.begin(begin, command, completion);
            case SessionChange.Commit(SessionChange.Ending ending) -> transactions.commit(ending, command, completion);
            case SessionChange.Rollback(SessionChange.Ending ending) ->
                transactions.rollback(ending, command, completion);
            case SessionChange.Savepoint savepoint -> transactions.savepoint(command, completion);
        }
    }

    /**
     * Changes the current database. Only a server knows whether a database without a keyspace exists, and the client
     * must get the error now, not for each later statement.
     */
    private void use(String database, ClientStatement command, Completion completion) {
        TransactionState transaction = session.state().transaction();
        boolean inTransaction = transaction.open().isPresent();
        Optional<String> asked = session.cluster().homeOf(database);
        if (asked.isEmpty()) {
            session.state().apply(StatementEffects.of(new DatabaseChange.Chosen(database)));
            session.sink().ok(session.tracking().ofDatabase(database));
            completion.succeeded();
            return;
        }
        Affinity affinity = !inTransaction
                ? Affinity.PAIR
                : transaction.isOpenOn(asked.get()) ? Affinity.ANYWHERE : Affinity.OUTSIDE;
        StatementPlace place = new StatementPlace(asked.get(), affinity, BackendRequest.NO_DATABASE, false);
        BackendRequest request = new BackendRequest(place, ORIGINAL, SessionEffects.PLAIN, BackendRequest.SILENT)
                .with(new SessionEffect.Database(database));
        ServerStatement.run(session, request, command, completion.after(() -> session.sink()
                .ok(session.tracking().ofDatabase(database))));
    }

    private void answer(LocalAnswer answer, Completion completion) {
        switch (answer) {
            case LocalAnswer.Done(int warnings, Optional<Conditions> leaves) -> {
                session.sink().ok(warnings);
                leaves.ifPresent(conditions ->
                        session.state().apply(StatementEffects.of(new DiagnosticsEffect.Listed(conditions))));
                completion.succeeded();
            }
            case LocalAnswer.Rows rows -> {
                session.sink().rows(rows);
                completion.succeeded();
            }
        }
    }

    private void runAdmin(RoutePlan.Admin plan, Completion completion) {
        var loop = session.cluster().pools().loop();
        admin.run(plan.sql(), session.state().view())
                .whenComplete((outcome, failure) -> loop.execute(() -> {
                    if (failure != null) {
                        session.fail(
                                new ServerError(
                                        ErrorCode.UNKNOWN_ERROR, "the statement failed: " + failure.getMessage()),
                                completion);
                        return;
                    }
                    switch (outcome) {
                        case AdminStatements.Outcome.Answer(LocalAnswer answer) -> answer(answer, completion);
                        case AdminStatements.Outcome.Failure(ServerError error) -> session.fail(error, completion);
                    }
                }));
    }

    /** As on a server, a change commits the open transaction first; if that fails, the statement fails. */
    private void changeSchema(RoutePlan.ChangeSchema plan, ClientStatement command, Completion completion) {
        Runnable start = () -> session.current()
                .set(schema.start(
                        plan, session, answer -> answer(answer, completion), error -> session.fail(error, completion)));
        switch (plan.wanted()) {
            case DONE -> transactions.commitFirst(start, command, completion);
            case EXPLAINED -> start.run();
        }
    }

    /** COM_RESET_CONNECTION: cleans the session's state on servers, in the background. */
    public void reset() {
        session.state().preparedStatements().closeAll();
        for (BackendConnection connection : session.pinned().takeAll()) {
            TidyUp.reset(connection);
        }
        session.state().reset();
    }

    /** The client is gone: closes the connection of a statement under way, cleans and releases the others. */
    public void clientGone() {
        session.pinned().sessionGone();
        session.current().clientGone();
        reset();
    }
}
