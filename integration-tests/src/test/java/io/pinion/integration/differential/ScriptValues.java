package io.pinion.integration.differential;

import io.pinion.integration.testing.Dice;
import java.time.LocalDateTime;

/** Draws values: mostly such as suit a column, some at the bounds, some that don't fit. */
final class ScriptValues {
    private static final String[] WORDS = {
        "one",
        "zwei",
        "Größe",
        "",
        " ",
        "a ",
        "A",
        "é",
        "日本語",
        "🥖🥖",
        "it's",
        "back\\slash",
        "\"quoted\"",
        "50%",
        "red",
        "a,b",
        "12x",
        "3.5",
        "-1",
        "NULL",
        "line\nbreak",
        "none",
        "--",
        "/* no */",
        "?",
        "a;b"
    };
    private static final long[] BOUNDS = {
        0, 1, -1, 2, 127, 128, 255, 256, 32767, 65536, 1L << 31, -(1L << 31), 1L << 46, Long.MAX_VALUE, Long.MIN_VALUE
    };

    private final Dice dice;

    ScriptValues(Dice dice) {
        this.dice = dice;
    }

    Value of(ScriptSchema.Kind kind) {
        if (dice.chance(6)) {
            return Value.NULL;
        }
        if (dice.chance(6)) {
            return of(dice.oneOf(java.util.List.of(ScriptSchema.Kind.values())));
        }
        return switch (kind) {
            case WHOLE -> whole();
            case DECIMAL -> dice.<Value>from(this::whole, this::decimal, this::decimal, this::real);
            case REAL -> dice.<Value>from(this::real, this::real, this::whole, this::decimal);
            case TEXT -> text();
            case BYTES -> dice.<Value>from(this::bytes, this::bytes, this::text);
            case DATE -> dice.<Value>from(this::dateTime, this::dateTime, this::dateText);
            case TIME ->
                dice.<Value>from(
                        () -> Value.time(dice.below(900), dice.below(60), dice.below(60)),
                        this::dateTime,
                        this::dateText);
            case JSON ->
                Value.text(dice.oneOf("{}", "[1, 2]", "{\"a\": {\"b\": \"ü\"}}", "12", "\"x\"", "nothing", ""));
        };
    }

    /** Small, so that it often meets another row's. */
    Value smallWhole() {
        return Value.integer(dice.between(0, 12));
    }

    Value word() {
        return Value.text(dice.oneOf(WORDS));
    }

    private Value whole() {
        return switch (dice.below(8)) {
            case 0 -> Value.integer(BOUNDS[dice.below(BOUNDS.length)]);
            case 1 -> Value.unsigned(dice.anyLong());
            case 2 -> Value.integer(dice.anyLong());
            case 3 -> Value.text(Integer.toString(dice.between(-3, 300)));
            case 4 -> Value.integer(dice.between(-70_000, 70_000));
            default -> smallWhole();
        };
    }

    private Value decimal() {
        return Value.decimal(dice.between(-99_999_999, 99_999_999) + "." + dice.below(100_000));
    }

    private Value real() {
        return Value.real(dice.oneOf(java.util.List.of(0.0, 1.5, -2.25, 1e10, 1.0E-7, 3.14159, 1e38, 123456.789)));
    }

    private Value text() {
        return dice.chance(4) ? Value.text("long text ".repeat(dice.between(10, 60))) : word();
    }

    private Value bytes() {
        byte[] bytes = new byte[dice.chance(5) ? dice.between(250, 600) : dice.below(9)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) dice.below(256);
        }
        return Value.blob(bytes);
    }

    private Value dateTime() {
        return Value.dateTime(LocalDateTime.of(
                dice.between(1971, 2036),
                dice.between(1, 12),
                dice.between(1, 28),
                dice.below(24),
                dice.below(60),
                dice.below(60),
                dice.below(1_000_000) * 1_000));
    }

    private Value dateText() {
        return Value.text(dice.oneOf(
                "2024-02-29",
                "2023-02-29",
                "0000-00-00",
                "1999-12-31 23:59:59",
                "20240131",
                "noon",
                "12:30",
                "2024-13-01"));
    }
}
