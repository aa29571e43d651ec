package io.pinion.integration.faults.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Money that clients have moved between two accounts, each payment in one transaction. Any thread may add. */
public final class Payments {
    private final long atFirst;
    private final Collection<Payment> payments = new ConcurrentLinkedQueue<>();

    /**
     * @param from an account
     * @param endedNanos when its end was known
     */
    public record Payment(long id, String from, String to, int amount, long endedNanos, Told told) {}

    /** A row that a payment leaves behind, in the same transaction. */
    public record Booking(long id, String from, String to, int amount) {}

    /** @param atFirst what is on each account before the first payment */
    public Payments(long atFirst) {
        this.atFirst = atFirst;
    }

    public void add(Payment payment) {
        payments.add(payment);
    }

    /**
     * What is wrong with the bank: an acknowledged payment without its booking, a booking that is there twice or wasn't
     * acknowledged nor in doubt, and an account that doesn't have what its bookings make.
     *
     * @param balances by account
     */
    public List<String> problems(List<Booking> bookings, Map<String, Long> balances, Losses losses) {
        List<String> problems = new ArrayList<>();
        Map<Long, Integer> counts = new HashMap<>();
        Map<String, Long> expected = new HashMap<>();
        for (Booking booking : bookings) {
            counts.merge(booking.id(), 1, Integer::sum);
            expected.merge(booking.from(), (long) -booking.amount(), Long::sum);
            expected.merge(booking.to(), (long) booking.amount(), Long::sum);
        }
        balances.forEach((account, balance) -> {
            long right = atFirst + expected.getOrDefault(account, 0L);
            if (balance != right) {
                problems.add("account " + account + " has " + balance + ", and " + right + " by its bookings");
            }
        });
        long sum = balances.values().stream().mapToLong(Long::longValue).sum();
        if (sum != atFirst * balances.size()) {
            problems.add("all accounts have " + sum + " and not " + atFirst * balances.size());
        }
        for (Payment payment : payments) {
            Integer count = counts.remove(payment.id());
            requirePresence(payment, count == null ? 0 : count, losses, problems);
        }
        counts.keySet().forEach(id -> problems.add("nobody has made payment " + id));
        return problems;
    }

    private static void requirePresence(Payment payment, int count, Losses losses, List<String> problems) {
        String name = "payment " + payment.id();
        if (count > 1) {
            problems.add(name + " is booked " + count + " times");
        }
        switch (payment.told()) {
            case ACKNOWLEDGED -> {
                if (count == 0 && !losses.has(name, payment.endedNanos())) {
                    problems.add(name + " was acknowledged and is lost");
                }
            }
            case NOT_COMMITTED -> {
                if (count > 0) {
                    problems.add(name + " was told to have failed and is booked");
                }
            }
            case IN_DOUBT -> {}
        }
    }
}
