package io.pinion.integration.oracle;

import io.pinion.integration.testing.Dice;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The statements of one seed, over the rows of that seed: both sides' sessions with their settings and transactions. */
final class OracleRound {
    private static final int STATEMENTS_A_SETTING = 100;

    private final long seed;
    private final Dice dice;
    private final Generator generator;
    private final OracleComparison comparison;
    private final List<String> settings;
    private final List<String> differences = new ArrayList<>();

    private OracleRound(long seed, Dice dice, Generator generator, OracleComparison comparison, List<String> settings) {
        this.seed = seed;
        this.dice = dice;
        this.generator = generator;
        this.comparison = comparison;
        this.settings = settings;
    }

    /** Fills the tables that it will ask. */
    static OracleRound of(long seed, OracleCluster cluster, OracleComparison comparison) throws SQLException {
        Dice dice = new Dice(seed);
        List<OracleTable> tables = cluster.tables(dice);
        comparison.everywhere("ROLLBACK");
        cluster.fill(tables, seed);
        return new OracleRound(
                seed, dice, new Generator(dice, tables), comparison, OracleSettings.all(cluster.isMySql()));
    }

    List<String> differences() {
        return differences;
    }

    /** Returns how many statements it has asked: after a change that went wrong, tables may differ and all that follows. */
    int play(int most, Instant end, int differencesTold) throws SQLException {
        boolean same = true;
        int done = 0;
        while (same
                && done < most
                && differences.size() < differencesTold
                && Instant.now().isBefore(end)) {
            if (done % STATEMENTS_A_SETTING == 0) {
                changeSettings();
            }
            setSavepoints();
            boolean prepared = dice.chance(30);
            boolean changes = dice.chance(20);
            Optional<String> difference = changes ? changed(prepared) : comparison.read(generator.query(), prepared);
            difference.ifPresent(text -> differences.add("seed " + seed + ": " + text));
            same = !changes || difference.isEmpty();
            done++;
        }
        return done;
    }

    private void changeSettings() throws SQLException {
        comparison.everywhere(dice.oneOf("COMMIT", "ROLLBACK"));
        comparison.set(dice.chance(50) ? List.of() : dice.some(dice.between(1, 2), settings));
        comparison.everywhere(dice.chance(40) ? "BEGIN" : "DO 0");
    }

    private void setSavepoints() throws SQLException {
        if (dice.chance(3)) {
            comparison.everywhere(dice.oneOf("SAVEPOINT one", "SAVEPOINT one", "SAVEPOINT two"));
        } else if (dice.chance(2)) {
            comparison.everywhereOrNowhere(dice.oneOf("ROLLBACK TO one", "ROLLBACK TO two", "RELEASE SAVEPOINT one"));
        }
    }

    private Optional<String> changed(boolean prepared) throws SQLException {
        Changes.Change change = generator.change();
        Optional<String> difference = comparison.read(change.question(), prepared);
        return difference.isEmpty() && dice.chance(40) ? comparison.read(whole(change.table()), false) : difference;
    }

    private static Question whole(OracleTable table) {
        return new Question(
                table.keyspace(),
                "SELECT * FROM " + table.name() + " ORDER BY " + String.join(", ", table.keys()),
                List.of(),
                true,
                List.of());
    }
}
