package io.pinion.integration.oracle;

import io.pinion.integration.testing.Dice;
import java.util.List;

/**
 * Writes changes of rows with values of rows elsewhere, and of several tables at a time. Every row is found once, or gets the
 * same each time: what else it would get, nothing says.
 */
final class JoinedChanges {
    private final Dice dice;
    private final OracleConditions conditions;
    private final OracleTable things;
    private final OracleTable notes;
    private final OracleTable links;
    private final OracleTable kinds;

    /** @param tables those of {@link Schema#tables} */
    JoinedChanges(Dice dice, List<OracleTable> tables) {
        this.dice = dice;
        this.conditions = new OracleConditions(dice);
        this.things = named("things", tables);
        this.notes = named("notes", tables);
        this.links = named("thing_has_notes", tables);
        this.kinds = named("kinds", tables);
    }

    private static OracleTable named(String name, List<OracleTable> tables) {
        return tables.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    Changes.Change change() {
        return switch (dice.below(10)) {
            case 0, 1 -> valueOfThing(dice.chance(50) ? notes : links);
            case 2 -> valueOfNote();
            case 3, 4 -> valueOfSubquery();
            case 5 -> valuesOfSeveral();
            case 6 -> deletesOfSeveral();
            case 7 -> byWhatNoShardCouldAnswer();
            default -> copies();
        };
    }

    /** Each row of a note or a link names one thing. */
    private Changes.Change valueOfThing(OracleTable table) {
        OracleColumn assigned = free(table);
        String join = dice.oneOf(
                " x JOIN things y ON y.id = x.thing_id",
                " x, things y",
                " x LEFT JOIN things y ON y.id = x.thing_id AND y.n > 0");
        return changed(
                table,
                Draft.of("UPDATE " + table.name() + join + " SET x." + assigned.name() + " = "
                                + value(assigned, things))
                        .add(" WHERE " + (join.contains("ON") ? "" : "y.id = x.thing_id AND "))
                        .add(conditions.condition(table, "x.", 1)));
    }

    private Changes.Change valueOfNote() {
        OracleColumn assigned = free(links);
        return changed(
                links,
                Draft.of("UPDATE thing_has_notes x JOIN notes y ON y.id = x.note_id SET x." + assigned.name() + " = "
                                + value(assigned, notes) + " WHERE ")
                        .add(conditions.condition(notes, "y.", 1)));
    }

    /** A column of the other table, mostly of the same kind, or something made of it. */
    private String value(OracleColumn assigned, OracleTable other) {
        List<OracleColumn> alike = other.columns(column -> column.kind() == assigned.kind());
        if (alike.isEmpty() || dice.chance(15)) {
            // Of a DECIMAL that is too long for a BIT, MariaDB tells 1406 or 1264, as it is a column or a literal.
            boolean bits = assigned.kind() == OracleColumn.Kind.BITS;
            return "y."
                    + dice.oneOf(other.columns(
                                    column -> column.isNumber() && (!bits || column.kind() == OracleColumn.Kind.WHOLE)))
                            .name();
        }
        String column = "y." + dice.oneOf(alike).name();
        if (assigned.isNumber() && dice.chance(40)) {
            return dice.oneOf(
                    "x." + assigned.name() + " DIV 2 + 0 * " + column,
                    column + " DIV 3",
                    "COALESCE(" + column + ", 1)");
        }
        return assigned.isText() && dice.chance(40) ? "CONCAT(" + column + ", 'z')" : column;
    }

    private static boolean isFree(OracleTable table, OracleColumn column) {
        return !table.keys().contains(column.name()) && column.kind() != OracleColumn.Kind.ID;
    }

    private OracleColumn free(OracleTable table) {
        return dice.oneOf(table.columns(column -> isFree(table, column)));
    }

    private Changes.Change valueOfSubquery() {
        String cut = dice.oneOf("", "", " ORDER BY id LIMIT " + dice.between(1, 9));
        return switch (dice.below(4)) {
            case 0 ->
                changed(
                        things,
                        Draft.of("UPDATE things SET n = (SELECT " + dice.oneOf("MAX", "MIN", "COUNT")
                                        + "(k) FROM notes")
                                .add(conditions.where(notes, ""))
                                .add("), tiny = tiny DIV 2 WHERE ")
                                .add(conditions.condition(things, "", 1))
                                .add(cut));
            case 1 ->
                changed(
                        notes,
                        Draft.of(
                                        "UPDATE notes SET k = (SELECT COUNT(*) FROM thing_has_notes h WHERE h.note_id = notes.id) WHERE ")
                                .add(conditions.condition(notes, "", 1))
                                .add(cut));
            case 2 ->
                changed(
                        notes,
                        Draft.of("UPDATE notes SET g = (SELECT MAX(label) FROM thing_has_notes h WHERE h.thing_id ="
                                        + " notes.thing_id AND h.sequence > " + dice.between(1, 5)
                                        + "), k = k DIV 2 + 1 WHERE ")
                                .add(conditions.condition(notes, "", 1))
                                .add(cut));
            default ->
                changed(
                        links,
                        Draft.of("UPDATE thing_has_notes SET sequence = (SELECT k FROM notes WHERE notes.id = note_id),"
                                        + " label = CONCAT(LEFT(label, 9), sequence) WHERE ")
                                .add(conditions.condition(links, "", 1)));
        };
    }

    private Changes.Change valuesOfSeveral() {
        OracleColumn assigned = free(notes);
        return changed(
                dice.chance(50) ? notes : links,
                Draft.of(
                                "UPDATE thing_has_notes x JOIN notes y ON y.id = x.note_id SET x.sequence = x.sequence DIV 2 + y.id % 2,"
                                        + " y." + assigned.name() + " = ")
                        .value(conditions.literal(assigned))
                        .add(" WHERE ")
                        .add(conditions.condition(links, "x.", 1)));
    }

    private Changes.Change deletesOfSeveral() {
        String tables = "thing_has_notes x JOIN notes y ON y.id = x.note_id";
        String verb =
                dice.oneOf("DELETE x, y FROM " + tables, "DELETE FROM y, x USING " + tables, "DELETE y FROM " + tables);
        return changed(
                dice.chance(50) ? notes : links,
                Draft.of(verb + " WHERE x.thing_id IN (")
                        .value(conditions.literal(links.columns().getFirst()))
                        .add(", ")
                        .value(conditions.literal(links.columns().getFirst()))
                        .add(")"));
    }

    private Changes.Change byWhatNoShardCouldAnswer() {
        return switch (dice.below(4)) {
            case 0 ->
                changed(
                        notes,
                        Draft.of("DELETE FROM notes WHERE id = (SELECT " + dice.oneOf("MIN", "MAX")
                                        + "(note_id) FROM thing_has_notes")
                                .add(conditions.where(links, ""))
                                .add(")"));
            case 1 ->
                changed(
                        notes,
                        Draft.of("UPDATE notes x JOIN thing_has_notes y USING (thing_id) SET x.k = ")
                                .value(conditions.literal(notes.column("k")))
                                .add(" WHERE ")
                                .add(conditions.condition(links, "y.", 1)));
            case 2 ->
                changed(
                        things,
                        Draft.of("UPDATE things SET n = CASE id WHEN ")
                                .value(conditions.literal(things.columns().getFirst()))
                                .add(" THEN 1 ELSE 3 END WHERE id <> (SELECT MIN(thing_id) FROM thing_has_notes)"));
            default ->
                changed(
                        links,
                        Draft.of(
                                        "INSERT INTO thing_has_notes (thing_id, note_id, sequence) SELECT t.id, n.id, n.k FROM things t"
                                                + " JOIN notes n ON n.thing_id = t.id WHERE t.id > (SELECT MIN(thing_id) FROM"
                                                + " thing_has_notes) AND ")
                                .add(conditions.condition(notes, "n.", 1))
                                .add(" ON DUPLICATE KEY UPDATE sequence = VALUES(sequence)"));
        };
    }

    private Changes.Change copies() {
        return changed(
                kinds,
                switch (dice.below(3)) {
                    case 0 ->
                        Draft.of("UPDATE kinds SET points = points DIV 2 ORDER BY code LIMIT " + dice.between(1, 3));
                    case 1 ->
                        Draft.of("UPDATE kinds SET points = (SELECT COUNT(*) FROM notes WHERE k = code) WHERE ")
                                .add(conditions.condition(kinds, "", 1));
                    default ->
                        Draft.of("UPDATE kinds x JOIN notes y ON y.k = x.code SET x.title = 'two' WHERE ")
                                .add(conditions.condition(notes, "y.", 1));
                });
    }

    private static Changes.Change changed(OracleTable table, Draft sql) {
        return new Changes.Change(sql.question(Schema.IDS, true, List.of()), table);
    }
}
