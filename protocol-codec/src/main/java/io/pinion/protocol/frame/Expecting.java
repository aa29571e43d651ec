package io.pinion.protocol.frame;

/**
 * The kind of answer that a command has. The bytes of an answer don't say it: a packet that begins with 0xFE ends rows,
 * or begins a long one, or is an acknowledgement, depending on the command.
 */
public enum Expecting {
    /** COM_QUIT, COM_STMT_CLOSE, COM_STMT_SEND_LONG_DATA: no answer at all. */
    NOTHING,

    /** One OK, EOF or ERR: COM_PING, COM_INIT_DB, COM_RESET_CONNECTION, COM_STMT_RESET, COM_SET_OPTION, COM_DEBUG. */
    ACKNOWLEDGEMENT,

    /** One result after another, each an OK or a result set: COM_QUERY, COM_STMT_EXECUTE, bulk execute. */
    RESULTS,

    /**
     * As {@link #RESULTS}, and rows may be left for COM_STMT_FETCH: COM_STMT_EXECUTE that asks for a cursor. Only there
     * does CURSOR_EXISTS mean that no rows follow: behind a cursor of stored code MariaDB 11.4 leaves it set in answers
     * that have rows.
     */
    RESULTS_OR_CURSOR,

    /** Rows without definitions, then their end: COM_STMT_FETCH. */
    ROWS,

    /** Column definitions without a count, then an end: COM_FIELD_LIST. */
    DEFINITIONS,

    /** COM_STMT_PREPARE: the statement's id, then definitions of parameters and columns. */
    PREPARED,

    /** One packet of bare text: COM_STATISTICS. */
    TEXT;

    /** Whether several results may follow one another. */
    public boolean isOfResults() {
        return this == RESULTS || this == RESULTS_OR_CURSOR;
    }
}
