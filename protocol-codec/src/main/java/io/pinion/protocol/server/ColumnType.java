package io.pinion.protocol.server;

/** A column's type on the wire: MYSQL_TYPE_… in the manual. */
public enum ColumnType {
    DECIMAL(0x00),
    TINY(0x01, 1),
    SHORT(0x02, 2),
    LONG(0x03, 4),
    FLOAT(0x04, 4),
    DOUBLE(0x05, 8),
    NULL(0x06, 0),
    TIMESTAMP(0x07),
    LONGLONG(0x08, 8),
    INT24(0x09, 4),
    DATE(0x0A),
    TIME(0x0B),
    DATETIME(0x0C),
    YEAR(0x0D, 2),
    VARCHAR(0x0F),
    BIT(0x10),
    /** MySQL 9's VECTOR. */
    VECTOR(0xF2),
    JSON(0xF5),
    NEWDECIMAL(0xF6),
    ENUM(0xF7),
    SET(0xF8),
    TINY_BLOB(0xF9),
    MEDIUM_BLOB(0xFA),
    LONG_BLOB(0xFB),
    BLOB(0xFC),
    VAR_STRING(0xFD),
    STRING(0xFE),
    GEOMETRY(0xFF),
    /** A number that this list does not know; its values are read as length-encoded. */
    UNKNOWN(-1);

    private static final ColumnType[] BY_CODE = new ColumnType[256];

    static {
        for (int code = 0; code < BY_CODE.length; code++) {
            BY_CODE[code] = UNKNOWN;
        }
        for (ColumnType type : values()) {
            if (type.code >= 0) {
                BY_CODE[type.code] = type;
            }
        }
    }

    private final int code;
    private final int fixedBytes;

    /** Of values with a length prefix. */
    ColumnType(int code) {
        this(code, -1);
    }

    ColumnType(int code, int fixedBytes) {
        this.code = code;
        this.fixedBytes = fixedBytes;
    }

    /** @param code one byte, 0–255 */
    public static ColumnType of(int code) {
        return BY_CODE[code];
    }

    public int code() {
        return code;
    }

    /** The length of a value in a binary row or as a parameter; -1 where the value has a length prefix. */
    public int fixedBytes() {
        return fixedBytes;
    }
}
