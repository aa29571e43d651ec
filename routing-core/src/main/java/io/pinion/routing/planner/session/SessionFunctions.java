package io.pinion.routing.planner.session;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.SessionFunction;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Replaces functions of a server's own session by the values for the client's session. By tokens alone. */
public final class SessionFunctions {
    private static final Set<String> MODIFIERS =
            Set.of("DISTINCT", "ALL", "DISTINCTROW", "SQL_NO_CACHE", "SQL_CALC_FOUND_ROWS", "HIGH_PRIORITY");
    /** The operators behind which an operand stands, and no alias. */
    private static final Set<String> OPERATORS = Set.of(
            "AND", "BETWEEN", "BINARY", "COLLATE", "DIV", "ELSE", "ESCAPE", "IN", "IS", "LIKE", "MOD", "NOT", "OR",
            "REGEXP", "RLIKE", "THEN", "WHEN", "XOR");

    private static final Set<String> ENDS_ITEMS =
            Words.setOf("FROM WHERE INTO UNION EXCEPT INTERSECT ORDER GROUP HAVING LIMIT FOR LOCK VALUES SET");

    private static final Pattern VARIABLE =
            Pattern.compile("@@(?:(?<scope>global|session|local)\\s*\\.\\s*)?(?<name>\\w+)");

    /** True like an id, and never an id of Pinion's: the holder is another session, perhaps of another proxy. */
    private static final String SOMEBODY_ELSE = "4294967295";

    private final Tokens tokens;
    private final Edits edits;
    private final Predicate<SessionFunction> wanted;
    private final Deque<Frame> frames = new ArrayDeque<>();

    /** The select list, if any, that encloses the tokens between two parentheses. */
    private static final class Frame {
        /** The first token of the current select item, or -1 outside of a select list. */
        private int item = -1;

        private boolean edited;
    }

    private SessionFunctions(Tokens tokens, Edits edits, Predicate<SessionFunction> wanted) {
        this.tokens = tokens;
        this.edits = edits;
        this.wanted = wanted;
    }

    /** Whether a statement may contain such a function at all. */
    static boolean mayStandIn(Statement statement) {
        return statement.mentions(Mention.LAST_INSERT_ID)
                || statement.mentions(Mention.DATABASE)
                || statement.mentions(Mention.USER)
                || statement.mentions(Mention.CONNECTION_ID)
                || statement.mentions(Mention.USER_LOCK)
                || statement.mentions(Mention.SYSTEM_VARIABLE);
    }

    /** Whether the session's values are written into a statement of this kind, in place of the functions. */
    public static boolean areReplacedIn(StatementKind kind) {
        return kind.isQuery()
                || kind.changesRows()
                || kind == StatementKind.DO
                || kind == StatementKind.CALL
                || kind == StatementKind.SET;
    }

    /** Whether the session's insert id is written into the statement. */
    public static boolean readsInsertId(Statement statement) {
        if (!statement.mentions(Mention.LAST_INSERT_ID) || !areReplacedIn(statement.kind())) {
            return false;
        }
        Tokens tokens = Tokens.of(statement);
        return tokens.has(token -> {
            SessionFunction function = functionAt(tokens, token);
            return function == SessionFunction.LAST_INSERT_ID || function == SessionFunction.INSERT_ID_VARIABLE;
        });
    }

    /** {@code LAST_INSERT_ID(expression)}: sets the later value of LAST_INSERT_ID(). */
    static boolean givesInsertId(Tokens tokens) {
        return tokens.has(token -> tokens.isSymbol(token + 1, "(")
                && !tokens.isSymbol(token + 2, ")")
                && tokens.isName(token)
                && tokens.name(token, "ascii").equalsIgnoreCase("LAST_INSERT_ID"));
    }

    /**
     * @param databaseIsServers the statement runs on a connection in the client's database, which needs no replacing
     */
    public static void replace(Tokens tokens, Edits edits, boolean databaseIsServers) {
        if (mayStandIn(tokens.statement())) {
            new SessionFunctions(tokens, edits, function -> isOfSession(function, databaseIsServers)).replaceAll();
        }
    }

    private static boolean isOfSession(SessionFunction function, boolean databaseIsServers) {
        return switch (function) {
            case LAST_INSERT_ID, INSERT_ID_VARIABLE, USER, CURRENT_USER, CONNECTION_ID -> true;
            case PORT, HOST, NO_PORT, NO_ADDRESS -> true;
            case DATABASE -> !databaseIsServers;
            case ROW_COUNT, FOUND_ROWS, WARNING_COUNT, ERROR_COUNT -> false;
        };
    }

    /** Replaces the functions whose values the previous statement's diagnostics give. */
    static void replacePrevious(Tokens tokens, PreviousDiagnostics previous, Edits edits) {
        new SessionFunctions(tokens, edits, function -> isKnown(function, previous)).replaceAll();
    }

    private static boolean isKnown(SessionFunction function, PreviousDiagnostics previous) {
        return switch (function) {
            case ROW_COUNT -> previous.rowCount().isPresent();
            case FOUND_ROWS -> previous.foundRows().isPresent();
            case WARNING_COUNT, ERROR_COUNT -> previous.conditions().isPresent();
            case LAST_INSERT_ID, INSERT_ID_VARIABLE, USER, CURRENT_USER, CONNECTION_ID, DATABASE -> false;
            case PORT, HOST, NO_PORT, NO_ADDRESS -> false;
        };
    }

    /** {@code @@warning_count}, {@code @@error_count}. */
    static boolean isConditionCount(Tokens tokens, int token) {
        SessionFunction function = functionAt(tokens, token);
        return function == SessionFunction.WARNING_COUNT || function == SessionFunction.ERROR_COUNT;
    }

    /** The function that is the whole select list of {@code SELECT f()}; null for any other statement. */
    public static @Nullable SessionFunction alone(Tokens tokens) {
        SessionFunction function = tokens.isWord(0, "SELECT") ? functionAt(tokens, 1) : null;
        return function == SessionFunction.DATABASE && tokens.count() == 4 ? function : null;
    }

    private void replaceAll() {
        frames.push(new Frame());
        int token = 0;
        while (token < tokens.count()) {
            SessionFunction function = functionAt(tokens, token);
            if (function == null || !wanted.test(function)) {
                if (wanted.test(SessionFunction.CONNECTION_ID)) {
                    replaceLockHolder(token);
                }
                step(token);
                token++;
            } else {
                int next = token + length(token);
                edits.replace(new Span(tokens.start(token), tokens.end(next - 1)), new Piece.SessionValue(function));
                current().edited = true;
                token = next;
            }
        }
        endItem(tokens.count());
    }

    /**
     * {@code IS_USED_LOCK(name)} returns the server's id of the connection that holds the lock. The statement runs on
     * the connection that holds the session's own locks, if any, so that this id tells them; NULL stays when the lock
     * is free.
     */
    private void replaceLockHolder(int token) {
        boolean call = tokens.isWord(token, "IS_USED_LOCK")
                && tokens.isSymbol(token + 1, "(")
                && !tokens.isSymbol(token - 1, ".");
        int last = call ? tokens.closing(token + 1) : -1;
        if (last < 0) {
            return;
        }
        edits.insert(tokens.start(token), Piece.Fixed.of("CAST(" + SOMEBODY_ELSE + "-("));
        edits.insert(
                tokens.end(last),
                Piece.Fixed.of("=CONNECTION_ID())*(" + SOMEBODY_ELSE + "-"),
                new Piece.SessionValue(SessionFunction.CONNECTION_ID),
                Piece.Fixed.of(") AS UNSIGNED)"));
        current().edited = true;
    }

    private Frame current() {
        return frames.getFirst();
    }

    private void step(int token) {
        if (tokens.isSymbol(token, "(")) {
            frames.push(new Frame());
        } else if (tokens.isSymbol(token, ")")) {
            boolean edited = current().edited;
            endItem(token);
            if (frames.size() > 1) {
                frames.pop();
                current().edited |= edited;
            }
        } else if (tokens.isSymbol(token, ",")) {
            if (current().item >= 0) {
                endItem(token);
                current().item = token + 1;
            }
        } else if (tokens.type(token) == TokenType.WORD && !tokens.isSymbol(token - 1, ".")) {
            String word = tokens.text(token).toUpperCase(Locale.ROOT);
            if (word.equals("SELECT")) {
                current().item = token + 1;
                current().edited = false;
            } else if (MODIFIERS.contains(word) && current().item == token) {
                current().item = token + 1;
            } else if (ENDS_ITEMS.contains(word)) {
                endItem(token);
            }
        }
    }

    private void endItem(int end) {
        Frame frame = current();
        if (frame.item >= 0 && frame.edited && end > frame.item && !hasAlias(frame.item, end)) {
            edits.keepName(new Span(tokens.start(frame.item), tokens.end(end - 1)));
        }
        frame.item = -1;
        frame.edited = false;
    }

    /** {@code expression AS name}, or a name right behind an operand. */
    private boolean hasAlias(int first, int end) {
        int last = end - 1;
        if (last <= first) {
            return false;
        }
        boolean nameLike = tokens.isName(last) || tokens.type(last).isString();
        if (tokens.isWord(last - 1, "AS")) {
            return true;
        }
        boolean operator = OPERATORS.contains(tokens.text(last - 1).toUpperCase(Locale.ROOT));
        boolean endsCase = tokens.isWord(last, "END")
                && IntStream.range(first, last).anyMatch(token -> tokens.isWord(token, "CASE"));
        if (operator || endsCase) {
            return false;
        }
        boolean operand = tokens.isSymbol(last - 1, ")")
                || tokens.type(last - 1).isLiteral()
                || tokens.isName(last - 1)
                || tokens.type(last - 1) == TokenType.SYSTEM_VARIABLE;
        return nameLike && operand;
    }

    private int length(int token) {
        if (tokens.type(token) == TokenType.SYSTEM_VARIABLE) {
            return 1;
        }
        return tokens.isSymbol(token + 1, "(") && tokens.isSymbol(token + 2, ")") ? 3 : 1;
    }

    private static @Nullable SessionFunction functionAt(Tokens tokens, int token) {
        if (tokens.type(token) == TokenType.SYSTEM_VARIABLE) {
            return ofVariable(tokens, token);
        }
        if (!tokens.isName(token) || tokens.isSymbol(token - 1, ".") || tokens.isSymbol(token + 1, ".")) {
            return null;
        }
        boolean call = tokens.isSymbol(token + 1, "(") && tokens.isSymbol(token + 2, ")");
        // In quotes, a word of servers' grammar is the name of a stored function.
        boolean word = tokens.type(token) == TokenType.WORD;
        String name = word ? tokens.text(token) : tokens.name(token, "ascii");
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "LAST_INSERT_ID" -> call ? SessionFunction.LAST_INSERT_ID : null;
            case "DATABASE", "SCHEMA" -> call && word ? SessionFunction.DATABASE : null;
            case "USER", "SESSION_USER", "SYSTEM_USER" -> call && word ? SessionFunction.USER : null;
            case "ROW_COUNT" -> call ? SessionFunction.ROW_COUNT : null;
            case "FOUND_ROWS" -> call ? SessionFunction.FOUND_ROWS : null;
            case "CONNECTION_ID" -> call ? SessionFunction.CONNECTION_ID : null;
            case "CURRENT_USER" ->
                word && (call || !tokens.isSymbol(token + 1, "(")) ? SessionFunction.CURRENT_USER : null;
            default -> null;
        };
    }

    private static @Nullable SessionFunction ofVariable(Tokens tokens, int token) {
        Matcher written = VARIABLE.matcher(tokens.text(token).replace("`", "").toLowerCase(Locale.ROOT));
        if (!written.matches()) {
            return null;
        }
        String scope = written.group("scope");
        boolean global = "global".equals(scope);
        boolean session = scope != null && !global;
        return switch (written.group("name")) {
            case "identity", "last_insert_id" -> global ? null : SessionFunction.INSERT_ID_VARIABLE;
            case "warning_count" -> global ? null : SessionFunction.WARNING_COUNT;
            case "error_count" -> global ? null : SessionFunction.ERROR_COUNT;
            case String name ->
                session || isAssigned(tokens, token)
                        ? null
                        : AddressVariables.of(name, tokens.statement().rules().dialect());
        };
    }

    /** {@code SET @@port = 1}, of which a server says that it can't be set. */
    private static boolean isAssigned(Tokens tokens, int token) {
        return tokens.isWord(0, "SET")
                && (tokens.isSymbol(token + 1, "=") || tokens.isSymbol(token + 1, ":="))
                && (token == 1 || tokens.isSymbol(token - 1, ","));
    }
}
