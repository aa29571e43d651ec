package io.pinion.operations.export.file;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** The formats of files. */
public enum ExportFormat {
    PARQUET("parquet"),
    CSV("csv"),
    /** INSERT statements. */
    SQL("sql"),
    /** In no statement: the journal may have exports that an earlier version has begun. */
    JSON("jsonl");

    private final String extension;

    ExportFormat(String extension) {
        this.extension = extension;
    }

    /** Behind the dot of a file's name. */
    public String extension(FileCompression compression) {
        return this == PARQUET ? extension : extension + compression.suffix();
    }

    /** Whether its files are read into a table again, and have the columns of that and no others. */
    public boolean isForServers() {
        return this == SQL;
    }

    /**
     * Begins a file.
     *
     * @param out stays its owner's to close
     * @param table the table's name, for the formats that tell it
     */
    public RowFile begin(OutputStream out, String table, List<FileColumn> columns, FileCompression compression)
            throws IOException {
        return switch (this) {
            case PARQUET -> new ParquetFile(out, columns, compression);
            case CSV -> new CsvFile(out, columns, compression);
            case SQL -> new SqlFile(out, table, columns, compression);
            case JSON ->
                throw new IOException("JSON isn't written any more: CANCEL OPERATION, and take another format");
        };
    }
}
