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
        return tokens.has(token -> {
            boolean directory = tokens.isWord(token, "DIRECTORY") && tokens.isOneOf(token - 1, "DATA", "INDEX");
            boolean file = tokens.isWord(token, "DATAFILE");
            boolean valued =
                    tokens.isSymbol(token + 1, "=") || tokens.type(token + 1).isString();
            return (directory || file) && valued;
        });
    }
}
