package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressViewTest {
    private static final String COPYING = "copying from MySQL001A (10.0.1.1:3306): ";

    private final StringWriter text = new StringWriter();

    private static OperationState state(long done, long total, String step) {
        return new OperationState(7, "running", done, total, step, "");
    }

    private String bar(int width, OperationState... states) {
        try (ProgressBar bar = new ProgressBar(new PrintWriter(text), width)) {
            for (OperationState state : states) {
                bar.show(state);
            }
        }
        return text.toString();
    }

    @Test
    void shardsThatAreDoneAreDrawn() {
        assertThat(bar(80, state(2048, 4096, "making the databases")))
                .startsWith("\roperation 7 [##########··········] 2048/4096 making the databases\r");
    }

    @Test
    void whatIsCopiedIsDrawnWithItsRateAndTheTimeThatIsLeft() {
        String step = COPYING + "40 %, table 3 of 8, 40000 rows, 12 MB at 3.0 MB/s, about 6 s left";

        assertThat(bar(200, state(0, 2, step))).startsWith("\roperation 7 [########············] 40 % " + step + "\r");
        text.getBuffer().setLength(0);
        assertThat(bar(80, state(0, 2, step)))
                .startsWith("\roperation 7 [########············] 40 % copying f…B at 3.0 MB/s, about 6 s left\r");
    }

    @Test
    void nothingIsDrawnAsLongAsNothingIsKnown() {
        assertThat(bar(80, state(0, 4, "comparing"))).startsWith("\roperation 7 comparing\r");
        assertThat(bar(10, state(1, 4, "comparing"))).startsWith("\r").doesNotContain("\n");
    }

    @Test
    void aBarIsWrittenOverAndGoneAfterwards() {
        assertThat(bar(80, state(0, 0, "a long step"), state(0, 0, "short")))
                .startsWith("\roperation 7 a long step\roperation 7 short      \r")
                .endsWith(" \r");
    }

    @Test
    void whatIsNoOperationShowsHowLongItTakes() {
        try (ProgressBar bar = new ProgressBar(new PrintWriter(text), 80)) {
            bar.show(Duration.ofSeconds(90));
        }
        assertThat(text.toString()).startsWith("\rwaiting for the answer, 90 s\r");
    }

    @Test
    void aLogHasEachStepAndNowAndThenHowFarItIs() {
        AtomicLong nanos = new AtomicLong(-1);
        ProgressLog log = new ProgressLog(new PrintWriter(text), nanos::get);
        for (int percent = 0; percent < 100; percent++) {
            log.show(state(0, 2, COPYING + percent + " %"));
            nanos.addAndGet(Duration.ofMillis(300).toNanos());
        }
        log.show(state(0, 2, "comparing"));
        log.show(state(0, 2, "comparing"));

        assertThat(text.toString()).isEqualToNormalizingNewlines("""
                operation 7: copying from MySQL001A (10.0.1.1:3306): 0 %
                operation 7: copying from MySQL001A (10.0.1.1:3306): 34 %
                operation 7: copying from MySQL001A (10.0.1.1:3306): 68 %
                operation 7: comparing
                """);
    }
}
