package io.pinion.operations.export.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column in one row group: pages that are compressed already, and the page that is being filled. The
 * encoding is PLAIN, in little-endian order; whether a value is there stands before the values, in runs.
 */
final class ParquetColumn {
    /** As other writers make them: what is compressed, and read, at once. */
    private static final int PAGE_BYTES = 1 << 20;

    private static final int DECIMAL_BYTES = 16;
    private static final int LEVELS_LENGTH = Integer.BYTES;
    private static final byte[] NOTHING = {};

    private final FileColumn column;
    private final ParquetPages pages;
    private byte[] values = NOTHING;
    private int length;

    /** Runs of values that are there, or aren't: each the number of values, times two, and what they are. */
    private byte[] levels = NOTHING;

    private int levelsLength;
    private int run;
    private boolean runIsThere;

    private int valuesOfPage;
    private int nullsOfGroup;
    private long valuesOfGroup;
    private long uncompressed;
    private long compressed;
    private final List<byte[]> finished = new ArrayList<>();

    ParquetColumn(FileColumn column, ParquetPages pages) {
        this.column = column;
        this.pages = pages;
    }

    /**
     * Adds a value, as the server tells it.
     *
     * @return how many bytes it takes
     */
    int add(byte @Nullable [] value) throws IOException {
        int before = length;
        boolean there = value != null && append(value);
        if (there != runIsThere || run == 0) {
            endRun();
            runIsThere = there;
        }
        run++;
        valuesOfPage++;
        nullsOfGroup += there ? 0 : 1;
        int taken = length - before;
        if (length >= PAGE_BYTES || valuesOfPage >= PAGE_BYTES) {
            endPage();
        }
        return taken;
    }

    /** Whether the file has something for the value. */
    private boolean append(byte[] value) {
        switch (column.type()) {
            case ValueType.Int32 i -> appendInt((int) TextOfNumbers.whole(value));
            case ValueType.Int64 i -> appendLong(TextOfNumbers.whole(value));
            case ValueType.Decimal(int precision, int scale) -> {
                if (ParquetSchema.isLong(precision)) {
                    appendLong(TextOfNumbers.whole(value));
                } else {
                    appendDecimal(TextOfNumbers.digits(value));
                }
            }
            case ValueType.Float32 f -> appendInt(Float.floatToRawIntBits((float) TextOfNumbers.floating(value)));
            case ValueType.Float64 f -> appendLong(Double.doubleToRawLongBits(TextOfNumbers.floating(value)));
            case ValueType.Date d -> {
                long day = TextOfNumbers.day(value);
                if (day == TextOfNumbers.NO_TIME) {
                    return false;
                }
                appendInt((int) day);
            }
            case ValueType.DateTime d -> {
                long micros = TextOfNumbers.micros(value);
                if (micros == TextOfNumbers.NO_TIME) {
                    return false;
                }
                appendLong(micros);
            }
            case ValueType.Text t -> appendBytes(value);
            case ValueType.Bytes b -> appendBytes(value);
        }
        return true;
    }

    private void appendInt(int value) {
        ensure(Integer.BYTES);
        length = put(values, length, value);
    }

    private static int put(byte[] into, int at, int value) {
        into[at] = (byte) value;
        into[at + 1] = (byte) (value >>> 8);
        into[at + 2] = (byte) (value >>> 16);
        into[at + 3] = (byte) (value >>> 24);
        return at + Integer.BYTES;
    }

    private void appendLong(long value) {
        appendInt((int) value);
        appendInt((int) (value >>> 32));
    }

    /** In big-endian order, as the format has it for these. */
    private void appendDecimal(BigInteger value) {
        byte[] bytes = value.toByteArray();
        ensure(DECIMAL_BYTES);
        Arrays.fill(values, length, length + DECIMAL_BYTES, (byte) (value.signum() < 0 ? -1 : 0));
        System.arraycopy(bytes, 0, values, length + DECIMAL_BYTES - bytes.length, bytes.length);
        length += DECIMAL_BYTES;
    }

    private void appendBytes(byte[] value) {
        appendInt(value.length);
        ensure(value.length);
        System.arraycopy(value, 0, values, length, value.length);
        length += value.length;
    }

    private void ensure(int more) {
        if (length + more > values.length) {
            values = Arrays.copyOf(values, Math.max(length + more, Math.min(2 * values.length, 2 * PAGE_BYTES)));
        }
    }

    private void endRun() {
        if (run == 0) {
            return;
        }
        if (levelsLength + 6 > levels.length) {
            levels = Arrays.copyOf(levels, 2 * levels.length + 6);
        }
        int header = run << 1;
        while (header > 0x7F) {
            levels[levelsLength++] = (byte) (header | 0x80);
            header >>>= 7;
        }
        levels[levelsLength++] = (byte) header;
        levels[levelsLength++] = (byte) (runIsThere ? 1 : 0);
        run = 0;
    }

    private void endPage() throws IOException {
        if (valuesOfPage == 0) {
            return;
        }
        endRun();
        int size = LEVELS_LENGTH + levelsLength + length;
        byte[] page = new byte[size];
        put(page, 0, levelsLength);
        System.arraycopy(levels, 0, page, LEVELS_LENGTH, levelsLength);
        System.arraycopy(values, 0, page, LEVELS_LENGTH + levelsLength, length);
        byte[] small = pages.compress(page);
        PageHeader header = new PageHeader(PageType.DATA_PAGE, size, small.length);
        header.setData_page_header(new DataPageHeader(valuesOfPage, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        Util.writePageHeader(header, written);
        finished.add(written.toByteArray());
        finished.add(small);
        uncompressed += written.size() + size;
        compressed += written.size() + small.length;
        valuesOfGroup += valuesOfPage;
        forgetPage();
    }

    private void forgetPage() {
        valuesOfPage = 0;
        levelsLength = 0;
        length = 0;
        if (values.length > 2 * PAGE_BYTES) {
            // Of a value that was longer than a page.
            values = NOTHING;
        }
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
