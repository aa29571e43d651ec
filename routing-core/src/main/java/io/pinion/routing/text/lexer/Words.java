package io.pinion.routing.text.lexer;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Words of a statement as strings, where speed doesn't matter. */
public final class Words {
    private Words() {}

    public static String upper(byte[] sql, int from, int to) {
        return new String(sql, from, to - from, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    }
}
