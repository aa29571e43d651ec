package io.pinion.integration.differential;

import io.pinion.integration.differential.Conversation.Endpoint;
import io.pinion.integration.differential.Conversation.Login;
import io.pinion.integration.testing.Dice;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs scripts on a server and through Pinion, one after the other on the same fresh databases, and finds the first answer
 * that differs. Two clients talk in turns, so that through Pinion they pass their server connections to and fro.
 */
final class ScriptComparison {
    /** One database and one client each. */
    static final List<String> DATABASES = List.of("difference_a", "difference_b");

    private static final int CLASSIC = 0x000E_A205;
    private static final int FOUND_ROWS = 1 << 1;
    private static final int MULTI_STATEMENTS = 1 << 16;
    private static final int DEPRECATE_EOF = 1 << 24;
    private static final List<Integer> COLLATIONS = List.of(45, 45, 33, 224, 8);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int SHOWN_BEFORE = Integer.getInteger("pinion.differential.told.before", 12);

    /** Connections of the test's own to the server. */
    interface Root {
        Connection connect() throws SQLException;
    }

    private record Client(Login login, Script script) {}

    private final Root root;
    private final Endpoint direct;
    private final Endpoint through;
    private final boolean mySql;

    ScriptComparison(Root root, Endpoint direct, Endpoint through, boolean mySql) {
        this.mySql = mySql;
        this.root = root;
        this.direct = direct;
        this.through = through;
    }

    /** @return what differed, each told with everything needed to see it again; nothing when both said the same */
    List<String> run(long seed, int statements) throws IOException, SQLException {
        Dice dice = new Dice(seed);
        List<Client> clients = new ArrayList<>();
        for (String database : DATABASES) {
            int capabilities = CLASSIC
                    | (dice.chance(50) ? DEPRECATE_EOF : 0)
                    | (dice.chance(30) ? FOUND_ROWS : 0)
                    | (dice.chance(60) ? MULTI_STATEMENTS : 0);
            Login login = new Login(capabilities, dice.oneOf(COLLATIONS), database);
            boolean multiStatements = (capabilities & MULTI_STATEMENTS) != 0;
            Script script = Script.draw(dice, statements / DATABASES.size(), multiStatements, mySql);
            clients.add(new Client(login, script));
        }
        List<List<List<String>>> expected = answers(direct, clients);
        List<List<List<String>>> found = answers(through, clients);
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            List<ScriptStep> exchanges = clients.get(i).script().exchanges();
            for (int at = 0; at < exchanges.size(); at++) {
                if (!Allowance.same(
                                exchanges,
                                at,
                                expected.get(i).get(at),
                                found.get(i).get(at))
                        && !Allowance.asksForSuchWarnings(exchanges, at)
                        && (at == 0
                                || !Allowance.countsNothing(
                                        exchanges.get(at),
                                        exchanges.get(at - 1),
                                        expected.get(i).get(at - 1)))
                        && (mySql || at == 0 || !Allowance.looksFurtherBack(exchanges, expected.get(i), at))) {
                    differences.add("seed " + seed + ", client " + i + " "
                            + clients.get(i).login()
                            + ":\n" + before(exchanges, expected.get(i), at)
                            + difference(expected.get(i).get(at), found.get(i).get(at)));
                }
            }
        }
        return differences;
    }

    private List<List<List<String>>> answers(Endpoint endpoint, List<Client> clients) throws IOException, SQLException {
        prepare();
        List<Conversation> conversations = new ArrayList<>();
        List<List<List<String>>> answers = new ArrayList<>();
        int longest = 0;
        try {
            for (Client client : clients) {
                conversations.add(new Conversation(endpoint, client.login()));
                answers.add(new ArrayList<>());
                longest = Math.max(longest, client.script().exchanges().size());
            }
            for (int at = 0; at < longest; at++) {
                for (int i = 0; i < clients.size(); i++) {
                    List<ScriptStep> exchanges = clients.get(i).script().exchanges();
                    if (at < exchanges.size()) {
                        answers.get(i).add(conversations.get(i).run(exchanges.get(at)));
                    }
                }
            }
        } finally {
            for (Conversation conversation : conversations) {
                conversation.close();
            }
        }
        return answers;
    }

    private void prepare() throws SQLException {
        try (Connection connection = root.connect();
                Statement statement = connection.createStatement()) {
            for (String database : DATABASES) {
                // A connection that ended a moment ago may still hold what it locked.
                long deadline = System.nanoTime() + TIMEOUT.toNanos();
                while (isLocked(statement, database)) {
                    if (System.nanoTime() > deadline) {
                        throw new IllegalStateException("the lock of " + database + " is still held");
                    }
                    Thread.onSpinWait();
                }
                for (String sql : ScriptSchema.setup(database, mySql)) {
                    statement.execute(sql);
                }
            }
        }
    }

    private static boolean isLocked(Statement statement, String database) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT IS_USED_LOCK('differential-" + database + "')")) {
            return rows.next() && rows.getString(1) != null;
        }
    }

    private static String before(List<ScriptStep> exchanges, List<List<String>> answers, int at) {
        StringBuilder text = new StringBuilder();
        for (int i = Math.max(0, at - SHOWN_BEFORE); i < at; i++) {
            List<String> answer = answers.get(i);
            text.append("    ")
                    .append(shortened(exchanges.get(i).toString(), 200))
                    .append("  -> ");
            text.append(answer.isEmpty() ? "" : shortened(answer.get(answer.size() - 1), 120))
                    .append('\n');
        }
        return text.append(">>> ")
                .append(shortened(exchanges.get(at).toString(), 1_000))
                .append('\n')
                .toString();
    }

    private static String difference(List<String> direct, List<String> through) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.max(direct.size(), through.size()) && text.length() < 2_000; i++) {
            String expected = i < direct.size() ? direct.get(i) : "(nothing)";
            String found = i < through.size() ? through.get(i) : "(nothing)";
            if (!Allowance.comparable(expected).equals(Allowance.comparable(found))) {
                text.append("direct:  ").append(shortened(expected, 400)).append('\n');
                text.append("through: ").append(shortened(found, 400)).append('\n');
            }
        }
        return text.toString();
    }

    private static String shortened(String text, int length) {
        String line = text.replace('\n', ' ');
        return line.length() <= length ? line : line.substring(0, length) + "…";
    }
}
