package io.pinion.integration.faults.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.faults.history.Appends.Append;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AppendsTest {
    private final Appends appends = new Appends();
    private final Losses losses = new Losses();

    /** One after the other, each for ten nanoseconds. */
    private void append(long number, Told told) {
        appends.add(new Append("a", number, number * 10, number * 10 + 9, told));
    }

    private List<String> problems(Long... list) {
        return appends.problems(Map.of("a", List.of(list)), losses);
    }

    @Test
    void whatWasAcknowledgedIsThereInItsOrder() {
        append(1, Told.ACKNOWLEDGED);
        append(2, Told.ACKNOWLEDGED);
        assertThat(problems(1L, 2L)).isEmpty();
    }

    @Test
    void aLostWriteIsNoticed() {
        append(1, Told.ACKNOWLEDGED);
        append(2, Told.ACKNOWLEDGED);
        assertThat(problems(2L)).containsExactly("list a: 1 was acknowledged and is lost");
    }

    @Test
    void aListThatIsGoneIsNoticed() {
        append(1, Told.ACKNOWLEDGED);
        assertThat(appends.problems(Map.of(), losses)).containsExactly("list a: 1 was acknowledged and is lost");
    }

    @Test
    void aDuplicatedWriteIsNoticed() {
        append(1, Told.ACKNOWLEDGED);
        assertThat(problems(1L, 1L)).containsExactly("list a: 1 is there twice");
    }

    @Test
    void twoWritesInTheOtherOrderAreNoticed() {
        append(1, Told.ACKNOWLEDGED);
        append(2, Told.ACKNOWLEDGED);
        append(3, Told.ACKNOWLEDGED);
        assertThat(problems(1L, 3L, 2L))
                .containsExactly("list a: 2 was acknowledged before 3 was sent, and stands behind it");
    }

    @Test
    void writesAtOneTimeMayBeInEitherOrder() {
        appends.add(new Append("a", 1, 0, 100, Told.ACKNOWLEDGED));
        appends.add(new Append("a", 2, 50, 60, Told.ACKNOWLEDGED));
        assertThat(problems(2L, 1L)).isEmpty();
        assertThat(problems(1L, 2L)).isEmpty();
    }

    @Test
    void aWriteInDoubtMayBeThereOrNotAndAtAnyTime() {
        append(1, Told.IN_DOUBT);
        append(2, Told.ACKNOWLEDGED);
        assertThat(problems(2L)).isEmpty();
        assertThat(problems(1L, 2L)).isEmpty();
        assertThat(problems(2L, 1L)).isEmpty();
    }

    @Test
    void aWriteInDoubtIsNotThereBeforeItWasSent() {
        append(1, Told.ACKNOWLEDGED);
        append(2, Told.IN_DOUBT);
        assertThat(problems(2L, 1L))
                .containsExactly("list a: 1 was acknowledged before 2 was sent, and stands behind it");
    }

    @Test
    void whatWasRefusedAndIsThereIsNoticed() {
        append(1, Told.NOT_COMMITTED);
        assertThat(problems(1L)).containsExactly("list a: 1 was told to have failed and is there");
    }

    @Test
    void whatNobodyWroteIsNoticed() {
        assertThat(problems(7L)).containsExactly("list a: nobody has written 7");
    }

    @Test
    void whatAPromotionHasGivenUpMayBeMissing() {
        append(1, Told.ACKNOWLEDGED);
        append(2, Told.ACKNOWLEDGED);
        losses.between(20, 40);
        assertThat(problems(1L)).isEmpty();
        assertThat(problems(2L)).containsExactly("list a: 1 was acknowledged and is lost");
    }
}
