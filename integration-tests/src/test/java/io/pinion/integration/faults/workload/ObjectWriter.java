package io.pinion.integration.faults.workload;

import io.pinion.integration.faults.history.Creations;
import io.pinion.integration.faults.history.Creations.Creation;
import io.pinion.integration.testing.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
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
        long id = Jdbc.insert(client, "INSERT INTO pins (data) VALUES ('" + data + "')");
        creations.add(new Creation(id, data, System.nanoTime()));
    }
}
