package io.pinion.routing.text.lexer;

/**
 * Words of a statement that matter beyond its tables. A mention may be a false alarm (a column of that name); its
 * absence is certain, except inside of views and routines, which the server expands.
 */
public enum Mention {
    /** {@code LAST_INSERT_ID(…)}, {@code @@identity} or {@code @@last_insert_id}. */
    LAST_INSERT_ID(0),
    FOUND_ROWS(1),
    ROW_COUNT(2),
    SQL_CALC_FOUND_ROWS(3),
    /** {@code @x}, read or written. */
    USER_VARIABLE(4),
    /** {@code :=}, which outside SET changes a user variable while the statement runs. */
    ASSIGNMENT(5),
    /** {@code SELECT … INTO @x}, also into a routine's variable. */
    INTO_VARIABLE(6),
    /** {@code INTO OUTFILE} or {@code DUMPFILE}: writes on the server's disk. */
    INTO_FILE(7),
    /** {@code @@x}. */
    SYSTEM_VARIABLE(8),
    /** GET_LOCK, RELEASE_LOCK, RELEASE_ALL_LOCKS, IS_FREE_LOCK, IS_USED_LOCK. */
    USER_LOCK(9),
    /** {@code FOR UPDATE}. */
    FOR_UPDATE(10),
    /** {@code FOR SHARE} or {@code LOCK IN SHARE MODE}. */
    FOR_SHARE(11),
    /** NOW, CURRENT_TIMESTAMP, CURDATE, SYSDATE, UNIX_TIMESTAMP() and their like. */
    CURRENT_TIME(12),
    /** RAND, UUID, UUID_SHORT, RANDOM_BYTES: another value at each call and on each server. */
    RANDOM(13),
    /** USER, CURRENT_USER, SESSION_USER, SYSTEM_USER, CURRENT_ROLE. */
    USER(14),
    /** DATABASE, SCHEMA. */
    DATABASE(15),
    /** VERSION(). */
    VERSION(16),
    /** CONNECTION_ID(). */
    CONNECTION_ID(17),
    /** SLEEP, BENCHMARK, MASTER_POS_WAIT and their like: waits inside the server. */
    WAITS(18),
    /** {@code CREATE TEMPORARY}, {@code DROP TEMPORARY}. */
    TEMPORARY(19),
    /** {@code INSERT … RETURNING}. */
    RETURNING(20),
    /** The statement begins with {@code WITH}. */
    COMMON_TABLE_EXPRESSION(21),
    UNION(22),
    /** {@code LOAD DATA LOCAL}. */
    LOCAL_FILE(23),
    /** NEXTVAL, LASTVAL, SETVAL, NEXT VALUE FOR: sequences. */
    SEQUENCE(24),
    /** A comment {@code /*+ … *}{@code /} of hints to the optimizer. */
    OPTIMIZER_HINT(25),
    /** ROWNUM(): the number of rows that the server has found so far. */
    ROWNUM(26);

    private final int bit;

    Mention(int place) {
        this.bit = 1 << place;
    }

    /** Its bit in a statement's mask of mentions. */
    public int bit() {
        return bit;
    }
}
