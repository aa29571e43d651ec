package io.pinion.integration.faults.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.faults.history.Payments.Booking;
import io.pinion.integration.faults.history.Payments.Payment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaymentsTest {
    private static final Booking FIRST = new Booking(1, "a", "b", 5);

    private final Payments payments = new Payments(100);
    private final Losses losses = new Losses();

    private void pay(long id, Told told) {
        payments.add(new Payment(id, "a", "b", 5, id * 10, told));
    }

    private List<String> problems(long a, long b, Booking... bookings) {
        return payments.problems(List.of(bookings), Map.of("a", a, "b", b), losses);
    }

    @Test
    void whatWasAcknowledgedIsBookedOnce() {
        pay(1, Told.ACKNOWLEDGED);
        assertThat(problems(95, 105, FIRST)).isEmpty();
    }

    @Test
    void aLostPaymentIsNoticed() {
        pay(1, Told.ACKNOWLEDGED);
        assertThat(problems(100, 100)).containsExactly("payment 1 was acknowledged and is lost");
    }

    @Test
    void aPaymentThatWasMadeTwiceIsNoticed() {
        pay(1, Told.ACKNOWLEDGED);
        assertThat(problems(90, 110, FIRST, FIRST)).containsExactly("payment 1 is booked 2 times");
    }

    @Test
    void halfAPaymentIsNoticed() {
        pay(1, Told.ACKNOWLEDGED);
        assertThat(problems(95, 100, FIRST))
                .containsExactly("account b has 100, and 105 by its bookings", "all accounts have 195 and not 200");
    }

    @Test
    void aPaymentInDoubtIsThereAsAWholeOrNot() {
        pay(1, Told.IN_DOUBT);
        assertThat(problems(95, 105, FIRST)).isEmpty();
        assertThat(problems(100, 100)).isEmpty();
    }

    @Test
    void whatWasRefusedAndIsBookedIsNoticed() {
        pay(1, Told.NOT_COMMITTED);
        assertThat(problems(95, 105, FIRST)).containsExactly("payment 1 was told to have failed and is booked");
    }

    @Test
    void whatNobodyPaidIsNoticed() {
        assertThat(problems(95, 105, FIRST)).containsExactly("nobody has made payment 1");
    }

    @Test
    void whatAPromotionHasGivenUpMayBeMissing() {
        pay(1, Told.ACKNOWLEDGED);
        losses.between(0, 10);
        assertThat(problems(100, 100)).isEmpty();
    }
}
