package io.pinion.integration.faults.workload;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.history.Appends.Append;
import io.pinion.integration.faults.history.Told;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Appends the next number to a list, which two clients share, by one statement or in a transaction. */
final class ListWriter implements Writer {
    private static final int CLIENTS_OF_A_LIST = 2;

    private final List<Integer> shards;
    private final String name;
    private final AtomicLong numbers;
    private final Supplier<Round> round;

    /** @param numbers never the same twice, for all clients */
    ListWriter(List<Integer> shards, int client, AtomicLong numbers, Supplier<Round> round) {
        this.shards = shards;
        this.name = nameFor(client);
        this.numbers = numbers;
        this.round = round;
    }

    static String nameFor(int client) {
        return "list-" + client / CLIENTS_OF_A_LIST;
    }

    @Override
    public void write(Connection client, SplittableRandom dice) throws SQLException {
        int shard = shards.get(dice.nextInt(shards.size()));
        long number = numbers.incrementAndGet();
        boolean inTransaction = dice.nextBoolean();
        Told told = Told.NOT_COMMITTED;
        long begun = System.nanoTime();
        try (PreparedStatement append = client.prepareStatement(
                        "UPDATE " + FaultPair.databaseOf(shard) + ".list SET items = CONCAT(items, ?) WHERE name = ?");
                Statement statement = client.createStatement()) {
            append.setString(1, "," + number);
            append.setString(2, name);
            if (inTransaction) {
                statement.execute("BEGIN");
                append.executeUpdate();
                told = Told.IN_DOUBT;
                statement.execute("COMMIT");
            } else {
                told = Told.IN_DOUBT;
                append.executeUpdate();
            }
            told = Told.ACKNOWLEDGED;
        } catch (SQLException e) {
            told = told == Told.IN_DOUBT ? Told.by(e) : told;
            throw e;
        } finally {
            round.get().appends().add(new Append(shard + "/" + name, number, begun, System.nanoTime(), told));
        }
    }
}
