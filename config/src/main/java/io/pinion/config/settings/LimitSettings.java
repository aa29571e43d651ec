package io.pinion.config.settings;

/**
 * What clients may take.
 *
 * @param maxAllowedPacket the largest statement of a client, joined from all its packets
 * @param maxSessions how many clients may be connected; one more is told error 1040
 */
public record LimitSettings(ByteSize maxAllowedPacket, int maxSessions) {
    public static final LimitSettings DEFAULT = new LimitSettings(ByteSize.megabytes(64), 20_000);

    public LimitSettings {
        WrongSetting.between("maxAllowedPacket", maxAllowedPacket, new ByteSize(1024), ByteSize.megabytes(1024));
        WrongSetting.between("maxSessions", maxSessions, 1, 1_000_000);
    }
}
