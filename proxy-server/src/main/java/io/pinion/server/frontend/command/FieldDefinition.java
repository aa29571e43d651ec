package io.pinion.server.frontend.command;

import io.pinion.protocol.flags.Collation;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ColumnType;
import io.pinion.routing.plan.LocalAnswer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The column definition that a server would send for a row of {@code SHOW COLUMNS}.
 *
 * @param defaultValue the default that COM_FIELD_LIST adds; null for NULL
 */
record FieldDefinition(
        ColumnDefinition definition, @Nullable String defaultValue) {
    private static final Pattern TYPE = Pattern.compile("(\\w+)(?:\\(([^)]*)\\))?(.*)");
    private static final byte[] NONE = {};

    // Column flags of the MySQL protocol.
    private static final int UNIQUE_KEY = 0x0004;
    private static final int MULTIPLE_KEY = 0x0008;
    private static final int BLOB = 0x0010;
    private static final int ZEROFILL = 0x0040;
    private static final int ENUM = 0x0100;
    private static final int AUTO_INCREMENT = 0x0200;
    private static final int SET = 0x0800;
    private static final int NO_DEFAULT = 0x1000;
    private static final int ON_UPDATE = 0x2000;
    private static final int PART_OF_KEY = 0x4000;

    /** Text is sent in utf8mb4 at most. */
    private static final int BYTES_PER_CHARACTER = 4;

    private static final long LONGEST = 0xFFFF_FFFFL;
    private static final int ANY_DECIMALS = 0x1F;

    private record Shape(ColumnType type, long length, int flags, int decimals, boolean text) {
        static Shape of(ColumnType type, long length) {
            return new Shape(type, length, ColumnDefinition.BINARY_FLAG, 0, false);
        }

        static Shape number(ColumnType type, String width, int ordinary) {
            return new Shape(type, first(width, ordinary), 0, 0, false);
        }

        static Shape text(ColumnType type, long length, int flags) {
            return new Shape(type, Math.min(length * BYTES_PER_CHARACTER, LONGEST), flags, 0, true);
        }
    }

    /** @param shown the answer to {@code SHOW FULL COLUMNS} */
    static List<FieldDefinition> of(String database, String table, LocalAnswer.Rows shown) {
        List<String> titles =
                shown.columns().stream().map(LocalAnswer.Column::name).toList();
        return shown.rows().stream()
                .map(row -> of(database, table, titles, row))
                .toList();
    }

    private static FieldDefinition of(String database, String table, List<String> titles, List<@Nullable String> row) {
        String name = cell(titles, row, "Field");
        String extra = cell(titles, row, "Extra").toLowerCase(Locale.ROOT);
        Matcher matcher = TYPE.matcher(cell(titles, row, "Type").toLowerCase(Locale.ROOT));
        boolean readable = matcher.matches();
        String arguments = readable && matcher.group(2) != null ? matcher.group(2) : "";
        String attributes = readable ? matcher.group(3) : "";
        Shape shape = shape(readable ? matcher.group(1) : "", arguments);
        String value = row.get(titles.indexOf("Default"));
        boolean counts = extra.contains("auto_increment");
        boolean needsValue =
                value == null && !counts && cell(titles, row, "Null").equals("NO");
        int flags = shape.flags()
                | keyFlag(cell(titles, row, "Key"))
                | (cell(titles, row, "Null").equals("NO") ? ColumnDefinition.NOT_NULL_FLAG : 0)
                | (attributes.contains("unsigned") ? ColumnDefinition.UNSIGNED_FLAG : 0)
                | (attributes.contains("zerofill") ? ZEROFILL : 0)
                | (counts ? AUTO_INCREMENT : 0)
                | (needsValue ? NO_DEFAULT : 0)
                | (extra.contains("on update") ? ON_UPDATE : 0);
        ColumnDefinition definition = new ColumnDefinition(
                database,
                table,
                table,
                name,
                name,
                NONE,
                shape.text() ? Collation.UTF8MB4_GENERAL_CI : Collation.BINARY,
                shape.length(),
                shape.type().code(),
                flags,
                shape.decimals());
        if (needsValue || counts) {
            // Servers send the type's empty value here.
            return new FieldDefinition(definition, shape.text() ? "" : "0");
        }
        return new FieldDefinition(definition, isComputed(value) ? null : value);
    }

    /** An expression such as {@code current_timestamp()} isn't a value. */
    private static boolean isComputed(@Nullable String value) {
        return value != null
                && (value.endsWith(")") || value.toUpperCase(Locale.ROOT).startsWith("CURRENT_TIMESTAMP"));
    }

    private static String cell(List<String> titles, List<@Nullable String> row, String title) {
        String cell = row.get(titles.indexOf(title));
        return cell == null ? "" : cell;
    }

    private static int keyFlag(String key) {
        return switch (key) {
            case "PRI" -> PART_OF_KEY | ColumnDefinition.PRI_KEY_FLAG;
            case "UNI" -> PART_OF_KEY | UNIQUE_KEY;
            case "MUL" -> PART_OF_KEY | MULTIPLE_KEY;
            default -> 0;
        };
    }

    /** The lengths of servers: the widest value as text. */
    private static Shape shape(String type, String arguments) {
        return switch (type) {
            case "tinyint" -> Shape.number(ColumnType.TINY, arguments, 4);
            case "smallint" -> Shape.number(ColumnType.SHORT, arguments, 6);
            case "mediumint" -> Shape.number(ColumnType.INT24, arguments, 9);
            case "int", "integer" -> Shape.number(ColumnType.LONG, arguments, 11);
            case "bigint" -> Shape.number(ColumnType.LONGLONG, arguments, 20);
            case "year" -> Shape.number(ColumnType.YEAR, arguments, 4);
            case "bit" -> new Shape(ColumnType.BIT, first(arguments, 1), ColumnDefinition.UNSIGNED_FLAG, 0, false);
            case "decimal", "numeric" -> decimal(arguments);
            case "float" -> new Shape(ColumnType.FLOAT, 12, 0, ANY_DECIMALS, false);
            case "double", "real" -> new Shape(ColumnType.DOUBLE, 22, 0, ANY_DECIMALS, false);
            case "date" -> Shape.of(ColumnType.DATE, 10);
            case "time" -> fractional(ColumnType.TIME, 10, arguments);
            case "datetime" -> fractional(ColumnType.DATETIME, 19, arguments);
            case "timestamp" -> fractional(ColumnType.TIMESTAMP, 19, arguments);
            case "char" -> Shape.text(ColumnType.STRING, first(arguments, 1), 0);
            case "varchar" -> Shape.text(ColumnType.VAR_STRING, first(arguments, 1), 0);
            case "binary" -> Shape.of(ColumnType.STRING, first(arguments, 1));
            case "varbinary" -> Shape.of(ColumnType.VAR_STRING, first(arguments, 1));
            case "enum" -> Shape.text(ColumnType.STRING, longestMember(arguments), ENUM);
            case "set" -> Shape.text(ColumnType.STRING, arguments.length(), SET);
            case "tinytext" -> Shape.text(ColumnType.BLOB, 0xFF, BLOB);
            case "text" -> Shape.text(ColumnType.BLOB, 0xFFFF, BLOB);
            case "mediumtext" -> Shape.text(ColumnType.BLOB, 0xFF_FFFF, BLOB);
            case "longtext" -> Shape.text(ColumnType.BLOB, LONGEST, BLOB);
            case "json" -> new Shape(ColumnType.JSON, LONGEST, BLOB | ColumnDefinition.BINARY_FLAG, 0, false);
            case "tinyblob" -> blob(0xFF);
            case "blob" -> blob(0xFFFF);
            case "mediumblob" -> blob(0xFF_FFFF);
            case "longblob" -> blob(LONGEST);
            case "geometry", "point", "linestring", "polygon" ->
                new Shape(ColumnType.GEOMETRY, LONGEST, BLOB | ColumnDefinition.BINARY_FLAG, 0, false);
            // Newer types, such as MariaDB's uuid and inet6, travel as text.
            default -> Shape.text(ColumnType.STRING, 255, 0);
        };
    }

    private static Shape decimal(String arguments) {
        String[] parts = arguments.split(",");
        int precision = first(arguments, 10);
        int decimals = parts.length > 1 ? Integer.parseInt(parts[1].strip()) : 0;
        // Room for the sign, and for the point if there are decimals.
        return new Shape(ColumnType.NEWDECIMAL, precision + (decimals > 0 ? 2 : 1), 0, decimals, false);
    }

    private static Shape fractional(ColumnType type, int length, String arguments) {
        int decimals = first(arguments, 0);
        return new Shape(
                type, decimals == 0 ? length : length + 1 + decimals, ColumnDefinition.BINARY_FLAG, decimals, false);
    }

    private static Shape blob(long length) {
        return new Shape(ColumnType.BLOB, length, BLOB | ColumnDefinition.BINARY_FLAG, 0, false);
    }

    private static int longestMember(String arguments) {
        int longest = 0;
        for (String member : arguments.split(",")) {
            longest = Math.max(longest, member.length() - 2);
        }
        return Math.max(1, longest);
    }

    private static int first(String arguments, int otherwise) {
        String first = arguments.split(",", 2)[0].strip();
        return first.isEmpty() || !first.chars().allMatch(Character::isDigit) ? otherwise : Integer.parseInt(first);
    }
}
