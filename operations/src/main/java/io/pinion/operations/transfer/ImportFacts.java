package io.pinion.operations.transfer;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.transfer.binlog.SourcePlace;
import io.pinion.operations.transfer.rows.ImportDirection;
import io.pinion.operations.transfer.rows.ImportedTable;
import io.pinion.operations.transfer.rows.RejectedRow;
import io.pinion.operations.transfer.rows.TableCopied;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an import keeps in the journal for a later attempt, besides its step. */
public record ImportFacts(RunningOperation operation) {
    private static final String DEFINITIONS = "definitions";
    private static final String COPIED = "copied.";
    private static final String WHOLE = "whole";

    /** Before the number of places that are copied whole; an earlier version wrote none. */
    private static final String PART = "part";

    /** Notes the definitions of the source's tables, in short; its tables must not change any more. */
    public void defined(String digest) throws OperationRefused {
        operation.note(DEFINITIONS, digest);
    }

    public Optional<String> definitions() {
        return operation.noted(DEFINITIONS);
    }

    // --- how far rows are carried

    /** Notes where following begins. */
    void begins(ImportDirection direction, Map<String, SourcePlace> places) throws OperationRefused {
        operation.update(progress -> with(progress, direction, places));
    }

    /** Notes up to where everything is carried, with the next write: it may be carried again. */
    void applied(ImportDirection direction, Map<String, SourcePlace> places) {
        operation.later(progress -> with(progress, direction, places));
    }

    private static Progress with(Progress before, ImportDirection direction, Map<String, SourcePlace> places) {
        Progress progress = before;
        for (Map.Entry<String, SourcePlace> place : places.entrySet()) {
            progress = progress.withFact(direction + "." + place.getKey(), text(place.getValue()));
        }
        return progress;
    }

    /** By the names of servers; empty before it is noted. */
    Map<String, SourcePlace> places(ImportDirection direction) {
        String prefix = direction + ".";
        Map<String, SourcePlace> places = new LinkedHashMap<>();
        operation.progress().facts().forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                places.put(name.substring(prefix.length()), place(value));
            }
        });
        return places;
    }

    private static String text(SourcePlace place) {
        return place.file() + " " + place.offset() + " " + place.gtids();
    }

    private static SourcePlace place(String text) {
        String[] parts = text.split(" ", 3);
        return new SourcePlace(parts[0], Long.parseLong(parts[1]), parts[2]);
    }

    /** Notes the rows that aren't carried, with the next write. */
    void rejected(List<RejectedRow> rows) {
        operation.later(progress -> RejectedRowsFact.with(progress, rows));
    }

    List<RejectedRow> rejected() {
        return RejectedRowsFact.of(operation.progress());
    }

    /** Notes how far a table is copied, with the next write: a part may be copied again. */
    void copied(TableCopied state) {
        String value = state.rows() + " " + (state.whole() ? WHOLE : PART + state.places()) + " "
                + RejectedRowsFact.joined(state.upTo());
        operation.later(progress -> progress.withFact(COPIED + state.table(), value));
    }

    /** By the names of tables; those of which nothing is copied are left out. */
    Map<String, TableCopied> copied(List<ImportedTable> tables) {
        Map<String, TableCopied> copied = new LinkedHashMap<>();
        for (ImportedTable table : tables) {
            operation
                    .noted(COPIED + table.name())
                    .ifPresent(text -> copied.put(table.name(), copied(table.name(), text)));
        }
        return copied;
    }

    private static TableCopied copied(String table, String text) {
        String[] parts = text.split(" ", 3);
        boolean whole = parts[1].equals(WHOLE);
        int places = whole || parts[1].equals(PART) ? 0 : Integer.parseInt(parts[1].substring(PART.length()));
        return new TableCopied(table, places, RejectedRowsFact.parts(parts[2]), whole, Long.parseLong(parts[0]));
    }
}
