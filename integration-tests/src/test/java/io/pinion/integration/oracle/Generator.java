package io.pinion.integration.oracle;

import io.pinion.integration.testing.Dice;
import java.util.List;

/** Draws statements of every kind, each as often as its kind is worth. */
final class Generator {
    private final Dice dice;
    private final Selects selects;
    private final Joins joins;
    private final JoinTrees trees;
    private final Compositions compositions;
    private final Reports reports;
    private final KeyedQueries keyed;
    private final Changes changes;
    private final JoinedChanges joinedChanges;

    Generator(Dice dice, List<OracleTable> tables) {
        this.dice = dice;
        selects = new Selects(dice, tables);
        joins = new Joins(dice, tables, selects);
        trees = new JoinTrees(dice, tables);
        compositions = new Compositions(dice, tables, selects);
        reports = new Reports(dice, tables, selects);
        keyed = new KeyedQueries(dice, tables, selects);
        changes = new Changes(dice, tables);
        joinedChanges = new JoinedChanges(dice, tables);
    }

    Changes.Change change() {
        int kind = dice.below(20);
        if (kind < 5) {
            return joinedChanges.change();
        }
        return kind < 7 ? keyed.change() : changes.change();
    }

    Question query() {
        if (dice.chance(3)) {
            return selects.mistake();
        }
        return switch (dice.below(16)) {
            case 0, 1, 2, 3, 4 -> selects.query();
            case 5, 6 -> dice.chance(25) ? trees.query() : joins.query();
            case 7, 8 -> reports.query();
            case 9, 10 -> keyed.query();
            default -> compositions.query();
        };
    }
}
