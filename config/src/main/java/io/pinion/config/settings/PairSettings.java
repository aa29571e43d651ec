package io.pinion.config.settings;

/**
 * What this proxy does for pairs on its own account, and how hard its operations work on them.
 *
 * @param openRestartedPrimary whether a primary that this proxy has seen to take writes, and that has restarted since, is
 *     opened without an operator's word
 * @param copySpeed of the values that a copy between servers writes, at most
 * @param copyMaxRunning how many statements may run on a server beside a copy before that waits; 0 for any number
 */
public record PairSettings(boolean openRestartedPrimary, ByteRate copySpeed, int copyMaxRunning) {
    /** As many running threads as pt-online-schema-change lets be by default (its option --max-load). */
    private static final int RUNNING_BY_DEFAULT = 25;

    /** A batch of rows is a megabyte: a copy that is slower would stand still for long beside an open snapshot. */
    private static final ByteRate SLOWEST = ByteRate.megabytes(1);

    public static final PairSettings DEFAULT = new PairSettings(true, ByteRate.UNLIMITED, RUNNING_BY_DEFAULT);

    public PairSettings {
        if (copySpeed.bytesPerSecond() < SLOWEST.bytesPerSecond()) {
            throw new WrongSetting(
                    "copySpeed", copySpeed + " is not possible", "write " + SLOWEST + " or more, or unlimited");
        }
        WrongSetting.between("copyMaxRunning", copyMaxRunning, 0, 100_000);
    }

    public PairSettings withOpenRestartedPrimary(boolean open) {
        return new PairSettings(open, copySpeed, copyMaxRunning);
    }
}
