package io.pinion.routing.plan;

import io.pinion.routing.catalog.Rights;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The session as planning sees it: an immutable picture taken when the statement arrives.
 *
 * @param database the client's choice by {@code USE} or at login: a keyspace, {@code keyspace:shard}, or a physical
 *     database; empty when it chose none
 * @param sqlMode the flags that change how text is read
 * @param charset the MySQL name of {@code character_set_client}, such as {@code utf8mb4}
 * @param connectionCharset the name of {@code character_set_connection}, into which servers convert the client's literals;
 *     empty where it isn't known
 * @param lastInsertId the session's {@code LAST_INSERT_ID()}
 * @param userName Pinion's user, for {@code CURRENT_USER()} and rights
 * @param clientHost the client's host, for {@code USER()}
 * @param connectionId the number in the client's greeting, the value of {@code CONNECTION_ID()}
 * @param admin whether the user may run admin statements
 * @param textStatements the names, in lower case, for which Pinion answers EXECUTE: of texts that it keeps (see
 *     {@link TextPreparedStatement}), and of old ones that servers still have
 * @param previous the diagnostics of the previous statement; used only by statements that read them
 * @param rights the keyspaces and databases that the user may name; planning refuses the others
 * @param connection of the client to Pinion
 * @param unlogged a setting of the session that isn't in the binary log and that definitions of tables depend on; empty
 *     for none
 */
public record SessionView(
        Optional<String> database,
        SqlModeFlags sqlMode,
        String charset,
        String connectionCharset,
        LastInsertId lastInsertId,
        String userName,
        String clientHost,
        long connectionId,
        boolean admin,
        Supplier<PreviousDiagnostics> previous,
        Rights rights,
        Set<String> textStatements,
        Connection connection,
        Optional<String> unlogged) {
    public SessionView {
        textStatements = Set.copyOf(textStatements);
    }

    /**
     * What the client's connection shows of itself, where a server would tell of Pinion's.
     *
     * @param host Pinion's address, as the client has reached it
     * @param port Pinion's
     * @param tlsVersion for {@code SHOW STATUS}; empty without TLS
     * @param tlsCipher by OpenSSL's name
     */
    public record Connection(String host, int port, String tlsVersion, String tlsCipher) {
        public static final Connection LOCAL = new Connection("127.0.0.1", 3307, "", "");
    }

    /** The same session behind a statement that a server is to run: only its connection can have the diagnostics. */
    public SessionView behindAnother() {
        return with(this, () -> PreviousDiagnostics.ON_SERVER, unlogged);
    }

    /** The same session with a setting that isn't in the binary log. */
    public SessionView withUnlogged(String setting) {
        return with(this, previous, Optional.of(setting));
    }

    /** @param text the session by whose database, sql_mode and character set a text is read */
    private SessionView with(SessionView text, Supplier<PreviousDiagnostics> answer, Optional<String> setting) {
        return new SessionView(
                text.database,
                text.sqlMode,
                text.charset,
                connectionCharsetFor(text),
                lastInsertId,
                userName,
                clientHost,
                connectionId,
                admin,
                answer,
                rights,
                textStatements,
                connection,
                setting);
    }

    /** Values that are bound now are converted to that of now, while literals were to that of then. */
    private String connectionCharsetFor(SessionView text) {
        boolean kept = text.connectionCharset.equals(text.charset) || text.connectionCharset.equals(connectionCharset);
        return kept ? connectionCharset : "";
    }

    /** The same session with the previous statement's diagnostics as they are now, for planning on another thread. */
    public SessionView asItIsNow() {
        PreviousDiagnostics now = previous.get();
        return with(this, () -> now, unlogged);
    }

    /** Whether the user sees the whole cluster: one with the right to all keyspaces, or an operator. */
    public boolean seesAll() {
        return admin || rights.mayUse(Rights.ALL);
    }

    /**
     * The same session, but text is read and names are resolved as in {@code earlier}, when the statement was prepared.
     */
    public SessionView reading(SessionView earlier) {
        boolean same = database.equals(earlier.database)
                && sqlMode.equals(earlier.sqlMode)
                && charset.equals(earlier.charset)
                && connectionCharset.equals(earlier.connectionCharset);
        return same ? this : with(earlier, previous, unlogged);
    }

    /** Whether servers read the text as in {@code earlier}; false by mistake for some texts. */
    public boolean readsAsIn(SessionView earlier, byte[] sql) {
        if (sqlMode.equals(earlier.sqlMode) && charset.equals(earlier.charset)) {
            return true;
        }
        boolean ascii = true;
        boolean sameMode = sqlMode.unknownMode().equals(earlier.sqlMode.unknownMode());
        for (int at = 0; at < sql.length; at++) {
            ascii &= sql[at] >= 0;
            sameMode &= switch (sql[at]) {
                case '"' -> sqlMode.ansiQuotes() == earlier.sqlMode.ansiQuotes();
                case '\\' -> sqlMode.noBackslashEscapes() == earlier.sqlMode.noBackslashEscapes();
                case '|' -> sqlMode.pipesAsConcat() == earlier.sqlMode.pipesAsConcat();
                case '(' -> sqlMode.ignoreSpace() == earlier.sqlMode.ignoreSpace() || isPartOfWord(sql, at - 1);
                default -> true;
            };
        }
        return sameMode && (ascii || charset.equals(earlier.charset));
    }

    private static boolean isPartOfWord(byte[] sql, int at) {
        return at >= 0 && (Character.isLetterOrDigit(sql[at]) || sql[at] == '_');
    }

    /**
     * The sql_mode flags that change how bytes become tokens, or which values ask for a number.
     *
     * @param noAutoValueOnZero only NULL asks for a number, 0 is one
     * @param unknownMode the name of a mode whose rules Pinion doesn't know, such as MSSQL; empty when there is none
     * @param ofServer the session has set none, so that its connections have their server's
     */
    public record SqlModeFlags(
            boolean ansiQuotes,
            boolean noBackslashEscapes,
            boolean pipesAsConcat,
            boolean ignoreSpace,
            boolean noAutoValueOnZero,
            String unknownMode,
            boolean ofServer) {
        /** The same flags for a session that has set no sql_mode. */
        public SqlModeFlags asOfServer() {
            return new SqlModeFlags(
                    ansiQuotes, noBackslashEscapes, pipesAsConcat, ignoreSpace, noAutoValueOnZero, unknownMode, true);
        }

        public static final SqlModeFlags DEFAULT = new SqlModeFlags(false, false, false, false, false, "", false);
    }
}
