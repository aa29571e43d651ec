package io.pinion.server.session;

import io.pinion.config.topology.User;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Charset;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.lexer.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a session is once its client has logged in: who, how its client speaks, where it is, and its parts, which are
 * objects of their own. Not thread-safe; lives on the session's event loop.
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
    private final LastAnswer lastAnswer = new LastAnswer();

    private boolean ofMariaDb;
    private SessionView.Encryption encryption = SessionView.Encryption.NONE;
    private User user;
    private Optional<Boolean> severalAllowed = Optional.empty();
    private Optional<String> database = Optional.empty();
    private long lastInsertId;
    private boolean insertIdOnServer;
    private long statements;

    /** What planning last saw of this session; null once anything that it shows has changed. */
    private @Nullable SessionView view;

    /**
     * @param id what {@code CONNECTION_ID()} answers
     * @param clientHost where the client comes from, as {@code USER()} shows it
     * @param program what the client says that it is
     * @param capabilities what the client and Pinion agreed on
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
        this.textStatements = new TextPreparedStatements(preparedStatements.limit());
        variables.readsOnly(user.readsOnly());
    }

    public long id() {
        return id;
    }

    /** The client came through TLS. To be told before the first statement. */
    public void encryptedBy(SessionView.Encryption tls) {
        encryption = tls;
        view = null;
    }

    /** What the client says that it is. */
    public ClientProgram program() {
        return program;
    }

    /** As the topology last had it. */
    public User user() {
        return user;
    }

    /** The topology has changed: from now on the user has other rights, or another account. */
    public void user(User changed) {
        if (changed.readsOnly() && !user.readsOnly()) {
            transaction.mayOnlyRead();
        }
        user = changed;
        variables.readsOnly(changed.readsOnly());
        view = null;
    }

    /** COM_SET_OPTION: whether several statements may come in one text, whatever the login said. */
    public void allowSeveralStatements(boolean allowed) {
        severalAllowed = Optional.of(allowed);
    }

    /** What the client has said by COM_SET_OPTION; empty when nothing. */
    public Optional<Boolean> severalAllowed() {
        return severalAllowed;
    }

    public Capabilities capabilities() {
        return capabilities;
    }

    public SessionVariables variables() {
        return variables;
    }

    /** How this client writes texts and wants to read them; UTF-8 for a character set that Java doesn't have. */
    public java.nio.charset.Charset javaCharset() {
        return Charset.named(variables.charset()).map(Charset::javaCharset).orElse(StandardCharsets.UTF_8);
    }

    public TransactionState transaction() {
        return transaction;
    }

    public PreparedStatements preparedStatements() {
        return preparedStatements;
    }

    /** What PREPARE has named and no server knows. */
    public TextPreparedStatements textStatements() {
        return textStatements;
    }

    /** PREPARE of a text that Pinion keeps. */
    public void keep(String name, TextPreparedStatements.KeptText text) {
        textStatements.keep(name, text);
        view = null;
    }

    /** DEALLOCATE PREPARE, or another PREPARE of the same name. */
    public void forgetKept(String name) {
        if (textStatements.forget(name)) {
            view = null;
        }
    }

    /** What the last statement has left for the next one to ask for. */
    public LastAnswer lastAnswer() {
        return lastAnswer;
    }

    /**
     * To be told once, before the first statement.
     *
     * @param servers of which kind they are
     * @param connectionIsAtHand as {@link LastAnswer#begin} has it
     */
    public void begin(Dialect servers, BooleanSupplier connectionIsAtHand) {
        ofMariaDb = servers == Dialect.MARIADB;
        lastAnswer.begin(ofMariaDb, connectionIsAtHand);
    }

    /** A keyspace, {@code keyspace:shard} or a physical database. */
    public Optional<String> database() {
        return database;
    }

    public void use(String chosen) {
        database = Optional.of(chosen);
        view = null;
    }

    /** The session's database is dropped: as on a server, the session has none from then on. */
    public void leaveDatabase() {
        database = Optional.empty();
        view = null;
    }

    /** A server has accepted the change. */
    public void accept(SettingsChange change) {
        variables.accept(change);
        change.autocommit().ifPresent(transaction::setAutocommit);
        change.nextCharacteristics().ifPresent(transaction::setNextCharacteristics);
        view = null;
    }

    /**
     * What the server told of autocommit, which a procedure may have set, is the session's setting.
     *
     * @return whether it was another
     */
    public boolean takeOverAutocommit() {
        Settings before = variables.settings();
        variables.autocommitIs(transaction.autocommit());
        boolean changed = !before.equals(variables.settings());
        if (changed) {
            view = null;
        }
        return changed;
    }

    /** A statement may have assigned to the user variables that it names: only its connection has their values now. */
    public void forgetVariablesNamedIn(String statement) {
        variables.forgetNamedIn(statement);
        view = null;
    }

    /** What {@code LAST_INSERT_ID()} answers from now on, whichever connection is asked. */
    public void inserted(long id) {
        lastInsertId = id;
        insertIdOnServer = false;
        view = null;
    }

    /** A connection may have another insert id than was known: it must be asked. */
    public void insertIdIsOnServer() {
        insertIdOnServer = true;
        view = null;
    }

    /** The connection has been asked. A server's 0 says that the statement made no id, and the one before still holds. */
    public void serverSaidInsertId(long id) {
        serverSaidEarlierInsertId(id);
        insertIdOnServer = false;
    }

    /** The connection of an insert before the last one has told its id: it holds if the last one made none. */
    public void serverSaidEarlierInsertId(long id) {
        lastInsertId = id == 0 ? lastInsertId : id;
        view = null;
    }

    public void countStatement() {
        statements++;
    }

    public long statements() {
        return statements;
    }

    /** The picture that planning gets. */
    public SessionView view() {
        SessionView current = view;
        if (current == null) {
            current = new SessionView(
                    database,
                    variables.setsSqlMode()
                            ? variables.sqlMode().flags()
                            : variables.sqlMode().flags().asOfServer(),
                    variables.charset(),
                    insertIdOnServer ? OptionalLong.empty() : OptionalLong.of(lastInsertId),
                    user.name(),
                    clientHost,
                    id,
                    user.admin(),
                    lastAnswer::previous,
                    user,
                    textStatements.names(),
                    encryption);
            view = current;
        }
        return current;
    }

    /** Whether the client has asked for answers without the definitions of their columns: {@code resultset_metadata=NONE}. */
    public boolean leavesMetadataOut() {
        return capabilities.optionalMetadata() && variables.leavesMetadataOut();
    }

    /** What the client wants to be told of what Pinion itself changes. */
    public SessionTracking tracking(Dialect dialect) {
        return capabilities.sessionTrack() ? SessionTracking.of(variables.settings(), dialect) : SessionTracking.NONE;
    }

    /** What the status flags say of the transaction, no server's or open. */
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
        if (ofMariaDb && variables.sqlMode().flags().ansiQuotes()) {
            bits |= ServerStatus.ANSI_QUOTES;
        }
        return ServerStatus.of(bits);
    }

    /** As after login, as COM_RESET_CONNECTION asks: the database stays. */
    public void reset() {
        variables.reset();
        transaction.reset();
        textStatements.clear();
        lastAnswer.reset();
        inserted(0);
        view = null;
    }
}
