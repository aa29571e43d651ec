package io.pinion.routing.plan;

import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The named things that a statement makes, uses and ends on a server's session. A session can give up its connection once
 * all of them have ended. Temporary tables are told by execution, which knows the database of a connection.
 *
 * @param made things that exist once the statement has succeeded
 * @param used things that must exist for it, and stay
 * @param ended things that are gone then
 */
public record SessionObjects(List<Thing> made, List<Thing> used, List<Thing> ended) {
    public static final SessionObjects NONE = new SessionObjects(List.of(), List.of());

    /** Stands for every thing of its kind. */
    public static final String ALL = "*";

    /** Stands, where things end, for their names alone: they go on under others, and no statement is known to end them. */
    public static final String RENAMED = "under its name";

    /** @param name in lower case, as the statement writes it but without quotes; {@link #ALL} for every one */
    public record Thing(RetainedState what, String name) {}

    public SessionObjects {
        made = List.copyOf(made);
        used = List.copyOf(used);
        ended = List.copyOf(ended);
    }

    /** What a statement makes and ends that uses nothing else. */
    public SessionObjects(List<Thing> made, List<Thing> ended) {
        this(made, List.of(), ended);
    }

    /** The things without which the statement fails; one that makes a thing replaces the one of before, if any. */
    public List<Thing> needed() {
        return !made.isEmpty() ? List.of() : ended.isEmpty() ? used : ended;
    }

    public static SessionObjects of(Statement statement) {
        return switch (statement.kind()) {
            case ALTER_TABLE -> renamed(Tokens.of(statement));
            case PREPARE -> prepared(nameAt(Tokens.of(statement), 1));
            case EXECUTE -> executed(Tokens.of(statement));
            case DEALLOCATE -> deallocated(nameAt(Tokens.of(statement), 2));
            case UNLOCK_TABLES -> ended(RetainedState.TABLE_LOCK, ALL);
            case BACKUP -> backup(Tokens.of(statement));
            case HANDLER -> handler(Tokens.of(statement));
            case XA -> xa(Tokens.of(statement));
            default -> NONE;
        };
    }

    private static SessionObjects made(RetainedState what, String name) {
        return new SessionObjects(List.of(new Thing(what, name)), List.of());
    }

    /** Of the things made, only those of a kind that the statement leaves count. */
    private static SessionObjects prepared(String name) {
        Thing unseen = new Thing(RetainedState.UNSEEN_TEXT, name);
        return new SessionObjects(List.of(new Thing(RetainedState.PREPARED_TEXT, name), unseen), List.of(unseen));
    }

    private static SessionObjects executed(Tokens tokens) {
        Thing text = new Thing(RetainedState.PREPARED_TEXT, nameAt(tokens, 1));
        return tokens.isWord(1, "IMMEDIATE") ? NONE : new SessionObjects(List.of(), List.of(text), List.of());
    }

    private static SessionObjects deallocated(String name) {
        return new SessionObjects(
                List.of(),
                List.of(new Thing(RetainedState.PREPARED_TEXT, name), new Thing(RetainedState.UNSEEN_TEXT, name)));
    }

    private static SessionObjects ended(RetainedState what, String name) {
        return new SessionObjects(List.of(), List.of(new Thing(what, name)));
    }

    /** {@code ALTER TABLE … RENAME}: of temporary tables, only those who make and drop them know the names. */
    private static SessionObjects renamed(Tokens tokens) {
        return IntStream.range(2, tokens.count()).anyMatch(token -> renamesTable(tokens, token))
                ? ended(RetainedState.TEMPORARY_TABLE, RENAMED)
                : NONE;
    }

    private static boolean renamesTable(Tokens tokens, int token) {
        return tokens.isWord(token, "RENAME")
                && !tokens.isWord(token + 1, "COLUMN")
                && !tokens.isWord(token + 1, "INDEX")
                && !tokens.isWord(token + 1, "KEY");
    }

    /** {@code BACKUP UNLOCK}, {@code UNLOCK INSTANCE}: neither UNLOCK TABLES nor BEGIN ends these locks. */
    private static SessionObjects backup(Tokens tokens) {
        boolean over = tokens.isWord(0, "UNLOCK") || tokens.isWord(1, "UNLOCK");
        return over ? ended(RetainedState.BACKUP_LOCK, ALL) : NONE;
    }

    private static SessionObjects handler(Tokens tokens) {
        int behind = tokens.isSymbol(2, ".") ? 4 : 2;
        if (tokens.isWord(behind, "CLOSE")) {
            return ended(RetainedState.HANDLER, nameAt(tokens, 1));
        }
        if (!tokens.isWord(behind, "OPEN")) {
            return NONE;
        }
        int alias = tokens.isWord(behind + 1, "AS") ? behind + 2 : behind + 1;
        return made(RetainedState.HANDLER, tokens.isName(alias) ? bare(tokens, alias) : bare(tokens, behind - 1));
    }

    /** A session has one XA transaction at a time. */
    private static SessionObjects xa(Tokens tokens) {
        boolean over = tokens.isWord(1, "COMMIT") || tokens.isWord(1, "ROLLBACK");
        return over ? ended(RetainedState.XA, ALL) : NONE;
    }

    /** A name with its database, if one is written; a thing that is named in two ways counts as two. */
    private static String nameAt(Tokens tokens, int token) {
        if (!tokens.isName(token)) {
            return "";
        }
        return tokens.isSymbol(token + 1, ".") && tokens.isName(token + 2)
                ? bare(tokens, token) + '.' + bare(tokens, token + 2)
                : bare(tokens, token);
    }

    private static String bare(Tokens tokens, int token) {
        String text = tokens.text(token);
        boolean quoted = tokens.type(token) != TokenType.WORD && text.length() >= 2;
        return (quoted ? text.substring(1, text.length() - 1) : text).toLowerCase(Locale.ROOT);
    }
}
