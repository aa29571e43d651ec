package io.pinion.routing.text.lexer;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The words that the tokenizer itself treats specially; every other word is a name to it. */
public enum Keyword {
    AS,
    BY,
    EXCEPT,
    FETCH,
    FOR,
    FROM,
    HAVING,
    IN,
    INTERSECT,
    INTO,
    LIMIT,
    LOCK,
    ON,
    PROCEDURE,
    RETURNING,
    SELECT,
    SET,
    UNION,
    VALUES,
    WHERE,

    BEGIN,
    DELETE,
    DUMPFILE,
    INSERT,
    LOCAL,
    MODE,
    OUTFILE,
    REPLACE,
    SHARE,
    SQL_CALC_FOUND_ROWS(Mention.SQL_CALC_FOUND_ROWS, false),
    TABLE,
    TEMPORARY,
    UPDATE,
    WITH,

    LAST_INSERT_ID(Mention.LAST_INSERT_ID, true),
    FOUND_ROWS(Mention.FOUND_ROWS, true),
    ROW_COUNT(Mention.ROW_COUNT, true),

    GET_LOCK(Mention.USER_LOCK, true),
    RELEASE_LOCK(Mention.USER_LOCK, true),
    RELEASE_ALL_LOCKS(Mention.USER_LOCK, true),
    IS_FREE_LOCK(Mention.USER_LOCK, true),
    IS_USED_LOCK(Mention.USER_LOCK, true),

    NOW(Mention.CURRENT_TIME, true),
    SYSDATE(Mention.CURRENT_TIME, true),
    CURDATE(Mention.CURRENT_TIME, true),
    CURTIME(Mention.CURRENT_TIME, true),
    UNIX_TIMESTAMP(Mention.CURRENT_TIME, true),
    CURRENT_TIMESTAMP(Mention.CURRENT_TIME, false),
    CURRENT_DATE(Mention.CURRENT_TIME, false),
    CURRENT_TIME(Mention.CURRENT_TIME, false),
    LOCALTIME(Mention.CURRENT_TIME, false),
    LOCALTIMESTAMP(Mention.CURRENT_TIME, false),
    UTC_TIMESTAMP(Mention.CURRENT_TIME, false),
    UTC_DATE(Mention.CURRENT_TIME, false),
    UTC_TIME(Mention.CURRENT_TIME, false),

    RAND(Mention.RANDOM, true),
    UUID(Mention.RANDOM, true),
    UUID_SHORT(Mention.RANDOM, true),
    UUID_V4(Mention.RANDOM, true),
    UUID_V7(Mention.RANDOM, true),
    SYS_GUID(Mention.RANDOM, true),
    RANDOM_BYTES(Mention.RANDOM, true),
    ENCRYPT(Mention.RANDOM, true),

    USER(Mention.USER, true),
    SESSION_USER(Mention.USER, true),
    SYSTEM_USER(Mention.USER, true),
    CURRENT_USER(Mention.USER, false),
    CURRENT_ROLE(Mention.USER, false),
    DATABASE(Mention.DATABASE, true),
    SCHEMA(Mention.DATABASE, true),
    VERSION(Mention.VERSION, true),
    CONNECTION_ID(Mention.CONNECTION_ID, true),

    SLEEP(Mention.WAITS, true),
    BENCHMARK(Mention.WAITS, true),
    MASTER_POS_WAIT(Mention.WAITS, true),
    SOURCE_POS_WAIT(Mention.WAITS, true),
    MASTER_GTID_WAIT(Mention.WAITS, true),
    WAIT_FOR_EXECUTED_GTID_SET(Mention.WAITS, true),

    ROWNUM(Mention.ROWNUM, true),

    NEXTVAL(Mention.SEQUENCE, true),
    LASTVAL(Mention.SEQUENCE, true),
    SETVAL(Mention.SEQUENCE, true),
    NEXT,
    PREVIOUS,
    VALUE;

    /** Makes lower case letters upper case; the other bytes of names stay distinct. */
    private static final long FOLD = 0xDFDFDFDFDFDFDFDFL;

    private static final int TABLE_BITS = 10;
    private static final int LONGEST = java.util.Arrays.stream(values())
            .mapToInt(word -> word.name().length())
            .max()
            .orElse(0);
    private static final @Nullable Keyword[] WORDS = new @Nullable Keyword[1 << TABLE_BITS];
    private static final byte[][] BYTES = new byte[1 << TABLE_BITS][];
    private static final long[] HEADS = new long[1 << TABLE_BITS];

    static {
        for (Keyword word : values()) {
            byte[] bytes = word.name().getBytes(StandardCharsets.US_ASCII);
            long head = head(bytes, 0, bytes.length);
            int slot = slot(head, bytes.length);
            while (WORDS[slot] != null) {
                slot = (slot + 1) & (WORDS.length - 1);
            }
            WORDS[slot] = word;
            HEADS[slot] = head;
            BYTES[slot] = bytes;
        }
    }

    private final int mentionBit;
    private final boolean function;

    Keyword() {
        this.mentionBit = 0;
        this.function = false;
    }

    Keyword(Mention mention, boolean function) {
        this.mentionBit = mention.bit();
        this.function = function;
    }

    /** The mention that the word alone causes, or 0. */
    public int mentionBit() {
        return mentionBit;
    }

    /** True when the word causes its mention only with a parenthesis behind it. */
    public boolean isFunction() {
        return function;
    }

    /** Whether a name is that of a function which causes a mention. */
    public static boolean isFunction(String name) {
        byte[] text = name.getBytes(StandardCharsets.ISO_8859_1);
        Keyword word = find(text, 0, text.length);
        return word != null && word.isFunction();
    }

    /** The keyword in this range of the text, or null for every other word. */
    public static @Nullable Keyword find(byte[] text, int from, int to) {
        int length = to - from;
        if (length < 2 || length > LONGEST) {
            return null;
        }
        long head = head(text, from, length);
        int slot = slot(head, length);
        while (true) {
            Keyword word = WORDS[slot];
            if (word == null) {
                return null;
            }
            if (HEADS[slot] == head && BYTES[slot].length == length && endsLike(text, from, BYTES[slot])) {
                return word;
            }
            slot = (slot + 1) & (WORDS.length - 1);
        }
    }

    private static long head(byte[] text, int from, int length) {
        return Bytes.partialLong(text, from, length) & FOLD;
    }

    private static int slot(long head, int length) {
        return (int) (((head + length) * 0x9E3779B97F4A7C15L) >>> (64 - TABLE_BITS));
    }

    private static boolean endsLike(byte[] text, int from, byte[] bytes) {
        for (int index = 8; index < bytes.length; index++) {
            if (((text[from + index] ^ bytes[index]) & 0xDF) != 0) {
                return false;
            }
        }
        return true;
    }
}
