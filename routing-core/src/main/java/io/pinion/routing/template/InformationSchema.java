package io.pinion.routing.template;

import io.pinion.routing.analysis.TableNames;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Words;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tables of {@code information_schema} that are about databases. A server shows there what its account may see, and
 * Pinion's account sees more than its users, so users with rights to some databases only may not read them.
 */
public final class InformationSchema {
    public static final String NAME = Catalog.INFORMATION_SCHEMA;

    /** Tables about the product alone, which drivers read. */
    private static final Set<String> OF_THE_PRODUCT = Words.setOf("""
            CHARACTER_SETS COLLATIONS COLLATION_CHARACTER_SET_APPLICABILITY ENGINES KEYWORDS PLUGINS
            SQL_FUNCTIONS GLOBAL_VARIABLES SESSION_VARIABLES SYSTEM_VARIABLES GLOBAL_STATUS SESSION_STATUS""");

    private InformationSchema() {}

    public static boolean is(String database) {
        return database.equalsIgnoreCase(NAME);
    }

    /**
     * The tables of {@code information_schema} that a statement names and that are about databases.
     *
     * @param filtered the names, in upper case, of those that are filtered by the user's rights, which don't count
     */
    public static List<String> tablesIn(Tokens tokens, String charset, CurrentDatabase current, Set<String> filtered) {
        boolean inside = current.isInformationSchema();
        Set<String> found = new TreeSet<>();
        for (TableNames.Name name : TableNames.in(tokens, charset)) {
            if (inside && name.schema() < 0 && name.name() >= 0) {
                found.add(upper(tokens, name.name(), charset));
            }
        }
        StatementKind kind = tokens.statement().kind();
        boolean insideBody = inside && (kind == StatementKind.ROUTINE || kind == StatementKind.COMPOUND);
        for (int token = 1; token < tokens.count(); token++) {
            boolean there = tokens.isSymbol(token - 1, ".")
                    ? tokens.isName(token - 2) && is(tokens.name(token - 2, charset))
                    // In a body, aliases that are words of definitions end a list for the scan above.
                    : insideBody && tokens.isSymbol(token - 1, ",");
            if (there && tokens.isName(token)) {
                found.add(upper(tokens, token, charset));
            }
        }
        found.removeAll(OF_THE_PRODUCT);
        found.removeAll(filtered);
        return List.copyOf(found);
    }

    private static String upper(Tokens tokens, int name, String charset) {
        return tokens.name(name, charset).toUpperCase(Locale.ROOT);
    }
}
