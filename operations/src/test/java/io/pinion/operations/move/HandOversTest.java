package io.pinion.operations.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HandOversTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final HandOvers handOvers = new HandOvers();

    @Test
    void whoStopsWaitsForTheEndOfThoseThatHaveBegun() throws Exception {
        handOvers.begin();
        handOvers.begin();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> handOvers.close(LONG));
        handOvers.end();
        assertThat(closing).isNotDone();

        handOvers.end();

        closing.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void noneBeginsAnyMore() {
        handOvers.close(LONG);

        assertThatThrownBy(handOvers::begin).hasMessageContaining("the proxy is stopping");
    }

    @Test
    void whoeverTakesTooLongIsLeft() throws Exception {
        handOvers.begin();

        handOvers.close(Duration.ofMillis(1));

        assertThatThrownBy(handOvers::begin).hasMessageContaining("the proxy is stopping");
    }
}
