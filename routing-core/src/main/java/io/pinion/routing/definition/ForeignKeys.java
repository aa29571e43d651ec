package io.pinion.routing.definition;

import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The foreign keys that a statement makes. */
public final class ForeignKeys {
    private ForeignKeys() {}

    /**
     * One foreign key.
     *
     * @param columns the child's, in lower case
     * @param parent the index of the parent in {@link Definition#others}
     * @param parentColumns the parent's, in lower case; empty when the statement doesn't name them
     * @param changing the clause by which a server changes these columns when the parent changes, such as {@code ON
     *     UPDATE CASCADE}; empty without one
     */
    public record ForeignKey(List<String> columns, int parent, List<String> parentColumns, Optional<String> changing) {
        public ForeignKey {
            columns = List.copyOf(columns);
            parentColumns = List.copyOf(parentColumns);
        }

        /** Whether {@code column} refers to {@code parentColumn}. */
        public boolean binds(String column, String parentColumn) {
            int at = columns.indexOf(column.toLowerCase(Locale.ROOT));
            return at >= 0 && at < parentColumns.size() && parentColumns.get(at).equalsIgnoreCase(parentColumn);
        }
    }

    public static List<ForeignKey> of(Tokens tokens, String charset, Definition definition) {
        List<ForeignKey> found = new ArrayList<>();
        for (int parent = 0; parent < definition.others().size(); parent++) {
            Definition.Place place = definition.others().get(parent);
            int references = (place.schema() >= 0 ? place.schema() : place.name()) - 1;
            if (tokens.isWord(references, "REFERENCES")) {
                found.add(new ForeignKey(
                        columnsBefore(tokens, charset, references),
                        parent,
                        names(tokens, charset, place.name() + 1),
                        changing(tokens, place.name() + 1)));
            }
        }
        return found;
    }

    /**
     * The columns in {@code FOREIGN KEY (a, b) REFERENCES}; else the column whose definition has REFERENCES, as MariaDB
     * and MySQL 9 read it.
     */
    private static List<String> columnsBefore(Tokens tokens, String charset, int references) {
        int open = references;
        int depth = 0;
        while (open > 0
                && !(depth == 0 && tokens.isSymbol(open - 1, "("))
                && !(depth == 0 && tokens.isSymbol(open - 1, ","))) {
            open--;
            depth += tokens.isSymbol(open, ")") ? 1 : tokens.isSymbol(open, "(") ? -1 : 0;
        }
        for (int token = open; token < references; token++) {
            if (tokens.isWord(token, "FOREIGN") && tokens.isWord(token + 1, "KEY")) {
                return names(tokens, charset, firstOpen(tokens, token));
            }
        }
        return columnOf(tokens, charset, open, references);
    }

    private static int firstOpen(Tokens tokens, int from) {
        int open = from;
        while (open < tokens.count() && !tokens.isSymbol(open, "(")) {
            open++;
        }
        return open;
    }

    /** The column that an element of a table's body, or a part of an ALTER TABLE, defines. */
    private static List<String> columnOf(Tokens tokens, String charset, int from, int references) {
        int token = from;
        for (int word = from; word < references; word++) {
            if (tokens.isOneOf(word, "ADD", "MODIFY", "CHANGE")) {
                token = word + 1;
                token += tokens.isWord(token, "COLUMN") ? 1 : 0;
                token += tokens.isWord(token, "IF") && tokens.isWord(token + 1, "NOT") ? 3 : 0;
                token += tokens.isWord(token, "IF") && tokens.isWord(token + 1, "EXISTS") ? 2 : 0;
                token += tokens.isWord(word, "CHANGE") ? 1 : 0;
                break;
            }
        }
        return tokens.isName(token) ? List.of(tokens.name(token, charset).toLowerCase(Locale.ROOT)) : List.of();
    }

    /** The clause by which a change or deletion of a parent's row changes or deletes its children. */
    private static Optional<String> changing(Tokens tokens, int behindName) {
        int token = tokens.isSymbol(behindName, "(") ? tokens.closing(behindName) + 1 : behindName;
        if (tokens.isWord(token, "MATCH")) {
            token += 2;
        }
        while (tokens.isWord(token, "ON")) {
            boolean update = tokens.isWord(token + 1, "UPDATE");
            boolean sets = tokens.isWord(token + 2, "SET");
            if (sets || (update && tokens.isWord(token + 2, "CASCADE"))) {
                String words = "ON " + tokens.text(token + 1) + " " + tokens.text(token + 2)
                        + (sets ? " " + tokens.text(token + 3) : "");
                return Optional.of(words.toUpperCase(Locale.ROOT));
            }
            token += sets || tokens.isWord(token + 2, "NO") ? 4 : 3;
        }
        return Optional.empty();
    }

    private static List<String> names(Tokens tokens, String charset, int open) {
        List<String> names = new ArrayList<>();
        if (tokens.isSymbol(open, "(")) {
            for (int token = open + 1; token < tokens.count() && !tokens.isSymbol(token, ")"); token++) {
                if (tokens.isName(token)) {
                    names.add(tokens.name(token, charset).toLowerCase(Locale.ROOT));
                }
            }
        }
        return names;
    }
}
