package io.pinion.integration.values;

import static io.pinion.integration.values.BoundForm.BLOB;
import static io.pinion.integration.values.BoundForm.DATE;
import static io.pinion.integration.values.BoundForm.DATETIME;
import static io.pinion.integration.values.BoundForm.DECIMAL;
import static io.pinion.integration.values.BoundForm.LONG;
import static io.pinion.integration.values.BoundForm.LONGLONG;
import static io.pinion.integration.values.BoundForm.NEWDECIMAL;
import static io.pinion.integration.values.BoundForm.NULL;
import static io.pinion.integration.values.BoundForm.SHORT;
import static io.pinion.integration.values.BoundForm.STRING;
import static io.pinion.integration.values.BoundForm.TIMESTAMP;
import static io.pinion.integration.values.BoundForm.TINY;
import static io.pinion.integration.values.BoundForm.UNSIGNED;
import static io.pinion.integration.values.BoundForm.VARCHAR;
import static io.pinion.integration.values.BoundForm.VAR_STRING;

import io.pinion.integration.testing.Dice;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Draws values in their forms. */
final class BoundForms {
    /** The session's character set, and where Java has it. */
    private static final Map<String, Charset> CHARSETS = Map.of(
            "utf8mb4", StandardCharsets.UTF_8,
            "latin1", StandardCharsets.ISO_8859_1,
            "gbk", Charset.forName("GBK"),
            "binary", StandardCharsets.UTF_8);

    static final List<String> CHARSET_NAMES =
            CHARSETS.keySet().stream().sorted().toList();

    private static final List<String> TEXTS = List.of(
            "",
            "7",
            "-7",
            " 7",
            "7 ",
            "1.50",
            "1e2",
            "abc",
            "it's",
            "a\\b",
            "a\\'b",
            "\"q\"",
            "a?b",
            "%b%",
            "a_c",
            "{\"a\": [1, \"x\"]}",
            "[1.0, null]",
            "\"s\"",
            "2024-01-02",
            "2024-01-02 03:04:05",
            "12:34:56",
            "a\0b",
            "a\n");

    private static final List<Integer> TEXT_TYPES = List.of(VAR_STRING, STRING, VARCHAR, VAR_STRING);

    private final Dice dice;
    private final String charset;

    BoundForms(Dice dice, String charset) {
        this.dice = dice;
        this.charset = charset;
    }

    BoundForm any() {
        return dice.from(
                this::whole,
                this::real,
                this::decimal,
                this::text,
                this::text,
                this::bytes,
                this::moment,
                this::moment,
                this::time,
                this::nothing);
    }

    BoundForm number() {
        return dice.from(this::whole, this::real, this::decimal);
    }

    private BoundForm nothing() {
        return dice.chance(50) ? BoundForm.nothing(NULL) : BoundForm.nothing(dice.oneOf(List.of(LONGLONG, VAR_STRING)));
    }

    BoundForm whole() {
        long value = dice.oneOf(List.of(0L, 1L, 7L, -7L, -1L, 127L, -128L, 90_001L, Long.MAX_VALUE, Long.MIN_VALUE));
        return BoundForm.whole(
                dice.oneOf(List.of(TINY, SHORT, LONG, LONGLONG)) | (dice.chance(40) ? UNSIGNED : 0), value);
    }

    BoundForm real() {
        double value = dice.oneOf(List.of(
                0d, -0d, 1d, 7d, -7d, 1.5, -2.25, 0.1, 90_001d, 1e15, 1e30, -1e-30, 1.1e16, 123456.789, 1e300, -1e300));
        return dice.chance(75) ? BoundForm.real(value) : BoundForm.real(dice.oneOf(List.of(0f, 1.5f, 7f, -7f, 0.1f)));
    }

    BoundForm decimal() {
        String value = dice.oneOf(
                "0",
                "7",
                "-7",
                "1.50",
                "-1.5",
                "0.10",
                "90001",
                "90001.0",
                "12345678901234567890.123",
                ".5",
                "-0.00",
                "1E+3",
                "-12.5e-1",
                "5e-40",
                " 7");
        return BoundForm.text(dice.oneOf(List.of(DECIMAL, NEWDECIMAL)), value);
    }

    BoundForm text() {
        String value = dice.chance(20) ? (charset.equals("gbk") ? "\u4f60\u8a95" : "gr\u00fcn") : dice.oneOf(TEXTS);
        byte[] bytes = value.getBytes(CHARSETS.getOrDefault(charset, StandardCharsets.UTF_8));
        int type = dice.oneOf(TEXT_TYPES);
        return dice.chance(15) && bytes.length > 0 && type != VARCHAR
                ? BoundForm.longData(type, bytes)
                : BoundForm.text(type, bytes);
    }

    BoundForm bytes() {
        byte[] value = dice.oneOf(List.of(
                new byte[0],
                new byte[] {0},
                new byte[] {(byte) 0xFF, 0x27},
                "7".getBytes(StandardCharsets.US_ASCII),
                "abc".getBytes(StandardCharsets.US_ASCII)));
        return dice.chance(30) && value.length > 0 ? BoundForm.longData(BLOB, value) : BoundForm.text(BLOB, value);
    }

    BoundForm moment() {
        int type = dice.oneOf(List.of(DATE, DATETIME, TIMESTAMP));
        int bytes = dice.oneOf(type == DATE ? List.of(4, 4, 0) : List.of(0, 4, 7, 11, 4));
        return BoundForm.moment(
                type,
                bytes,
                2024,
                dice.between(1, 12),
                dice.between(1, 28),
                dice.oneOf(List.of(0, 3, 23)),
                4,
                dice.oneOf(List.of(0, 59)),
                dice.oneOf(List.of(0, 500_000, 123_456)));
    }

    BoundForm time() {
        return BoundForm.time(
                dice.oneOf(List.of(0, 8, 12)),
                dice.chance(40),
                dice.oneOf(List.of(0, 0, 1, 33)),
                dice.oneOf(List.of(0, 5, 22)),
                6,
                7,
                dice.oneOf(List.of(0, 500_000, 123_456)));
    }

    /** A whole number in a form in which a driver may bind a key. */
    BoundForm key(long value) {
        return dice.from(
                () -> BoundForm.whole(LONGLONG, value),
                () -> BoundForm.whole(LONGLONG | UNSIGNED, value),
                () -> Math.abs(value) < 1L << 53 ? BoundForm.real((double) value) : BoundForm.whole(LONGLONG, value),
                () -> BoundForm.text(NEWDECIMAL, Long.toString(value)),
                () -> BoundForm.text(dice.oneOf(TEXT_TYPES), Long.toString(value)),
                () -> BoundForm.longData(
                        dice.oneOf(List.of(VAR_STRING, STRING)),
                        Long.toString(value).getBytes(StandardCharsets.US_ASCII)));
    }
}
