package io.pinion.operations.transfer.binlog;

import com.github.shyiko.mysql.binlog.event.deserialization.AbstractRowsEventDataDeserializer;
import io.pinion.operations.engine.OperationRefused;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * A column of a key, and how the binary log holds its values (MySQL's Internals manual, "Column types"). A value is
 * decoded to the bytes that the server would send in a result as text, in a session in UTC.
 *
 * @param index in the table, from 0
 * @param unsigned whether an integer has no sign, which the log doesn't tell
 * @param fixedBytes the length of a BINARY, whose zeros at the end the log leaves out; 0 for other types
 */
public record KeyColumnFormat(String name, int index, boolean unsigned, int fixedBytes) {
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final int FIRST_YEAR = 1900;

    /** Types of a primary key whose values have one form, in a result, in a literal and in the binary log. */
    public static final Set<String> TYPES = Set.of(
            "tinyint",
            "smallint",
            "mediumint",
            "int",
            "bigint",
            "char",
            "varchar",
            "binary",
            "varbinary",
            "decimal",
            "date",
            "datetime",
            "timestamp",
            "year");

    /**
     * Of a column as information_schema tells it.
     *
     * @param type in lower case, with its length and sign
     * @param bytes the most that a text or bytes may have
     */
    public static KeyColumnFormat of(String name, int index, String type, int bytes) {
        return new KeyColumnFormat(name, index, type.contains("unsigned"), type.startsWith("binary") ? bytes : 0);
    }

    /** @param value its bytes in the log, all of them and no more */
    byte[] decode(ColumnImage type, byte[] value) throws OperationRefused {
        return switch (type.type()) {
            case TINY, SHORT, INT24, LONG, LONGLONG -> ascii(integer(value));
            case YEAR -> ascii(value[0] == 0 ? "0000" : String.valueOf(FIRST_YEAR + (value[0] & 0xFF)));
            case DATE -> ascii(date(value));
            case DATETIME_V2 -> ascii(dateTime(value, type.fraction()));
            case TIMESTAMP_V2 -> ascii(timestamp(bigEndian(value, 0, 4)) + fraction(value, 4, type.fraction()));
            case TIMESTAMP -> ascii(timestamp(littleEndian(value)));
            case NEWDECIMAL ->
                ascii(AbstractRowsEventDataDeserializer.asBigDecimal(type.precision(), type.scale(), value.clone())
                        .toPlainString());
            case VARCHAR, VAR_STRING, BLOB -> value;
            case STRING -> fixedBytes > value.length ? Arrays.copyOf(value, fixedBytes) : value;
            default ->
                throw new OperationRefused("the key column " + name + " comes as " + type.type()
                        + " in the binary log, which is unknown to Pinion for a key");
        };
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private String integer(byte[] value) {
        long bits = littleEndian(value);
        if (unsigned) {
            return Long.toUnsignedString(bits);
        }
        int unused = Long.SIZE - Byte.SIZE * value.length;
        return Long.toString(bits << unused >> unused);
    }

    private static long littleEndian(byte[] value) {
        long bits = 0;
        for (int i = value.length - 1; i >= 0; i--) {
            bits = bits << Byte.SIZE | (value[i] & 0xFF);
        }
        return bits;
    }

    private static long bigEndian(byte[] value, int from, int to) {
        long bits = 0;
        for (int i = from; i < to; i++) {
            bits = bits << Byte.SIZE | (value[i] & 0xFF);
        }
        return bits;
    }

    private static String date(byte[] value) {
        long bits = littleEndian(value);
        return String.format(Locale.ROOT, "%04d-%02d-%02d", bits >> 9, bits >> 5 & 15, bits & 31);
    }

    /** Five bytes: a sign, 17 bits of 13 months a year, 5 of the day, 5, 6 and 6 of the time. */
    private static String dateTime(byte[] value, int digits) {
        long bits = bigEndian(value, 0, 5) - 0x80_0000_0000L;
        long months = bits >> 22;
        return String.format(
                        Locale.ROOT,
                        "%04d-%02d-%02d %02d:%02d:%02d",
                        months / 13,
                        months % 13,
                        bits >> 17 & 31,
                        bits >> 12 & 31,
                        bits >> 6 & 63,
                        bits & 63)
                + fraction(value, 5, digits);
    }

    private static String timestamp(long seconds) {
        return seconds == 0 ? "0000-00-00 00:00:00" : SECONDS.format(Instant.ofEpochSecond(seconds));
    }

    /** Two digits of a fraction are in each byte behind the seconds. */
    private static String fraction(byte[] value, int from, int digits) {
        if (digits == 0) {
            return "";
        }
        int bytes = (digits + 1) / 2;
        long number = bigEndian(value, from, from + bytes);
        String all = String.format(Locale.ROOT, "%0" + 2 * bytes + "d", number);
        return "." + all.substring(0, digits);
    }
}
