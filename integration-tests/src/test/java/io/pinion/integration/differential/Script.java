package io.pinion.integration.differential;

import io.pinion.integration.testing.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** What one client says from its login on, drawn from a seed. */
record Script(List<ScriptStep> exchanges) {
    private static final int HANDLES = 6;

    /** MySQL refuses to prepare these (1295); Pinion does it for both, since it answers some of them itself. */
    private static final Pattern NOT_PREPARED_BY_MYSQL =
            Pattern.compile("(BEGIN|START|SAVEPOINT|RELEASE|ROLLBACK|COMMIT|LOCK|UNLOCK|HANDLER|USE|PREPARE|EXECUTE"
                    + "|DEALLOCATE|GET|SHOW|SIGNAL|CALL|EXPLAIN|DESC).*");

    /**
     * To MySQL, a variable has the type that it had at PREPARE. Pinion prepares once more on another connection, and runs
     * a prepared SET as text.
     */
    private static final Pattern OF_VARIABLES = Pattern.compile("(SET @a|SELECT @[^@]).*", Pattern.DOTALL);

    /** MySQL 9.7.4 crashes or hangs when it opens cursors on some others. */
    private static final Pattern WITH_CURSOR =
            Pattern.compile("SELECT (?!SQL_CALC|.* INTO ).* FROM .*", Pattern.DOTALL);

    /** Empty ones in the middle: Pinion calls them 1065, servers 1064. */
    private static final Pattern EMPTY = Pattern.compile("[ ;]*|--.*|/\\*.*|SELECT 1;|.*'unfinished");

    private static final String NEXT_READS_ONLY = "SET TRANSACTION READ ONLY";

    private static final String NEXT_IS_ISOLATED = "SET TRANSACTION ISOLATION";

    /**
     * In an open transaction MySQL begins with the isolation of that one, also when the session has set another since.
     * Pinion commits first, so this begins with the new one, which may warn.
     */
    private static final String SNAPSHOT = "START TRANSACTION WITH CONSISTENT SNAPSHOT";

    Script {
        exchanges = List.copyOf(exchanges);
    }

    /**
     * @param multiStatements whether the client may send several in one text
     * @param mySql whether the server is MySQL, which prepares less
     */
    static Script draw(Dice dice, int statements, boolean multiStatements, boolean mySql) {
        return new Writer(dice, multiStatements, mySql).write(statements);
    }

    private static final class Writer {
        private final Dice dice;
        private final boolean multiStatements;
        private final boolean mySql;
        private final Queries queries;
        private final ScriptChanges changes;
        private final ScriptSessionStatements session;
        private final ScriptValues values;
        private final List<ScriptStep> exchanges = new ArrayList<>();

        Writer(Dice dice, boolean multiStatements, boolean mySql) {
            this.dice = dice;
            this.multiStatements = multiStatements;
            this.mySql = mySql;
            values = new ScriptValues(dice);
            queries = new Queries(dice, values);
            changes = new ScriptChanges(dice, values, queries);
            session = new ScriptSessionStatements(dice, values, mySql);
        }

        Script write(int statements) {
            // Clocks differ between two runs; this one stands still.
            exchanges.add(new ScriptStep.Query("SET timestamp = 1600000000"));
            while (exchanges.size() < statements) {
                switch (dice.below(20)) {
                    case 0, 1, 2, 3, 4 -> prepared(draft());
                    case 5 -> handles();
                    case 6 -> several();
                    case 7 -> command();
                    default -> query(draft().text());
                }
                if (exchanges.getLast() instanceof ScriptStep.Query(String sql)) {
                    begun(sql).forEach(text -> exchanges.add(new ScriptStep.Query(text)));
                }
                switch (dice.below(10)) {
                    case 0, 1, 2, 3 -> exchanges.add(new ScriptStep.Query("SHOW WARNINGS"));
                    case 4, 5 ->
                        exchanges.add(new ScriptStep.Query(session.about().text()));
                    default -> {}
                }
            }
            return new Script(exchanges);
        }

        /**
         * What stands behind a text, so that a transaction that it is about doesn't wait for long. While READ ONLY waits for
         * the next one, MariaDB refuses to prepare a change (1792); Pinion lets it be prepared, and the change fails when it
         * runs. A level waits on MariaDB through questions about the schema, through Pinion it is over with them.
         */
        private List<String> begun(String sql) {
            if (sql.contains(NEXT_READS_ONLY)) {
                return List.of("UNLOCK TABLES", "SELECT COUNT(*) FROM auto WHERE id = 1");
            }
            return !mySql && sql.contains(NEXT_IS_ISOLATED) ? List.of("START TRANSACTION") : List.of();
        }

        private void query(String text) {
            if (mySql && text.equals(SNAPSHOT)) {
                exchanges.add(new ScriptStep.Query("COMMIT AND NO CHAIN"));
            }
            exchanges.add(new ScriptStep.Query(text));
        }

        private ScriptDraft draft() {
            int kind = dice.below(100);
            if (kind < 30) {
                return queries.query();
            }
            if (kind < 56) {
                return changes.change();
            }
            if (kind < 64) {
                return session.transaction();
            }
            if (kind < 71) {
                return session.setting();
            }
            if (kind < 76) {
                return session.userVariable();
            }
            if (kind < 81) {
                return session.routine();
            }
            if (kind < 85) {
                return session.show();
            }
            if (kind < 89) {
                return session.schemaChange();
            }
            return kind < 92 ? session.mistake() : OddStatements.draw(dice);
        }

        private void prepared(ScriptDraft draft) {
            String text = draft.text();
            if (isNotPrepared(text) || (!mySql && Allowance.looksBack(text))) {
                query(text);
                return;
            }
            int handle = dice.below(HANDLES);
            exchanges.add(new ScriptStep.Prepare(handle, draft.preparable()));
            List<Value> bound = draft.values();
            boolean cursor = dice.chance(20) && WITH_CURSOR.matcher(text).matches();
            exchanges.add(new ScriptStep.Execute(handle, bound, cursor, dice.chance(15), true));
            if (cursor) {
                IntStream.rangeClosed(0, dice.below(3))
                        .forEach(i -> exchanges.add(new ScriptStep.Fetch(handle, dice.between(1, 3))));
            }
            // What MySQL can't convert from the session's character set, or a TIME beyond its range, it refuses before
            // it
            // knows the types.
            boolean typesKnown = !mySql
                    || (text.chars().allMatch(c -> c < 0x80) && bound.stream().noneMatch(Value::isTime));
            if (!cursor && dice.chance(25) && typesKnown) {
                exchanges.add(new ScriptStep.Execute(handle, bound, false, false, false));
            }
            // MySQL 9.7.4 never answers the next execution of one that has had a cursor.
            if (cursor || dice.chance(40)) {
                exchanges.add(new ScriptStep.CloseStatement(handle));
            }
        }

        private boolean isNotPrepared(String text) {
            // Pinion asks no server before it prepares a SET: that a variable doesn't exist shows when it runs.
            boolean late = text.contains("nosuchvariable");
            return late
                    || text.equals(NEXT_READS_ONLY)
                    || (!mySql && text.startsWith(NEXT_IS_ISOLATED))
                    || (mySql
                            && (NOT_PREPARED_BY_MYSQL.matcher(text).matches()
                                    || OF_VARIABLES.matcher(text).matches()
                                    || EMPTY.matcher(text).matches()));
        }

        /** Statements prepared long ago, perhaps under other settings or before a change of their table. */
        private void handles() {
            int handle = dice.below(HANDLES);
            switch (dice.below(4)) {
                case 0 -> exchanges.add(new ScriptStep.ResetStatement(handle));
                case 1 -> exchanges.add(new ScriptStep.Fetch(handle, 2));
                default -> {
                    // How often MySQL converts a text to a number, and warns, depends on earlier executions of the
                    // handle.
                    Value second = mySql ? values.smallWhole() : values.word();
                    List<Value> bound = List.of(values.smallWhole(), second, values.smallWhole(), Value.NULL);
                    // MariaDB reads long data as of the type that the parameter had before, silently where it is none.
                    boolean longData = dice.chance(10) && mySql;
                    exchanges.add(new ScriptStep.Execute(handle, bound, false, longData, true));
                }
            }
        }

        private void several() {
            if (!multiStatements) {
                return;
            }
            List<String> texts = new ArrayList<>();
            for (int i = dice.between(2, 4); i > 0; i--) {
                String text = draft().text();
                if (!EMPTY.matcher(text).matches() && !(mySql && text.equals(SNAPSHOT))) {
                    texts.add(text);
                    texts.addAll(begun(text));
                }
            }
            exchanges.add(new ScriptStep.Query(String.join("; ", texts)));
        }

        private void command() {
            exchanges.add(
                    switch (dice.below(8)) {
                        case 0 -> new ScriptStep.ResetConnection();
                        case 1 -> new ScriptStep.UseDatabase("nosuchdatabase");
                        default -> new ScriptStep.Ping();
                    });
            if (exchanges.get(exchanges.size() - 1) instanceof ScriptStep.ResetConnection) {
                exchanges.add(new ScriptStep.Query("SET timestamp = 1600000000"));
                // MySQL goes back to its own character set, Pinion to the one that the client chose at login.
                exchanges.add(new ScriptStep.Query("SET NAMES utf8mb4"));
            }
        }
    }
}
