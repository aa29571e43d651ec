package io.pinion.routing.merge;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as tests write them: one character per byte. */
final class Cells {
    private Cells() {}

    static byte[] @Nullable [] of(@Nullable String... cells) {
        byte[] @Nullable [] row = new byte[cells.length][];
        for (int i = 0; i < cells.length; i++) {
            String cell = cells[i];
            row[i] = cell == null ? null : cell.getBytes(StandardCharsets.ISO_8859_1);
        }
        return row;
    }

    /** All rows that can be told now, each as its cells with commas between. */
    static List<String> polled(RowMerger merger) {
        List<String> rows = new ArrayList<>();
        do {
            for (byte[] @Nullable [] row = merger.poll(); row != null; row = merger.poll()) {
                rows.add(text(row));
            }
        } while (merger.goesOn());
        return rows;
    }

    static String text(byte[] @Nullable [] row) {
        return String.join(
                ",",
                Arrays.stream(row)
                        .map(cell -> cell == null ? "NULL" : new String(cell, StandardCharsets.ISO_8859_1))
                        .toList());
    }
}
