package io.pinion.routing.definition;

import java.util.List;

/**
 * The parts of one DDL statement, by its tokens.
 *
 * @param conditional whether it says {@code IF EXISTS} or {@code IF NOT EXISTS}
 * @param replaces {@code CREATE OR REPLACE}
 * @param subjects the tables that it defines; those of a RENAME in pairs, the old name and the new one
 * @param like the table whose definition a new one gets; a list of one or none
 * @param others the tables that REFERENCES names
 * @param body the token of the parenthesis that opens a new table's columns, or -1
 * @param comment the token of the table's comment, a string, or -1
 */
public record Definition(
        boolean conditional,
        boolean replaces,
        List<Place> subjects,
        List<Place> like,
        List<Place> others,
        int body,
        int comment) {
    public Definition {
        subjects = List.copyOf(subjects);
        like = List.copyOf(like);
        others = List.copyOf(others);
    }

    /**
     * The place of a table's name.
     *
     * @param schema the token of its database, or -1
     */
    public record Place(int schema, int name) {}
}
