package io.pinion.routing.definition;

import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Finds the places where a statement about one object table says {@code id} and means the column, which shards call
 * {@code local_id}. In an expression the two have different values, so {@code id} is refused there.
 */
public final class IdColumns {
    private static final String ID = "id";

    private final Tokens tokens;
    private final String charset;
    private final Definition definition;
    private final int[] opener;

    private IdColumns(Tokens tokens, String charset, Definition definition) {
        this.tokens = tokens;
        this.charset = charset;
        this.definition = definition;
        this.opener = openers(tokens);
    }

    /** The tokens to write as {@code local_id}, in order. */
    public static List<Integer> of(Tokens tokens, String charset, Definition definition) throws UnreadableDefinition {
        return new IdColumns(tokens, charset, definition).find();
    }

    /** For each token the innermost parenthesis that is open before it; -1 outside of all. */
    private static int[] openers(Tokens tokens) {
        int[] openers = new int[tokens.count()];
        Arrays.fill(openers, -1);
        Deque<Integer> open = new ArrayDeque<>();
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isSymbol(token, ")")) {
                open.poll();
            }
            openers[token] = open.isEmpty() ? -1 : open.peek();
            if (tokens.isSymbol(token, "(")) {
                open.push(token);
            }
        }
        return openers;
    }

    private List<Integer> find() throws UnreadableDefinition {
        List<Integer> found = new ArrayList<>();
        for (int token = 0; token < tokens.count(); token++) {
            boolean named = tokens.isName(token) && tokens.name(token, charset).equalsIgnoreCase(ID);
            if (!named || isTable(token) || isName(token)) {
                continue;
            }
            if (!isColumn(token)) {
                throw new UnreadableDefinition(
                        "id, of an object table, is made by Pinion from local_id, so that it can't be"
                                + " added, dropped, renamed or used in expressions, checks and partitions: write local_id where"
                                + " you mean the shard's own number");
            }
            found.add(token);
        }
        return found;
    }

    private boolean isTable(int token) {
        return definition.subjects().stream().anyMatch(place -> place.name() == token || place.schema() == token)
                || definition.others().stream().anyMatch(place -> place.name() == token || place.schema() == token)
                || definition.like().stream().anyMatch(place -> place.name() == token || place.schema() == token);
    }

    /** Whether the token is the name of an index, a constraint or a partition. */
    private boolean isName(int token) {
        boolean behindUnique = tokens.isOneOf(token - 1, "UNIQUE", "FULLTEXT", "SPATIAL");
        boolean behindExists = tokens.isWord(token - 1, "EXISTS") && tokens.isOneOf(token - 3, "INDEX", "KEY");
        boolean newName = tokens.isWord(token - 1, "TO") && tokens.isOneOf(token - 3, "INDEX", "KEY");
        return tokens.isOneOf(token - 1, "INDEX", "KEY", "CONSTRAINT", "PARTITION")
                || behindExists
                || newName
                || (behindUnique && tokens.isSymbol(token + 1, "("));
    }

    private boolean isColumn(int token) {
        boolean first = tokens.isSymbol(token - 1, "(") || tokens.isSymbol(token - 1, ",");
        if (first && definition.body() >= 0 && opener[token] == definition.body()) {
            return true;
        }
        if (first && opener[token] >= 0 && opensKey(opener[token])) {
            return true;
        }
        boolean modified = tokens.isWord(token - 1, "MODIFY")
                || (tokens.isWord(token - 1, "COLUMN") && tokens.isWord(token - 2, "MODIFY"));
        return modified || tokens.isWord(token - 1, "AFTER");
    }

    /** Whether this parenthesis holds the columns of a key: {@code PRIMARY KEY (}, {@code INDEX name USING BTREE (}. */
    private boolean opensKey(int open) {
        StatementKind kind = tokens.statement().kind();
        if (kind == StatementKind.CREATE_INDEX) {
            return definition.subjects().getFirst().name() == open - 1;
        }
        int before = tokens.isWord(open - 2, "USING") ? open - 3 : open - 1;
        return isKeyWord(before) || (tokens.isName(before) && isKeyWord(before - 1) && !isForeign(before - 1));
    }

    private boolean isKeyWord(int token) {
        boolean key = tokens.isOneOf(token, "KEY", "INDEX", "UNIQUE");
        return key && !isForeign(token);
    }

    private boolean isForeign(int token) {
        return tokens.isWord(token - 1, "FOREIGN");
    }
}
