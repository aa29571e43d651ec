package io.pinion.operations.restore;

import io.pinion.operations.export.Manifest;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.ShardSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the journal has of rows that came back: the columns of the export, and what isn't as it was in it. */
final class RestoredFacts {
    private static final String COLUMNS = "columns.";
    private static final String IN_PLACE = "in place";
    private static final String LEFT_OUT = "left out";
    private static final String GONE = "gone columns";
    private static final String ADDED = "added columns";
    private static final String CHANGED = "changed values";
    private static final String FIRST = "first changed value";

    private RestoredFacts() {}

    /** Enters the columns of tables as the export has them. */
    static Progress withColumns(Progress progress, List<Manifest.Table> tables) {
        Progress next = progress;
        for (Manifest.Table table : tables) {
            List<String> columns =
                    table.columns().stream().map(Manifest.Column::name).toList();
            next = next.withFact(COLUMNS + table.name(), String.join("\n", columns));
        }
        return next;
    }

    /** Enters tables of the export that don't come back. */
    static Progress withLeftOut(Progress progress, List<String> tables) {
        return tables.isEmpty() ? progress : progress.withFact(LEFT_OUT, String.join("\n", tables));
    }

    /** Enters what the load of these files has found. */
    static Progress with(Progress progress, List<LoadedFile> files) {
        Progress next = progress;
        for (LoadedFile file : files) {
            next = with(next, file);
        }
        return next;
    }

    private static Progress with(Progress progress, LoadedFile file) {
        Set<String> added = new LinkedHashSet<>(progress.lines(ADDED));
        file.added().forEach(column -> added.add(file.table() + "." + column));
        Set<String> gone = new LinkedHashSet<>(progress.lines(GONE));
        file.gone().forEach(column -> gone.add(file.table() + "." + column));
        Progress next = progress.withFact(ADDED, String.join("\n", added)).withFact(GONE, String.join("\n", gone));
        if (file.changed() > 0) {
            next = next.withCounted(CHANGED, file.changed());
            if (!next.facts().containsKey(FIRST)) {
                next = next.withFact(FIRST, Progress.line(file.firstChange()));
            }
        }
        return next;
    }

    /** Enters a shard whose rows have taken the place of others. */
    static Progress withInPlace(Progress progress, int shard) {
        return progress.withFact(
                IN_PLACE, inPlace(progress).with(List.of(shard)).toString());
    }

    static ShardSet inPlace(Progress progress) {
        return ShardSet.parse(progress.facts().getOrDefault(IN_PLACE, ""));
    }

    /** The columns of a table that the export has. */
    static List<String> columns(Progress progress, String table) {
        return progress.lines(COLUMNS + table);
    }

    /** For people; empty where all is as it was. */
    static String words(Progress progress) {
        List<String> words = new ArrayList<>();
        List<String> added = progress.lines(ADDED);
        if (!added.isEmpty()) {
            words.add("the export has no " + String.join(", ", added) + ": restored rows have the default there");
        }
        List<String> gone = progress.lines(GONE);
        if (!gone.isEmpty()) {
            words.add("the tables of now have no " + String.join(", ", gone)
                    + ": FINISH OPERATION refuses them, take the" + " values from the restored tables");
        }
        List<String> leftOut = progress.lines(LEFT_OUT);
        if (!leftOut.isEmpty()) {
            words.add("rows of " + String.join(", ", leftOut) + " are the same on all shards and stay as they are: "
                    + ExportedShards.REFERENCES);
        }
        long count = progress.counted(CHANGED);
        if (count > 0) {
            words.add("at least " + count + " values don't fit the columns of now and were changed, the first of "
                    + progress.facts().getOrDefault(FIRST, ""));
        }
        return words.isEmpty() ? "" : "; " + String.join("; ", words);
    }
}
