package io.pinion.server.session;

import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.session.TransactionChange.Work;
import io.pinion.server.session.TransactionPhase.Broken;
import io.pinion.server.session.TransactionPhase.Deferred;
import io.pinion.server.session.TransactionPhase.None;
import io.pinion.server.session.TransactionPhase.Open;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A session's transaction as its client must see it. The status flags of servers decide; before any server has the
 * transaction, this object does. Not thread-safe; lives on the session's event loop.
 */
public final class TransactionState {
    private static final None NONE = new None();

    private final Savepoints savepoints = new Savepoints();
    private TransactionPhase phase = NONE;
    private boolean autocommit = true;

    private boolean openIsReadOnly;

    /**
     * The pair whose server's flag hasn't shown the open transaction yet. With {@code autocommit=0} and tables without
     * transactions the flag stays off, yet metadata locks and savepoints last until COMMIT or ROLLBACK. Pairs that join are
     * told to begin, so their flags are on.
     */
    private @Nullable String unflagged;

    private boolean together;
    private Doom doom = Doom.NONE;

    /** Participants whose servers haven't received the statements that begin the transaction. */
    private final Set<String> untold = new HashSet<>();

    private final StatementGuard guard = new StatementGuard();

    /** The strictest transaction mode of the keyspaces that the open transaction has touched. */
    private TransactionMode mode = TransactionMode.BEST_EFFORT;

    /** {@code SET TRANSACTION …} without SESSION: for the next transaction only. */
    private NextTransaction next = NextTransaction.UNSAID;

    /** The characteristics that the running statement's server received before it. */
    private NextTransaction told = NextTransaction.UNSAID;

    public TransactionPhase phase() {
        return phase;
    }

    public boolean autocommit() {
        return autocommit;
    }

    public Savepoints savepoints() {
        return savepoints;
    }

    /** Whether COMMIT and ROLLBACK have a transaction to end. */
    public boolean inTransaction() {
        return !(phase instanceof None);
    }

    /** Whether the client sees the IN_TRANS flag. */
    public boolean isFlagged() {
        return inTransaction() && (unflagged == null || isShared());
    }

    /** Whether the pair has only locks of the transaction, as far as its server's flags have told. */
    public boolean isUnflaggedOn(String pair) {
        return pair.equals(unflagged);
    }

    /** The transaction, if a server has it. */
    public Optional<Open> open() {
        return phase instanceof Open open ? Optional.of(open) : Optional.empty();
    }

    /** Whether the server of {@code pair} has the transaction. */
    public boolean isOpenOn(String pair) {
        return phase instanceof Open open && open.on(pair).isPresent() && !untold.contains(pair);
    }

    /** Whether several pairs take part. */
    public boolean isShared() {
        return phase instanceof Open open && open.isShared();
    }

    /** The participants whose servers have the transaction, in the order in which they joined. */
    public List<Participant> participants() {
        return phase instanceof Open open
                ? open.participants().stream()
                        .filter(participant -> !untold.contains(participant.pair()))
                        .toList()
                : List.of();
    }

    /**
     * Whether the transaction can begin anew on another pair unnoticed: it is open on one pair and has touched nothing.
     */
    public boolean isMovable() {
        return phase instanceof Open(List<Participant> participants, Beginning beginning)
                && participants.size() == 1
                && participants.getFirst().isUntouched()
                && beginning instanceof Beginning.Said
                && savepoints.isEmpty()
                && !savepoints.isIncomplete();
    }

    /**
     * A statement begins to run on several pairs at once. If it ends the transaction on one of them, this is only noted
     * until all have answered, because the others can't be rolled back earlier.
     *
     * @param work on each shard
     */
    public void spreads(List<Work> work) {
        runTogether(true);
        work.forEach(this::touched);
    }

    /**
     * As {@link #spreads}, for a statement that changes rows of several shards: a savepoint is set on each of their pairs
     * before it, so that it can be undone as a whole.
     *
     * @param step the statement is a further step, and the savepoints of earlier ones stay
     */
    public void spreadsGuarded(List<Work> work, boolean step) {
        if (!step) {
            guard.begin();
        }
        guard.want(
                work.stream().map(Work::pair).collect(Collectors.toSet()),
                phase instanceof Open open ? open.participants() : List.of());
        spreads(work);
    }

    /** All pairs have answered; {@link #doom} was asked before. */
    public void allAnswered() {
        runTogether(false);
    }

    void runTogether(boolean together) {
        this.together = together;
        doom = Doom.NONE;
    }

    public boolean isTogether() {
        return together;
    }

    /** The transaction has ended on one of the pairs that run a statement together, while others still run it. */
    public void partEnded(Doom how) {
        if (doom.compareTo(how) < 0) {
            doom = how;
        }
    }

    public Doom doom() {
        return doom;
    }

    /** The fate of a transaction while a statement runs on several pairs at once; the worst last. */
    public enum Doom {
        NONE,
        /** A server has rolled its part back, but keeps a transaction open as MariaDB does. */
        ROLLED_BACK_AND_GOES_ON,
        /** A server has rolled its part back. */
        ROLLED_BACK,
        /** A connection is lost, or the fate of its part is unknown. */
        LOST
    }

    void apply(TransactionChange change) {
        switch (change) {
            case TransactionChange.None none -> {}
            case TransactionChange.Reported answer -> {
                reported(answer.pair(), answer.status(), answer.keepsLocks());
                answered(answer.failed(), answer.work());
            }
            case TransactionChange.Unreported(boolean failed, Optional<Work> work) -> answered(failed, work);
            case TransactionChange.OutlivedRollback(Optional<Work> work) -> {
                goOnAnywhere();
                answered(true, work);
            }
            case TransactionChange.Both both -> {} // Each by itself, see SessionState.
            case TransactionChange.Chained chained -> chained();
            case TransactionChange.BegunBy(Beginning.Said said) -> begunBy(said);
            case TransactionChange.SavepointOnServer(Optional<SavepointStatement> statement) -> {
                if (phase instanceof Open) {
                    statement.ifPresentOrElse(savepoints::note, savepoints::lose);
                }
            }
        }
    }

    private void answered(boolean failed, Optional<Work> work) {
        mayHaveLeftCharacteristics(failed);
        if (work.isPresent()) {
            touched(work.get());
        }
    }

    /**
     * The server has rolled back, but goes on with a transaction: Pinion moves this to the session, so that the next
     * statement begins it anywhere.
     */
    private void goOnAnywhere() {
        if (together || isShared()) {
            return; // The code that ends the transaction on all pairs decides.
        }
        if (autocommit) {
            followOn();
        } else {
            ended();
        }
    }

    private void touched(Work work) {
        touched(work.pair(), work.place(), work.promise(), work.writes());
    }

    /** The strictest transaction mode of the keyspaces that the transaction has touched. */
    public TransactionMode mode() {
        return mode;
    }

    /**
     * Whether the transaction may only read.
     *
     * @param unlessStated the session's default, for a transaction without an access mode
     */
    public boolean isReadOnly(boolean unlessStated) {
        return switch (phase) {
            case None none -> false;
            case Broken broken -> false;
            case Deferred(String statement) -> saysReadOnly(statement, unlessStated);
            case Open open -> openIsReadOnly;
        };
    }

    /**
     * Whether a statement that comes now may only read: in the transaction that is open, or in the one that it begins.
     *
     * @param unlessStated see {@link #isReadOnly}
     */
    public boolean allowsOnlyReading(boolean unlessStated) {
        return phase instanceof None ? saysReadOnly("", unlessStated) : isReadOnly(unlessStated);
    }

    private boolean saysReadOnly(String statement, boolean unlessStated) {
        return readOnly(statement).or(() -> readOnly(next.access())).orElse(unlessStated);
    }

    private static Optional<Boolean> readOnly(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        return upper.contains("READ ONLY")
                ? Optional.of(true)
                : upper.contains("READ WRITE") ? Optional.of(false) : Optional.empty();
    }

    void setAutocommit(boolean autocommit) {
        this.autocommit = autocommit;
    }

    void setNextCharacteristics(String characteristics) {
        next = next.with(characteristics);
    }

    /**
     * The session's own characteristics change. A transaction that has begun keeps those of before, on the pairs that
     * join it and after AND CHAIN, too.
     *
     * @param before empty where they stay
     */
    void keepCharacteristics(NextTransaction before) {
        switch (phase) {
            case Deferred(String statement) ->
                next = new Beginning.Said(statement, next).keeping(before).characteristics();
            case Open(List<Participant> participants, Beginning.Said said)
            when isFlagged() -> phase = new Open(participants, said.keeping(before));
            case Open open -> {} // No pair joins what a procedure began. Without the flag the servers' own change, too.
            case None none -> {}
            case Broken broken -> {}
        }
    }

    /**
     * The user has become read-only. Drops characteristics that the client set while it could write: those of the next
     * transaction, and READ WRITE of one that no server has yet.
     */
    void mayOnlyRead() {
        next = NextTransaction.UNSAID;
        if (phase instanceof Deferred(String statement) && !readOnly(statement).orElse(true)) {
            phase = new Deferred("START TRANSACTION READ ONLY");
        }
    }

    /** The characteristics that no server has received yet. */
    public NextTransaction next() {
        return next;
    }

    /**
     * A client's BEGIN, or a transaction that Pinion puts around a statement.
     *
     * @param statement the statement that will begin the transaction on a server
     */
    public void defer(String statement) {
        if (phase instanceof Deferred) {
            // The transaction that ends here has used up what SET TRANSACTION has set.
            next = NextTransaction.UNSAID;
        }
        become(NONE);
        phase = new Deferred(statement);
        savepoints.clear();
    }

    /**
     * The statements that the server of {@code pair} must receive before the session's next statement, so that this
     * runs in the right transaction; empty when nothing is outstanding.
     */
    public List<String> opening(String pair) {
        if (phase instanceof Open open) {
            boolean joins = untold.contains(pair);
            if (!guard.isWanted(pair)) {
                return joins ? joining(open, pair) : List.of();
            }
            List<String> statements = new ArrayList<>(joins ? joining(open, pair) : List.of());
            statements.add(StatementGuard.SET);
            return statements;
        }
        if (!(phase instanceof Deferred) && next.isUnsaid() && savepoints.isEmpty()) {
            return List.of();
        }
        List<String> statements = new ArrayList<>();
        if (!next.isUnsaid()) {
            statements.add(next.statement());
        }
        if (phase instanceof Deferred(String statement)) {
            statements.add(statement);
        }
        statements.addAll(savepoints.statements());
        return statements;
    }

    private List<String> joining(Open open, String pair) {
        Branch branch = open.on(pair).map(Participant::branch).orElse(Branch.PLAIN);
        if (!(open.beginning() instanceof Beginning.Said said)) {
            throw new IllegalStateException("nobody knows how this transaction began, so " + pair + " can't join it");
        }
        List<String> statements = new ArrayList<>(said.statements(branch));
        statements.addAll(savepoints.statements());
        return statements;
    }

    /**
     * Adds a pair to the transaction. It takes part from its next statement on, after the statements of {@link
     * #opening}. The transaction must be open, or deferred, or one that {@code autocommit=0} will begin; it is open
     * afterwards.
     *
     * @param readOnlyUnlessStated see {@link #isReadOnly}
     */
    public void enlist(String pair, Branch branch, boolean readOnlyUnlessStated) {
        Participant joining = Participant.joining(pair, branch);
        switch (phase) {
            case Open(List<Participant> participants, Beginning beginning) -> {
                List<Participant> after = new ArrayList<>(participants);
                after.add(joining);
                phase = new Open(after, beginning);
            }
            case Deferred(String statement) -> openWith(joining, statement, readOnlyUnlessStated);
            case None none -> openWith(joining, "", readOnlyUnlessStated);
            case Broken broken -> throw new IllegalStateException("the transaction is over: " + broken);
        }
        untold.add(pair);
    }

    /**
     * Rows go from those others to this pair: until it has committed, they must be found where they were. So it commits
     * before them, unless they commit in two phases, of which the pair that joined first decides. What was said of other
     * pairs before stays so, unless that is a circle.
     */
    public void commitBefore(String pair, Set<String> others) {
        if (phase instanceof Open(List<Participant> participants, Beginning beginning)
                && participants.stream().allMatch(participant -> participant.branch() instanceof Branch.Plain)) {
            List<Participant> after = new ArrayList<>();
            participants.stream()
                    .takeWhile(participant -> !others.contains(participant.pair()))
                    .forEach(after::add);
            participants.stream()
                    .filter(participant -> participant.pair().equals(pair) && !after.contains(participant))
                    .forEach(after::add);
            participants.stream()
                    .filter(participant -> !after.contains(participant))
                    .forEach(after::add);
            phase = new Open(after, beginning);
        }
    }

    private void openWith(Participant first, String statement, boolean readOnlyUnlessStated) {
        // No server has reported it yet, but opening() must treat the transaction as open when a second pair joins.
        openIsReadOnly = saysReadOnly(statement, readOnlyUnlessStated);
        phase = new Open(List.of(first), new Beginning.Said(statement, next));
        next = NextTransaction.UNSAID;
    }

    /** The guarded statement was undone on every pair where it ran, as if it had only read. */
    public void guardedWasUndone() {
        if (phase instanceof Open(List<Participant> participants, Beginning beginning)) {
            phase = new Open(participants.stream().map(guard::undone).toList(), beginning);
        }
        guardEnds();
    }

    /** The statement that undoes the guarded statement on a server. */
    public static String undo() {
        return StatementGuard.UNDO;
    }

    /** Whether the guarded statement's savepoint was sent to {@code pair}. */
    public boolean isGuardSet(String pair) {
        return guard.isSet(pair);
    }

    /** The guarded statement is over, and its changes stay. */
    public void guardEnds() {
        guard.end();
    }

    /** AND CHAIN before any server has the transaction: the next one begins like this one. */
    public void chainDeferred() {
        chainDeferred(new Beginning.Said(phase instanceof Deferred(String statement) ? statement : "", next));
    }

    private void chainDeferred(Beginning.Said before) {
        Beginning.Said following = before.chained();
        defer(following.statement());
        next = following.characteristics();
    }

    /**
     * The statements of {@link #opening} have been sent to the primary of {@code pair}: another connection of the same
     * statement must not send them again.
     */
    public void opened(String pair) {
        if (phase instanceof Open) {
            untold.remove(pair);
            guard.sent(pair);
            return;
        }
        told = next;
        next = NextTransaction.UNSAID;
        if (phase instanceof Deferred(String statement)) {
            begunOn(pair, new Beginning.Said(statement, told));
        } else if (!savepoints.isEmpty()) {
            begunOn(pair, new Beginning.Said("", told));
        }
    }

    /**
     * The connection that received them was given up before any statement ran: the next connection must receive them
     * again.
     */
    public void untold(String pair) {
        if (phase instanceof Open) {
            untold.add(pair);
        }
    }

    /** The client's own statement has begun the transaction on a server. */
    void begunBy(Beginning.Said said) {
        if (phase instanceof Open(List<Participant> participants, Beginning beginning)) {
            phase = new Open(participants, said);
        }
    }

    private void begunOn(String pair, Beginning beginning) {
        phase = new Open(List.of(Participant.joining(pair, Branch.PLAIN)), beginning);
    }

    /**
     * A statement of the open transaction has run on a shard of {@code pair}.
     *
     * @param place the shard, in words
     * @param promise the transaction mode of its keyspace
     * @param writes whether rows there may have been changed
     */
    void touched(String pair, String place, TransactionMode promise, boolean writes) {
        if (!(phase instanceof Open(List<Participant> participants, Beginning beginning))) {
            return;
        }
        mode = mode.strictest(promise);
        for (int i = 0; i < participants.size(); i++) {
            Participant before = participants.get(i);
            Participant after = before.pair().equals(pair) ? before.touching(place, writes) : before;
            // Most statements touch a shard that an earlier one has touched.
            if (!after.equals(before)) {
                List<Participant> changed = new ArrayList<>(participants);
                changed.set(i, after);
                phase = new Open(changed, beginning);
            }
        }
    }

    /** Lets the transaction begin anew on another pair, if it has read and written nothing yet. */
    public void beginAnew() {
        if (isMovable()
                && phase instanceof Open open
                && open.beginning() instanceof Beginning.Said(String statement, NextTransaction characteristics)) {
            become(NONE);
            next = characteristics;
            phase = statement.isEmpty() ? NONE : new Deferred(statement);
        }
    }

    /**
     * A transaction with the same beginning follows, which no server has yet: AND CHAIN, or the one that MariaDB keeps
     * open after a deadlock.
     */
    public void followOn() {
        Beginning.Said before = said();
        ended();
        chainDeferred(before);
    }

    /** AND CHAIN: the server has begun the next transaction, which has touched nothing yet. */
    void chained() {
        if (phase instanceof Open open) {
            Beginning.Said following = said().chained();
            boolean readOnly = openIsReadOnly;
            savepoints.clear();
            become(NONE);
            begunOn(open.pair(), following);
            openIsReadOnly = readOnly;
        }
    }

    /** How the open transaction began, as far as it is known. */
    private Beginning.Said said() {
        return phase instanceof Open(List<Participant> participants, Beginning.Said said)
                ? said
                : new Beginning.Said("", NextTransaction.UNSAID);
    }

    /**
     * Takes over the last status flags of an answer from the primary of {@code pair}. They say nothing about a deferred
     * transaction or one that this server takes no part in, and nothing about the other servers of a shared one.
     *
     * @param keepsLocks with {@code autocommit=0}, the server keeps the statement's metadata locks, whatever its flag
     *     says
     */
    void reported(String pair, ServerStatus status, boolean keepsLocks) {
        boolean elsewhere = phase instanceof Open open && open.on(pair).isEmpty();
        if (phase instanceof Deferred || phase instanceof Broken || elsewhere) {
            return;
        }
        autocommit = status.autocommit();
        openIsReadOnly = status.has(ServerStatus.IN_TRANS_READONLY);
        if (status.inTransaction() && isUnflaggedOn(pair)) {
            unflagged = null;
        }
        if (isShared()) {
            return;
        }
        boolean keeps = keepsLocks && !autocommit;
        if (!status.inTransaction() && !keeps) {
            become(NONE);
        } else if (!(phase instanceof Open)) {
            begunOn(pair, autocommit ? new Beginning.Unseen() : new Beginning.Said("", told));
        }
        unflagged = !status.inTransaction() && keeps ? pair : null;
    }

    /** Keeps savepoints that were set before the transaction began; drops those of an open one. */
    private void become(None none) {
        if (phase instanceof Open) {
            savepoints.clear();
        }
        phase = none;
        unflagged = null;
        untold.clear();
        guardEnds();
        openIsReadOnly = false;
        mode = TransactionMode.BEST_EFFORT;
    }

    /**
     * Whether the running statement's server has received the characteristics of {@code SET TRANSACTION} before it. The
     * server keeps them for a later transaction when the statement begins none, because it fails or reads no table.
     */
    public boolean hasToldCharacteristics() {
        return !told.isUnsaid();
    }

    /**
     * The statement after {@link #opening} has ended.
     *
     * @return whether the server may keep the characteristics; after a failure this session's next transaction still
     *     has them, too
     */
    boolean mayHaveLeftCharacteristics(boolean failed) {
        NextTransaction before = told;
        told = NextTransaction.UNSAID;
        if (before.isUnsaid() || phase instanceof Open) {
            return false;
        }
        if (failed) {
            next = before;
        }
        return true;
    }

    /** The transaction has ended on every pair, or its connections are gone and the servers have rolled it back. */
    public void ended() {
        become(NONE);
        savepoints.clear();
        next = NextTransaction.UNSAID;
        told = NextTransaction.UNSAID;
    }

    /** The transaction ended after an answer that the client already has; {@code reason} answers the next statement. */
    public void broke(ServerError reason) {
        ended();
        phase = new Broken(reason);
    }

    /** As after login. */
    void reset() {
        runTogether(false);
        ended();
        autocommit = true;
    }
}
