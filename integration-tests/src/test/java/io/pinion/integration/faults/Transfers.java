package io.pinion.integration.faults;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Clients that move money between two shards through whichever proxy answers, and remember what they were told. */
final class Transfers {
    static final int ACCOUNTS = 40;

    private static final int PAUSE_MILLIS = 20;

    private final List<Integer> ports;
    private final String first;
    private final String second;
    private final Map<Long, Told> ledger = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean stopping;

    /** What a client knows of its transfer. */
    enum Told {
        /** COMMIT was acknowledged. */
        COMMITTED,
        /** COMMIT was never sent, or its error says that nothing is committed. */
        NOT_COMMITTED,
        /** COMMIT's error says that a part is committed, or may be. */
        PARTLY,
        /** The connection to the proxy broke in COMMIT. */
        NOTHING
    }

    /**
     * @param ports of the proxies
     * @param first one shard's database, with the tables {@code account} and {@code transfer}
     * @param second that of a shard on another pair
     */
    Transfers(List<Integer> ports, String first, String second) {
        this.ports = ports;
        this.first = first;
        this.second = second;
    }

    void start(int count, long seed) {
        for (int client = 0; client < count; client++) {
            SplittableRandom dice = new SplittableRandom(seed + client);
            clients.add(Thread.ofPlatform().daemon().start(() -> work(dice)));
        }
    }

    private void work(SplittableRandom dice) {
        while (!stopping) {
            try (Connection client = connect(dice)) {
                while (!stopping && client.isValid(0)) {
                    transfer(client, dice);
                }
            } catch (SQLException e) {
                pause();
            }
        }
    }

    private Connection connect(SplittableRandom dice) throws SQLException {
        int port = ports.get(dice.nextInt(ports.size()));
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port + "/legacy?sslMode=DISABLED&allowPublicKeyRetrieval=true"
                        + "&connectTimeout=2000&socketTimeout=20000&sessionVariables=innodb_lock_wait_timeout=1",
                "app",
                "app");
    }

    /** @throws SQLException when the connection is of no use any more */
    private void transfer(Connection client, SplittableRandom dice) throws SQLException {
        long id = ids.incrementAndGet();
        boolean swapped = dice.nextBoolean();
        String from = swapped ? second : first;
        String to = swapped ? first : second;
        int amount = 1 + dice.nextInt(9);
        Told told = Told.NOT_COMMITTED;
        @Nullable SQLException broken = null;
        try (Statement statement = client.createStatement()) {
            statement.execute("BEGIN");
            statement.execute("UPDATE " + from + ".account SET balance = balance - " + amount + " WHERE id = "
                    + (1 + dice.nextInt(ACCOUNTS)));
            statement.execute("INSERT INTO " + from + ".transfer (id) VALUES (" + id + ")");
            statement.execute("UPDATE " + to + ".account SET balance = balance + " + amount + " WHERE id = "
                    + (1 + dice.nextInt(ACCOUNTS)));
            statement.execute("INSERT INTO " + to + ".transfer (id) VALUES (" + id + ")");
            if (dice.nextInt(20) == 0) {
                statement.execute("ROLLBACK");
            } else {
                told = Told.NOTHING;
                statement.execute("COMMIT");
                told = Told.COMMITTED;
            }
        } catch (SQLException e) {
            told = told == Told.NOTHING ? commitFailed(e) : told;
            broken = e;
        }
        ledger.put(id, told);
        if (broken != null) {
            pause();
            try (Statement statement = client.createStatement()) {
                statement.execute("ROLLBACK");
            }
        }
    }

    private static Told commitFailed(SQLException e) {
        String message = String.valueOf(e.getMessage());
        if (e.getErrorCode() == 0) {
            return Told.NOTHING;
        }
        boolean partly = message.contains("is committed on") || message.contains("may be committed");
        return partly ? Told.PARTLY : Told.NOT_COMMITTED;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Once {@link #stop} has returned nothing comes to it any more. */
    Map<Long, Told> ledger() {
        return ledger;
    }

    long committed() {
        return ledger.values().stream().filter(Told.COMMITTED::equals).count();
    }

    /** Returns when the last transfer has ended. */
    void stop() throws InterruptedException {
        stopping = true;
        for (Thread client : clients) {
            client.join();
        }
    }
}
