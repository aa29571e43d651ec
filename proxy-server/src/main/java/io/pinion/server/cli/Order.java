package io.pinion.server.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One statement that takes its time, and what is seen of it meanwhile. Blocks; one thread's. */
final class Order {
    /** A range of shards is made within minutes, big tables are rebuilt in hours. */
    private static final Duration LONGEST = Duration.ofDays(2);

    private static final Duration LOOK = Duration.ofSeconds(30);
    private static final long LOOK_EVERY_MILLIS = 300;
    private static final String OPERATIONS = "SHOW OPERATIONS";

    private final ProxyOptions options;
    private final Surroundings surroundings;
    private final PrintWriter terminal;
    private @Nullable String password;
    private int exitStatus = ExitStatus.OK;

    /** @param terminal where a person sees progress */
    Order(ProxyOptions options, Surroundings surroundings, PrintWriter terminal) {
        this.options = options;
        this.surroundings = surroundings;
        this.terminal = terminal;
    }

    int exitStatus() {
        return exitStatus;
    }

    /**
     * Has a proxy run a statement that may begin an operation.
     *
     * @throws CliFailure with {@link ExitStatus#UNFINISHED} when an operation is left that waits for somebody
     */
    Result run(String sql) throws CliFailure {
        return run(sql, Optional.empty());
    }

    /** The same, of a statement that goes on with an operation or ends it. */
    Result run(String sql, long number) throws CliFailure {
        return run(sql, Optional.of(number));
    }

    private Result run(String sql, Optional<Long> number) throws CliFailure {
        String password = password();
        try (ProxyClient worker = ProxyClient.connect(options, password, LONGEST);
                ProxyClient watcher = ProxyClient.connect(options, password, LOOK)) {
            long last = operations(watcher).stream()
                    .map(OperationState::number)
                    .max(Comparator.naturalOrder())
                    .orElse(-1L);
            try {
                return await(worker, sql, watcher, number, last);
            } catch (CliFailure e) {
                throw withState(e, watcher, number, last);
            }
        }
    }

    /** Asked for once. */
    private String password() throws CliFailure {
        String known = password;
        if (known == null) {
            known = ProxyClient.password(options, surroundings);
            password = known;
        }
        return known;
    }

    /** The operation as it is now, or, if that is wanted, as it has ended. */
    Result watch(long number, boolean untilItsEnd) throws CliFailure {
        try (ProxyClient watcher = ProxyClient.connect(options, password(), LOOK);
                ProgressBar bar = new ProgressBar(terminal)) {
            while (true) {
                Result row = watcher.ask(OPERATIONS + " WHERE operation = '" + number + "'");
                Optional<OperationState> state = OperationState.find(OperationState.of(row), number);
                if (state.isEmpty()) {
                    throw new CliFailure("there is no operation " + number + ": pinion operations list");
                }
                if (!untilItsEnd || !state.get().isRunning()) {
                    exitStatus = untilItsEnd ? state.get().exitStatus() : ExitStatus.OK;
                    return row;
                }
                show(bar, state);
                pause();
            }
        }
    }

    // --- while it runs

    private Result await(ProxyClient worker, String sql, ProxyClient watcher, Optional<Long> number, long last)
            throws CliFailure {
        CompletableFuture<Result> running = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                running.complete(worker.ask(sql));
            } catch (CliFailure | RuntimeException e) {
                running.completeExceptionally(e);
            }
        });
        try (ProgressBar bar = new ProgressBar(terminal)) {
            while (true) {
                try {
                    return running.get(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    if (surroundings.terminal().isPresent()) {
                        show(bar, begun(operations(watcher), number, last).filter(OperationState::isRunning));
                    }
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CliFailure failure) {
                throw failure;
            }
            throw new CompletionException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliFailure("interrupted; it goes on at the proxy: pinion operations list", e);
        }
    }

    private void show(ProgressBar bar, Optional<OperationState> state) {
        if (surroundings.terminal().isPresent()) {
            state.ifPresent(bar::show);
        }
    }

    /** The operation, as it was named or as the first that has begun since. */
    private static Optional<OperationState> begun(List<OperationState> all, Optional<Long> number, long last) {
        return number.isPresent()
                ? OperationState.find(all, number.get())
                : all.stream().filter(state -> state.number() > last).findFirst();
    }

    private static List<OperationState> operations(ProxyClient watcher) throws CliFailure {
        return OperationState.of(watcher.ask(OPERATIONS));
    }

    /** A refusal leaves nothing behind; an operation that stopped half-way does, which a script must tell apart. */
    private static CliFailure withState(CliFailure failure, ProxyClient watcher, Optional<Long> number, long last) {
        try {
            boolean left = begun(operations(watcher), number, last)
                    .filter(OperationState::isUnfinished)
                    .isPresent();
            return left
                    ? new CliFailure(String.valueOf(failure.getMessage()), ExitStatus.UNFINISHED, failure)
                    : failure;
        } catch (CliFailure gone) {
            return failure;
        }
    }

    private static void pause() throws CliFailure {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliFailure("interrupted; it goes on at the proxy: pinion operations list", e);
        }
    }
}
