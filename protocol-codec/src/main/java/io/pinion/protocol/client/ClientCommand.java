package io.pinion.protocol.client;

import io.netty.buffer.ByteBuf;

/**
 * Every command that a client may send after login, a record each.
 *
 * <p>A record with a {@link ByteBuf} holds a view of the packet that it was decoded from: the view shares the packet's
 * reference count, is valid until the packet is released, and must be retained to live longer.
 */
public sealed interface ClientCommand {

    /** COM_QUIT: the client goes; the server closes without an answer. */
    record Quit() implements ClientCommand {}

    /** COM_INIT_DB: changes the current database, as {@code USE} does. */
    record InitDatabase(String database) implements ClientCommand {}

    /**
     * COM_QUERY: one statement, or several separated by semicolons.
     *
     * @param sql the text in the client's character set; see {@link ClientCommand} for its lifetime
     */
    record Query(ByteBuf sql) implements ClientCommand {}

    /** COM_FIELD_LIST: the columns of a table whose names match a LIKE pattern, which may be empty. */
    record FieldList(String table, String wildcard) implements ClientCommand {}

    /** COM_STATISTICS: one line about the server. */
    record Statistics() implements ClientCommand {}

    /** COM_PING. */
    record Ping() implements ClientCommand {}

    /** COM_CHANGE_USER: a login on a living connection; {@link ChangeUserRequest} reads {@code request}. */
    record ChangeUser(ByteBuf request) implements ClientCommand {}

    /** COM_RESET_CONNECTION: the session as after login, but in the same database. */
    record ResetConnection() implements ClientCommand {}

    /** COM_SET_OPTION: 0 switches multi-statements on, 1 off. */
    record SetOption(int option) implements ClientCommand {}

    /** COM_STMT_PREPARE. */
    record StatementPrepare(ByteBuf sql) implements ClientCommand {}

    /**
     * COM_STMT_EXECUTE.
     *
     * @param statementId from 1; MariaDB's clients send 0xFFFFFFFF for the statement prepared last
     * @param flags the cursor type
     * @param parameters NULL bitmap, types and values; reading them takes the statement's parameter count
     */
    record StatementExecute(long statementId, int flags, ByteBuf parameters) implements ClientCommand {
        public static final int CURSOR_TYPE_READ_ONLY = 0x01;
    }

    /** COM_STMT_SEND_LONG_DATA: a piece of one parameter's value; never answered. */
    record StatementSendLongData(long statementId, int parameter, ByteBuf data) implements ClientCommand {}

    /** COM_STMT_CLOSE: never answered. */
    record StatementClose(long statementId) implements ClientCommand {}

    /** COM_STMT_RESET: drops long data and an open cursor. */
    record StatementReset(long statementId) implements ClientCommand {}

    /** COM_STMT_FETCH: up to {@code rows} rows of an open cursor. */
    record StatementFetch(long statementId, long rows) implements ClientCommand {}

    /** COM_PROCESS_KILL: MariaDB still serves it; MySQL answers error 1047. */
    record ProcessKill(long connectionId) implements ClientCommand {}

    /**
     * Any other byte, or none ({@code code} -1): replication commands, obsolete commands such as COM_REFRESH, MariaDB's
     * COM_STMT_BULK_EXECUTE, which isn't offered, and garbage.
     */
    record Unknown(int code) implements ClientCommand {}
}
