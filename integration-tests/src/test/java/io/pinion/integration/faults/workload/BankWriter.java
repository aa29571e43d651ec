package io.pinion.integration.faults.workload;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.history.Payments.Payment;
import io.pinion.integration.faults.history.Told;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Moves money between two accounts that are on one pair, and books that, in a transaction. */
final class BankWriter implements Writer {
    /** On each shard. */
    static final int ACCOUNTS = 20;

    private static final int MOST = 9;
    private static final int ROLLED_BACK_ONE_IN = 20;

    private final List<List<Integer>> groups;
    private final AtomicLong numbers;
    private final Supplier<Round> round;

    /** @param groups both accounts of a payment are on shards of one of these lists, which are on one pair at any time */
    BankWriter(List<List<Integer>> groups, AtomicLong numbers, Supplier<Round> round) {
        this.groups = groups;
        this.numbers = numbers;
        this.round = round;
    }

    /** In the order in which all payments lock them, so that no two wait for each other. */
    private record Account(int shard, int id) implements Comparable<Account> {
        @Override
        public int compareTo(Account other) {
            return shard != other.shard ? Integer.compare(shard, other.shard) : Integer.compare(id, other.id);
        }

        @Override
        public String toString() {
            return shard + "/" + id;
        }
    }

    @Override
    public void write(Connection client, SplittableRandom dice) throws SQLException {
        List<Integer> shards = groups.get(dice.nextInt(groups.size()));
        Account from = account(shards, dice);
        Account to = account(shards, dice);
        int amount = 1 + dice.nextInt(MOST);
        long id = numbers.incrementAndGet();
        Told told = Told.NOT_COMMITTED;
        try (Statement statement = client.createStatement()) {
            statement.execute("BEGIN");
            boolean payerFirst = from.compareTo(to) < 0;
            move(client, payerFirst ? from : to, payerFirst ? -amount : amount);
            move(client, payerFirst ? to : from, payerFirst ? amount : -amount);
            statement.execute("INSERT INTO " + FaultPair.databaseOf(from.shard())
                    + ".booking (id, payer, payee, amount) VALUES (" + id + ", '" + from + "', '" + to + "', " + amount
                    + ")");
            if (dice.nextInt(ROLLED_BACK_ONE_IN) == 0) {
                statement.execute("ROLLBACK");
            } else {
                told = Told.IN_DOUBT;
                statement.execute("COMMIT");
                told = Told.ACKNOWLEDGED;
            }
        } catch (SQLException e) {
            told = told == Told.IN_DOUBT ? Told.by(e) : told;
            throw e;
        } finally {
            round.get()
                    .payments()
                    .add(new Payment(id, from.toString(), to.toString(), amount, System.nanoTime(), told));
        }
    }

    private static Account account(List<Integer> shards, SplittableRandom dice) {
        return new Account(shards.get(dice.nextInt(shards.size())), 1 + dice.nextInt(ACCOUNTS));
    }

    private static void move(Connection client, Account account, int amount) throws SQLException {
        try (PreparedStatement move = client.prepareStatement("UPDATE " + FaultPair.databaseOf(account.shard())
                + ".account SET balance = balance + ? WHERE id = ?")) {
            move.setInt(1, amount);
            move.setInt(2, account.id());
            move.executeUpdate();
        }
    }
}
