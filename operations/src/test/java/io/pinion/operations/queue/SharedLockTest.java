package io.pinion.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SharedLockTest {
    /** What others may have, too. */
    private final AtomicBoolean taken = new AtomicBoolean();

    private final AtomicInteger takings = new AtomicInteger();

    private final SharedLock<Integer> lock = new SharedLock<>(
            () -> taken.compareAndSet(false, true) ? Optional.of(takings.incrementAndGet()) : Optional.empty(),
            number -> taken.set(false));

    @Test
    void allTurnsHaveTheSameUntilTheLastOneLeaves() throws Exception {
        assertThat(lock.join()).hasValue(1);
        assertThat(lock.join()).hasValue(1);

        lock.leave();
        assertThat(taken).isTrue();
        lock.leave();
        assertThat(taken).isFalse();
        assertThat(lock.join()).hasValue(2);
    }

    @Test
    void thereIsNoneWhileOthersHaveIt() throws Exception {
        taken.set(true);
        assertThat(lock.join()).isEmpty();

        taken.set(false);
        assertThat(lock.join()).isPresent();
    }

    @Test
    @Timeout(60)
    void othersGetItAlthoughThereIsATurnAtEachMoment() throws Exception {
        AtomicBoolean end = new AtomicBoolean();
        AtomicInteger turns = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            Thread.ofVirtual().start(() -> {
                while (!end.get()) {
                    turn(turns);
                }
            });
        }
        while (turns.get() < 10) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        while (!taken.compareAndSet(false, true)) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        end.set(true);
    }

    private void turn(AtomicInteger turns) {
        try {
            if (lock.join().isPresent()) {
                turns.incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(50);
                lock.leave();
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
