package io.pinion.operations.export.file;

import io.pinion.operations.server.stream.StreamedRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;

/**
 * One column in one row group: pages that are compressed already, and the page that is being filled. Whether a value is
 * there stands before the values.
 */
final class ParquetColumn {
    /** What is compressed, and read, at once. Bigger pages are little smaller, and leave the processor's cache. */
    static final int PAGE_BYTES = 1 << 18;

    private final FileColumn column;
    private final ParquetPages pages;
    private final ParquetValues values;
    private final ParquetLevels levels = new ParquetLevels();
    private int nullsOfGroup;
    private long valuesOfGroup;
    private long uncompressed;
    private long compressed;
    private final List<byte[]> finished = new ArrayList<>();

    ParquetColumn(FileColumn column, ParquetPages pages) {
        this.column = column;
        this.pages = pages;
        this.values = new ParquetValues(column.type());
    }

    /**
     * Adds a value of a row.
     *
     * @return how many bytes it takes
     */
    int add(StreamedRow row, int place) throws IOException {
        int before = values.length();
        boolean there = !row.isNull(place) && values.append(row, place);
        levels.add(there);
        nullsOfGroup += there ? 0 : 1;
        int taken = values.length() - before;
        if (values.length() >= PAGE_BYTES || levels.count() >= PAGE_BYTES) {
            endPage();
        }
        return taken;
    }

    private void endPage() throws IOException {
        int count = levels.count();
        if (count == 0) {
            return;
        }
        int size = levels.length() + values.length();
        byte[] page = pages.room(size);
        values.copyTo(page, levels.copyTo(page, 0));
        byte[] small = pages.compress(page, size);
        PageHeader header = new PageHeader(PageType.DATA_PAGE, size, small.length);
        header.setData_page_header(new DataPageHeader(count, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        Util.writePageHeader(header, written);
        finished.add(written.toByteArray());
        finished.add(small);
        uncompressed += written.size() + size;
        compressed += written.size() + small.length;
        valuesOfGroup += count;
        levels.clear();
        values.clear();
    }

    /**
     * Writes the row group's values, and begins another one.
     *
     * @param offset of the file, where they come to stand
     */
    ColumnChunk write(OutputStream file, long offset) throws IOException {
        endPage();
        ColumnMetaData data = new ColumnMetaData(
                ParquetSchema.type(column.type()),
                List.of(Encoding.PLAIN, Encoding.RLE),
                List.of(column.name()),
                pages.codec(),
                valuesOfGroup,
                uncompressed,
                compressed,
                offset);
        Statistics statistics = new Statistics();
        statistics.setNull_count(nullsOfGroup);
        data.setStatistics(statistics);
        for (byte[] part : finished) {
            file.write(part);
        }
        ColumnChunk chunk = new ColumnChunk(offset);
        chunk.setMeta_data(data);
        finished.clear();
        nullsOfGroup = 0;
        valuesOfGroup = 0;
        uncompressed = 0;
        compressed = 0;
        return chunk;
    }
}
