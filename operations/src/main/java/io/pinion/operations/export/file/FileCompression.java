package io.pinion.operations.export.file;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

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

    /** What a file of such text has. */
    public InputStream reading(InputStream file) throws IOException {
        return switch (this) {
            case ZSTD -> new ZstdInputStream(file);
            case GZIP -> new GZIPInputStream(file);
            case NONE -> file;
        };
    }
}
