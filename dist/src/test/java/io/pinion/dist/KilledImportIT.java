package io.pinion.dist;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database is imported, handed over, goes back and is imported again under clients, while
 * proxies, the old server and the new ones get {@code kill -9}: a few. By hand: {@code -Dpinion.import.kills=10
 * -Dpinion.import.rows=1000000 -Dpinion.import.clients=32}, on MySQL with {@code -Dpinion.mysql97.script}; {@code
 * -Dpinion.import.think=150} where a machine has few processors, {@code -Dpinion.tests.jit=-XX:+TieredCompilation} for
 * the compiler that serves. A run with {@code -Dpinion.turn} plays one of the two applications, and with the next number
 * the other one.
 */
class KilledImportIT {
    private static final int KILLS = Integer.getInteger("pinion.import.kills", 2);
    private static final int ROWS = Integer.getInteger("pinion.import.rows", 2_000);
    private static final int CLIENTS = Integer.getInteger("pinion.import.clients", 4);
    private static final long SEED = Long.getLong("pinion.import.seed", System.nanoTime());
    private static final String TURN = System.getProperty("pinion.turn", "");
    private static final int SERVERS = 4;

    private final Parts parts = new Parts();

    @AfterEach
    void stop() throws Exception {
        parts.end();
    }

    @Test
    void aShopKeepsItsKeys(@TempDir Path directory) throws Exception {
        requireTurn(0);
        play(new MovingShop(), directory);
    }

    @Test
    void integersOfBoardsBecomeIds(@TempDir Path directory) throws Exception {
        requireTurn(1);
        play(new MovingBoards(), directory);
    }

    private static void requireTurn(int application) {
        Assumptions.assumeTrue(TURN.isEmpty() || Integer.parseInt(TURN) % 2 == application, "it isn't its turn");
    }

    private void play(MovingApplication application, Path directory) throws Exception {
        MovingCluster cluster = MovingCluster.start(directory, SERVERS, application, ROWS, parts);
        MovingClients clients = new MovingClients(cluster.proxies(), application, CLIENTS);
        parts.push(clients::stop);
        System.out.println("the seed is " + SEED);
        new MovingTrial(cluster, application, clients, new MovingKills(cluster, SEED)).play(KILLS);
    }
}
