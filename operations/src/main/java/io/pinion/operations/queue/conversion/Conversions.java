package io.pinion.operations.queue.conversion;

import io.pinion.operations.engine.BackgroundOperations;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.queue.QueueThreads;
import io.pinion.operations.queue.QueueTime;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;

/** Makes queues of tables for operators who ask. Thread-safe. */
public final class Conversions extends BackgroundOperations<QueueConversion, QueueConversion> {
    private final QueueThreads threads;

    public Conversions(OperationServices services, QueueTime time) {
        this(services, time, QueueThreads.of("convert"));
    }

    private Conversions(OperationServices services, QueueTime time, QueueThreads threads) {
        super(QueueConversion.class, new ConversionWorkflow(services, time, threads), services, "not begun");
        this.threads = threads;
    }

    @Override
    protected Decided<QueueConversion> decided(QueueConversion request) throws OperationRefused {
        if (!(services.topology().keyspaces().get(request.keyspace()) instanceof Keyspace.Sharded sharded)) {
            throw new OperationRefused("there is no sharded keyspace " + request.keyspace());
        }
        List<String> pairs = sharded.ranges().ranges().stream()
                .map(ShardRange::pair)
                .distinct()
                .toList();
        return new Decided<>(request.on(pairs), 0);
    }

    @Override
    public void close() {
        super.close();
        threads.close();
    }
}
