package io.pinion.integration.oracle;

import io.pinion.integration.testing.Dice;
import io.pinion.routing.function.ShardFunction;
import io.pinion.routing.function.ShardFunctions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The rows that a table begins with, drawn from its columns' values, and the shard of each. */
final class Rows {
    private static final long LOCAL_BITS = (1L << 36) - 1;
    private static final ShardFunction MD5 = ShardFunctions.byName("md5").orElseThrow();

    private Rows() {}

    /** Rows as literals by column; no two have equal keys. */
    static List<List<String>> draw(OracleTable table, Dice dice) {
        Map<List<String>, List<String>> rows = new LinkedHashMap<>();
        int wanted = table.kind() == OracleTable.Kind.REFERENCE
                ? table.columns().getFirst().values().size()
                : 250;
        List<String> firsts = table.columns().getFirst().values();
        for (int i = 0; i < wanted; i++) {
            List<String> row = new ArrayList<>();
            for (OracleColumn column : table.columns()) {
                boolean isKey = table.keys().contains(column.name());
                String value = column.equals(table.columns().getFirst())
                                && table.keys().size() == 1
                        ? firsts.get(i % firsts.size())
                        : dice.oneOf(column.values());
                row.add(!isKey && !column.type().contains("NOT NULL") && dice.chance(12) ? "NULL" : quoted(value));
            }
            rows.putIfAbsent(
                    table.keys().stream()
                            .map(key -> row.get(table.columns().indexOf(table.column(key))))
                            .toList(),
                    row);
        }
        return List.copyOf(rows.values());
    }

    static String quoted(String value) {
        return value.startsWith("'") || value.startsWith("x'")
                ? value
                : "'" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "'";
    }

    /** What a literal means: text as UTF-8. */
    static byte[] bytes(String literal) {
        if (literal.startsWith("x'")) {
            return HexFormat.of().parseHex(literal, 2, literal.length() - 1);
        }
        return literal.substring(1, literal.length() - 1)
                .replace("''", "'")
                .replace("\\\\", "\\")
                .replace("\\\"", "\"")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The shard of a row; -1 when it belongs on all. */
    static int shard(OracleTable table, List<String> row) {
        byte[] first = bytes(row.getFirst());
        return switch (table.kind()) {
            case OBJECT, MAPPING -> (int) (Long.parseLong(new String(first, StandardCharsets.UTF_8)) >> 46);
            case HASHED -> MD5.shardOf(first, Schema.SHARDS);
            case REFERENCE -> -1;
        };
    }

    static String insert(String table, List<List<String>> rows) {
        StringJoiner values = new StringJoiner(", ", "INSERT INTO " + table + " VALUES ", "");
        for (List<String> row : rows) {
            values.add("(" + String.join(", ", row) + ")");
        }
        return values.toString();
    }

    /** The row as its shard has it. */
    static List<String> physical(OracleTable table, List<String> row) {
        if (table.kind() != OracleTable.Kind.OBJECT) {
            return row;
        }
        List<String> physical = new ArrayList<>(row);
        long id = Long.parseLong(row.getFirst().replace("'", ""));
        physical.set(0, Long.toString(id & LOCAL_BITS));
        return physical;
    }
}
