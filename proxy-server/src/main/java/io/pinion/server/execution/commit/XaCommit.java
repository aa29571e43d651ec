package io.pinion.server.execution.commit;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.execution.commit.TransactionParts.Part;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.query.InternalQuery;
import io.pinion.server.execution.query.QueryResult;
import io.pinion.server.observe.LogKeys;
import io.pinion.server.session.Branch;
import io.pinion.server.session.OwnTransactionWords;
import io.pinion.server.session.XaNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * COMMIT in two phases.
 *
 * <pre>
 *   branches: XA END, XA PREPARE ┐
 *   home: INSERT the decision    ┘──▶ home: COMMIT ──▶ branches: XA COMMIT ──▶ OK
 *            └─ one refuses ──▶ home: ROLLBACK, branches: XA ROLLBACK ──▶ the error
 * </pre>
 *
 * The home pair's part is a plain transaction: the row of {@link XaDecision} is committed with it, in one step.
 * {@code XaRecovery}, of this proxy or another, finishes a commit that breaks off, by that row or its absence.
 */
final class XaCommit implements Execution {
    private static final Logger log = LoggerFactory.getLogger(XaCommit.class);

    /** XAER_NOTA: recovery has finished the branch. */
    private static final int UNKNOWN_XID = 1397;

    private static final List<String> COMMIT = List.of(OwnTransactionWords.COMMIT);

    private final SessionContext session;
    private final Consumer<Optional<ServerError>> ended;
    private final TransactionParts parts;
    private final XaNames names;
    private final Part home;

    /** The branches that may have changed rows. */
    private final List<Part> branches = new ArrayList<>();

    /**
     * The branches that have only read. Their rollback changes nothing, and comes last so that their locks last as long
     * as those of the others.
     */
    private final List<Part> readers = new ArrayList<>();

    private final List<Part> prepared = new ArrayList<>();
    private final List<Part> unprepared = new ArrayList<>();
    private String gtrid = "";
    private @Nullable ServerError failure;

    /** See {@link BestEffortCommit#BestEffortCommit}. */
    XaCommit(SessionContext session, Consumer<Optional<ServerError>> ended) {
        this.session = session;
        this.ended = ended;
        this.names = session.cluster().xaNames();
        this.parts = TransactionParts.of(session);
        this.home = parts.all().stream()
                .filter(part -> part.participant().branch() instanceof Branch.Plain)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no part can store the outcome"));
    }

    void start() {
        for (Part part : parts.all()) {
            if (part.participant().branch() instanceof Branch.Xa xa) {
                (part.participant().wrote() ? branches : readers).add(part);
                gtrid = xa.gtrid();
            }
        }
        if (branches.isEmpty()) {
            commitHome();
        } else {
            prepare();
        }
    }

    /** Commits on the home pair alone, because no branch has changed anything. */
    private void commitHome() {
        InternalQuery.run(home.connection(), COMMIT, outcome -> {
            failure = outcome instanceof QueryResult.Lost<?> lost
                    ? inDoubt(lost.reason())
                    : outcome.problem().orElse(null);
            parts.ended(home, outcome);
            finish();
        });
    }

    private void prepare() {
        names.commits(gtrid);
        List<Part> all = new ArrayList<>(branches);
        all.add(home);
        TransactionParts.atOnce(
                all,
                participant -> participant.branch() instanceof Branch.Xa xa
                        ? xa.prepare()
                        : List.of(XaDecision.insert(gtrid, XaDecision.COMMITTED)),
                this::prepared,
                () -> {
                    if (failure == null) {
                        decide();
                    } else {
                        rollBack();
                    }
                });
    }

    private void prepared(Part part, QueryResult<?> outcome) {
        switch (outcome) {
            case QueryResult.Answered<?> done -> {
                if (!isHome(part)) {
                    prepared.add(part);
                }
            }
            case QueryResult.Refused<?> refused -> {
                if (!isHome(part)) {
                    unprepared.add(part);
                }
                fail(refused(part, refused.error()));
            }
            // If the branch was prepared, recovery will find no decision and roll it back.
            case QueryResult.Lost<?> lost -> {
                session.pinned().forget(part.connection());
                fail(new ServerError(
                        ErrorCode.SERVER_SHUTDOWN,
                        lost.reason().message()
                                + " before all pairs had agreed to commit: the transaction is rolled back"
                                + " on every pair"));
            }
        }
    }

    private static boolean isHome(Part part) {
        return part.participant().branch() instanceof Branch.Plain;
    }

    private void fail(ServerError error) {
        if (failure == null) {
            failure = error;
        }
    }

    private ServerError refused(Part part, ServerError error) {
        String pair = part.participant().pair();
        if (isHome(part) && error.code() == ErrorCode.DUP_ENTRY.number()) {
            return new ServerError(
                    ErrorCode.UNKNOWN_ERROR,
                    "COMMIT came so late that another proxy took this one for dead: the transaction is rolled back on every"
                            + " pair");
        }
        boolean noTable = isHome(part)
                && (error.code() == ErrorCode.NO_SUCH_TABLE.number() || error.code() == ErrorCode.BAD_DB.number());
        String cure = noTable
                ? "; Pinion makes that table when it starts, or within seconds, if its account may: see"
                        + " \"transactions\": \"xa\" in the manual"
                : "";
        return new ServerError(
                error.code(),
                error.sqlState(),
                error.message() + " (pair " + pair + " refused to prepare; the transaction is rolled back on every pair"
                        + cure + ")");
    }

    /** Commits on the home pair, which commits the whole transaction. */
    private void decide() {
        InternalQuery.run(home.connection(), COMMIT, outcome -> {
            switch (outcome) {
                case QueryResult.Answered<?> done -> commitBranches();
                case QueryResult.Refused<?> refused -> askForDecision(refused.error());
                case QueryResult.Lost<?> lost -> {
                    session.pinned().forget(home.connection());
                    leaveToRecovery(lost.reason());
                }
            }
        });
    }

    /**
     * Finds out whether COMMIT succeeded although it answered with an error. It most likely did not; the decision's row
     * tells.
     */
    private void askForDecision(ServerError error) {
        List<String> statements = List.of(
                OwnTransactionWords.ROLLBACK,
                XaDecision.insert(gtrid, XaDecision.ROLLED_BACK),
                OwnTransactionWords.COMMIT);
        InternalQuery.run(home.connection(), statements, outcome -> {
            switch (outcome) {
                case QueryResult.Answered<?> done -> {
                    parts.letGo(home);
                    failure = refused(home, error);
                    rollBackBranches();
                }
                case QueryResult.Refused<?> refused
                when refused.error().code() == ErrorCode.DUP_ENTRY.number() -> commitBranches();
                case QueryResult<?> unknown -> {
                    parts.ended(home, unknown);
                    leaveToRecovery(unknown.problem().orElseThrow());
                }
            }
        });
    }

    /** Closes the connections of prepared branches, so that recovery can finish them by the decision. */
    private void leaveToRecovery(ServerError reason) {
        log.atWarn()
                .addKeyValue(LogKeys.TRANSACTION, gtrid)
                .addKeyValue(LogKeys.PAIR, home.participant().pair())
                .addKeyValue(LogKeys.REASON, reason.message())
                .log("A two-phase commit is in doubt; recovery finishes it as its home pair says");
        prepared.forEach(part -> session.pinned().discard(part.connection()));
        failure = inDoubt(reason);
        finish();
    }

    private ServerError inDoubt(ServerError reason) {
        return new ServerError(
                ErrorCode.SERVER_SHUTDOWN,
                "this transaction may be committed or rolled back, on all of its pairs alike: " + reason.message()
                        + " while it committed on " + home.words() + "; look there before you repeat anything");
    }

    private void commitBranches() {
        TransactionParts.atOnce(
                prepared,
                participant -> List.of(xa(participant.branch()).commitPrepared()),
                (part, outcome) -> finished(part, outcome, "committed"),
                () -> {
                    parts.letGo(home);
                    finish();
                });
    }

    private void rollBack() {
        if (home.connection().isClosed()) {
            session.pinned().forget(home.connection());
            rollBackBranches();
        } else {
            parts.rollBack(List.of(home), this::rollBackBranches);
        }
    }

    private void rollBackBranches() {
        TransactionParts.atOnce(
                prepared,
                participant -> List.of(xa(participant.branch()).rollbackPrepared()),
                (part, outcome) -> finished(part, outcome, "rolled back"),
                () -> parts.rollBack(unprepared, this::finish));
    }

    /** Recovery finishes a branch that fails here. The outcome is decided, so the client gets no error for it. */
    private void finished(Part part, QueryResult<?> outcome, String how) {
        parts.ended(part, outcome);
        outcome.problem().filter(reason -> reason.code() != UNKNOWN_XID).ifPresent(reason -> log.atWarn()
                .addKeyValue(LogKeys.TRANSACTION, gtrid)
                .addKeyValue(LogKeys.PAIR, part.participant().pair())
                .addKeyValue(LogKeys.OUTCOME, how)
                .addKeyValue(LogKeys.REASON, reason.message())
                .log("A branch of a two-phase commit is left to recovery"));
    }

    private static Branch.Xa xa(Branch branch) {
        if (branch instanceof Branch.Xa xa) {
            return xa;
        }
        throw new IllegalStateException("a plain part can't be prepared");
    }

    private void finish() {
        parts.rollBack(readers, () -> {
            names.end(gtrid);
            tell(Optional.ofNullable(failure));
        });
    }

    private void tell(Optional<ServerError> error) {
        parts.tell(() -> ended.accept(error));
    }

    @Override
    public void clientGone() {
        parts.clientGone();
    }
}
