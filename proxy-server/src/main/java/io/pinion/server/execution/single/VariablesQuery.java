package io.pinion.server.execution.single;

import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.routing.text.ParameterValue;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.answer.AnswerCollector;
import io.pinion.server.execution.query.AnswerRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads user variables from the session's server, each with its type: only the server knows the values that {@code
 * SELECT … INTO @a} or a procedure has assigned.
 */
public final class VariablesQuery {
    private static final int COLUMNS_OF_EACH = 3;

    private final int count;
    private final byte[] sql;
    private @Nullable List<ParameterValue> values;

    /** @param names without their {@code @}, of plain ASCII characters without quotes */
    public VariablesQuery(List<String> names) {
        this.count = names.size();
        // Hexadecimal, because character_set_results may convert other bytes. LIMIT overrides a small sql_select_limit.
        this.sql = names.stream()
                .map("@`%s`"::formatted)
                .map(name -> "%1$s, HEX(%1$s), CHARSET(%1$s)".formatted(name))
                .collect(Collectors.joining(", ", "SELECT ", " LIMIT 1"))
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** The text for the server. */
    public byte[] sql() {
        return sql;
    }

    /** The values in the order of the names; empty when the server's answer can't be read. */
    public Optional<List<ParameterValue>> values() {
        return Optional.ofNullable(values);
    }

    /** Reads the server's answer, whose bytes are taken from {@code answer}. */
    public void read(AnswerCollector answer, BackendConnection from) {
        values = AnswerRow.read(answer, from).stream()
                .findFirst()
                .flatMap(this::read)
                .orElse(null);
    }

    private Optional<List<ParameterValue>> read(AnswerRow row) {
        int columns = count * COLUMNS_OF_EACH;
        if (row.definitions().size() != columns || row.cells().size() != columns) {
            return Optional.empty();
        }
        List<ParameterValue> all = new ArrayList<>(count);
        try {
            for (int column = 0; column < columns; column += COLUMNS_OF_EACH) {
                all.add(value(row.definitions().get(column), row.cells().subList(column, column + COLUMNS_OF_EACH)));
            }
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
        return Optional.of(all);
    }

    /** @throws IllegalArgumentException when the cells aren't a value of the type */
    private static ParameterValue value(ColumnDefinition definition, List<byte @Nullable []> cells) {
        if (cells.getFirst() == null) {
            return new ParameterValue.Null();
        }
        String value = text(cells.getFirst());
        return switch (definition.type()) {
            case LONGLONG ->
                definition.unsigned()
                        ? new ParameterValue.Unsigned(Long.parseUnsignedLong(value))
                        : new ParameterValue.Int(Long.parseLong(value));
            case NEWDECIMAL -> ParameterValue.ofDecimal(value);
            case DOUBLE -> new ParameterValue.Real(Double.parseDouble(value));
            default -> new ParameterValue.Text(HexFormat.of().parseHex(text(cells.get(1))), text(cells.get(2)));
        };
    }

    private static String text(byte @Nullable [] cell) {
        return cell == null ? "" : new String(cell, StandardCharsets.ISO_8859_1);
    }
}
