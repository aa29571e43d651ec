package io.pinion.integration.faults.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.faults.history.Creations.Creation;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CreationsTest {
    private final Creations creations = new Creations();
    private final Losses losses = new Losses();

    @Test
    void whatWasAcknowledgedIsThere() {
        creations.add(new Creation(7, "x", 10));
        assertThat(creations.problems(Map.of(7L, "x"), losses)).isEmpty();
        assertThat(creations.problems(Map.of(), losses)).containsExactly("object 7 was acknowledged and is lost");
    }

    @Test
    void anotherObjectUnderTheIdIsNoticed() {
        creations.add(new Creation(7, "x", 10));
        assertThat(creations.problems(Map.of(7L, "y"), losses)).containsExactly("object 7 is 'y' and was made as 'x'");
    }

    /** Caches may still hold the first. */
    @Test
    void anIdThatWasLostAndIsGivenAgainIsNoticed() {
        losses.between(0, 20);
        creations.add(new Creation(7, "lost", 10));
        assertThat(creations.problems(Map.of(), losses)).isEmpty();
        creations.add(new Creation(7, "new", 30));
        assertThat(creations.problems(Map.of(7L, "new"), losses)).contains("id 7 was given to 'lost' and to 'new'");
    }
}
