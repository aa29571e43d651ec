package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Comparisons that are themselves tested: {@code n IN (1, 2) IS TRUE}, {@code a = b IS NOT NULL}. MySQL groups them
 * from the left (MySQL's manual, "Expression Syntax": boolean_primary IS [NOT] NULL). The parser reads them only in
 * parentheses, so these are added.
 */
final class TestedComparisons {
    private static final Set<String> TESTS = Set.of("TRUE", "FALSE", "UNKNOWN", "NULL");
    private static final Set<String> COMPARE = Set.of("IN", "LIKE", "BETWEEN", "REGEXP", "RLIKE", "SOUNDS", "IS");
    private static final Set<String> SYMBOLS = Set.of("=", "<=>", "<", ">", "<=", ">=", "<>", "!=");

    /** Words that an operand begins behind, at the depth of the operand. */
    private static final Set<String> BEFORE = Set.of(
            "SELECT",
            "DISTINCT",
            "WHERE",
            "ON",
            "HAVING",
            "WHEN",
            "THEN",
            "ELSE",
            "BY",
            "SET",
            "UPDATE",
            "OR",
            "XOR",
            "NOT",
            "RETURNING",
            "ALL",
            "DO");

    private final Tokens tokens;
    private final Set<Integer> opening = new HashSet<>();
    private final Set<Integer> closing = new HashSet<>();

    private TestedComparisons(Tokens tokens) {
        this.tokens = tokens;
    }

    static TestedComparisons of(Tokens tokens) {
        TestedComparisons found = new TestedComparisons(tokens);
        for (int token = 1; token < tokens.count(); token++) {
            if (tokens.isWord(token, "IS") && found.tests(token)) {
                found.add(token);
            }
        }
        return found;
    }

    /** Whether an opening parenthesis must be added before the token. */
    boolean opensBefore(int token) {
        return opening.contains(token);
    }

    /** Whether a closing parenthesis must be added before the token. */
    boolean closesBefore(int token) {
        return closing.contains(token);
    }

    private boolean tests(int is) {
        int what = tokens.isWord(is + 1, "NOT") ? is + 2 : is + 1;
        return isWordOf(what, TESTS);
    }

    private void add(int is) {
        int start = start(is);
        // A second test of the same comparison is left as it is; the parser refuses it.
        if (start >= 0 && isComparison(start, is) && !opening.contains(start)) {
            opening.add(start);
            closing.add(is);
        }
    }

    private boolean isComparison(int from, int to) {
        int depth = 0;
        for (int token = from; token < to; token++) {
            depth += nesting(token);
            boolean symbol = tokens.type(token) == TokenType.SYMBOL && SYMBOLS.contains(tokens.text(token));
            if (depth == 0 && (symbol || isWordOf(token, COMPARE))) {
                return true;
            }
        }
        return false;
    }

    /** The first token of the operand of the test; -1 when unknown. */
    private int start(int is) {
        int depth = 0;
        int token = is - 1;
        while (token >= 0) {
            depth -= nesting(token);
            if (depth < 0 || (depth == 0 && endsBehind(token))) {
                return behindAssignment(token + 1);
            }
            token = depth == 0 && isAnd(token) ? between(token) - 1 : token - 1;
        }
        return -1;
    }

    /** In {@code SET flag = a = b IS NULL} the first sign assigns and compares nothing. */
    private int behindAssignment(int start) {
        boolean assigns = tokens.statement().kind().changesRows()
                && (tokens.isWord(start - 1, "SET")
                        || tokens.isWord(start - 1, "UPDATE")
                        || tokens.isSymbol(start - 1, ","));
        if (!assigns) {
            return start;
        }
        int token = start + 1;
        while (tokens.isSymbol(token, ".")) {
            token += 2;
        }
        return tokens.isSymbol(token, "=") ? token + 1 : start;
    }

    /** 1 for a token that opens a parenthesis or a CASE, -1 for one that closes it, else 0. */
    private int nesting(int token) {
        if (tokens.isSymbol(token, "(") || tokens.isWord(token, "CASE")) {
            return 1;
        }
        boolean end = tokens.isWord(token, "END") && !tokens.isSymbol(token - 1, ".");
        return tokens.isSymbol(token, ")") || end ? -1 : 0;
    }

    private boolean endsBehind(int token) {
        if (tokens.isSymbol(token, ",") || tokens.isSymbol(token, "||") || tokens.isSymbol(token, ":=")) {
            return true;
        }
        if (isAnd(token)) {
            return between(token) < 0;
        }
        if (tokens.isWord(token, "NOT")) {
            return !tokens.isWord(token - 1, "IS") && !isWordOf(token + 1, COMPARE);
        }
        return isWordOf(token, BEFORE) && !tokens.isSymbol(token - 1, ".");
    }

    private boolean isAnd(int token) {
        return tokens.isWord(token, "AND") || tokens.isSymbol(token, "&&");
    }

    /** The BETWEEN that the word AND belongs to; -1 when it joins two conditions. */
    private int between(int and) {
        int depth = 0;
        for (int token = and - 1; token >= 0; token--) {
            depth -= nesting(token);
            if (depth < 0 || (depth == 0 && (isAnd(token) || isWordOf(token, BEFORE) || tokens.isSymbol(token, ",")))) {
                return -1;
            }
            if (depth == 0 && tokens.isWord(token, "BETWEEN")) {
                return token;
            }
        }
        return -1;
    }

    private boolean isWordOf(int token, Set<String> words) {
        return token >= 0
                && token < tokens.count()
                && tokens.type(token) == TokenType.WORD
                && words.contains(tokens.text(token).toUpperCase(Locale.ROOT));
    }
}
