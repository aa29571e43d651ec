package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Dialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where which name means a common table expression and no table, by the tokens alone. One is known behind its own query, up to
 * the end of the query that its WITH begins; with RECURSIVE in its own query too, where the name without it is a table's.
 */
final class CommonTables {
    /** No common table expression. */
    static final int NONE = -1;

    private final Tokens tokens;
    private final String charset;
    private final List<Definition> definitions = new ArrayList<>();
    private final Map<String, List<Definition>> byName;

    /**
     * One of them, by its tokens.
     *
     * @param open the parenthesis before its query
     * @param close the one behind it
     * @param from where its name begins to mean it
     * @param to the first token that the name has no such meaning at
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
        // On MariaDB, their names know no upper and lower case.
        this.byName = tokens.statement().rules().dialect() == Dialect.MARIADB
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

    /** In MariaDB those of a recursive list may name each other, in MySQL each names itself and those before it. */
    private int knownFrom(int with, int open) {
        return tokens.statement().rules().dialect() == Dialect.MARIADB ? with : open;
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
        int depth = 0;
        for (int token = inside; token < tokens.count(); token++) {
            depth += tokens.isSymbol(token, "(") ? 1 : tokens.isSymbol(token, ")") ? -1 : 0;
            if (depth < 0) {
                return token;
            }
        }
        return tokens.count();
    }

    /** The token that defines what a token names where a table belongs, the innermost; {@link #NONE} when it is a table. */
    int meant(int token) {
        Definition meant = definition(token);
        return meant == null ? NONE : meant.name;
    }

    /**
     * Whether MariaDB takes for a table what is a common table expression by the standard: the queries of a list that a
     * subquery begins with don't see the lists around it in 11.4. Those of one that a common table expression's query begins
     * with do.
     */
    boolean isUnclear(int token) {
        Definition meant = tokens.statement().rules().dialect() == Dialect.MARIADB ? definition(token) : null;
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

    /** The token that names the innermost one whose query a token is in; {@link #NONE} outside of all. */
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
