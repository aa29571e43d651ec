package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoginDelaysTest {
    private final AtomicLong clock = new AtomicLong();
    private final LoginDelays delays = new LoginDelays(2, 1_000, clock::get);
    private final InetAddress here = address(1);

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, (byte) (last >> 8), (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Long> failures(int count) {
        return IntStream.range(0, count)
                .mapToObj(any -> delays.failedMillis(here))
                .toList();
    }

    @Test
    void theFirstFailuresAreFreeAndFurtherOnesWaitLongerUpToTheBound() {
        assertThat(failures(8)).containsExactly(0L, 0L, 100L, 200L, 400L, 800L, 1_000L, 1_000L);
    }

    @Test
    void anotherAddressHasItsOwnCount() {
        failures(5);

        assertThat(delays.failedMillis(address(2))).isZero();
    }

    @Test
    void aSeriesEndsWithAQuietMinute() {
        failures(5);
        clock.addAndGet(LoginDelays.WINDOW.toNanos() - 1);
        assertThat(delays.failedMillis(here)).isEqualTo(800);
        clock.addAndGet(LoginDelays.WINDOW.toNanos());

        assertThat(delays.failedMillis(here)).isZero();
    }

    @Test
    void noFailureWaitsWhereTheBoundIsNothing() {
        LoginDelays off = new LoginDelays(0, 0);

        assertThat(off.failedMillis(here)).isZero();
        assertThat(off.failedMillis(here)).isZero();
    }

    @Test
    void theStepsStayBelowTheBoundHoweverOftenAnAddressFails() {
        assertThat(failures(200)).allMatch(millis -> millis >= 0 && millis <= 1_000);
    }

    @Test
    void manyAddressesTakeBoundedRoom() {
        for (int i = 0; i < 30_000; i++) {
            delays.failedMillis(address(i));
        }

        assertThat(delays.addresses()).isLessThanOrEqualTo(10_000);
    }
}
