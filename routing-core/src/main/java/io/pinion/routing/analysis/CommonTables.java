package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The common table expressions of a statement, found by its tokens alone, and the places where their names mean them
 * and not a table. A name is known behind its own query, up to the end of the query that its WITH begins. With
 * RECURSIVE it is known inside its own query too; without, the same name means a table there.
 */
final class CommonTables {
    /** No common table expression. */
    static final int NONE = -1;

    private final Tokens tokens;
    private final String charset;
    private final List<Definition> definitions = new ArrayList<>();
    private final Map<String, List<Definition>> byName;

    /**
     * One common table expression, by its tokens.
     *
     * @param open the parenthesis before its query
     * @param close the parenthesis behind its query
     * @param from the first token at which its name means it
     * @param to the first token behind those at which its name means it
     * @param list the WITH that begins its list
     */
    private record Definition(int name, int open, int close, int from, int to, int list) {
        boolean encloses(int token) {
            return open < token && token < close;
        }
    }

    CommonTables(Tokens tokens, String charset) {
        this.tokens = tokens;
        this.charset = charset;
        // MariaDB compares the names of common table expressions without regard to case.
        this.byName = tokens.statement().rules().dialect() == SqlDialect.MARIADB
                ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER)
                : new HashMap<>();
        int token = 0;
        while (token < tokens.count()) {
            if (tokens.isWord(token, "WITH")) {
                readList(token);
            }
            token++;
        }
    }

    private void readList(int with) {
        boolean recursive = tokens.isWord(with + 1, "RECURSIVE");
        int name = recursive ? with + 2 : with + 1;
        int to = endOfQuery(with);
        while (tokens.isName(name)) {
            int as = tokens.isSymbol(name + 1, "(") ? tokens.closing(name + 1) + 1 : name + 1;
            int open = as + 1;
            int close = as > 0 && tokens.isWord(as, "AS") && tokens.isSymbol(open, "(") ? tokens.closing(open) : -1;
            if (close < 0) {
                return;
            }
            add(new Definition(name, open, close, recursive ? knownFrom(with, open) : close, to, with));
            int comma = behindCycle(close + 1);
            if (!tokens.isSymbol(comma, ",")) {
                return;
            }
            name = comma + 1;
        }
    }

    private void add(Definition definition) {
        definitions.add(definition);
        byName.computeIfAbsent(tokens.name(definition.name, charset), first -> new ArrayList<>())
                .add(definition);
    }

    /**
     * In MariaDB the members of a recursive list may name each other; in MySQL each names itself and those before it.
     */
    private int knownFrom(int with, int open) {
        return tokens.statement().rules().dialect() == SqlDialect.MARIADB ? with : open;
    }

    /** MariaDB's {@code CYCLE column, column RESTRICT}. */
    private int behindCycle(int token) {
        if (!tokens.isWord(token, "CYCLE")) {
            return token;
        }
        int end = token + 1;
        while ((tokens.isName(end) && !tokens.isWord(end, "RESTRICT")) || tokens.isSymbol(end, ",")) {
            end++;
        }
        return end + 1;
    }

    /** The parenthesis that ends the query around a token; the number of tokens when none does. */
    private int endOfQuery(int inside) {
        for (int token = inside; token < tokens.count(); token = tokens.next(token)) {
            if (tokens.isSymbol(token, ")")) {
                return token;
            }
        }
        return tokens.count();
    }

    /**
     * The token that defines the innermost common table expression that {@code token} names; {@link #NONE} for a table.
     */
    int meant(int token) {
        Definition meant = definition(token);
        return meant == null ? NONE : meant.name;
    }

    /**
     * Whether MariaDB takes {@code token} for a table where the standard sees a common table expression: in 11.4,
     * queries in a list at the beginning of a subquery don't see the lists around it. Queries in a list at the
     * beginning of a common table expression's query do.
     */
    boolean isUnclear(int token) {
        Definition meant = tokens.statement().rules().dialect() == SqlDialect.MARIADB ? definition(token) : null;
        return meant != null
                && definitions.stream()
                        .anyMatch(inner ->
                                inner.list > meant.list && inner.encloses(token) && !beginsAnother(inner.list));
    }

    private boolean beginsAnother(int list) {
        return definitions.stream().anyMatch(definition -> definition.open + 1 == list);
    }

    private @Nullable Definition definition(int token) {
        Definition meant = null;
        if (definitions.isEmpty()) {
            return meant;
        }
        for (Definition definition : byName.getOrDefault(tokens.name(token, charset), List.of())) {
            boolean known = definition.from <= token && token < definition.to;
            if (known && (meant == null || meant.from <= definition.from)) {
                meant = definition;
            }
        }
        return meant;
    }

    /**
     * The token that names the innermost common table expression whose query holds {@code token}; {@link #NONE}
     * without.
     */
    int around(int token) {
        Definition around = null;
        for (Definition definition : definitions) {
            if (definition.encloses(token) && (around == null || around.open < definition.open)) {
                around = definition;
            }
        }
        return around == null ? NONE : around.name;
    }
}
