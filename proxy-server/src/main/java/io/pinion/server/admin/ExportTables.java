package io.pinion.server.admin;

import io.pinion.operations.control.OperationControl;
import io.pinion.operations.export.Since;
import io.pinion.operations.export.TableExport;
import io.pinion.operations.export.file.ExportFormat;
import io.pinion.operations.export.file.FileCompression;
import io.pinion.operations.export.flat.FlatColumn;
import io.pinion.operations.export.flat.FlatType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code EXPORT KEYSPACE} and {@code EXPORT TABLES}: tables become files, read from the standbys. */
final class ExportTables extends BegunCommand<TableExport> {
    private static final String REST = " TO 'place' [AS {PARQUET | JSON | CSV | SQL}] [COMPRESSED BY {ZSTD | GZIP |"
            + " NONE}] [SINCE {'time' [BY column] | EXPORT 'place'}]"
            + " [FLATTEN (column.name[.name …] AS name {VARCHAR | INT | BIGINT | DOUBLE | BOOLEAN}[, …])]";

    private final boolean whole;

    private ExportTables(boolean whole, String name, String syntax, String purpose) {
        super(name, syntax + REST, purpose, OperationControl::exports);
        this.whole = whole;
    }

    static List<ExportTables> all() {
        return List.of(
                new ExportTables(
                        true,
                        "EXPORT KEYSPACE",
                        "EXPORT KEYSPACE keyspace",
                        "writes the tables of a keyspace into files, read from the standbys, each at one position"),
                new ExportTables(
                        false,
                        "EXPORT TABLES",
                        "EXPORT TABLES table[, table …] IN keyspace",
                        "the same for some tables"));
    }

    @Override
    List<String> otherNames() {
        return whole ? List.of() : List.of("EXPORT TABLE");
    }

    @Override
    TableExport read(AdminTokens arguments, AdminContext context) {
        List<String> tables = new ArrayList<>();
        if (!whole) {
            do {
                tables.add(arguments.name("the name of a table"));
            } while (arguments.takeSign(","));
            arguments.require("IN");
        }
        String keyspace = arguments.name("a keyspace");
        arguments.require("TO");
        String place = arguments.string("a directory or a bucket");
        ExportFormat format = arguments.take("AS") ? format(arguments) : ExportFormat.PARQUET;
        FileCompression compression = arguments.take("COMPRESSED BY") ? compression(arguments) : FileCompression.ZSTD;
        Optional<String> after = arguments.take("SINCE EXPORT")
                ? Optional.of(arguments.string("the place of an earlier export"))
                : Optional.empty();
        Optional<Since> since =
                after.isEmpty() && arguments.take("SINCE") ? Optional.of(since(arguments)) : Optional.empty();
        List<FlatColumn> flat = arguments.take("FLATTEN") ? flat(arguments) : List.of();
        arguments.end();
        return new TableExport(keyspace, whole, tables, place, format, compression, since, after, flat, "");
    }

    private static ExportFormat format(AdminTokens arguments) {
        for (ExportFormat format : ExportFormat.values()) {
            if (arguments.take(format.name())) {
                return format;
            }
        }
        throw arguments.expected("PARQUET, JSON, CSV or SQL");
    }

    private static FileCompression compression(AdminTokens arguments) {
        for (FileCompression compression : FileCompression.values()) {
            if (arguments.take(compression.name())) {
                return compression;
            }
        }
        throw arguments.expected("ZSTD, GZIP or NONE");
    }

    private static Since since(AdminTokens arguments) {
        String time = arguments.string("a time");
        String column = arguments.take("BY") ? arguments.name("the name of a column") : Since.DEFAULT_COLUMN;
        try {
            return new Since(time, column);
        } catch (IllegalArgumentException e) {
            throw new AdminSyntaxException(String.valueOf(e.getMessage()));
        }
    }

    private static List<FlatColumn> flat(AdminTokens arguments) {
        List<FlatColumn> columns = new ArrayList<>();
        requireSign(arguments, "(");
        do {
            String place = arguments.name("the place of a value, such as data.title");
            arguments.require("AS");
            String name = arguments.name("the name of a column");
            try {
                columns.add(FlatColumn.of(place, name, flatType(arguments)));
            } catch (IllegalArgumentException e) {
                throw new AdminSyntaxException(String.valueOf(e.getMessage()));
            }
        } while (arguments.takeSign(","));
        requireSign(arguments, ")");
        return columns;
    }

    private static void requireSign(AdminTokens arguments, String sign) {
        if (!arguments.takeSign(sign)) {
            throw arguments.expected(sign);
        }
    }

    private static FlatType flatType(AdminTokens arguments) {
        for (FlatType type : FlatType.values()) {
            if (arguments.take(type.name())) {
                return type;
            }
        }
        throw arguments.expected("VARCHAR, INT, BIGINT, DOUBLE or BOOLEAN");
    }
}
