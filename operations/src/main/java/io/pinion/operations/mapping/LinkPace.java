package io.pinion.operations.mapping;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.ServerLoad;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.server.ServerLogin;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Rests as long as was worked, so that a standby keeps up, and waits while one is busy. Blocks; for one thread. */
final class LinkPace implements AutoCloseable {
    private static final Duration LONGEST_REST = Duration.ofSeconds(2);
    private static final Duration BUSY = Duration.ofMillis(200);

    private final RunningOperation operation;
    private final ServerLoad load;
    private long rested = System.nanoTime();

    private LinkPace(RunningOperation operation, ServerLoad load) {
        this.operation = operation;
        this.load = load;
    }

    /** Looks at the standbys of these pairs. */
    static LinkPace of(OperationServices services, RunningOperation operation, List<String> pairs)
            throws OperationRefused {
        Topology topology = services.topology();
        Account operator = OperationServices.operator(topology);
        List<ServerLogin> standbys = pairs.stream()
                .flatMap(pair -> topology.pair(pair).flatMap(Pair::standby).stream())
                .map(standby -> new ServerLogin(services.access(), standby, operator))
                .toList();
        return new LinkPace(operation, new ServerLoad(services.copies().mostRunning(), standbys));
    }

    void rest() throws OperationRefused {
        long worked = System.nanoTime() - rested;
        operation.pause(Duration.ofNanos(Math.min(worked, LONGEST_REST.toNanos())));
        for (Optional<String> busy = load.reason(); busy.isPresent(); busy = load.reason()) {
            operation.tellNowAndThen(busy.get());
            operation.pause(BUSY);
        }
        rested = System.nanoTime();
    }

    @Override
    public void close() {
        load.close();
    }
}
