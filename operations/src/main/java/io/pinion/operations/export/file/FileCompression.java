package io.pinion.operations.export.file;

/** How files are compressed: of Parquet each page, of other formats the whole file. */
public enum FileCompression {
    ZSTD(".zst"),
    GZIP(".gz"),
    NONE("");

    private final String suffix;

    FileCompression(String suffix) {
        this.suffix = suffix;
    }

    String suffix() {
        return suffix;
    }
}
