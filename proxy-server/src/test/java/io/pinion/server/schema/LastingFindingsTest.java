package io.pinion.server.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LastingFindingsTest {
    private final LastingFindings findings = new LastingFindings();

    @Test
    void aTableThatIsBeingMadeIsNoAlarm() {
        assertThat(findings.of(List.of("users isn't named"))).isEmpty();
        assertThat(findings.isWaiting()).isTrue();
        assertThat(findings.of(List.of())).isEmpty();
        assertThat(findings.isWaiting()).isFalse();
    }

    @Test
    void whatLastsIsToldOnceUntilItHasGone() {
        findings.of(List.of("a"));
        assertThat(findings.of(List.of("a", "b"))).containsExactly("a");
        assertThat(findings.isWaiting()).isTrue();
        assertThat(findings.of(List.of("a", "b"))).containsExactly("b");
        assertThat(findings.isWaiting()).isFalse();
        assertThat(findings.of(List.of("a"))).isEmpty();
        findings.of(List.of());
        findings.of(List.of("a"));
        assertThat(findings.of(List.of("a"))).containsExactly("a");
    }
}
