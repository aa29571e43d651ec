package io.pinion.operations.export.file;

import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.format.CompressionCodec;

/** Compresses pages. For one thread. */
final class ParquetPages implements AutoCloseable {
    /** Twice as fast as the default, and little bigger. */
    static final int ZSTD_LEVEL = 1;

    private final FileCompression compression;
    private final Optional<ZstdCompressCtx> zstd;

    ParquetPages(FileCompression compression) {
        this.compression = compression;
        this.zstd = compression == FileCompression.ZSTD
                ? Optional.of(new ZstdCompressCtx().setLevel(ZSTD_LEVEL))
                : Optional.empty();
    }

    CompressionCodec codec() {
        return switch (compression) {
            case ZSTD -> CompressionCodec.ZSTD;
            case GZIP -> CompressionCodec.GZIP;
            case NONE -> CompressionCodec.UNCOMPRESSED;
        };
    }

    byte[] compress(byte[] page) throws IOException {
        return switch (compression) {
            case ZSTD -> zstd.orElseThrow().compress(page);
            case GZIP -> zipped(page);
            case NONE -> page;
        };
    }

    private static byte[] zipped(byte[] page) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(page);
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        zstd.ifPresent(ZstdCompressCtx::close);
    }
}
