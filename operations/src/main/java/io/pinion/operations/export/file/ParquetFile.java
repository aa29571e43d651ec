package io.pinion.operations.export.file;

import io.pinion.operations.server.stream.StreamedRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/**
 * A Parquet file of flat rows. A row group ends at {@link #GROUP_BYTES} of values: so much is held, and the longest row
 * beside it.
 */
final class ParquetFile implements RowFile {
    private static final long GROUP_BYTES = 16 << 20;
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    /** Of the file format's first version: its pages are. */
    private static final int VERSION = 1;

    private static final String WRITER = "Pinion";

    private final OutputStream out;
    private final List<FileColumn> columns;
    private final ParquetPages pages;
    private final ParquetColumn[] values;
    private final List<RowGroup> groups = new ArrayList<>();
    private long offset;
    private long rows;
    private long rowsOfGroup;
    private long bytesOfGroup;

    ParquetFile(OutputStream out, List<FileColumn> columns, FileCompression compression) throws IOException {
        this.out = out;
        this.columns = List.copyOf(columns);
        this.pages = new ParquetPages(compression);
        this.values =
                columns.stream().map(column -> new ParquetColumn(column, pages)).toArray(ParquetColumn[]::new);
        write(MAGIC);
    }

    private void write(byte[] bytes) throws IOException {
        out.write(bytes);
        offset += bytes.length;
    }

    @Override
    public void add(StreamedRow row) throws IOException {
        for (int i = 0; i < values.length; i++) {
            bytesOfGroup += values[i].add(row, i);
        }
        rowsOfGroup++;
        if (bytesOfGroup >= GROUP_BYTES || rowsOfGroup >= GROUP_BYTES) {
            endGroup();
        }
    }

    private void endGroup() throws IOException {
        if (rowsOfGroup == 0) {
            return;
        }
        List<ColumnChunk> chunks = new ArrayList<>();
        long uncompressed = 0;
        for (ParquetColumn column : values) {
            ColumnChunk chunk = column.write(out, offset);
            offset += chunk.getMeta_data().getTotal_compressed_size();
            uncompressed += chunk.getMeta_data().getTotal_uncompressed_size();
            chunks.add(chunk);
        }
        groups.add(new RowGroup(chunks, uncompressed, rowsOfGroup));
        rows += rowsOfGroup;
        rowsOfGroup = 0;
        bytesOfGroup = 0;
    }

    @Override
    public void finish() throws IOException {
        endGroup();
        FileMetaData footer = new FileMetaData(VERSION, ParquetSchema.elements(columns), rows, groups);
        footer.setCreated_by(WRITER);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Util.writeFileMetaData(footer, bytes);
        write(bytes.toByteArray());
        write(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(bytes.size())
                .array());
        write(MAGIC);
    }

    @Override
    public void close() {
        pages.close();
    }
}
