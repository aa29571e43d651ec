package io.pinion.operations.export;

import io.pinion.operations.export.file.ValueType;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.SqlText;
import java.util.Set;

/**
 * The type of a column on a server.
 *
 * @param type such as {@code bigint}
 * @param declared such as {@code bigint(20) unsigned}
 * @param charset of its characters; empty when it has none
 * @param precision the number of its digits, or of its bits; 0 when it has none
 */
record DeclaredType(String type, String declared, String charset, int precision, int scale) {
    private static final ValueType UNSIGNED_LONG = new ValueType.Decimal(20, 0);
    private static final int LONG_BITS = 63;

    /** Types without a character set whose values are text: a TIME may be longer than a day. */
    private static final Set<String> TEXT = Set.of("json", "time");

    /** Types whose columns aren't read as they are for a copy of them. */
    private static final Set<String> COMPUTED = Set.of("enum", "set", "bit");

    /** @param ids whether the column holds ids or parts of them, which have no more than 62 bits */
    ValueType inFile(boolean ids, Dialect dialect) {
        boolean unsigned = declared.contains("unsigned");
        return switch (type) {
            case "tinyint", "smallint", "mediumint", "year" -> ValueType.Plain.INT32;
            case "int" -> unsigned ? ValueType.Plain.INT64 : ValueType.Plain.INT32;
            case "bigint" -> unsigned && !ids ? UNSIGNED_LONG : ValueType.Plain.INT64;
            case "bit" -> precision > LONG_BITS ? UNSIGNED_LONG : ValueType.Plain.INT64;
            case "decimal" ->
                precision <= ValueType.Decimal.MOST_DIGITS
                        ? new ValueType.Decimal(precision, scale)
                        : ValueType.Plain.TEXT;
            case "float" -> ValueType.Plain.FLOAT32;
            case "double" -> ValueType.Plain.FLOAT64;
            case "date" -> ValueType.Plain.DATE;
            case "datetime" -> new ValueType.DateTime(false);
            case "timestamp" -> new ValueType.DateTime(true);
            default -> isText(dialect) ? ValueType.Plain.TEXT : ValueType.Plain.BYTES;
        };
    }

    private boolean isText(Dialect dialect) {
        return !charset.isEmpty()
                || TEXT.contains(type)
                || dialect.typesOfCharacters().contains(type);
    }

    boolean isReadAsItIs() {
        return !COMPUTED.contains(type);
    }

    /** What is read of a column that isn't read as it is: the text of an ENUM or a SET, the number of a BIT. */
    String expression(String column) {
        String quoted = SqlText.quoteName(column);
        return type.equals("bit") ? "CAST(" + quoted + " AS UNSIGNED)" : quoted;
    }
}
