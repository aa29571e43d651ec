package io.pinion.server.admin;

import io.pinion.operations.export.Since;
import io.pinion.operations.export.TableExport;
import io.pinion.operations.export.file.ExportFormat;
import io.pinion.operations.export.file.FileCompression;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;

/** {@code EXPORT KEYSPACE} and {@code EXPORT TABLES}: tables become files, read from the standbys. */
final class ExportTables extends BegunCommand {
    private static final String REST = " TO 'place' [AS {PARQUET | CSV | SQL}] [COMPRESSED BY {ZSTD | GZIP |"
            + " NONE}] [SINCE 'time' [BY column]]";

    private final boolean whole;

    private ExportTables(boolean whole, String syntax, String purpose) {
        super(syntax + REST, purpose);
        this.whole = whole;
    }

    static List<ExportTables> all() {
        return List.of(
                new ExportTables(
                        true,
                        "EXPORT KEYSPACE keyspace",
                        "writes the tables of a keyspace into files, read from the standbys, each at one position"),
                new ExportTables(false, "EXPORT TABLE[S] table[, table …] IN keyspace", "the same for some tables"));
    }

    @Override
    TableExport read(StatementArguments arguments, AdminContext context) {
        return new TableExport(
                arguments.text("keyspace"),
                whole,
                arguments.texts("table"),
                arguments.text("'place'"),
                arguments.choice(ExportFormat.class).orElse(ExportFormat.PARQUET),
                arguments.choice(FileCompression.class).orElse(FileCompression.ZSTD),
                arguments.optional("'time'").map(time -> since(time, arguments)),
                "");
    }

    private static Since since(String time, StatementArguments arguments) {
        String column = arguments.optional("column").orElse(Since.DEFAULT_COLUMN);
        return StatementArguments.parsed(text -> new Since(text, column), time);
    }
}
