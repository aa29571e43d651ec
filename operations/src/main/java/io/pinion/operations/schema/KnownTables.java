package io.pinion.operations.schema;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.OperationServices;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** Whether all proxies have read tables that have changed: the next statement may come to any of them. Blocks. */
record KnownTables(OperationServices services) {
    private static final Duration LEARNING = Duration.ofSeconds(10);

    /**
     * Waits until all proxies know the tables as they are under a generation of the topology. One that doesn't read them in
     * time is waited for no longer: it reads them every minute.
     *
     * @return who doesn't know them yet
     */
    Optional<ServerWarning> awaitAll(long generation) {
        Predicate<RegisteredProxy> knows = proxy -> proxy.learned() >= generation;
        return services.proxies().awaitAll(LEARNING, knows)
                ? Optional.empty()
                : Optional.of(ServerWarning.warning(
                        "not all proxies have read the changed tables yet; within a minute they will: "
                                + services.proxies().others(knows)));
    }
}
