package io.pinion.server.frontend;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.pinion.config.topology.User;
import io.pinion.protocol.auth.CachingSha2Password;
import io.pinion.protocol.auth.SaltedVerifier;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Checks passwords against salted verifiers, and remembers of those that were right what the fast way of
 * caching_sha2_password needs, as a MySQL server does. Thread-safe.
 *
 * <p>A check takes the CPU some milliseconds, so one thread makes all of them: whoever tries passwords delays others who
 * send theirs whole, but no event loop.
 */
public final class SaltedPasswords {
    private static final int MAX_REMEMBERED = 10_000;

    /** Some seconds of checks; a client that comes behind them is told so. */
    static final int MAX_WAITING = 1_000;

    private static final long IDLE_SECONDS = 60;
    private static final CachingSha2Password SHA2 = new CachingSha2Password();

    private final Cache<SaltedVerifier, byte[]> fast = Caffeine.newBuilder()
            .maximumSize(MAX_REMEMBERED)
            .executor(Runnable::run)
            .build();
    private final Executor checks = oneThread();

    private static Executor oneThread() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), work -> Thread.ofPlatform()
                        .daemon()
                        .name("pinion-passwords")
                        .unstarted(work));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** Whether a password is right. */
    enum Check {
        RIGHT,
        WRONG,
        /** Too many wait for the same. */
        NOT_MADE
    }

    /** SHA256(SHA256(password)), if the password has been proven since the start; it goes with the verifier. */
    Optional<byte[]> fastVerifier(SaltedVerifier verifier) {
        return Optional.ofNullable(fast.getIfPresent(verifier));
    }

    /**
     * Checks whether this is the password.
     *
     * @param wanted whether anybody still waits for the answer
     */
    CompletionStage<Check> check(SaltedVerifier verifier, byte[] password, BooleanSupplier wanted) {
        try {
            return CompletableFuture.supplyAsync(
                    () -> wanted.getAsBoolean() && accepts(verifier, password) ? Check.RIGHT : Check.WRONG, checks);
        } catch (RejectedExecutionException full) {
            return CompletableFuture.completedFuture(Check.NOT_MADE);
        }
    }

    private boolean accepts(SaltedVerifier verifier, byte[] password) {
        Optional<byte[]> known = fastVerifier(verifier);
        if (known.isPresent() && MessageDigest.isEqual(SHA2.verifier(password), known.get())) {
            return true;
        }
        // A wrong password takes as long whether the right one is remembered or not, as one of an unknown user.
        boolean right = verifier.accepts(password);
        if (right) {
            fast.put(verifier, SHA2.verifier(password));
        }
        return right;
    }

    /** Forgets the passwords of all verifiers but these users'. */
    public void keep(Collection<User> users) {
        Set<String> kept =
                users.stream().flatMap(user -> user.saltedVerifier().stream()).collect(Collectors.toSet());
        fast.asMap().keySet().removeIf(verifier -> !kept.contains(verifier.text()));
    }
}
