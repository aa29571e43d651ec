package io.pinion.routing.text.lexer;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** Words of a statement as strings, where speed doesn't matter. */
public final class Words {
    private Words() {}

    /** The words of a list, which blanks and line ends separate. */
    public static Set<String> setOf(String list) {
        return Set.of(list.split("\\s+"));
    }

    public static String upper(byte[] sql, int from, int to) {
        return new String(sql, from, to - from, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    }
}
