package io.pinion.config.settings;

import java.time.Duration;

/**
 * The limits of clients.
 *
 * @param maxAllowedPacket the largest statement of a client, joined from all its packets
 * @param maxSessions how many clients may be connected; one more gets error 1040
 * @param maxPreparedStatements how many statements one session may have prepared; one more gets error 1461
 * @param readTimeout how long a client may send next to nothing of a command that it has begun
 * @param writeTimeout how long a client may read nothing of an answer that waits for it
 * @param idleTimeout how long a client may send no command, unless its session sets a {@code wait_timeout}
 * @param sequenceBlock how many numbers of a sequence the proxy reserves at a time: with fewer it reads the counter
 *     more often, with more a proxy that ends leaves larger gaps
 * @param loginFailuresBeforeDelay how many failed logins of one address, with less than a minute between them, are
 *     answered at once
 * @param loginFailureDelay how long the answer to a further one may wait, which begins with 100 ms and doubles; 0
 *     answers all at once
 */
public record LimitSettings(
        ByteSize maxAllowedPacket,
        int maxSessions,
        int maxPreparedStatements,
        Duration readTimeout,
        Duration writeTimeout,
        Duration idleTimeout,
        int sequenceBlock,
        int loginFailuresBeforeDelay,
        Duration loginFailureDelay) {
    public static final LimitSettings DEFAULT = new LimitSettings(
            ByteSize.megabytes(64),
            20_000,
            4_096,
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofHours(8),
            1_000,
            5,
            Duration.ofSeconds(3));

    public LimitSettings {
        WrongSetting.between("maxAllowedPacket", maxAllowedPacket, new ByteSize(1024), ByteSize.megabytes(1024));
        WrongSetting.between("maxSessions", maxSessions, 1, 1_000_000);
        WrongSetting.between("maxPreparedStatements", maxPreparedStatements, 1, 1_000_000);
        WrongSetting.between("readTimeout", readTimeout, Duration.ofMillis(100), Duration.ofHours(24));
        WrongSetting.between("writeTimeout", writeTimeout, Duration.ofMillis(100), Duration.ofHours(24));
        WrongSetting.between("sequenceBlock", sequenceBlock, 1, 1_000_000);
        WrongSetting.between("loginFailuresBeforeDelay", loginFailuresBeforeDelay, 0, 1_000_000);
        WrongSetting.between("loginFailureDelay", loginFailureDelay, Duration.ZERO, Duration.ofMinutes(1));
        WrongSetting.between("idleTimeout", idleTimeout, Duration.ofSeconds(1), Duration.ofDays(365));
    }
}
