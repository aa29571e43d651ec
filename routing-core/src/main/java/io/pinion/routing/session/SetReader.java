package io.pinion.routing.session;

import io.pinion.routing.plan.SessionChange;
import io.pinion.routing.plan.SessionChange.Assignment;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code SET} in all its forms, into assignments that can each be sent alone.
 *
 * <p>{@code GLOBAL} or {@code SESSION} before a variable also holds for those behind it that state no scope (MySQL
 * manual, "SET Syntax for Variable Assignment"), so the text of such an assignment gets the word put before it.
 */
final class SetReader {
    /**
     * Words without parentheses whose value differs each time, or between servers: {@code DEFAULT} is the server's
     * global value.
     */
    private static final Set<String> COMPUTED_WORDS = Words.setOf("""
            CURRENT_TIMESTAMP CURRENT_DATE CURRENT_TIME CURRENT_USER CURRENT_ROLE DEFAULT LOCALTIME LOCALTIMESTAMP
            UTC_TIMESTAMP UTC_DATE UTC_TIME""");

    private static final List<String> ISOLATION_LEVELS =
            List.of("READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE");

    private final TokenCursor cursor;
    private final boolean readsPrevious;
    private final List<Assignment> assignments = new ArrayList<>();
    /** The last written GLOBAL, SESSION, …, in capitals; empty at first. */
    private String scope = "";
    /** The place behind the word SET. */
    private int begin;

    SetReader(TokenCursor cursor, boolean readsPrevious) {
        this.cursor = cursor;
        this.readsPrevious = readsPrevious;
    }

    /** Empty when the statement is not well-formed. */
    Optional<SessionChange> read() {
        cursor.skip();
        begin = cursor.place();
        do {
            Optional<Assignment> assignment = assignment();
            if (assignment.isEmpty()) {
                return Optional.empty();
            }
            assignments.add(assignment.get());
        } while (cursor.acceptSymbol(","));
        return cursor.atEnd() ? Optional.of(new SessionChange.Assign(assignments, readsPrevious)) : Optional.empty();
    }

    private Optional<Assignment> assignment() {
        int first = cursor.place();
        if (cursor.type() == TokenType.USER_VARIABLE) {
            return userVariable(first);
        }
        if (cursor.type() == TokenType.SYSTEM_VARIABLE) {
            return systemVariable(first);
        }
        if (isOther()) {
            return Optional.of(new Assignment.Other(cursor.takeRest()));
        }
        if (cursor.isWord("NAMES") || isCharacterSet()) {
            Optional<Assignment> charset = charset(first);
            if (charset.isPresent()) {
                return charset;
            }
            cursor.returnTo(first);
        }
        String written = "";
        if (isScope()) {
            written = cursor.text().toUpperCase(Locale.ROOT);
            cursor.skip();
        }
        if (cursor.accept("TRANSACTION")) {
            return transaction(first, written);
        }
        if (!written.isEmpty()) {
            scope = written;
        }
        return variable(first, written);
    }

    /** Words that assign no variable. */
    private boolean isOther() {
        int first = cursor.place();
        boolean other = cursor.accept("PASSWORD")
                || ((cursor.accept("ROLE")
                                || cursor.acceptAll("DEFAULT", "ROLE")
                                || cursor.acceptAll("RESOURCE", "GROUP"))
                        && !isAssign());
        cursor.returnTo(first);
        return other;
    }

    private boolean isScope() {
        return cursor.isWord("GLOBAL")
                || cursor.isWord("SESSION")
                || cursor.isWord("LOCAL")
                || cursor.isWord("PERSIST")
                || cursor.isWord("PERSIST_ONLY");
    }

    private static boolean isGlobal(String scope) {
        return scope.equals("GLOBAL") || scope.startsWith("PERSIST");
    }

    private boolean isAssign() {
        return cursor.isSymbol("=") || cursor.isSymbol(":=");
    }

    // --- charset and transaction

    private boolean isCharacterSet() {
        return cursor.isWord("CHARACTER") || cursor.isWord("CHARSET") || cursor.isWord("CHAR");
    }

    private Optional<Assignment> charset(int first) {
        boolean names = cursor.accept("NAMES");
        boolean known = names
                || cursor.acceptAll("CHARACTER", "SET")
                || cursor.acceptAll("CHAR", "SET")
                || cursor.accept("CHARSET");
        if (!known || isAssign()) {
            return Optional.empty();
        }
        String charset = "";
        if (!cursor.accept("DEFAULT")) {
            Optional<String> name = cursor.nameOrString();
            if (name.isEmpty()) {
                return Optional.empty();
            }
            charset = name.get().toLowerCase(Locale.ROOT);
        }
        if (!names) {
            return Optional.of(new Assignment.CharacterSet(charset, cursor.text(first, cursor.place())));
        }
        String collation = "";
        if (cursor.accept("COLLATE") && !cursor.accept("DEFAULT")) {
            Optional<String> name = cursor.nameOrString();
            if (name.isEmpty()) {
                return Optional.empty();
            }
            collation = name.get().toLowerCase(Locale.ROOT);
        }
        return Optional.of(new Assignment.Names(charset, collation, cursor.text(first, cursor.place())));
    }

    /**
     * {@code TRANSACTION ISOLATION LEVEL …, READ ONLY}: its commas separate characteristics, and no assignment may
     * stand beside it. Only forms that every server takes are read, because it isn't sent before the transaction
     * begins.
     */
    private Optional<Assignment> transaction(int first, String written) {
        Optional<String> one = characteristic();
        if (first != begin || one.isEmpty()) {
            return Optional.empty();
        }
        String characteristics = one.get();
        if (cursor.acceptSymbol(",")) {
            Optional<String> other = characteristic();
            if (other.isEmpty() || isIsolation(one.get()) == isIsolation(other.get())) {
                return Optional.empty();
            }
            characteristics += ", " + other.get();
        }
        String text = cursor.text(first, cursor.place());
        return Optional.of(
                isGlobal(written)
                        ? new Assignment.GlobalVariable("transaction", text)
                        : new Assignment.Transaction(written.isEmpty(), characteristics, text));
    }

    private Optional<String> characteristic() {
        for (String access : List.of("READ ONLY", "READ WRITE")) {
            if (cursor.acceptAll(access.split(" "))) {
                return Optional.of(access);
            }
        }
        if (cursor.acceptAll("ISOLATION", "LEVEL")) {
            for (String level : ISOLATION_LEVELS) {
                if (cursor.acceptAll(level.split(" "))) {
                    return Optional.of("ISOLATION LEVEL " + level);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isIsolation(String characteristic) {
        return characteristic.startsWith("ISOLATION");
    }

    // --- variables

    private Optional<Assignment> userVariable(int first) {
        String name = userVariableName(cursor.text());
        cursor.skip();
        return value().map(value -> new Assignment.UserVariable(name, value.text, value.literal, text(first, value)));
    }

    /** {@code @x}, {@code @'x'}, {@code @`x`}: names of user variables ignore case. */
    private static String userVariableName(String text) {
        String name = text.substring(1);
        char quote = name.isEmpty() ? 0 : name.charAt(0);
        if ((quote == '`' || quote == '\'' || quote == '"') && name.length() >= 2) {
            String doubled = String.valueOf(quote).repeat(2);
            name = name.substring(1, name.length() - 1).replace(doubled, String.valueOf(quote));
        }
        return name.toLowerCase(Locale.ROOT);
    }

    /**
     * {@code @@x}, {@code @@session.x}, {@code @@global.x}: has its own scope, which doesn't hold for its neighbours.
     */
    private Optional<Assignment> systemVariable(int first) {
        String name = cursor.text().substring(2).replace("`", "").toLowerCase(Locale.ROOT);
        cursor.skip();
        int dot = name.indexOf('.');
        String prefix = dot < 0 ? "" : name.substring(0, dot).toUpperCase(Locale.ROOT);
        boolean global = isGlobal(prefix);
        boolean scoped = global || prefix.equals("SESSION") || prefix.equals("LOCAL");
        return assigned(scoped ? name.substring(dot + 1) : name, global, first, "");
    }

    private Optional<Assignment> variable(int first, String written) {
        Optional<String> name = cursor.name();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder whole = new StringBuilder(name.get());
        while (cursor.acceptSymbol(".")) {
            Optional<String> part = cursor.name();
            if (part.isEmpty()) {
                return Optional.empty();
            }
            whole.append('.').append(part.get());
        }
        String missing = written.isEmpty() && !scope.isEmpty() ? scope + " " : "";
        return assigned(whole.toString().toLowerCase(Locale.ROOT), isGlobal(scope), first, missing);
    }

    private Optional<Assignment> assigned(String name, boolean global, int first, String missing) {
        return value().map(value -> {
            String text = missing + text(first, value);
            return global
                    ? new Assignment.GlobalVariable(name, text)
                    : new Assignment.SessionVariable(name, value.text, value.literal, text);
        });
    }

    // --- values

    /** The assignment's text from its first token on. */
    private String text(int first, Value value) {
        return value.portable
                .map(portable -> cursor.text(first, value.place) + portable)
                .orElseGet(() -> cursor.text(first, cursor.place()));
    }

    /** Behind {@code =} or {@code :=}, up to the next comma that isn't in parentheses. */
    private Optional<Value> value() {
        if (!cursor.acceptSymbol("=") && !cursor.acceptSymbol(":=")) {
            return Optional.empty();
        }
        int first = cursor.place();
        Optional<Value> literal = literal();
        if (literal.isPresent() && (cursor.atEnd() || cursor.isSymbol(","))) {
            return literal;
        }
        cursor.returnTo(first);
        List<String> within = new ArrayList<>();
        int depth = 0;
        while (!cursor.atEnd() && (depth > 0 || !cursor.isSymbol(","))) {
            if (cursor.isSymbol("(")) {
                depth++;
            } else if (cursor.isSymbol(")")) {
                depth--;
            }
            Optional<String> variable = cursor.type() == TokenType.USER_VARIABLE
                    ? Optional.of(userVariableName(cursor.text()))
                    : Optional.empty();
            cursor.skip();
            if (cursor.isSymbol(":=")) {
                variable.ifPresent(within::add);
            }
        }
        String text = cursor.text(first, cursor.place());
        within.forEach(name -> assignments.add(new Assignment.WithinValue(name, text)));
        return text.isEmpty() ? Optional.empty() : Optional.of(new Value(text, false, first, Optional.empty()));
    }

    private Optional<Value> literal() {
        int first = cursor.place();
        Optional<String> string = cursor.string();
        if (string.isPresent()) {
            return string.map(value -> new Value(value, true, first, portable(value, first)));
        }
        boolean signed = cursor.acceptSymbol("-") || cursor.acceptSymbol("+");
        switch (cursor.type()) {
            case INTEGER, DECIMAL, FLOAT, HEX, BIT -> cursor.skip();
            case WORD -> {
                if (signed || COMPUTED_WORDS.contains(cursor.text().toUpperCase(Locale.ROOT))) {
                    return Optional.empty();
                }
                cursor.skip();
                // A string behind it makes the word an introducer: _utf8mb4'x'.
                if (cursor.type().isString()) {
                    cursor.string();
                }
            }
            default -> {
                return Optional.empty();
            }
        }
        return Optional.of(new Value(cursor.text(first, cursor.place()), true, first, Optional.empty()));
    }

    /**
     * A string in the one spelling that every {@code sql_mode} reads alike: ANSI_QUOTES makes {@code "x"} a name,
     * NO_BACKSLASH_ESCAPES makes {@code \} a character. Empty when the string already has it, or can't have it.
     */
    private Optional<String> portable(String value, int first) {
        String written = cursor.text(first, cursor.place());
        boolean depends = written.indexOf('"') >= 0 || written.indexOf('\\') >= 0;
        boolean plain = written.startsWith("'") || written.startsWith("\"");
        boolean possible = value.indexOf('\\') < 0 && value.indexOf('"') < 0 && value.indexOf(0) < 0;
        return depends && plain && possible ? Optional.of("'" + value.replace("'", "''") + "'") : Optional.empty();
    }

    /**
     * @param text the string's content; of any other value the text as written
     * @param place of its first token
     * @param portable the spelling to use instead
     */
    private record Value(String text, boolean literal, int place, Optional<String> portable) {}
}
