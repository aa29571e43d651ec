package io.pinion.server.execution.gather;

import io.pinion.routing.plan.GatheredColumn;
import io.pinion.routing.text.HexLiteral;
import java.nio.charset.StandardCharsets;

/** A cell of a {@link GatheredColumn} as the literal of an INSERT. */
public final class GatheredLiteral {
    private static final String ZERO = "0";

    private GatheredLiteral() {}

    /** Adds the literal, in ASCII or with one ISO 8859-1 character for each byte. */
    public static void append(StringBuilder sql, GatheredColumn.Form form, byte[] cell) {
        switch (form) {
            case NUMBER -> sql.append(text(cell));
            case FLOATING -> {
                String number = text(cell);
                sql.append(number).append(number.indexOf('e') < 0 ? "e0" : "");
            }
            case QUOTED -> sql.append('\'').append(text(cell)).append('\'');
            case BYTES -> sql.append(HexLiteral.bare(cell));
            case UTF8 -> sql.append("_utf8mb4 ").append(HexLiteral.bare(cell));
            case INSTANT -> {
                String seconds = text(cell);
                if (seconds.equals(ZERO) || seconds.startsWith("0.0")) {
                    sql.append("'0000-00-00 00:00:00'");
                } else {
                    sql.append("FROM_UNIXTIME(").append(seconds).append(')');
                }
            }
        }
    }

    private static String text(byte[] cell) {
        return new String(cell, StandardCharsets.ISO_8859_1);
    }
}
