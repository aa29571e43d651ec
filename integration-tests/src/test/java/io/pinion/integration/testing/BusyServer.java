package io.pinion.integration.testing;

import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Makes a real server have much to do: statements run there until this is closed. */
public final class BusyServer implements AutoCloseable {
    private static final String RUNNING = "info LIKE 'DO SLEEP%'";

    private final Connection own;
    private final List<Connection> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /** A new connection to the server each time, of one account. */
    public interface Login {
        Connection connect() throws SQLException;
    }

    /** Returns when they run. */
    public BusyServer(Login login, int statements) throws SQLException {
        own = login.connect();
        for (int i = 0; i < statements; i++) {
            Connection client = login.connect();
            clients.add(client);
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    Jdbc.execute(client, "DO SLEEP(300)");
                } catch (SQLException ended) {
                    // As close() does it.
                }
            }));
        }
        Conditions.await(() -> Jdbc.column(own, "SELECT id FROM information_schema.processlist WHERE " + RUNNING)
                        .size()
                == statements);
    }

    @Override
    public void close() throws SQLException {
        ServerConnections.end(own, RUNNING);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a test", e);
            }
        }
        for (Connection client : clients) {
            client.close();
        }
        own.close();
    }
}
