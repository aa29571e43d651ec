package io.pinion.operations.transfer.binlog;

import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import io.pinion.operations.engine.OperationRefused;

/**
 * How the binary log holds a column, as the table's map before the rows says.
 *
 * @param type of which an ENUM and a SET are no STRING
 * @param meta what the map says beside it, such as the length of a length
 */
record ColumnImage(ColumnType type, int meta) {
    /** MariaDB's, of columns that it compresses. */
    private static final int BLOB_COMPRESSED = 140;

    private static final int VARCHAR_COMPRESSED = 141;

    private static final int LONGEST_BYTE = 255;

    static ColumnImage of(int code, int meta) throws OperationRefused {
        if (code == BLOB_COMPRESSED || code == VARCHAR_COMPRESSED) {
            throw new OperationRefused("a column is COMPRESSED, which can't be followed");
        }
        ColumnType type = ColumnType.byCode(code);
        if (type == null) {
            throw new OperationRefused("columns of type " + code + " in a binary log are unknown to Pinion");
        }
        // A STRING says what it really is, and has the upper bits of its length among those of the type.
        if (type == ColumnType.STRING && meta > LONGEST_BYTE) {
            int real = meta >> 8;
            if (real == ColumnType.ENUM.getCode() || real == ColumnType.SET.getCode()) {
                return new ColumnImage(ColumnType.byCode(real), meta & 0xFF);
            }
            int longer = (real & 0x30) == 0x30 ? 0 : ((real & 0x30) ^ 0x30) << 4;
            return new ColumnImage(type, (meta & 0xFF) | longer);
        }
        return new ColumnImage(type, meta);
    }

    /** The length of the length before a value; 0 for types whose values are all of {@link #length}. */
    int lengthBytes() {
        return switch (type) {
            case VARCHAR, VAR_STRING, STRING -> meta > LONGEST_BYTE ? 2 : 1;
            case BLOB, TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, JSON, GEOMETRY -> meta;
            default -> 0;
        };
    }

    int length() throws OperationRefused {
        return switch (type) {
            case TINY, YEAR -> 1;
            case SHORT -> 2;
            case INT24, DATE, TIME, NEWDATE -> 3;
            case LONG, FLOAT, TIMESTAMP -> 4;
            case DOUBLE, LONGLONG, DATETIME -> 8;
            case TIME_V2 -> 3 + (meta + 1) / 2;
            case TIMESTAMP_V2 -> 4 + (meta + 1) / 2;
            case DATETIME_V2 -> 5 + (meta + 1) / 2;
            case BIT -> (meta >> 8) + ((meta & 0xFF) + 7) / 8;
            case NEWDECIMAL -> digitBytes(precision() - scale()) + digitBytes(scale());
            case ENUM, SET -> meta & 0xFF;
            default -> throw new OperationRefused("columns of type " + type + " in a binary log are unknown to Pinion");
        };
    }

    /** A DECIMAL has nine digits in each four bytes, and fewer at its ends (MySQL's manual, "DECIMAL Data Type"). */
    private static int digitBytes(int digits) {
        return digits / 9 * 4 + (digits % 9 + 1) / 2;
    }

    /** The digits of a fraction of seconds. */
    int fraction() {
        return meta;
    }

    int precision() {
        return meta & 0xFF;
    }

    int scale() {
        return meta >> 8;
    }
}
