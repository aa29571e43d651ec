package io.pinion.operations.export;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.operations.engine.OperationRequest;
import io.pinion.operations.export.file.ExportFormat;
import io.pinion.operations.export.file.FileCompression;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The task of exporting tables.
 *
 * @param whole whether all tables of the keyspace were asked for
 * @param tables their names; empty in a request for the whole keyspace
 * @param place the directory or the URL of the bucket, as it was written
 * @param placement see {@link ExportScope#placement}; empty in a request
 */
@JsonTypeName("EXPORT")
public record TableExport(
        String keyspace,
        boolean whole,
        List<String> tables,
        String place,
        ExportFormat format,
        FileCompression compression,
        Optional<Since> since,
        String placement)
        implements Task, OperationRequest {
    public TableExport {
        tables = List.copyOf(tables);
    }

    /** What is decided once, at the beginning: each attempt reads the same rows of the same tables. */
    TableExport decided(List<String> all, String placed) {
        return new TableExport(keyspace, whole, all, place, format, compression, since, placed);
    }

    @Override
    public String subject() {
        return "a table of " + keyspace + ", or " + place + ",";
    }

    @Override
    public String statement() {
        return (whole
                        ? "EXPORT KEYSPACE " + keyspace
                        : "EXPORT TABLES " + String.join(", ", tables) + " IN " + keyspace)
                + " TO '" + place + "' AS " + format + " COMPRESSED BY " + compression
                + since.map(rows -> " " + rows).orElse("");
    }

    /** Tables don't change meanwhile, and no two exports write to the same place. */
    @Override
    public Set<String> locks() {
        Set<String> names = new TreeSet<>(Set.of(Task.placeLock(place)));
        tables.forEach(table -> names.add(Task.tableLock(keyspace, table)));
        return names;
    }
}
