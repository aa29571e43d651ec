package io.pinion.integration.faults.workload;

import io.pinion.integration.faults.history.Creations;
import io.pinion.integration.faults.history.Creations.Creation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Makes an object on a shard of Pinion's choice and remembers its id. */
final class ObjectWriter implements Writer {
    private final AtomicLong numbers;
    private final Creations creations;

    ObjectWriter(AtomicLong numbers, Creations creations) {
        this.numbers = numbers;
        this.creations = creations;
    }

    @Override
    public void write(Connection client, SplittableRandom dice) throws SQLException {
        String data = "\"" + numbers.incrementAndGet() + "\"";
        try (Statement statement = client.createStatement()) {
            statement.executeUpdate("INSERT INTO pins (data) VALUES ('" + data + "')", Statement.RETURN_GENERATED_KEYS);
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                creations.add(new Creation(keys.getLong(1), data, System.nanoTime()));
            }
        }
    }
}
