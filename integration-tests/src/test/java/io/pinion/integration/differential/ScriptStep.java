package io.pinion.integration.differential;

import java.util.List;

/** One thing a client does, with one answer or none. Prepared statements are named by numbers of the script's own. */
sealed interface ScriptStep {
    /** COM_QUERY. */
    record Query(String sql) implements ScriptStep {}

    /** COM_STMT_PREPARE. */
    record Prepare(int handle, String sql) implements ScriptStep {}

    /**
     * COM_STMT_EXECUTE, with as many of the values as the statement has parameters.
     *
     * @param cursor asks for a read-only cursor
     * @param longData sends what can be sent ahead of the execution with COM_STMT_SEND_LONG_DATA
     * @param newTypes false leaves out the types, which the server knows from the execution before
     */
    record Execute(int handle, List<Value> values, boolean cursor, boolean longData, boolean newTypes)
            implements ScriptStep {}

    /** COM_STMT_FETCH of so many rows, if the last execution opened a cursor. */
    record Fetch(int handle, int rows) implements ScriptStep {}

    /** COM_STMT_RESET. */
    record ResetStatement(int handle) implements ScriptStep {}

    /** COM_STMT_CLOSE, which has no answer. */
    record CloseStatement(int handle) implements ScriptStep {}

    /** COM_INIT_DB. */
    record UseDatabase(String name) implements ScriptStep {}

    /** COM_PING. */
    record Ping() implements ScriptStep {}

    /** COM_RESET_CONNECTION. */
    record ResetConnection() implements ScriptStep {}
}
