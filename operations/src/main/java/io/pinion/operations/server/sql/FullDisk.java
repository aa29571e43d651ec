package io.pinion.operations.server.sql;

import java.util.regex.Pattern;

/**
 * Reads from errors of servers whether one has no room left for what it should write. The system's own words are in
 * messages of many numbers, each server with another sentence around them: {@code (Errcode: 28 "No space left on
 * device")} on MariaDB, {@code (OS errno 28 - No space left on device)} on MySQL.
 */
public final class FullDisk {
    /** ER_DISK_FULL: the server waits for room. */
    private static final int DISK_FULL = 1021;

    /** ER_RECORD_FILE_FULL: a disk, a tablespace of a fixed size or a table in memory is full. */
    private static final int TABLE_FULL = 1114;

    /** Of what the system calls ENOSPC and EDQUOT. */
    private static final Pattern SYSTEM_WORDS =
            Pattern.compile("No space left on device|Disk quota exceeded|\\b(?:errno:?|Errcode:|Got error) 28\\b");

    /** What Pinion adds to a message that doesn't name it. */
    public static final String NO_ROOM = "no room left";

    /** States of a thread that waits for room. */
    public static final String WAITING_ON_MYSQL = "Waiting for disk space";

    public static final String WAITING_ON_MARIADB = "Waiting for someone to free space";

    private FullDisk() {}

    /** Whether an error of this number can be one; else its message need not be read. */
    public static boolean isPossible(int code) {
        return switch (code) {
            // EE_CANTCREATEFILE, EE_WRITE, EE_DISK_FULL of the servers' file layer; ER_CANT_CREATE_FILE, _TABLE and
            // _DB,
            // ER_ERROR_ON_WRITE, ER_GET_ERRNO; ER_BINLOG_LOGGING_IMPOSSIBLE.
            case 1, 3, 20, 1004, 1005, 1006, DISK_FULL, 1026, 1030, TABLE_FULL, 1598 -> true;
            default -> false;
        };
    }

    public static boolean isOne(int code, String message) {
        return code == DISK_FULL || code == TABLE_FULL || (isPossible(code) && isNamedIn(message));
    }

    /** @param state of a thread */
    public static boolean isWaiting(String state) {
        return state.contains(WAITING_ON_MYSQL) || state.contains(WAITING_ON_MARIADB);
    }

    /** For texts without a number, as replication tells of its errors. */
    public static boolean isNamedIn(String message) {
        return isWaiting(message)
                || message.contains(NO_ROOM)
                || message.contains("Disk full")
                || SYSTEM_WORDS.matcher(message).find();
    }
}
