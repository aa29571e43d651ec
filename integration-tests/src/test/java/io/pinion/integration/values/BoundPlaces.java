package io.pinion.integration.values;

import io.pinion.integration.testing.Dice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Draws statements with parameters at all sorts of places, for rows of one, several or all shards. */
final class BoundPlaces {
    static final List<String> COLUMNS = List.of("v", "j", "b", "u", "d", "dt", "dy", "tm", "f", "raw", "y", "e", "bi");

    private final Dice dice;
    private final BoundForms forms;

    /** A table with keys in it, the keys of further rows, and the largest key that a double holds. */
    record Table(String name, String key, List<Long> keys, List<Long> others) {}

    /** @param changes whether rows are changed, so that they are compared behind it */
    record Drawn(Table table, String sql, List<BoundForm> values, boolean changes) {
        /** Whether one server alone answers. */
        boolean isOfOneShard() {
            return sql.startsWith("INSERT")
                    ? !sql.contains("), (")
                    : !sql.contains(table.name()) || sql.contains(" WHERE " + table.key() + " = ");
        }

        @Override
        public String toString() {
            return sql + " with " + values;
        }
    }

    BoundPlaces(Dice dice, BoundForms forms) {
        this.dice = dice;
        this.forms = forms;
    }

    Drawn draw(Table table) {
        List<Long> keys = dice.some(dice.oneOf(List.of(1, 2, 4)), table.keys());
        String where = dice.chance(25)
                ? ""
                : keys.size() == 1
                        ? " WHERE " + table.key() + " = " + keys.getFirst()
                        : " WHERE " + table.key() + " IN (" + joined(keys) + ")";
        String column = dice.oneOf(COLUMNS);
        return dice.from(
                () -> select(table, where, column),
                () -> select(table, where, column),
                () -> condition(table, where, column),
                () -> byKey(table),
                () -> insert(table, column),
                () -> update(table, where, column));
    }

    private Drawn select(Table table, String where, String column) {
        BoundForm value = forms.any();
        String items = dice.oneOf(
                "? AS x",
                "HEX(?) AS x",
                "CONCAT(?, '|') AS x",
                "? + 0 AS x",
                "-? AS x",
                "- ? AS x",
                "1-? AS x",
                column + " = ? AS x",
                column + " <=> ? AS x",
                "CASE WHEN " + column + " = ? THEN 'a' ELSE 'b' END AS x",
                "CASE b WHEN 1 THEN ? ELSE ? END AS x",
                "COALESCE(?, v) AS x",
                "IF(?, 1, 2) AS x",
                "CAST(? AS CHAR) AS x",
                "CAST(? AS SIGNED) AS x",
                "CAST(? AS DECIMAL(20,6)) AS x",
                "JSON_ARRAY(?) AS x",
                "LENGTH(?) AS x",
                "CHARSET(?) AS x",
                "? COLLATE utf8mb4_bin AS x",
                "? LIKE 'a%' AS x",
                "v LIKE ? AS x",
                "? IS NULL AS x",
                "b * ? AS x",
                "d + ? AS x",
                "b + ?");
        if (dice.chance(15)) {
            String aggregate = dice.oneOf("MAX(?)", "MIN(?)", "SUM(b * ?)", "COUNT(?)", "MAX(IF(v = ?, d, 2))");
            return drawn(table, "SELECT " + aggregate + " AS x FROM " + table.name() + where, List.of(value), false);
        }
        String order = " ORDER BY " + table.key();
        if (dice.chance(8)) {
            return drawn(
                    table, "SELECT " + dice.oneOf("?", "?, ? AS b", "-? AS x", "? + 0 AS x"), List.of(value), false);
        }
        if (dice.chance(5)) {
            return drawn(table, "SET @v = " + dice.oneOf("?", "-?", "CONCAT(?, '|')"), List.of(value), false);
        }
        String limit = dice.chance(10) ? dice.oneOf(" LIMIT ?", " LIMIT 2 OFFSET ?") : "";
        List<BoundForm> values = new ArrayList<>(List.of(value));
        String sql = "SELECT " + table.key() + ", " + items + " FROM " + table.name() + where + order;
        if (!limit.isEmpty()) {
            values.addAll(
                    Collections.nCopies((int) sql.chars().filter(c -> c == '?').count() - 1, value));
            values.add(dice.chance(30) ? forms.any() : forms.key(dice.between(0, 3)));
            return new Drawn(table, sql + limit, values, false);
        }
        return drawn(table, sql, values, false);
    }

    private Drawn condition(Table table, String where, String column) {
        String condition = dice.oneOf(
                " = ?",
                " <> ?",
                " <=> ?",
                " IN (?, ?)",
                " BETWEEN ? AND ?",
                " > ?",
                " LIKE ?",
                " NOT IN (?, 5)",
                " + 0 < -?");
        return drawn(
                table,
                "SELECT " + table.key() + ", b FROM " + table.name() + where + (where.isEmpty() ? " WHERE " : " AND ")
                        + column + condition + " ORDER BY " + table.key(),
                List.of(forms.any(), forms.any()),
                false);
    }

    private Drawn byKey(Table table) {
        List<Long> keys = dice.some(dice.between(1, 3), table.keys());
        List<BoundForm> bound = keys.stream().map(forms::key).toList();
        String marks = keys.stream().map(key -> "?").collect(Collectors.joining(", "));
        String where = " WHERE " + table.key() + (keys.size() == 1 ? " = ?" : " IN (" + marks + ")");
        return switch (dice.below(3)) {
            case 0 -> new Drawn(table, "UPDATE " + table.name() + " SET b = b + 1" + where, bound, true);
            case 1 -> new Drawn(table, "DELETE FROM " + table.name() + where, bound, true);
            default ->
                new Drawn(table, "SELECT b FROM " + table.name() + where + " ORDER BY " + table.key(), bound, false);
        };
    }

    private Drawn insert(Table table, String column) {
        int rows = dice.between(1, 3);
        List<Long> keys = dice.some(rows, dice.chance(20) ? table.keys() : table.others());
        boolean bindsKeys = dice.chance(50);
        List<BoundForm> values = new ArrayList<>();
        List<String> rowTexts = new ArrayList<>();
        for (long key : keys) {
            if (bindsKeys) {
                values.add(forms.key(key));
            }
            values.add(forms.any());
            rowTexts.add("(" + (bindsKeys ? "?" : key) + ", ?)");
        }
        String update = "";
        if (dice.chance(35)) {
            update = " ON DUPLICATE KEY UPDATE " + column + " = ?";
            values.add(forms.any());
        }
        return new Drawn(
                table,
                "INSERT INTO " + table.name() + " (" + table.key() + ", " + column + ") VALUES "
                        + String.join(", ", rowTexts) + update,
                values,
                true);
    }

    private Drawn update(Table table, String where, String column) {
        String change = dice.oneOf(
                column + " = ?",
                column + " = ?",
                column + " = -?",
                "v = CONCAT(?, '|')",
                "b = b + ?",
                "d = ? * 2",
                column + " = CASE WHEN b = ? THEN ? ELSE " + column + " END",
                "v = CASE WHEN b > 1 THEN ? ELSE 'else' END",
                "j = JSON_ARRAY(?, 1)",
                column + " = COALESCE(?, ?)");
        String order = dice.chance(15) ? " ORDER BY b, " + table.key() + " LIMIT 2" : "";
        return drawn(table, "UPDATE " + table.name() + " SET " + change + where + order, List.of(forms.any()), true);
    }

    /** With as many values as the text has parameters, the last one again where there are fewer. */
    private static Drawn drawn(Table table, String sql, List<BoundForm> values, boolean changes) {
        List<BoundForm> all = new ArrayList<>(values);
        int parameters = (int) sql.chars().filter(letter -> letter == '?').count();
        while (all.size() < parameters) {
            all.add(all.getLast());
        }
        return new Drawn(table, sql, List.copyOf(all.subList(0, parameters)), changes);
    }

    private static String joined(List<Long> keys) {
        return keys.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
