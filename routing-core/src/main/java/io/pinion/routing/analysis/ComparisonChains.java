package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Comparisons that are themselves compared or tested: {@code a = b = c}, {@code n IN (1, 2) IS TRUE}, {@code a = b LIKE
 * 'c'}. MySQL groups them from the left, but for IN, LIKE, BETWEEN and REGEXP, which bind closer than {@code =} (MySQL's
 * manual, "Expression Syntax": boolean_primary and predicate). The parser reads them only in parentheses, so these are
 * added; so are those around {@code !a}, which the parser takes for {@code NOT a}, though it binds closest of all. One pass
 * over the tokens, and a level for each parenthesis and CASE around a token.
 */
final class ComparisonChains {
    private static final Set<String> PREDICATES = Set.of("IN", "LIKE", "BETWEEN", "REGEXP", "RLIKE", "SOUNDS");
    private static final Set<String> SYMBOLS = Set.of("=", "<=>", "<", ">", "<=", ">=", "<>", "!=");

    private static final Set<String> SIGNS = Set.of("!", "-", "+", "~");

    /** Words behind an operand that {@code NOT} would take along, beside the predicates. */
    private static final Set<String> COMPARING = Set.of("IS", "NOT", "DIV", "MOD", "MEMBER");

    /** Symbols behind an operand that are no operators which {@code NOT} would take along. */
    private static final Set<String> ENDING = Set.of(")", ",", ";", "&&", "||");

    /** A longer chain isn't read: the parser's time grows with the cube of the parentheses that stand in each other. */
    private static final int MOST_COMPARED = 32;

    /** Words that begin another operand, or another part of the statement, at the level on which they stand. */
    private static final Set<String> BOUNDARIES = Words.setOf("""
            SELECT DISTINCT ALL FROM JOIN ON USING WHERE GROUP HAVING WINDOW ORDER BY LIMIT FOR LOCK INTO UNION EXCEPT
            INTERSECT WHEN THEN ELSE SET UPDATE VALUES OR XOR RETURNING DO AS ASC DESC SEPARATOR AGAINST""");

    private final Tokens tokens;
    private final Map<Integer, Integer> opening = new HashMap<>();
    private final Map<Integer, Integer> closing = new HashMap<>();
    private final Set<Integer> assigning = new HashSet<>();
    private final Deque<Level> outer = new ArrayDeque<>();
    private Level level = new Level(0, false);

    /** The operand behind the last {@code !}, and behind all signs that stand with it. */
    private int signed;

    /** The operand that is being read between two parentheses, or within CASE. */
    private static final class Level {
        private final boolean cases;
        private int start;
        /** The first token of the right operand of a comparison that is no predicate; -1 before there is one. */
        private int right = -1;

        private boolean compared;
        private boolean rightOpen;
        private int betweens;
        private boolean assigns;
        private boolean beforeAssignment;

        Level(int start, boolean cases) {
            this.start = start;
            this.cases = cases;
        }

        void begin(int operand) {
            start = operand;
            right = -1;
            compared = false;
            betweens = 0;
            beforeAssignment = false;
        }
    }

    private ComparisonChains(Tokens tokens) {
        this.tokens = tokens;
    }

    static ComparisonChains of(Tokens tokens) {
        ComparisonChains found = new ComparisonChains(tokens);
        for (int token = 0; token < tokens.count(); token++) {
            switch (tokens.type(token)) {
                case SYMBOL -> found.readSymbol(token);
                case WORD -> found.readWord(token);
                default -> {}
            }
        }
        found.closeRight(tokens.count());
        return found;
    }

    /** How many opening parentheses must be added before the token. */
    int opensBefore(int token) {
        return opening.getOrDefault(token, 0);
    }

    /** How many closing parentheses must be added before the token. */
    int closesBefore(int token) {
        return closing.getOrDefault(token, 0);
    }

    /** Whether the token is the sign of an assignment in the list of an UPDATE, or of an INSERT with SET. */
    boolean assigns(int token) {
        return assigning.contains(token);
    }

    private void readSymbol(int token) {
        String symbol = tokens.text(token);
        switch (symbol) {
            case "(" -> enter(token, false);
            case ")" -> {
                closeRight(token);
                level = outer.isEmpty() ? level : outer.pop();
            }
            case "!" -> negated(token);
            case "," -> {
                boundary(token);
                level.beforeAssignment = level.assigns;
            }
            case "&&" -> boundary(token);
            case "||" -> {
                if (!tokens.statement().rules().pipesAsConcat()) {
                    boundary(token);
                }
            }
            case ":=" -> {
                assigned(token);
                boundary(token);
            }
            default -> {
                if (SYMBOLS.contains(symbol) && !assigned(token)) {
                    compared(token);
                    level.right = token + 1;
                }
            }
        }
    }

    /** One pair of parentheses is enough for all signs before an operand. */
    private void negated(int token) {
        if (token < signed) {
            return;
        }
        signed = token;
        while (SIGNS.contains(tokens.text(signed)) || tokens.isWord(signed, "BINARY")) {
            signed++;
        }
        int behind = behindOperand(signed);
        if (mayCompare(behind)) {
            opening.merge(token, 1, Integer::sum);
            closing.merge(behind, 1, Integer::sum);
        }
    }

    /** The token behind a name, a literal, a call or what stands in parentheses. */
    private int behindOperand(int first) {
        int token = first;
        while (tokens.isSymbol(token + 1, ".")) {
            token += 2;
        }
        if (tokens.isSymbol(token + 1, "(")) {
            token++;
        }
        int end = tokens.isSymbol(token, "(") ? tokens.closing(token) : token;
        return end < 0 ? tokens.count() : Math.min(end + 1, tokens.count());
    }

    private boolean mayCompare(int token) {
        return switch (tokens.type(token)) {
            case SYMBOL -> !ENDING.contains(tokens.text(token));
            case WORD -> isPredicate(token) || tokens.isOneOf(token, COMPARING);
            default -> false;
        };
    }

    /** The first sign in an element of a list of assignments compares nothing. */
    private boolean assigned(int token) {
        if (!level.beforeAssignment) {
            return false;
        }
        assigning.add(token);
        level.begin(token + 1);
        return true;
    }

    private void readWord(int token) {
        if (tokens.isSymbol(token - 1, ".") || tokens.isSymbol(token + 1, ".")) {
            return;
        }
        String word = tokens.upper(token);
        switch (word) {
            case "CASE" -> enter(token, true);
            case "END" -> {
                if (level.cases) {
                    closeRight(token);
                    level = outer.pop();
                }
            }
            case "IS" -> compared(token);
            case "AND" -> {
                if (level.betweens > 0) {
                    level.betweens--;
                } else {
                    boundary(token);
                }
            }
            case "NOT" -> {
                if (!isPredicate(token + 1) && !tokens.isWord(token - 1, "IS")) {
                    boundary(token);
                }
            }
            default -> {
                if (isPredicate(token)) {
                    predicate(word, tokens.isWord(token - 1, "NOT") ? token - 1 : token);
                } else if (BOUNDARIES.contains(word) && !isQuantifier(token)) {
                    boundary(token);
                    readList(word, token);
                }
            }
        }
    }

    private boolean isPredicate(int token) {
        return tokens.isOneOf(token, PREDICATES)
                && !tokens.isWord(token - 1, "SOUNDS")
                && !tokens.isWord(token - 1, "LOCK");
    }

    /** {@code > ALL (SELECT …)}. */
    private boolean isQuantifier(int token) {
        return tokens.isWord(token, "ALL") && tokens.type(token - 1) == TokenType.SYMBOL;
    }

    private void readList(String word, int token) {
        level.assigns = word.equals("SET") || (word.equals("UPDATE") && tokens.isWord(token - 1, "KEY"));
        level.beforeAssignment = level.assigns;
    }

    private void enter(int token, boolean cases) {
        outer.push(level);
        level = new Level(token + 1, cases);
    }

    private void boundary(int token) {
        closeRight(token);
        level.begin(token + 1);
    }

    /** @param operator its first token: what is left of it has been compared already, if anything has */
    private void compared(int operator) {
        closeRight(operator);
        if (level.compared && opensBefore(level.start) < MOST_COMPARED) {
            opening.merge(level.start, 1, Integer::sum);
            closing.merge(operator, 1, Integer::sum);
        }
        level.compared = true;
        level.right = -1;
    }

    private void predicate(String word, int operator) {
        level.betweens += word.equals("BETWEEN") ? 1 : 0;
        if (level.right >= 0 && !level.rightOpen) {
            opening.merge(level.right, 1, Integer::sum);
            level.rightOpen = true;
            return;
        }
        compared(operator);
    }

    private void closeRight(int token) {
        if (level.rightOpen) {
            closing.merge(token, 1, Integer::sum);
            level.rightOpen = false;
        }
    }
}
