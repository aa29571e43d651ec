package io.pinion.server.session;

import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.TransactionMode;
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

/**
 * A session's transaction as its client must see it. Servers tell the truth by status flags; until one has been asked,
 * this object knows. Not thread-safe; lives on the session's event loop.
 */
public final class TransactionState {
    /** Undoes one statement on all its shards; never a name of the client's. */
    private static final String GUARD_NAME = "`pinion statement`";

    private static final String GUARD = "SAVEPOINT " + GUARD_NAME;
    private static final String UNDO = "ROLLBACK TO SAVEPOINT " + GUARD_NAME;

    private static final None NONE = new None();

    private final Savepoints savepoints = new Savepoints();
    private TransactionPhase phase = NONE;
    private boolean autocommit = true;

    private boolean openIsReadOnly;

    /**
     * The server's flag doesn't show the open transaction: with {@code autocommit=0} the tables that were used have no
     * transactions, yet their metadata locks and the savepoints last until COMMIT or ROLLBACK.
     */
    private boolean unflagged;

    private boolean together;
    private Doom doom = Doom.NONE;

    /** Participants whose servers haven't been sent what begins the transaction there. */
    private final Set<String> untold = new HashSet<>();

    /** Pairs that need a savepoint ahead of the running statement, which goes to several shards. */
    private final Set<String> unguarded = new HashSet<>();

    /** Those that have been sent it. On others an earlier statement's, of the same name, may still be set. */
    private final Set<String> guarded = new HashSet<>();

    /** Of the pairs that the running statement was guarded for, those on which nothing else has changed rows. */
    private final Set<String> onlyGuarded = new HashSet<>();

    /** The strictest promise of the keyspaces that the open transaction has worked on. */
    private TransactionMode mode = TransactionMode.BEST_EFFORT;

    /** {@code SET TRANSACTION …} without SESSION: for the next transaction only. */
    private NextTransaction next = NextTransaction.UNSAID;

    /** Those that the running statement's server was told of. */
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

    /** COMMIT and ROLLBACK have something to end. */
    public boolean inTransaction() {
        return !(phase instanceof None);
    }

    /** The client's IN_TRANS flag. */
    public boolean isFlagged() {
        return inTransaction() && !unflagged;
    }

    /** A transaction that a server knows of. */
    public Optional<Open> open() {
        return phase instanceof Open open ? Optional.of(open) : Optional.empty();
    }

    /** The server of {@code pair} has been told of the transaction. */
    public boolean isOpenOn(String pair) {
        return phase instanceof Open open && open.on(pair).isPresent() && !untold.contains(pair);
    }

    /** Several pairs take part. */
    public boolean isShared() {
        return phase instanceof Open open && open.isShared();
    }

    /** Those whose servers know of the transaction, in the order in which they joined. */
    public List<Participant> participants() {
        return phase instanceof Open open
                ? open.participants().stream()
                        .filter(participant -> !untold.contains(participant.pair()))
                        .toList()
                : List.of();
    }

    /** Nobody can tell when it begins anew on another pair: it is open on one and has touched nothing. */
    public boolean isMovable() {
        return phase instanceof Open(List<Participant> participants, Beginning beginning)
                && participants.size() == 1
                && participants.getFirst().isUntouched()
                && beginning instanceof Beginning.Said
                && savepoints.isEmpty()
                && !savepoints.isIncomplete();
    }

    /**
     * A statement of it is under way on several pairs at once: what ends it on one of them is only noted until all have
     * answered, since the others can't be told before.
     */
    public void runTogether(boolean together) {
        this.together = together;
        doom = Doom.NONE;
    }

    public boolean isTogether() {
        return together;
    }

    /** It has ended on one of the pairs that run a statement together. */
    public void doom(Doom how) {
        if (doom.compareTo(how) < 0) {
            doom = how;
        }
    }

    public Doom doom() {
        return doom;
    }

    /** What has become of a transaction while a statement ran on several pairs at once; the worst last. */
    public enum Doom {
        NONE,
        /** A server has rolled its part back, and what MariaDB keeps of BEGIN goes on. */
        ROLLED_BACK_AND_GOES_ON,
        /** A server has rolled its part back. */
        ROLLED_BACK,
        /** A connection is lost, or nobody knows how its part has ended. */
        LOST
    }

    /** What the keyspaces that it has worked on ask of it. */
    public TransactionMode mode() {
        return mode;
    }

    /**
     * Whether it may only read.
     *
     * @param unlessStated whether the session's transactions are so unless they say otherwise
     */
    public boolean isReadOnly(boolean unlessStated) {
        return switch (phase) {
            case None none -> false;
            case Broken broken -> false;
            case Deferred(String statement) -> saysReadOnly(statement, unlessStated);
            case Open open -> openIsReadOnly;
        };
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

    public void setAutocommit(boolean autocommit) {
        this.autocommit = autocommit;
    }

    public void setNextCharacteristics(String characteristics) {
        next = next.with(characteristics);
    }

    /** What was said of the next transaction, or of one that no server knows of, was said with the right to write. */
    void mayOnlyRead() {
        next = NextTransaction.UNSAID;
        if (phase instanceof Deferred(String statement) && !readOnly(statement).orElse(true)) {
            phase = new Deferred("START TRANSACTION READ ONLY");
        }
    }

    /** What no server has been told of yet. */
    public NextTransaction next() {
        return next;
    }

    /** @param statement what will begin it on a server */
    public void defer(String statement) {
        become(NONE);
        phase = new Deferred(statement);
        savepoints.clear();
    }

    /**
     * What the server of {@code pair} must be told ahead of the session's next statement so that it runs inside the right
     * transaction: empty when nothing is outstanding.
     */
    public List<String> opening(String pair) {
        if (phase instanceof Open open) {
            boolean joins = untold.contains(pair);
            if (!unguarded.contains(pair)) {
                return joins ? joining(open, pair) : List.of();
            }
            List<String> statements = new ArrayList<>(joins ? joining(open, pair) : List.of());
            statements.add(GUARD);
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
     * A further pair takes part from its next statement on, which {@link #opening} goes ahead of. The transaction must be
     * open, or deferred, or one that {@code autocommit=0} will begin: then it is open afterwards.
     *
     * @param readOnlyUnlessStated as of {@link #isReadOnly}
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

    private void openWith(Participant first, String statement, boolean readOnlyUnlessStated) {
        // No server has said so yet, but the second pair joins in another way then.
        openIsReadOnly = saysReadOnly(statement, readOnlyUnlessStated);
        phase = new Open(List.of(first), new Beginning.Said(statement, next));
        next = NextTransaction.UNSAID;
    }

    /**
     * The next statement on these pairs, which must take part, changes rows of several shards: a savepoint goes ahead of it, so
     * that it can be undone as a whole.
     */
    public void guard(Set<String> pairs) {
        guarded.clear();
        guardMore(pairs);
    }

    /** As {@link #guard}, for a further step of the same statement: what was undone with it still is. */
    public void guardMore(Set<String> pairs) {
        for (Participant participant : participantsOf(phase)) {
            String pair = participant.pair();
            if (pairs.contains(pair) && !guarded.contains(pair)) {
                unguarded.add(pair);
                if (!participant.wrote()) {
                    onlyGuarded.add(pair);
                }
            }
        }
    }

    private static List<Participant> participantsOf(TransactionPhase phase) {
        return phase instanceof Open open ? open.participants() : List.of();
    }

    /** The guarded statement was undone wherever it has run, as if it had only read. */
    public void guardedWasUndone() {
        if (phase instanceof Open(List<Participant> participants, Beginning beginning)) {
            phase = new Open(
                    participants.stream()
                            .map(participant ->
                                    onlyGuarded.contains(participant.pair()) ? participant.unwritten() : participant)
                            .toList(),
                    beginning);
        }
        guardEnds();
    }

    /** Undoes the statement that was guarded, where it has run. */
    public static String undo() {
        return UNDO;
    }

    /** The guarded statement was sent to {@code pair}. */
    public boolean isGuardSet(String pair) {
        return guarded.contains(pair);
    }

    /** The guarded statement is over. */
    public void guardEnds() {
        guarded.clear();
        unguarded.clear();
        onlyGuarded.clear();
    }

    /** AND CHAIN while no server knows of the transaction: the next one has begun like this one. */
    public void chainDeferred() {
        if (phase instanceof Deferred(String statement)) {
            defer(statement);
        } else {
            defer(OwnTransactionWords.BEGIN);
        }
    }

    /** The statements of {@link #opening} are on their way to the primary of {@code pair}. */
    public void opened(String pair) {
        if (phase instanceof Open) {
            untold.remove(pair);
            if (unguarded.remove(pair)) {
                guarded.add(pair);
            }
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

    /** Nothing was asked on the connection that was told, and it is given up: the next one is told again. */
    public void untold(String pair) {
        if (phase instanceof Open) {
            untold.add(pair);
        }
    }

    /** The client's own statement has begun it on a server. */
    public void begunBy(Beginning.Said said) {
        if (phase instanceof Open(List<Participant> participants, Beginning beginning)) {
            phase = new Open(participants, said);
        }
    }

    private void begunOn(String pair, Beginning beginning) {
        phase = new Open(List.of(Participant.joining(pair, Branch.PLAIN)), beginning);
    }

    /**
     * The open transaction now works on a place of {@code pair}.
     *
     * @param place a shard, in words
     * @param promise that of its keyspace
     * @param writes rows there may have been changed
     */
    public void touched(String pair, String place, TransactionMode promise, boolean writes) {
        if (!(phase instanceof Open(List<Participant> participants, Beginning beginning))) {
            return;
        }
        mode = mode.strictest(promise);
        for (int i = 0; i < participants.size(); i++) {
            Participant before = participants.get(i);
            Participant after = before.pair().equals(pair) ? before.touching(place, writes) : before;
            // Most statements touch what one before them has touched.
            if (!after.equals(before)) {
                List<Participant> changed = new ArrayList<>(participants);
                changed.set(i, after);
                phase = new Open(changed, beginning);
            }
        }
    }

    /** Nothing was read or written yet, so the transaction may begin anew on another pair. */
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
     * A transaction like this one follows on it, of which no server knows yet: AND CHAIN, or what MariaDB leaves after a
     * deadlock.
     */
    public void followOn() {
        Optional<Beginning> before = open().map(Open::beginning);
        ended();
        if (before.orElse(null) instanceof Beginning.Said(String statement, NextTransaction characteristics)) {
            next = characteristics;
            defer(statement.isEmpty() ? OwnTransactionWords.BEGIN : statement);
        } else {
            defer(OwnTransactionWords.BEGIN);
        }
    }

    /** AND CHAIN: the next transaction has begun where this one ended, and has touched nothing yet. */
    public void chained() {
        if (phase instanceof Open open) {
            String pair = open.pair();
            NextTransaction characteristics =
                    open.beginning() instanceof Beginning.Said said ? said.characteristics() : NextTransaction.UNSAID;
            boolean readOnly = openIsReadOnly;
            savepoints.clear();
            become(NONE);
            begunOn(pair, new Beginning.Said(OwnTransactionWords.BEGIN, characteristics));
            openIsReadOnly = readOnly;
        }
    }

    /**
     * What the primary of {@code pair} said in the last status flags of an answer. A server that doesn't know of a
     * deferred transaction has nothing to say about it, nor has one that doesn't take part, and one of several that do nothing
     * about the others.
     *
     * @param keepsLocks with {@code autocommit=0}, the server keeps the statement's metadata locks, whatever its flag says
     */
    public void reported(String pair, ServerStatus status, boolean keepsLocks) {
        boolean elsewhere = phase instanceof Open open && open.on(pair).isEmpty();
        if (phase instanceof Deferred || phase instanceof Broken || elsewhere) {
            return;
        }
        autocommit = status.autocommit();
        openIsReadOnly = status.has(ServerStatus.IN_TRANS_READONLY);
        if (isShared()) {
            return;
        }
        boolean keeps = keepsLocks && !autocommit;
        if (!status.inTransaction() && !keeps) {
            become(NONE);
        } else if (!(phase instanceof Open)) {
            begunOn(pair, autocommit ? new Beginning.Unseen() : new Beginning.Said("", told));
        }
        unflagged = !status.inTransaction() && keeps;
    }

    /** Savepoints that wait for a transaction to begin stay; those of one that was open are gone with it. */
    private void become(None none) {
        if (phase instanceof Open) {
            savepoints.clear();
        }
        phase = none;
        unflagged = false;
        untold.clear();
        guardEnds();
        openIsReadOnly = false;
        mode = TransactionMode.BEST_EFFORT;
    }

    /**
     * The statement behind {@link #opening} has ended. Outside of a transaction its server may keep what {@code SET
     * TRANSACTION} said for a later one: a statement that failed or reads no table begins none.
     *
     * @return whether the server may keep it; after a failure this session's next transaction still has it, too
     */
    public boolean mayHaveLeftCharacteristics(boolean failed) {
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

    /** It ended, or its connections are gone and the servers have rolled it back. */
    public void ended() {
        become(NONE);
        savepoints.clear();
        next = NextTransaction.UNSAID;
        told = NextTransaction.UNSAID;
    }

    /** It ended behind an answer that the client has; the next statement is answered with {@code reason}. */
    public void broke(ServerError reason) {
        ended();
        phase = new Broken(reason);
    }

    /** As after login. */
    public void reset() {
        runTogether(false);
        ended();
        autocommit = true;
    }
}
