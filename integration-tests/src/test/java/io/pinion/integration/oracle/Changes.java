package io.pinion.integration.oracle;

import io.pinion.integration.testing.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes statements that change rows, on one shard or on many. New rows have their ids, since those that servers make differ. */
final class Changes {
    private final Dice dice;
    private final List<OracleTable> tables;
    private final OracleConditions conditions;

    Changes(Dice dice, List<OracleTable> tables) {
        this.dice = dice;
        this.tables = tables;
        conditions = new OracleConditions(dice);
    }

    /** A statement and the table that it changes. */
    record Change(Question question, OracleTable table) {}

    Change change() {
        OracleTable table = dice.oneOf(tables);
        boolean found =
                table.keyspace().equals(Schema.IDS) && table.kind() != OracleTable.Kind.REFERENCE && dice.chance(20);
        return change(table, found ? found(table) : ofOne(table));
    }

    private static Change change(OracleTable table, Draft sql) {
        return new Change(sql.question(table.keyspace(), true, List.of()), table);
    }

    private Draft ofOne(OracleTable table) {
        return switch (dice.below(12)) {
            case 0, 1, 2 -> update(table);
            case 3, 4 -> delete(table);
            case 5, 6 -> insert("INSERT INTO ", table);
            case 7 -> insert("INSERT IGNORE INTO ", table);
            case 8 -> insert("REPLACE INTO ", table);
            case 9, 10 -> copy(table);
            default ->
                insert("INSERT INTO ", table)
                        .add(" ON DUPLICATE KEY UPDATE " + assigned(table) + " = ")
                        .add(newValue(table));
        };
    }

    /** Rows that others on any shard tell of: those of a table of ids, by the two columns that lead to others. */
    private Draft found(OracleTable table) {
        OracleTable other = dice.oneOf(tables.stream()
                .filter(one -> one.keyspace().equals(table.keyspace())
                        && one.kind() != OracleTable.Kind.REFERENCE
                        && !one.name().equals(table.name()))
                .toList());
        String mine = dice.oneOf(idsOf(table));
        String others = dice.oneOf(idsOf(other));
        Draft in = Draft.of(" IN (SELECT " + others + " FROM " + other.name() + " WHERE ")
                .add(conditions.condition(other, "", 1))
                .add(")");
        String from = table.name() + " x JOIN " + other.name() + " y ON y." + others + " = x." + mine;
        return switch (dice.below(6)) {
            case 0, 1 ->
                Draft.of("UPDATE " + table.name() + " SET " + assigned(table) + " = ")
                        .add(newValue(table))
                        .add(" WHERE " + mine)
                        .add(in)
                        .add(cut(table));
            case 2 ->
                Draft.of("DELETE FROM " + table.name() + " WHERE " + mine)
                        .add(in)
                        .add(" ORDER BY " + String.join(", ", table.keys()) + " LIMIT " + dice.between(1, 4));
            case 3 ->
                Draft.of("UPDATE " + from + " SET x." + assigned(table) + " = ")
                        .value(conditions.literal(changeable(table)))
                        .add(" WHERE ")
                        .add(conditions.condition(other, "y.", 1));
            case 4 ->
                Draft.of("DELETE x FROM " + from + " WHERE ")
                        .add(conditions.condition(other, "y.", 0))
                        .add(" AND x." + mine + " = ")
                        .value(conditions.literal(table.column(mine)));
            default -> {
                String column = assigned(table);
                String keys = table.keys().stream().map(key -> "x." + key).collect(Collectors.joining(", "));
                yield Draft.of("INSERT INTO " + table.name() + " (" + String.join(", ", table.keys()) + ", " + column
                                + ") SELECT DISTINCT " + keys + ", x." + column + " FROM " + from + " WHERE ")
                        .add(conditions.condition(other, "y.", 1))
                        .add(" ON DUPLICATE KEY UPDATE " + column + " = VALUES(" + column + ") DIV 2");
            }
        };
    }

    private static List<String> idsOf(OracleTable table) {
        return table.columns(column -> column.kind() == OracleColumn.Kind.ID).stream()
                .map(OracleColumn::name)
                .toList();
    }

    private String assigned(OracleTable table) {
        return changeable(table).name();
    }

    private static OracleColumn changeable(OracleTable table) {
        return table.columns(OracleColumn::isNumber).stream()
                .filter(column -> !table.keys().contains(column.name()))
                .findFirst()
                .orElseThrow();
    }

    private Draft newValue(OracleTable table) {
        OracleColumn column = changeable(table);
        if (dice.chance(10)) {
            // Too large for some rows: then no shard may be changed.
            return Draft.of(column.name() + " * 1000");
        }
        return dice.chance(30)
                ? Draft.of(column.name() + " DIV 2 + 1")
                : Draft.of("").value(conditions.literal(column));
    }

    private Draft update(OracleTable table) {
        Draft sql = Draft.of("UPDATE " + table.name() + " SET " + assigned(table) + " = ")
                .add(newValue(table));
        List<OracleColumn> others = table.columns(column ->
                !table.keys().contains(column.name()) && column.kind() != OracleColumn.Kind.ID && column.isText());
        if (!others.isEmpty() && dice.chance(40)) {
            OracleColumn other = dice.oneOf(others);
            sql.add(", " + other.name() + " = ").value(conditions.literal(other));
        }
        return sql.add(" WHERE ").add(conditions.condition(table, "", 1)).add(cut(table));
    }

    private Draft delete(OracleTable table) {
        // Few rows at a time, or soon there are none.
        Draft key = dice.chance(70)
                ? Draft.of(table.columns().getFirst().name() + " IN (")
                        .value(conditions.literal(table.columns().getFirst()))
                        .add(", ")
                        .value(conditions.literal(table.columns().getFirst()))
                        .add(")")
                : conditions.condition(table, "", 0);
        Draft sql = Draft.of("DELETE FROM " + table.name() + " WHERE ").add(key);
        // What LIMIT leaves of a copy could be other rows on each shard.
        return table.kind() == OracleTable.Kind.REFERENCE
                ? sql
                : sql.add(" ORDER BY " + String.join(", ", table.keys()) + " LIMIT " + dice.between(1, 4));
    }

    private String cut(OracleTable table) {
        return table.kind() != OracleTable.Kind.REFERENCE && dice.chance(25)
                ? " ORDER BY " + String.join(", ", table.keys()) + " LIMIT " + dice.between(1, 5)
                : "";
    }

    /** Rows of the table are written over themselves, by a query. */
    private Draft copy(OracleTable table) {
        String column = assigned(table);
        String columns = String.join(", ", table.keys()) + ", " + column;
        boolean replace = dice.chance(30);
        Draft sql = Draft.of((replace ? "REPLACE INTO " : "INSERT INTO ") + table.name() + " (" + columns + ") SELECT "
                        + columns + (dice.chance(30) ? " DIV 2" : "") + " FROM " + table.name() + " WHERE ")
                .add(conditions.condition(table, "", 1));
        return replace ? sql : sql.add(" ON DUPLICATE KEY UPDATE " + column + " = VALUES(" + column + ") DIV 3");
    }

    private Draft insert(String beginning, OracleTable table) {
        List<OracleColumn> columns = new ArrayList<>(table.columns().stream()
                .filter(column -> table.keys().contains(column.name()))
                .toList());
        columns.addAll(dice.some(2, table.columns(column -> !table.keys().contains(column.name()))));
        if (columns.stream().noneMatch(changeable(table)::equals)) {
            columns.add(changeable(table));
        }
        Draft sql = Draft.of(columns.stream()
                .map(OracleColumn::name)
                .collect(Collectors.joining(", ", beginning + table.name() + " (", ") VALUES ")));
        for (int row = dice.between(1, 4); row > 0; row--) {
            String before = "(";
            for (OracleColumn column : columns) {
                sql.add(before).value(conditions.literal(column));
                before = ", ";
            }
            sql.add(row > 1 ? "), " : ")");
        }
        return sql;
    }
}
