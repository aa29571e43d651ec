package io.pinion.server.session;

import io.pinion.config.topology.User;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Charset;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.session.UnloggedState;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session after its client has logged in: the user, the client's capabilities, the current database, and
 * the parts (variables, transaction, prepared statements) that are classes of their own. Other packages read it; they
 * change it by {@link #apply} at the end of a statement, and by an event where a change can't wait for that end. Not
 * thread-safe; lives on the session's event loop.
 */
public final class SessionState {
    private final long id;
    private final String clientHost;
    private final ClientProgram program;
    private final Capabilities capabilities;
    private final SessionVariables variables;
    private final TransactionState transaction = new TransactionState();
    private final PreparedStatements preparedStatements;
    private final TextPreparedStatements textStatements;
    private final DiagnosticsArea diagnostics = new DiagnosticsArea();
    private final StatementCost cost = new StatementCost();

    private boolean ofMariaDb;
    private SessionView.Connection connection = SessionView.Connection.LOCAL;
    private User user;
    private Optional<Boolean> severalAllowed = Optional.empty();
    private Optional<String> database = Optional.empty();
    private long statements;

    /** The snapshot that planning used last; null once any of its values has changed. */
    private @Nullable SessionView view;

    /**
     * @param id the answer to {@code CONNECTION_ID()}
     * @param clientHost the client's host as {@code USER()} shows it
     * @param program the program name that the client sent
     * @param capabilities those that the client and Pinion agreed on
     */
    public SessionState(
            long id,
            User user,
            String clientHost,
            ClientProgram program,
            Capabilities capabilities,
            SessionVariables variables,
            PreparedStatements preparedStatements) {
        this.id = id;
        this.user = user;
        this.clientHost = clientHost;
        this.program = program;
        this.capabilities = capabilities;
        this.variables = variables;
        this.preparedStatements = preparedStatements;
        this.textStatements = new TextPreparedStatements(preparedStatements.limit(), preparedStatements.mostBytes());
        variables.readsOnly(user.readsOnly());
    }

    public long id() {
        return id;
    }

    /** What the client's connection shows of itself. Called before the first statement. */
    public void connected(SessionView.Connection shown) {
        connection = shown;
        view = null;
    }

    /** The program name that the client sent. */
    public ClientProgram program() {
        return program;
    }

    /** The user as of the session's latest topology. */
    public User user() {
        return user;
    }

    /** The topology has changed the user's rights or account, at any moment. */
    public void userChanged(User changed) {
        if (changed.readsOnly() && !user.readsOnly()) {
            transaction.mayOnlyRead();
        }
        user = changed;
        variables.readsOnly(changed.readsOnly());
        view = null;
    }

    /** COM_SET_OPTION: whether one text may have several statements, which overrides the login. */
    public void severalStatementsAllowed(boolean allowed) {
        severalAllowed = Optional.of(allowed);
    }

    /** The client's COM_SET_OPTION; empty when it sent none. */
    public Optional<Boolean> severalAllowed() {
        return severalAllowed;
    }

    public Capabilities capabilities() {
        return capabilities;
    }

    public SessionVariables variables() {
        return variables;
    }

    /** The client's character set for texts in both directions; UTF-8 for a character set that Java doesn't have. */
    public java.nio.charset.Charset javaCharset() {
        return Charset.named(variables.charset()).map(Charset::javaCharset).orElse(StandardCharsets.UTF_8);
    }

    public TransactionState transaction() {
        return transaction;
    }

    public PreparedStatements preparedStatements() {
        return preparedStatements;
    }

    /** The statements that PREPARE named and that only Pinion keeps. */
    public TextPreparedStatements textStatements() {
        return textStatements;
    }

    /** PREPARE has a text that Pinion keeps, and whose name the planner must know. */
    public void textKept(String name, TextPreparedStatements.KeptText text) {
        textStatements.keep(name, text);
        view = null;
    }

    /** DEALLOCATE PREPARE, or another PREPARE of the same name, which ends the old text even where it fails. */
    public void textForgotten(String name) {
        if (textStatements.forget(name)) {
            view = null;
        }
    }

    /** Whether a connection has an old text of this name alone, which the planner must send no EXECUTE to. */
    public void textIsOld(String name, boolean old) {
        if (textStatements.knowOld(name, old)) {
            view = null;
        }
    }

    /** What the last statement has left; an event that changes it is a method there. */
    public DiagnosticsArea diagnostics() {
        return diagnostics;
    }

    /**
     * The client has logged in. Called once, before the first statement.
     *
     * @param servers the kind of the servers, whose rules the diagnostics follow
     * @param connectionIsAtHand whether the connection of the last statement that a server ran can still be asked about
     *     it
     */
    public void begun(SqlDialect servers, BooleanSupplier connectionIsAtHand) {
        ofMariaDb = servers == SqlDialect.MARIADB;
        diagnostics.begin(servers, connectionIsAtHand);
    }

    /** Changes the session by one statement, at its end. */
    public void apply(StatementEffects effects) {
        diagnostics.apply(effects.diagnostics());
        cost.ends(effects.diagnostics());
        if (effects.settings() instanceof SettingsEffect.Accepted(SettingsChange change)) {
            endDeferredBy(change);
        }
        apply(effects.transaction());
        switch (effects.settings()) {
            case SettingsEffect.None none -> {}
            case SettingsEffect.Accepted(SettingsChange change) -> {
                transaction.keepCharacteristics(variables.characteristicsBefore(change.settings()));
                accept(change);
            }
            case SettingsEffect.VariablesUnknown unknown -> forgetVariables(unknown);
        }
        switch (effects.database()) {
            case DatabaseChange.None none -> {}
            case DatabaseChange.Chosen(String chosen) -> use(Optional.of(chosen));
            // As on a server, the session has none from then on.
            case DatabaseChange.Dropped dropped -> use(Optional.empty());
        }
        switch (effects.insertId()) {
            case InsertIdChange.None none -> {}
            case InsertIdChange.Known(long id) -> insertIdMade(id);
            case InsertIdChange.OnServer onServer -> {
                diagnostics.insertIdIsOnServer();
                view = null;
            }
        }
    }

    private void apply(TransactionChange change) {
        transaction.apply(change);
        if (change instanceof TransactionChange.Reported reported && reported.setsAutocommit()) {
            takeOverAutocommit();
        } else if (change instanceof TransactionChange.Both both) {
            // Only the answer of a server reports a status.
            apply(both.answer());
            apply(both.then());
        }
    }

    /** Whether the SET forgets a transaction that no server has: {@code autocommit} from 0 to 1 commits. */
    public boolean endsDeferred(SettingsChange change) {
        return change.autocommit().orElse(false)
                && !transaction.autocommit()
                && transaction.open().isEmpty();
    }

    private void endDeferredBy(SettingsChange change) {
        if (endsDeferred(change)) {
            transaction.ended();
        }
    }

    /** A keyspace, {@code keyspace:shard} or a physical database. */
    public Optional<String> database() {
        return database;
    }

    private void use(Optional<String> chosen) {
        database = chosen;
        view = null;
    }

    /** A server has accepted the change. */
    private void accept(SettingsChange change) {
        variables.accept(change);
        change.autocommit().ifPresent(transaction::setAutocommit);
        change.nextCharacteristics().ifPresent(transaction::setNextCharacteristics);
        view = null;
    }

    /** Takes over the autocommit that the server reported, which a procedure may have set. */
    private void takeOverAutocommit() {
        SessionSettings before = variables.settings();
        variables.autocommitIs(transaction.autocommit());
        if (!before.equals(variables.settings())) {
            view = null;
        }
    }

    private void forgetVariables(SettingsEffect.VariablesUnknown unknown) {
        variables.forget(unknown);
        view = null;
    }

    /** Pinion has read user variables from a connection that alone had their values, for a statement on another one. */
    public void variablesRead(List<Setting> values) {
        variables.read(values);
        view = null;
    }

    /** Pinion has read sql_mode and the character set, by which it must read the next text. */
    public void textRulesRead(SettingsChange change) {
        accept(change);
    }

    /**
     * A row has an id that Pinion composes, or that it took from a sequence: the session has it even if the statement
     * fails behind that row, as on a server.
     */
    public void insertIdMade(long id) {
        diagnostics.inserted(id);
        view = null;
    }

    /**
     * Pinion has read {@code LAST_INSERT_ID()} from a connection that another session may get now, or for a statement
     * that needs it on another connection.
     *
     * @param id none when the insert generated none, and the earlier id stays
     * @param latest whether no other insert came while Pinion asked
     */
    public void insertIdRead(OptionalLong id, boolean latest) {
        diagnostics.readInsertId(id, latest);
        view = null;
    }

    /**
     * Pinion won't read {@code LAST_INSERT_ID()} from the connection that alone knew it.
     *
     * @param latest as of {@link #insertIdRead}
     */
    public void insertIdLost(boolean latest) {
        diagnostics.loseInsertId(latest);
        view = null;
    }

    /** The client has sent a statement, which is counted however it ends. */
    public void statementCame() {
        statements++;
        cost.reset();
    }

    /** Of the statement that came last. */
    public StatementCost cost() {
        return cost;
    }

    public long statements() {
        return statements;
    }

    /** The snapshot of the session for planning. */
    public SessionView view() {
        SessionView current = view;
        if (current == null) {
            current = new SessionView(
                    database,
                    variables.setsSqlMode()
                            ? variables.sqlMode()
                            : variables.sqlMode().asOfServer(),
                    variables.charset(),
                    variables.connectionCharset(),
                    diagnostics.insertId(),
                    user.name(),
                    clientHost,
                    id,
                    user.admin(),
                    diagnostics::previous,
                    user,
                    textStatements.names(),
                    connection,
                    unlogged());
            view = current;
        }
        return current;
    }

    private Optional<String> unlogged() {
        return UnloggedState.SETTINGS_OF_DEFINITIONS.stream()
                .filter(variables.settings()::has)
                .findFirst();
    }

    /** The changes made by Pinion itself that the client wants to be told. */
    public SessionTracking tracking(SqlDialect dialect) {
        return capabilities.sessionTrack() ? SessionTracking.of(variables.settings(), dialect) : SessionTracking.NONE;
    }

    /** The status flags of the transaction, whether it is open on a server or not. */
    public int transactionFlags() {
        if (!transaction.isFlagged()) {
            return 0;
        }
        return transaction.isReadOnly(variables.transactionsAreReadOnly())
                ? ServerStatus.IN_TRANS | ServerStatus.IN_TRANS_READONLY
                : ServerStatus.IN_TRANS;
    }

    /** The status flags of an answer that Pinion makes itself. */
    public ServerStatus status() {
        int bits = transactionFlags();
        if (transaction.autocommit()) {
            bits |= ServerStatus.AUTOCOMMIT;
        }
        if (variables.sqlMode().noBackslashEscapes()) {
            bits |= ServerStatus.NO_BACKSLASH_ESCAPES;
        }
        if (ofMariaDb && variables.sqlMode().ansiQuotes()) {
            bits |= ServerStatus.ANSI_QUOTES;
        }
        return ServerStatus.of(bits);
    }

    /** COM_RESET_CONNECTION, or the end: everything is as after login, except the current database, which stays. */
    public void reset() {
        variables.reset();
        transaction.reset();
        textStatements.clear();
        diagnostics.reset();
        view = null;
    }
}
