package io.pinion.server.session;

import io.pinion.protocol.flags.ServerStatus;
import io.pinion.server.session.TransactionPhase.Deferred;
import io.pinion.server.session.TransactionPhase.None;
import io.pinion.server.session.TransactionPhase.Open;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A session's transaction as its client must see it. Servers tell the truth by status flags; until one has been asked,
 * this object knows. Not thread-safe; lives on the session's event loop.
 */
public final class TransactionState {
    private static final None NONE = new None();

    private final Savepoints savepoints = new Savepoints();
    private TransactionPhase phase = NONE;
    private boolean autocommit = true;

    private boolean openIsReadOnly;

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

    /** Savepoints that no server was told of. */
    public Savepoints savepoints() {
        return savepoints;
    }

    /** The client's IN_TRANS flag. */
    public boolean inTransaction() {
        return !(phase instanceof None);
    }

    /** A transaction that a server knows of. */
    public Optional<Open> open() {
        return phase instanceof Open open ? Optional.of(open) : Optional.empty();
    }

    /**
     * Whether it may only read.
     *
     * @param unlessStated whether the session's transactions are so unless they say otherwise
     */
    public boolean isReadOnly(boolean unlessStated) {
        return switch (phase) {
            case None none -> false;
            case Deferred(String statement) ->
                readOnly(statement).or(() -> readOnly(next.access())).orElse(unlessStated);
            case Open open -> openIsReadOnly;
        };
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

    /** What no server has been told of yet. */
    public NextTransaction next() {
        return next;
    }

    /** @param statement what will begin it on a server */
    public void defer(String statement) {
        phase = new Deferred(statement);
        savepoints.clear();
    }

    /**
     * What a server must be told ahead of the session's next statement so that it runs inside the right transaction:
     * empty when nothing is outstanding.
     */
    public List<String> opening() {
        if (phase instanceof None && next.isUnsaid() && savepoints.isEmpty()) {
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

    /** AND CHAIN while no server knows of the transaction: the next one has begun like this one. */
    public void chainDeferred() {
        if (phase instanceof Deferred(String statement)) {
            defer(statement);
        } else {
            defer("BEGIN");
        }
    }

    /** The statements of {@link #opening()} are on their way to the primary of {@code pair}. */
    public void opened(String pair) {
        told = next;
        next = NextTransaction.UNSAID;
        boolean plain = savepoints.isEmpty();
        if (phase instanceof Deferred(String statement)) {
            phase = new Open(pair, plain ? Optional.of(statement) : Optional.empty(), Optional.empty());
        } else if (!plain) {
            phase = new Open(pair, Optional.empty(), Optional.empty());
        }
        savepoints.clear();
    }

    /** The open transaction now works on {@code shard}. */
    public void touched(String shard) {
        if (phase instanceof Open(String pair, Optional<String> again, Optional<String> none) && none.isEmpty()) {
            phase = new Open(pair, again, Optional.of(shard));
        }
    }

    /** Nothing was read or written yet, so the transaction may begin anew on another pair. */
    public void beginAnew() {
        if (phase instanceof Open open && open.isMovable()) {
            String again = open.again().orElseThrow();
            phase = again.isEmpty() ? NONE : new Deferred(again);
        }
    }

    /** AND CHAIN: the next transaction has begun where this one ended, and has touched nothing yet. */
    public void chained() {
        if (phase instanceof Open open) {
            phase = new Open(open.pair(), Optional.of("BEGIN"), Optional.empty());
        }
    }

    /**
     * What the primary of {@code pair} said in the last status flags of an answer. A server that doesn't know of a
     * deferred transaction has nothing to say about it.
     */
    public void reported(String pair, ServerStatus status) {
        if (phase instanceof Deferred) {
            return;
        }
        autocommit = status.autocommit();
        openIsReadOnly = status.has(ServerStatus.IN_TRANS_READONLY);
        if (!status.inTransaction()) {
            phase = NONE;
        } else if (!(phase instanceof Open)) {
            phase = new Open(pair, autocommit ? Optional.empty() : Optional.of(""), Optional.empty());
        }
    }

    /**
     * The statement behind {@link #opening()} has ended. Outside of a transaction its server may keep what {@code SET
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

    /** It ended, or its connection is gone and the server has rolled it back. */
    public void ended() {
        phase = NONE;
        savepoints.clear();
        next = NextTransaction.UNSAID;
        told = NextTransaction.UNSAID;
    }

    /** The connection of whatever is open is gone, and the server has rolled it back; what is deferred stays. */
    public void lostConnection() {
        if (phase instanceof Open) {
            ended();
        }
    }

    /** As after login. */
    public void reset() {
        ended();
        autocommit = true;
    }
}
