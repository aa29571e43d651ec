package io.pinion.server.frontend.command;

import io.pinion.protocol.flags.Collation;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ColumnType;
import io.pinion.routing.plan.LocalAnswer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes columns and values of Pinion's own answers. */
final class LocalCells {
    private static final int TEXT_COLUMN_BYTES = 1024;
    private static final int NUMBER_COLUMN_BYTES = 21;
    private static final int ANY_DECIMALS = 0x1F;

    /** The definition that servers send for a {@code ?} of unknown type. */
    static final ColumnDefinition PARAMETER =
            ColumnDefinition.of("?", ColumnType.VAR_STRING, Collation.BINARY, 0, ColumnDefinition.BINARY_FLAG, 0);

    private LocalCells() {}

    static ColumnDefinition definition(LocalAnswer.Column column) {
        return switch (column.type()) {
            case VARCHAR, BYTES ->
                ColumnDefinition.of(
                        column.name(),
                        ColumnType.VAR_STRING,
                        Collation.UTF8MB4_GENERAL_CI,
                        TEXT_COLUMN_BYTES,
                        0,
                        ANY_DECIMALS);
            case INT_UNSIGNED -> number(column, ColumnType.LONG, ColumnDefinition.UNSIGNED_FLAG, 0);
            case BIGINT -> number(column, ColumnType.LONGLONG, 0, 0);
            case BIGINT_UNSIGNED -> number(column, ColumnType.LONGLONG, ColumnDefinition.UNSIGNED_FLAG, 0);
            case DOUBLE -> number(column, ColumnType.DOUBLE, 0, ANY_DECIMALS);
        };
    }

    /** A column of a table, by its name alone, as which it is completed; SHOW COLUMNS tells its type. */
    static ColumnDefinition field(String database, String table, String name) {
        return new ColumnDefinition(
                database,
                table,
                table,
                name,
                name,
                new byte[0],
                Collation.UTF8MB4_GENERAL_CI,
                TEXT_COLUMN_BYTES,
                ColumnType.VAR_STRING.code(),
                0,
                ANY_DECIMALS);
    }

    private static ColumnDefinition number(LocalAnswer.Column column, ColumnType type, int flags, int decimals) {
        return ColumnDefinition.of(
                column.name(),
                type,
                Collation.BINARY,
                NUMBER_COLUMN_BYTES,
                flags | ColumnDefinition.BINARY_FLAG,
                decimals);
    }

    /** @param cells values as text, as {@link LocalAnswer.Rows} has them */
    static byte[] @Nullable [] of(List<LocalAnswer.Column> columns, List<@Nullable String> cells, Charset charset) {
        byte[] @Nullable [] values = new byte[cells.size()][];
        for (int i = 0; i < values.length; i++) {
            String cell = cells.get(i);
            boolean bytes = columns.get(i).type() == LocalAnswer.ColumnType.BYTES;
            values[i] = cell == null ? null : cell.getBytes(bytes ? StandardCharsets.ISO_8859_1 : charset);
        }
        return values;
    }
}
