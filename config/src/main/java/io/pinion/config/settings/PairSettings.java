package io.pinion.config.settings;

import java.time.Duration;

/**
 * The actions that this proxy takes on pairs by itself, and the load that its operations may put on them.
 *
 * @param openRestartedPrimary whether this proxy opens a restarted primary without an operator, when it has seen that
 *     primary take writes before
 * @param promoteAutomatically how long a primary has to be silent before this proxy reports it dead; off, the proxy
 *     takes no part in automatic promotions
 * @param resumeAbandonedOperations whether this proxy goes on with operations whose proxy has died
 * @param copySpeed the most bytes of values a second that a copy between servers writes
 * @param copyMaxRunning the most statements that may run on a server beside a copy before the copy pauses; 0 for any
 *     number
 */
public record PairSettings(
        boolean openRestartedPrimary,
        OffOrTime promoteAutomatically,
        boolean resumeAbandonedOperations,
        ByteRate copySpeed,
        int copyMaxRunning) {
    /** Servers are polled every two seconds, and an answer may take as long. */
    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(10);

    private static final Duration LONGEST_SILENCE = Duration.ofHours(1);

    /** The running threads that pt-online-schema-change allows by default (its option --max-load). */
    private static final int RUNNING_BY_DEFAULT = 25;

    /** A batch of rows is a megabyte: a slower copy would pause for long beside an open snapshot. */
    private static final ByteRate SLOWEST = ByteRate.megabytes(1);

    public static final PairSettings DEFAULT =
            new PairSettings(true, OffOrTime.OFF, true, ByteRate.UNLIMITED, RUNNING_BY_DEFAULT);

    public PairSettings {
        promoteAutomatically
                .time()
                .ifPresent(
                        time -> WrongSetting.between("promoteAutomatically", time, SHORTEST_SILENCE, LONGEST_SILENCE));
        if (copySpeed.bytesPerSecond() < SLOWEST.bytesPerSecond()) {
            throw new WrongSetting(
                    "copySpeed", copySpeed + " is not possible", "write " + SLOWEST + " or more, or unlimited");
        }
        WrongSetting.between("copyMaxRunning", copyMaxRunning, 0, 100_000);
    }
}
