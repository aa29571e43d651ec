package io.pinion.config.settings;

import java.time.Duration;

/**
 * What this proxy does for pairs on its own account, and how hard its operations work on them.
 *
 * @param openRestartedPrimary whether a primary that this proxy has seen to take writes, and that has restarted since, is
 *     opened without an operator's word
 * @param promoteAutomatically for how long a primary has to be silent before this proxy says that it is dead; off, and it
 *     takes no part in promotions that nobody asks for
 * @param copySpeed of the values that a copy between servers writes, at most
 * @param copyMaxRunning how many statements may run on a server beside a copy before that waits; 0 for any number
 */
public record PairSettings(
        boolean openRestartedPrimary, OffOrTime promoteAutomatically, ByteRate copySpeed, int copyMaxRunning) {
    /** Servers are asked each other second, and may take as long for an answer. */
    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(10);

    private static final Duration LONGEST_SILENCE = Duration.ofHours(1);

    /** As many running threads as pt-online-schema-change lets be by default (its option --max-load). */
    private static final int RUNNING_BY_DEFAULT = 25;

    /** A batch of rows is a megabyte: a copy that is slower would stand still for long beside an open snapshot. */
    private static final ByteRate SLOWEST = ByteRate.megabytes(1);

    public static final PairSettings DEFAULT =
            new PairSettings(true, OffOrTime.OFF, ByteRate.UNLIMITED, RUNNING_BY_DEFAULT);

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

    public PairSettings withOpenRestartedPrimary(boolean open) {
        return new PairSettings(open, promoteAutomatically, copySpeed, copyMaxRunning);
    }

    public PairSettings withPromoteAutomatically(OffOrTime silence) {
        return new PairSettings(openRestartedPrimary, silence, copySpeed, copyMaxRunning);
    }
}
