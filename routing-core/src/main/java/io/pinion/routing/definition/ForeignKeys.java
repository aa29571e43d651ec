package io.pinion.routing.definition;

import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The foreign keys that a statement makes. */
public final class ForeignKeys {
    private ForeignKeys() {}

    /**
     * One of them.
     *
     * @param columns its own, in lower case
     * @param parent the index of the parent in {@link Definition#others}
     * @param parentColumns those it refers to, in lower case; empty when they aren't named
     */
    public record ForeignKey(List<String> columns, int parent, List<String> parentColumns) {
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
                        columnsBefore(tokens, charset, references), parent, names(tokens, charset, place.name() + 1)));
            }
        }
        return found;
    }

    /** Those of {@code FOREIGN KEY (a, b) REFERENCES}; of a column's own REFERENCES none, as MySQL itself long had it. */
    private static List<String> columnsBefore(Tokens tokens, String charset, int references) {
        if (!tokens.isSymbol(references - 1, ")")) {
            return List.of();
        }
        int open = references - 1;
        while (open > 0 && !tokens.isSymbol(open, "(")) {
            open--;
        }
        return names(tokens, charset, open);
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
