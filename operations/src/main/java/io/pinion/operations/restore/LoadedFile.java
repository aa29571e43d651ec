package io.pinion.operations.restore;

import java.util.List;

/**
 * A file whose rows are there again.
 *
 * @param added columns that the table has now, and the file hasn't
 * @param gone columns that the file has, and the table of now hasn't
 * @param changed how many of its values the server has told of, since a column of now didn't take them as they were
 * @param firstChange what it said of the first; empty for none
 */
record LoadedFile(String table, List<String> added, List<String> gone, long changed, String firstChange) {
    LoadedFile {
        added = List.copyOf(added);
        gone = List.copyOf(gone);
    }
}
