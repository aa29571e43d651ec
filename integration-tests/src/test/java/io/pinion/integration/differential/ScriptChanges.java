package io.pinion.integration.differential;

import io.pinion.integration.differential.ScriptSchema.Column;
import io.pinion.integration.differential.ScriptSchema.Table;
import io.pinion.integration.testing.Dice;
import java.util.ArrayList;
import java.util.List;

/** Draws INSERT, REPLACE, UPDATE and DELETE in their kinds. */
final class ScriptChanges {
    private final Dice dice;
    private final ScriptValues values;
    private final Queries queries;

    ScriptChanges(Dice dice, ScriptValues values, Queries queries) {
        this.dice = dice;
        this.values = values;
        this.queries = queries;
    }

    ScriptDraft change() {
        return dice.<ScriptDraft>from(
                this::insert,
                this::insert,
                this::insert,
                this::insertAuto,
                this::insertAuto,
                this::insertSelect,
                this::onDuplicate,
                this::onDuplicate,
                this::replace,
                this::update,
                this::update,
                this::updateSeveral,
                this::delete,
                this::insertSet,
                this::insertLong);
    }

    private ScriptDraft insert() {
        Table table = dice.oneOf(ScriptSchema.TABLES);
        List<Column> columns = someColumns(table);
        String how = dice.oneOf("", "", "IGNORE ", "INTO ", "IGNORE INTO ");
        // MySQL counts rows with missing parents sometimes as records and sometimes not.
        boolean counted = !table.equals(ScriptSchema.CHILDREN);
        ScriptDraft draft = ScriptDraft.of("INSERT " + (counted ? how : "") + table.name() + " ("
                + String.join(", ", columns.stream().map(Column::name).toList()) + ") VALUES ");
        int rows = dice.chance(60) ? 1 : dice.between(2, 5);
        for (int row = 0; row < rows; row++) {
            draft.add(row == 0 ? "(" : ", (");
            for (int i = 0; i < columns.size(); i++) {
                draft.add(i == 0 ? "" : ", ").add(values.of(columns.get(i).kind()));
            }
            draft.add(")");
        }
        return draft;
    }

    /** Ids given, left out, NULL, zero and negative. */
    private ScriptDraft insertAuto() {
        ScriptDraft draft = ScriptDraft.of("INSERT " + dice.oneOf("", "IGNORE ") + "INTO auto (id, u, n) VALUES ");
        int rows = dice.between(1, 3);
        for (int row = 0; row < rows; row++) {
            draft.add(row == 0 ? "(" : ", (")
                    .add(dice.<Value>from(
                            () -> Value.NULL,
                            () -> Value.NULL,
                            () -> Value.integer(0),
                            () -> Value.integer(dice.between(20, 90)),
                            () -> values.smallWhole()))
                    .add(", ")
                    .add(dice.chance(40) ? Value.NULL : Value.integer(dice.between(1, 200)))
                    .add(", ")
                    .add(values.word())
                    .add(")");
        }
        return draft;
    }

    private ScriptDraft insertSelect() {
        return ScriptDraft.of(
                        dice.oneOf("INSERT INTO", "INSERT IGNORE INTO", "REPLACE INTO") + " auto (u, n) SELECT id + ")
                .add(values.smallWhole())
                .add(", name FROM parents WHERE id <= ")
                .add(values.smallWhole())
                .add(" ORDER BY id");
    }

    private ScriptDraft onDuplicate() {
        return ScriptDraft.of("INSERT INTO auto (u, n) VALUES (")
                .add(values.smallWhole())
                .add(", ")
                .add(values.word())
                .add("), (")
                .add(values.smallWhole())
                .add(", ")
                .add(values.word())
                .add(") ON DUPLICATE KEY UPDATE ")
                .add(dice.oneOf(
                        "n = VALUES(n)", "id = LAST_INSERT_ID(id), n = 'again'", "u = u", "u = u + 100, n = 'moved'"));
    }

    private ScriptDraft replace() {
        return ScriptDraft.of("REPLACE INTO auto " + dice.oneOf("(u, n)", "(id, n)") + " VALUES (")
                .add(values.smallWhole())
                .add(", ")
                .add(values.word())
                .add(")");
    }

    private ScriptDraft update() {
        Table table = dice.oneOf(ScriptSchema.TABLES);
        Column column = dice.oneOf(table.columns());
        ScriptDraft draft = ScriptDraft.of(
                "UPDATE " + dice.oneOf("", "", "IGNORE ") + table.name() + " SET " + column.name() + " = ");
        if (dice.chance(15)) {
            draft.add("LAST_INSERT_ID(" + dice.oneOf("0", "1", "50") + ")");
        } else {
            draft.add(values.of(column.kind()));
        }
        draft.add(" WHERE ").add(dice.chance(50) ? idIs() : queries.condition(table));
        return dice.chance(20) ? draft.add(" ORDER BY id LIMIT " + dice.between(0, 2)) : draft;
    }

    private ScriptDraft updateSeveral() {
        return ScriptDraft.of("UPDATE parents p JOIN children c ON c.parent = p.id SET c.note = ")
                .add(values.word())
                .add(", p.name = ")
                .add(values.word())
                .add(" WHERE p.id = ")
                .add(values.smallWhole());
    }

    private ScriptDraft delete() {
        Table table = dice.oneOf(ScriptSchema.TABLES);
        return dice.<ScriptDraft>from(
                () -> ScriptDraft.of("DELETE FROM " + table.name() + " WHERE ").add(idIs()),
                () -> ScriptDraft.of("DELETE FROM " + table.name() + " WHERE id > 6 ORDER BY id DESC LIMIT 1"),
                () -> ScriptDraft.of("DELETE FROM parents WHERE ").add(idIs()),
                () -> ScriptDraft.of("DELETE c FROM children c JOIN parents p ON p.id = c.parent WHERE p.name = ")
                        .add(values.word()));
    }

    private ScriptDraft insertSet() {
        return ScriptDraft.of("INSERT INTO auto SET u = ")
                .add(values.smallWhole())
                .add(", n = ")
                .add(values.word());
    }

    /** Packets of some size, both ways. */
    private ScriptDraft insertLong() {
        return ScriptDraft.of("INSERT INTO texts (vc, lt) VALUES (")
                .add(values.word())
                .add(", ")
                .add(Value.text("ä".repeat(dice.between(1_000, 20_000))))
                .add(")");
    }

    private ScriptDraft idIs() {
        return ScriptDraft.of("id = ").add(values.smallWhole());
    }

    private List<Column> someColumns(Table table) {
        List<Column> chosen = new ArrayList<>();
        for (Column column : table.columns()) {
            if (dice.chance(60)) {
                chosen.add(column);
            }
        }
        return chosen.isEmpty() ? table.columns() : chosen;
    }
}
