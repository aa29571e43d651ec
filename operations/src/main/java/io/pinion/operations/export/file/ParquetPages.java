package io.pinion.operations.export.file;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.format.CompressionCodec;

/** Compresses pages. For one thread. */
final class ParquetPages implements AutoCloseable {
    /** Twice as fast as the default, and little bigger. */
    static final int ZSTD_LEVEL = 1;

    private final FileCompression compression;
    private final Optional<ZstdCompressCtx> zstd;

    private byte[] page = {};

    /** Where zstd writes before it is known how much that is. */
    private byte[] compressed = {};

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

    /** Where a page is put together; what a longer value has needed is given back. */
    byte[] room(int length) {
        page = room(page, length);
        return page;
    }

    private static byte[] room(byte[] there, int length) {
        int usual = 2 * ParquetColumn.PAGE_BYTES;
        if (there.length >= length && there.length <= usual) {
            return there;
        }
        return new byte[Math.max(length, usual)];
    }

    /**
     * Compresses what stands at the beginning of some bytes.
     *
     * @return a page of its own
     */
    byte[] compress(byte[] bytes, int length) throws IOException {
        return switch (compression) {
            case ZSTD -> withZstd(zstd.orElseThrow(), bytes, length);
            case GZIP -> zipped(bytes, length);
            case NONE -> Arrays.copyOf(bytes, length);
        };
    }

    private byte[] withZstd(ZstdCompressCtx context, byte[] bytes, int length) {
        compressed = room(compressed, Math.toIntExact(Zstd.compressBound(length)));
        int size = context.compressByteArray(compressed, 0, compressed.length, bytes, 0, length);
        return Arrays.copyOf(compressed, size);
    }

    private static byte[] zipped(byte[] bytes, int length) throws IOException {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(page)) {
            zip.write(bytes, 0, length);
        }
        return page.toByteArray();
    }

    @Override
    public void close() {
        zstd.ifPresent(ZstdCompressCtx::close);
    }
}
