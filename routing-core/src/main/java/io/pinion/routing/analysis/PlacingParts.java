package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a statement on one table that places its rows, for a text that the parser doesn't read as a whole:
 * conditions {@code column = constant} and {@code column IN (constants)} that are joined by AND alone, or the constants
 * of a new row. Everything else is left out of the parser's text, or stands there as a value of which nothing is known.
 */
final class PlacingParts {
    private static final String UNKNOWN = "COALESCE(NULL)";
    private static final Set<String> MODIFIERS =
            Set.of("LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK", "IGNORE", "INTO", "FROM");

    /** Words of queries inside the statement, which may need rows of other shards. */
    private static final Set<String> QUERIES = Set.of("SELECT", "WITH", "TABLE", "UNION", "EXCEPT", "INTERSECT");

    /** Words of WHERE that leave no condition true of every row, or that this reading doesn't follow. */
    private static final Set<String> UNLINKED = Set.of("OR", "XOR", "CASE", "END", "BETWEEN");

    private static final Set<String> BEHIND_CONDITIONS = Words.setOf("""
            GROUP HAVING WINDOW ORDER LIMIT OFFSET FETCH FOR LOCK INTO PROCEDURE RETURNING""");

    private final Tokens tokens;
    private final Substitutes parts;

    private PlacingParts(Tokens tokens) {
        this.tokens = tokens;
        this.parts = new Substitutes(tokens);
    }

    /**
     * @param verb the first token of the statement, which is no EXPLAIN's
     * @return null where the tokens don't tell the part
     */
    static @Nullable Substitutes of(Tokens tokens, String charset, int verb) {
        List<TableNames.Name> names = TableNames.in(tokens, charset);
        if (names.size() != 1 || names.getFirst().name() < 0) {
            return null;
        }
        PlacingParts found = new PlacingParts(tokens);
        boolean known = !found.hasQuery(verb + 1)
                && switch (tokens.upper(verb)) {
                    case "SELECT" -> found.readSelect(verb, names.getFirst());
                    case "UPDATE" -> found.readUpdate(verb, names.getFirst());
                    case "DELETE" -> found.readDelete(verb, names.getFirst());
                    case "INSERT", "REPLACE" -> found.readInsert(verb, names.getFirst());
                    default -> false;
                };
        return known ? found.parts : null;
    }

    private boolean hasQuery(int from) {
        return tokens.has(
                from, tokens.count(), token -> tokens.isOneOf(token, QUERIES) && !tokens.isSymbol(token - 1, "."));
    }

    // --- statements

    private boolean readSelect(int verb, TableNames.Name table) {
        int from = first(table) - 1;
        if (!tokens.isWord(from, "FROM") || tokens.outermost(verb, "FROM") != from || from == verb + 1) {
            return false;
        }
        parts.replace(verb + 1, from - 1, "1");
        return readTable(table, "WHERE") && readConditions();
    }

    private boolean readUpdate(int verb, TableNames.Name table) {
        if (!isBehindModifiers(verb, first(table)) || !readTable(table, "SET")) {
            return false;
        }
        int column = tokens.outermost(verb, "SET") + 1;
        while (tokens.isSymbol(column + 1, ".")) {
            column += 2;
        }
        int where = tokens.outermost(verb, "WHERE");
        boolean assigns = tokens.isSymbol(column + 1, "=") && column + 2 < where;
        if (assigns) {
            parts.replace(column + 2, where - 1, UNKNOWN);
        }
        return assigns && readConditions();
    }

    private boolean readDelete(int verb, TableNames.Name table) {
        return tokens.isWord(first(table) - 1, "FROM")
                && isBehindModifiers(verb, first(table))
                && readTable(table, "WHERE")
                && readConditions();
    }

    /** One row with a list of columns; what stands behind it is left out. */
    private boolean readInsert(int verb, TableNames.Name table) {
        int columns = table.name() + 1;
        int values = parts.closing(columns) + 1;
        int row = values + 1;
        boolean one = isBehindModifiers(verb, first(table))
                && tokens.isSymbol(columns, "(")
                && (tokens.isWord(values, "VALUES") || tokens.isWord(values, "VALUE"))
                && parts.closing(row) > 0
                && !tokens.isSymbol(parts.closing(row) + 1, ",");
        if (!one) {
            return false;
        }
        int begin = row + 1;
        for (int token = row + 1; token <= parts.closing(row); token = tokens.next(token)) {
            if (tokens.isSymbol(token, ",") || token == parts.closing(row)) {
                if (begin < token && !areConstants(begin, token)) {
                    parts.replace(begin, token - 1, UNKNOWN);
                }
                begin = token + 1;
            }
        }
        parts.leaveOut(parts.closing(row) + 1, tokens.count() - 1);
        return true;
    }

    // --- clauses

    private static int first(TableNames.Name table) {
        return table.schema() < 0 ? table.name() : table.schema();
    }

    private boolean isBehindModifiers(int verb, int table) {
        for (int token = verb + 1; token < table; token++) {
            if (!tokens.isOneOf(token, MODIFIERS)) {
                return false;
            }
        }
        return true;
    }

    /** Leaves out what stands between the table, with its alias, and the next clause. */
    private boolean readTable(TableNames.Name table, String clause) {
        int behind = table.name() + 1;
        if (tokens.isWord(behind, "AS") && tokens.isName(behind + 1)) {
            behind += 2;
        } else if (tokens.isName(behind)
                && !(tokens.type(behind) == TokenType.WORD && Grammar.isWord(tokens.upper(behind)))) {
            behind++;
        }
        int end = tokens.outermost(behind, clause);
        for (int token = behind; token < end; token = tokens.next(token)) {
            if (tokens.isSymbol(token, ",") || tokens.isWord(token, "JOIN")) {
                return false;
            }
        }
        parts.leaveOut(behind, end - 1);
        return end > 0;
    }

    private boolean readConditions() {
        int where = tokens.outermost(0, "WHERE");
        if (where < 0) {
            return false;
        }
        int begin = where + 1;
        boolean any = false;
        for (int token = begin; token <= tokens.count(); token = tokens.next(token)) {
            boolean ends = token >= tokens.count() || tokens.isOneOf(token, BEHIND_CONDITIONS);
            if (ends || tokens.isWord(token, "AND") || tokens.isSymbol(token, "&&")) {
                if (begin == token) {
                    return false;
                }
                if (isPlacing(begin, token)) {
                    any = true;
                } else {
                    parts.replace(begin, token - 1, "TRUE");
                }
                begin = token + 1;
            } else if (leavesConditions(token)) {
                return false;
            }
            if (ends) {
                if (isColumnBeforeOr(token)) {
                    return false;
                }
                parts.leaveOut(token, tokens.count() - 1);
                return any;
            }
        }
        return false;
    }

    /** Some of these words are no reserved ones: behind one that is a column, WHERE goes on, perhaps by an OR. */
    private boolean isColumnBeforeOr(int from) {
        for (int token = from; token < tokens.count(); token = tokens.next(token)) {
            if (tokens.isOneOf(token, "OR", "XOR") || tokens.isSymbol(token, "||")) {
                return true;
            }
        }
        return false;
    }

    private boolean leavesConditions(int token) {
        return tokens.isOneOf(token, UNLINKED) || tokens.isSymbol(token, "||") || tokens.isSymbol(token, ":=");
    }

    /** {@code t.k = 7}, {@code k IN (7, 8)}. */
    private boolean isPlacing(int from, int to) {
        int column = from;
        while (tokens.isName(column) && tokens.isSymbol(column + 1, ".")) {
            column += 2;
        }
        int operator = column + 1;
        if (!tokens.isName(column) || operator >= to) {
            return false;
        }
        return tokens.isSymbol(operator, "=")
                ? areConstants(operator + 1, to)
                : tokens.isWord(operator, "IN")
                        && tokens.isSymbol(operator + 1, "(")
                        && parts.closing(operator + 1) == to - 1
                        && areListed(operator + 2, to - 1);
    }

    private boolean areListed(int from, int to) {
        int begin = from;
        for (int token = from; token <= to; token++) {
            if (token == to || tokens.isSymbol(token, ",")) {
                if (!areConstants(begin, token)) {
                    return false;
                }
                begin = token + 1;
            }
        }
        return true;
    }

    /** A literal or a parameter, with a sign or without; strings that follow each other are one. */
    private boolean areConstants(int from, int to) {
        int number = tokens.isSymbol(from, "-") ? from + 1 : from;
        boolean one =
                number + 1 == to && (tokens.type(number).isLiteral() || tokens.type(number) == TokenType.PARAMETER);
        int token = from;
        while (token < to && tokens.type(token).isString()) {
            token++;
        }
        return one || (from < to && token == to);
    }
}
