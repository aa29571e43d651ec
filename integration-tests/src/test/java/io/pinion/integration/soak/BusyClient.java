package io.pinion.integration.soak;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Asks without pause, in small acts chosen at random: every reply must carry the token or the row of its own statement.
 * Now and then it leaves, politely or not.
 *
 * <p>Literals in select lists have aliases: without one a literal is a column's name, and each would be a shape of its own
 * that fills the plan cache, which then looks like growing memory until it is full.
 */
final class BusyClient implements Behaviour {
    private static final int NO_SUCH_TABLE = 1146;
    private static final int MAX_TEXT = 40_000;
    private static final int SHARD_SHIFT = 46;

    private final int number;
    private final SoakData data;
    private final BooleanSupplier stopping;
    private final Random random;
    private final Deque<ClientStep> steps = new ArrayDeque<>();
    private long count;

    /**
     * @param number which row of {@code legacy.soak_counters} is its own
     * @param seed makes its choices repeatable
     * @param stopping when true it finishes its act and stays silent
     */
    BusyClient(int number, long seed, SoakData data, BooleanSupplier stopping) {
        this.number = number;
        this.data = data;
        this.stopping = stopping;
        this.random = new Random(seed);
    }

    @Override
    public ClientStep next() {
        if (steps.isEmpty()) {
            if (stopping.getAsBoolean()) {
                return new ClientStep.Stay();
            }
            plan();
        }
        return steps.remove();
    }

    private void plan() {
        String token = "client " + number + " question " + random.nextInt(1 << 20) + "-" + count++;
        int dice = random.nextInt(200);
        if (dice < 30) {
            literal(token);
        } else if (dice < 70) {
            note(token);
        } else if (dice < 120) {
            pin(token);
        } else if (dice < 140) {
            physicalPin(token);
        } else if (dice < 160) {
            transaction(token);
        } else if (dice < 175) {
            userVariable(token);
        } else if (dice < 185) {
            insertedPin(token);
        } else if (dice < 197) {
            ask("SELECT '" + token + "' AS token FROM legacy.no_such_table", Expect.error(NO_SUCH_TABLE));
        } else if (dice < 199) {
            steps.add(new ClientStep.Leave());
        } else {
            vanish();
        }
    }

    /** Answers of any length, so that they are cut anywhere on their way. */
    private void literal(String token) {
        int length = random.nextInt(10) == 0 ? random.nextInt(MAX_TEXT) : random.nextInt(100);
        ask(
                "SELECT '" + token + "' AS token, REPEAT('x', " + length + ") AS text",
                Expect.row(token, "x".repeat(length)));
    }

    private void note(String token) {
        int id = random.nextInt(data.notes());
        ask(
                "SELECT '" + token + "' AS token, note FROM legacy.soak_notes WHERE id = " + id,
                Expect.row(token, SoakData.note(id)));
    }

    private void pin(String token) {
        int serial = random.nextInt(data.pinIds().size());
        long id = data.pinIds().get(serial);
        ask(
                "SELECT id, data, '" + token + "' AS token FROM pinterest.pins WHERE id = " + id,
                Expect.row(Long.toString(id), SoakData.pin(serial), token));
    }

    private void physicalPin(String token) {
        int serial = random.nextInt(data.pinIds().size());
        long id = data.pinIds().get(serial);
        String database = "db%05d".formatted(id >> SHARD_SHIFT);
        long local = id & 0xF_FFFF_FFFFL;
        ask(
                "SELECT data, '" + token + "' AS token FROM " + database + ".pins WHERE local_id = " + local,
                Expect.row(SoakData.pin(serial), token));
    }

    private void transaction(String token) {
        boolean commit = random.nextBoolean();
        String mine = " legacy.soak_counters WHERE client = " + number;
        ask("BEGIN", Expect.done());
        ask("UPDATE legacy.soak_counters SET token = '" + token + "' WHERE client = " + number, Expect.affected(1));
        ask("SELECT token FROM" + mine + " FOR UPDATE", Expect.row(token));
        ask(commit ? "COMMIT" : "ROLLBACK", Expect.done());
        String sql = "SELECT token = '" + token + "' AS mine FROM" + mine;
        ask(sql, Expect.row(commit ? "1" : "0"));
    }

    /** Lives in the session: it must follow the client to whichever server connection runs its statement. */
    private void userVariable(String token) {
        ask("SET @mine = '" + token + "'", Expect.done());
        note(token);
        ask("SELECT @mine", Expect.row(token));
    }

    private void insertedPin(String token) {
        int shard = (int) (data.pinIds().get(0) >> SHARD_SHIFT);
        String json = "{\"token\": \"" + token + "\"}";
        steps.add(new ClientStep.Ask(
                "/* pinion: shard=" + shard + " */ INSERT INTO pinterest.pins (data) VALUES ('" + json + "')",
                answer -> {
                    Expect.affected(1).accept(answer);
                    String where = " FROM pinterest.pins WHERE id = " + ((Answer.Done) answer).insertId();
                    // In front of what was planned: the id is known only now.
                    steps.addFirst(new ClientStep.Ask("DELETE" + where, Expect.affected(1)));
                    steps.addFirst(new ClientStep.Ask("SELECT data" + where, Expect.row(json)));
                }));
    }

    private void vanish() {
        if (random.nextBoolean()) {
            ask("BEGIN", Expect.done());
            ask("UPDATE legacy.soak_counters SET token = 'vanished' WHERE client = " + number, Expect.done());
        }
        steps.add(new ClientStep.AskAndVanish("SELECT REPEAT('y', 1000000), SLEEP(0.05)"));
    }

    private void ask(String sql, Consumer<Answer> check) {
        steps.add(new ClientStep.Ask(sql, check));
    }
}
