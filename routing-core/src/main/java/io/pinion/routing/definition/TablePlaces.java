package io.pinion.routing.definition;

import io.pinion.routing.text.Tokens;

/** The options by which DDL names paths on servers' disks. */
public final class TablePlaces {
    private TablePlaces() {}

    /**
     * Whether there is a {@code DATA DIRECTORY = '…'} or {@code INDEX DIRECTORY = '…'} of a table or a partition, or a
     * tablespace's DATAFILE.
     */
    public static boolean namesDirectory(Tokens tokens) {
        for (int token = 0; token < tokens.count(); token++) {
            boolean directory = tokens.isWord(token, "DIRECTORY")
                    && (tokens.isWord(token - 1, "DATA") || tokens.isWord(token - 1, "INDEX"));
            boolean file = tokens.isWord(token, "DATAFILE");
            boolean valued =
                    tokens.isSymbol(token + 1, "=") || tokens.type(token + 1).isString();
            if ((directory || file) && valued) {
                return true;
            }
        }
        return false;
    }
}
