package io.pinion.integration.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Idle and busy clients together for a while; everyone must end connected and correct. */
final class SoakRun {
    private static final Duration SETTLING_LIMIT = Duration.ofMinutes(1);

    private final InetSocketAddress address;
    private final String user;
    private final String password;
    private final SoakData data;
    private final MemorySamples memory = new MemorySamples();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicLong asked = new AtomicLong();

    SoakRun(InetSocketAddress address, String user, String password, SoakData data) {
        this.address = address;
        this.user = user;
        this.password = password;
        this.data = data;
    }

    /** @param samples how often memory is looked at, evenly over {@code duration} */
    Report run(int idle, int busy, Duration duration, int samples) throws IOException {
        try (var crowd = new Crowd(address)) {
            for (int i = 0; i < idle; i++) {
                var client = new SilentClient("idle " + i);
                crowd.add(login(i), () -> client);
            }
            within(crowd, SETTLING_LIMIT, crowd::everyoneStays, "every idle client is logged in");

            for (int i = 0; i < busy; i++) {
                int number = i;
                var generation = new AtomicLong();
                crowd.add(
                        login(i),
                        () -> counting(new BusyClient(
                                number, number * 1_000_003L + generation.getAndIncrement(), data, stopping::get)));
            }
            for (int sample = 0; sample < samples && crowd.failures().isEmpty(); sample++) {
                long end = System.nanoTime() + duration.toNanos() / samples;
                crowd.runUntil(() -> System.nanoTime() - end >= 0);
                memory.take();
            }

            stopping.set(true);
            within(crowd, SETTLING_LIMIT, crowd::everyoneStays, "every busy client has ended its act");
            crowd.wakeEveryone();
            within(crowd, SETTLING_LIMIT, crowd::everyoneStays, "every idle client still has its answer");
            return new Report(asked.get(), crowd.replacements(), memory, List.copyOf(crowd.failures()));
        }
    }

    /**
     * @param questions statements answered and checked, those of busy clients
     * @param replacements busy clients that left or vanished
     */
    record Report(long questions, long replacements, MemorySamples memory, List<String> failures) {}

    private Behaviour counting(Behaviour behaviour) {
        return () -> {
            ClientStep step = behaviour.next();
            if (step instanceof ClientStep.Ask) {
                asked.incrementAndGet();
            }
            return step;
        };
    }

    private WireClient.Login login(int number) {
        return new WireClient.Login(user, password, "legacy", number % 2 == 0);
    }

    private static void within(Crowd crowd, Duration limit, BooleanSupplier condition, String what) throws IOException {
        long end = System.nanoTime() + limit.toNanos();
        crowd.runUntil(() -> condition.getAsBoolean() || System.nanoTime() - end >= 0);
        if (crowd.failures().isEmpty() && !condition.getAsBoolean()) {
            throw new AssertionError("not in " + limit + ": " + what);
        }
    }
}
