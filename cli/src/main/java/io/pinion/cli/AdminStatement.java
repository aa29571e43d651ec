package io.pinion.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends one long admin statement, and shows its progress meanwhile. Blocks; not thread-safe. */
final class AdminStatement {
    /** Creating shards takes minutes; rebuilding and copying big tables takes hours. */
    private static final Duration LONGEST = Duration.ofDays(2);

    private static final Duration LOOK = Duration.ofSeconds(30);

    /**
     * The time for which the proxy may be restarting, or without ZooKeeper, while the command waits for an operation.
     */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static final long LOOK_EVERY_MILLIS = 300;
    private static final String OPERATIONS = "SHOW OPERATIONS";

    private final ProxyOptions options;
    private final CliEnvironment environment;
    private final ProgressView progress;
    private @Nullable String password;

    /** @param progress is closed behind each wait, and shows the next one, too */
    AdminStatement(ProxyOptions options, CliEnvironment environment, ProgressView progress) {
        this.options = options;
        this.environment = environment;
        this.progress = progress;
    }

    // --- statements

    /** Looks at what a statement has done so far. */
    @FunctionalInterface
    private interface Look {
        Optional<Result> now() throws CliFailure;
    }

    /** Sends a statement that begins no operation. */
    Result ask(String sql) throws CliFailure {
        long begun = System.nanoTime();
        try (ProxyClient worker = connect(LONGEST);
                ProgressView view = progress) {
            return await(worker, sql, () -> {
                view.show(Duration.ofNanos(System.nanoTime() - begun));
                return Optional.empty();
            });
        }
    }

    /** What the proxy's statements are: its answer to {@code HELP PINION}. */
    Result help() throws CliFailure {
        try (ProxyClient client = connect(LOOK)) {
            return client.ask("HELP PINION");
        }
    }

    /**
     * Sends a statement that may begin an operation.
     *
     * @param number of the operation that it continues or ends; empty for one that may begin
     * @param detach whether an operation that has begun is answer enough
     * @throws CliFailure with {@link ExitStatus#UNFINISHED} when an operation is left that an operator must resume or
     *     cancel
     */
    Result run(String sql, OptionalLong number, boolean detach) throws CliFailure {
        try (ProxyClient worker = connect(LONGEST);
                ProxyClient watcher = connect(LOOK);
                ProgressView view = progress) {
            long last = operations(watcher).stream()
                    .mapToLong(OperationState::number)
                    .max()
                    .orElse(-1L);
            Supplier<Optional<OperationState>> begun = () -> begun(watcher, number, last);
            Result answer;
            try {
                answer = await(worker, sql, () -> {
                    show(view, begun, OperationState::isRunning);
                    Optional<OperationState> left = detach ? begun.get() : Optional.empty();
                    return left.isPresent() ? Optional.of(look(left.get().number())) : Optional.empty();
                });
            } catch (CliFailure e) {
                throw withState(e, begun.get());
            }
            // A log also gets a line for an operation that ended before the first look.
            show(view, begun, ended -> true);
            return answer;
        }
    }

    private static void show(
            ProgressView view, Supplier<Optional<OperationState>> begun, Predicate<OperationState> wanted) {
        if (view != ProgressView.NONE) {
            begun.get().filter(wanted).ifPresent(view::show);
        }
    }

    /** @param look called again and again meanwhile; what it returns is the answer, and the statement is left alone */
    private static Result await(ProxyClient worker, String sql, Look look) throws CliFailure {
        CompletableFuture<Result> running = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                running.complete(worker.ask(sql));
            } catch (CliFailure | RuntimeException e) {
                running.completeExceptionally(e);
            }
        });
        try {
            while (true) {
                try {
                    return running.get(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    Optional<Result> enough = look.now();
                    if (enough.isPresent()) {
                        worker.abandon();
                        return enough.get();
                    }
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CliFailure failure) {
                throw failure;
            }
            throw new CompletionException(e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** The named operation, or the first that has begun since. Empty after a failure: a later look may succeed. */
    private static Optional<OperationState> begun(ProxyClient watcher, OptionalLong number, long last) {
        try {
            List<OperationState> all = operations(watcher);
            return number.isPresent()
                    ? OperationState.find(all, number.getAsLong())
                    : all.stream().filter(state -> state.number() > last).findFirst();
        } catch (CliFailure e) {
            return Optional.empty();
        }
    }

    private static List<OperationState> operations(ProxyClient watcher) throws CliFailure {
        return OperationState.of(watcher.ask(OPERATIONS));
    }

    /** A script must tell a refusal, which leaves nothing behind, from an operation that stopped half-way. */
    private static CliFailure withState(CliFailure failure, Optional<OperationState> begun) {
        return begun.filter(OperationState::isUnfinished).isPresent()
                ? new CliFailure(String.valueOf(failure.getMessage()), ExitStatus.UNFINISHED, failure)
                : failure;
    }

    // --- operations

    /** The operation's present state, with the commands that may follow. */
    Result look(long number) throws CliFailure {
        try (ProxyClient watcher = connect(LOOK)) {
            return told(watcher.ask(about(number)), number);
        }
    }

    /**
     * The operation's state as soon as it no longer runs.
     *
     * @throws CliFailure with {@link ExitStatus#UNFINISHED} when no proxy answers for a while
     */
    Result awaitEnd(long number) throws CliFailure {
        try (Poller poller = new Poller(() -> connect(LOOK), TIMEOUT);
                ProgressView view = progress) {
            while (true) {
                Result now = told(poller.ask(about(number)), number);
                OperationState state = OperationState.of(now).getFirst();
                view.show(state);
                if (!state.isRunning()) {
                    return now;
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static String about(long number) {
        return OPERATIONS + " WHERE operation = '" + number + "'";
    }

    private Result told(Result row, long number) throws CliFailure {
        return OperationState.find(OperationState.of(row), number)
                .orElseThrow(() -> new CliFailure("there is no operation " + number + ": pinion show operations"))
                .withNext(row, options.reaching());
    }

    // --- the proxy

    private ProxyClient connect(Duration answer) throws CliFailure {
        return ProxyClient.connect(options, password(), answer);
    }

    /** Whether the password is known, so that the terminal is not asked for it. */
    boolean knowsPassword() {
        return password != null || ProxyClient.knowsPassword(environment);
    }

    /** The password, asked for once. */
    private String password() throws CliFailure {
        String known = password;
        if (known == null) {
            known = ProxyClient.password(options, environment);
            password = known;
        }
        return known;
    }

    private static CliFailure interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new CliFailure("interrupted; it goes on at the proxy: pinion show operations", e);
    }
}
