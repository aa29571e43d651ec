package io.pinion.routing.planner.rights;

import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The SHOWs in bodies that are for everybody: of a session's conditions, and of tables of databases that the user may
 * name. A server answers any other one by what all users of an account share, or with a database that isn't theirs.
 */
final class BodyShow {
    private final Tokens tokens;
    private final List<Integer> databases = new ArrayList<>();

    private BodyShow(Tokens tokens) {
        this.tokens = tokens;
    }

    /** The tokens of the databases that such SHOWs of a body name, before a dot or behind FROM and IN. */
    static List<Integer> databasesIn(Tokens tokens) {
        StatementKind kind = tokens.statement().kind();
        if (kind != StatementKind.ROUTINE && kind != StatementKind.COMPOUND) {
            return List.of();
        }
        List<Integer> found = new ArrayList<>();
        for (int token = 1; token < tokens.count(); token++) {
            List<Integer> databases = tokens.isWord(token, "SHOW") ? databases(tokens, token) : null;
            if (databases != null) {
                found.addAll(databases);
            }
        }
        return found;
    }

    /** The databases that the SHOW names; null for one that isn't for everybody. */
    static @Nullable List<Integer> databases(Tokens tokens, int show) {
        BodyShow body = new BodyShow(tokens);
        return body.isForEverybody(show + 1) ? body.databases : null;
    }

    private boolean isForEverybody(int first) {
        int subject = first;
        while (tokens.isOneOf(subject, "FULL", "EXTENDED")) {
            subject++;
        }
        int next = subject + 1;
        if (tokens.isOneOf(subject, "WARNINGS", "ERRORS")) {
            return true;
        }
        if (tokens.isWord(subject, "COUNT")) {
            return tokens.isSymbol(next, "(") && tokens.isOneOf(next + 3, "WARNINGS", "ERRORS");
        }
        if (tokens.isOneOf(subject, "TABLES", "TRIGGERS")) {
            return mayEndWithDatabase(next);
        }
        if (tokens.isWord(subject, "TABLE")) {
            return tokens.isWord(next, "STATUS") && mayEndWithDatabase(next + 1);
        }
        if (tokens.isWord(subject, "CREATE")) {
            return tokens.isOneOf(next, "TABLE", "VIEW") && behindTable(next + 1) > 0;
        }
        if (tokens.isOneOf(subject, "COLUMNS", "FIELDS", "INDEX", "INDEXES", "KEYS")
                && tokens.isOneOf(next, "FROM", "IN")) {
            int behind = behindTable(next + 1);
            return behind > 0 && mayEndWithDatabase(behind);
        }
        return false;
    }

    /** The token behind a table's name; -1 where none is. */
    private int behindTable(int token) {
        if (!tokens.isName(token)) {
            return -1;
        }
        if (!tokens.isSymbol(token + 1, ".")) {
            return token + 1;
        }
        databases.add(token);
        return tokens.isName(token + 2) ? token + 3 : -1;
    }

    private boolean mayEndWithDatabase(int token) {
        if (!tokens.isOneOf(token, "FROM", "IN")) {
            return true;
        }
        databases.add(token + 1);
        return tokens.isName(token + 1);
    }
}
