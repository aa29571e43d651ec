package io.pinion.integration.transfer;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32;

/** Clients of the sharded shop, each row on its shard, of which some move from one shard to another. */
final class ShardedShopWriters implements AutoCloseable {
    private static final Set<Integer> NOT_NOW = Set.of(1213, 1205, 1062, 1020);

    private final WriterThreads threads = new WriterThreads();

    private ShardedShopWriters() {}

    static ShardedShopWriters start(ImportStage stage, int count) {
        ShardedShopWriters writers = new ShardedShopWriters();
        writers.threads.start("sharded writer", count, number -> writers.run(stage, number));
        return writers;
    }

    private static int shardOf(String key) {
        CRC32 sum = new CRC32();
        sum.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (sum.getValue() % ImportStage.SHARDS);
    }

    /** Orders are a writer's own, so that no two writers move the same one. */
    private void run(ImportStage stage, int number) throws SQLException, InterruptedException {
        Random random = new Random(100 + number);
        List<Connection> shards = new ArrayList<>();
        for (int shard = 0; shard < ImportStage.SHARDS; shard++) {
            shards.add(stage.shard(shard));
        }
        while (!threads.isStopped()) {
            try {
                write(shards, random, number);
            } catch (SQLException e) {
                if (!NOT_NOW.contains(e.getErrorCode())) {
                    throw e;
                }
            }
            Thread.sleep(25);
        }
        for (Connection shard : shards) {
            shard.close();
        }
    }

    private static void write(List<Connection> shards, Random random, int number) throws SQLException {
        int order = 1_000_000 + 100_000 * number + random.nextInt(60);
        int customer = 1 + random.nextInt(Shop.CUSTOMERS);
        switch (random.nextInt(8)) {
            case 0, 1 -> moved(shards, order, customer, random);
            case 2 -> {
                int old = 1 + random.nextInt(Shop.ORDERS);
                for (Connection shard : shards) {
                    ShopWriters.execute(shard, "UPDATE orders SET amount = amount + 1 WHERE id = ?", old);
                }
            }
            case 3 -> {
                for (Connection shard : shards) {
                    ShopWriters.execute(shard, "DELETE FROM orders WHERE id = ?", order);
                }
            }
            case 4 -> {
                String tag = "tag ß" + random.nextInt(100);
                ShopWriters.execute(
                        shards.get(shardOf(tag)),
                        "INSERT INTO tags VALUES (?, 1) ON DUPLICATE KEY UPDATE uses = uses + 1",
                        tag);
            }
            case 5 ->
                ShopWriters.execute(
                        shards.get(shardOf(String.valueOf(customer))), "DELETE FROM customers WHERE id = ?", customer);
            case 6 -> {
                String code = "Ä" + number;
                String name = "Land " + random.nextInt();
                for (Connection shard : shards) {
                    ShopWriters.execute(shard, "UPDATE countries SET name = ? WHERE code = ?", name, code);
                }
            }
            default -> {
                String line = String.valueOf(5_000 + random.nextInt(500));
                ShopWriters.execute(
                        shards.get(shardOf(line)),
                        "REPLACE INTO order_lines VALUES (?, ?, 'back')",
                        line,
                        random.nextInt(5));
            }
        }
    }

    /** The row goes to the shard of another customer: deleted on one, and inserted on the other. */
    private static void moved(List<Connection> shards, int order, int customer, Random random) throws SQLException {
        Object[] row = Shop.order(order, random);
        row[1] = customer;
        int right = shardOf(String.valueOf(customer));
        for (int shard = 0; shard < shards.size(); shard++) {
            if (shard != right) {
                ShopWriters.execute(shards.get(shard), "DELETE FROM orders WHERE id = ?", order);
            }
        }
        ShopWriters.execute(
                shards.get(right),
                "REPLACE INTO orders (id, customer_id, doc, price, amount, status, flags, bits, note)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row);
    }

    /** Lets them end what they do. */
    void stop() throws SQLException {
        threads.stop();
    }

    @Override
    public void close() throws SQLException {
        stop();
    }
}
