package io.pinion.config.settings;

/**
 * What this proxy does for pairs on its own account.
 *
 * @param openRestartedPrimary whether a primary that this proxy has seen to take writes, and that has restarted since, is
 *     opened without an operator's word
 */
public record PairSettings(boolean openRestartedPrimary) {
    public static final PairSettings DEFAULT = new PairSettings(true);
}
