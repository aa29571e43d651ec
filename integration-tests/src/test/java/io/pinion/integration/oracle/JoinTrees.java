package io.pinion.integration.oracle;

import io.pinion.integration.testing.Dice;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes SELECTs over three and more tables: outer joins of joins, conditions on the side that an outer join may leave empty,
 * derived tables that are joins and are filtered from outside.
 */
final class JoinTrees {
    private final Dice dice;
    private final OracleConditions conditions;
    private final OracleTable things;
    private final OracleTable notes;
    private final OracleTable links;
    private final OracleTable kinds;

    JoinTrees(Dice dice, List<OracleTable> tables) {
        this.dice = dice;
        conditions = new OracleConditions(dice);
        things = tables.get(0);
        notes = tables.get(1);
        links = tables.get(2);
        kinds = tables.get(3);
    }

    /**
     * @param shown columns that say which rows were joined: any two rows of the same are equal
     * @param filtered the table that a condition is on, and its alias with a dot
     */
    private record Tree(String from, List<String> shown, OracleTable filtered, String prefix) {}

    Question query() {
        Tree tree = tree();
        Draft condition = dice.chance(50) ? range(tree) : conditions.where(tree.filtered, tree.prefix);
        String keys = String.join(", ", tree.shown);
        return switch (dice.below(3)) {
            case 0 ->
                Draft.of("SELECT " + counts(tree) + " FROM " + tree.from)
                        .add(condition)
                        .question(Schema.IDS, true, List.of());
            case 1 ->
                Draft.of("SELECT " + tree.shown.getFirst() + ", " + counts(tree) + " FROM " + tree.from)
                        .add(condition)
                        .add(" GROUP BY " + tree.shown.getFirst() + " ORDER BY " + tree.shown.getFirst())
                        .question(Schema.IDS, true, List.of());
            default ->
                Draft.of("SELECT " + keys + " FROM " + tree.from)
                        .add(condition)
                        .add(" ORDER BY " + keys + dice.oneOf("", " LIMIT " + dice.between(1, 40)))
                        .question(Schema.IDS, true, List.of());
        };
    }

    /** What an index may find; half of the time few rows. */
    private Draft range(Tree tree) {
        OracleColumn key = tree.filtered.columns().getFirst();
        Draft range = Draft.of(" WHERE " + tree.prefix + key.name());
        return dice.chance(50)
                ? range.add(dice.oneOf(" > ", " < ")).value(conditions.literal(key))
                : range.add(" BETWEEN ")
                        .value(conditions.literal(key))
                        .add(" AND ")
                        .value(conditions.literal(key));
    }

    private static String counts(Tree tree) {
        return "COUNT(*) AS c"
                + tree.shown.stream()
                        .map(column -> ", COUNT(" + column + ") AS c_" + column.replace('.', '_') + ", MAX(" + column
                                + ") AS m_" + column.replace('.', '_'))
                        .collect(Collectors.joining());
    }

    private Tree tree() {
        boolean ofThings = dice.chance(50);
        List<Tree> trees = List.of(
                new Tree(
                        "things t JOIN thing_has_notes h ON h.thing_id = t.id LEFT JOIN (SELECT g.thing_id AS x, n.k AS y"
                                + " FROM thing_has_notes g JOIN notes n ON n.id = g.note_id) d ON d.x = t.id",
                        List.of("t.id", "h.note_id", "d.x"),
                        ofThings ? things : links,
                        ofThings ? "t." : "h."),
                new Tree(
                        "things t LEFT JOIN (notes n JOIN thing_has_notes h ON h.note_id = n.id) ON n.thing_id = t.id",
                        List.of("t.id", "n.id", "h.thing_id"),
                        notes,
                        "n."),
                new Tree(
                        "things t LEFT JOIN (notes n LEFT JOIN kinds k ON k.code = n.k) ON n.thing_id = t.id"
                                + " LEFT JOIN thing_has_notes h ON h.note_id = n.id",
                        List.of("t.id", "n.id", "k.code", "h.thing_id"),
                        kinds,
                        "k."),
                new Tree(
                        "notes n LEFT JOIN thing_has_notes h ON h.note_id = n.id",
                        List.of("n.id", "h.thing_id", "h.sequence"),
                        links,
                        "h."),
                new Tree(
                        "notes n " + dice.oneOf("JOIN", "LEFT JOIN") + " thing_has_notes h ON h.note_id = n.id "
                                + dice.oneOf("JOIN", "LEFT JOIN") + " things t ON t.id = h.thing_id",
                        List.of("n.id", "h.thing_id", "t.id"),
                        things,
                        "t."),
                new Tree(
                        "thing_has_notes g JOIN thing_has_notes h ON h.note_id = g.note_id",
                        List.of("g.thing_id", "h.thing_id", "h.note_id"),
                        links,
                        "h."),
                new Tree(
                        "(SELECT h.thing_id, h.note_id, h.sequence FROM notes n JOIN thing_has_notes h ON h.note_id = n.id) d",
                        List.of("d.thing_id", "d.note_id"),
                        links,
                        "d."),
                new Tree(
                        "thing_has_notes h RIGHT JOIN notes n ON h.note_id = n.id LEFT JOIN things t ON t.n = n.k AND t.id > 0",
                        List.of("n.id", "h.thing_id", "t.id"),
                        notes,
                        "n."));
        return dice.oneOf(trees);
    }
}
