package io.pinion.server.frontend.command;

import io.pinion.protocol.flags.Collation;
import io.pinion.protocol.server.BinaryRow;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ColumnType;
import io.pinion.protocol.server.TextRow;
import io.pinion.routing.plan.LocalAnswer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
    static TextRow text(List<LocalAnswer.Column> columns, List<@Nullable String> cells, Charset charset) {
        List<byte @Nullable []> values = new ArrayList<>(cells.size());
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            boolean bytes = columns.get(i).type() == LocalAnswer.ColumnType.BYTES;
            values.add(cell == null ? null : cell.getBytes(bytes ? StandardCharsets.ISO_8859_1 : charset));
        }
        return new TextRow(values);
    }

    /** @param cells values as text, as {@link LocalAnswer.Rows} has them */
    static BinaryRow binary(List<LocalAnswer.Column> columns, List<@Nullable String> cells, Charset charset) {
        List<ColumnType> types = new ArrayList<>(cells.size());
        List<byte @Nullable []> values = new ArrayList<>(cells.size());
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            types.add(definition(columns.get(i)).type());
            values.add(cell == null ? null : value(columns.get(i).type(), cell, charset));
        }
        return new BinaryRow(types, values);
    }

    private static byte[] value(LocalAnswer.ColumnType type, String cell, Charset charset) {
        return switch (type) {
            case VARCHAR -> cell.getBytes(charset);
            case BYTES -> cell.getBytes(StandardCharsets.ISO_8859_1);
            case INT_UNSIGNED ->
                littleEndian(Integer.BYTES)
                        .putInt(Integer.parseUnsignedInt(cell))
                        .array();
            case BIGINT -> eightBytes(Long.parseLong(cell));
            case BIGINT_UNSIGNED -> eightBytes(Long.parseUnsignedLong(cell));
            case DOUBLE -> eightBytes(Double.doubleToRawLongBits(Double.parseDouble(cell)));
        };
    }

    private static byte[] eightBytes(long value) {
        return littleEndian(Long.BYTES).putLong(value).array();
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
