package io.pinion.operations.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReplicationHealthTest {
    private static ReplicationHealth stopped(String error) {
        return new ReplicationHealth(true, false, true, error, OptionalLong.empty(), OptionalLong.of(4));
    }

    @Test
    void aSourceWhoseLogIsPurgedCantSendWhatComesNext() {
        ReplicationHealth purged =
                stopped("Got fatal error 1236 from master when reading data from binary log: 'Could not"
                        + " find GTID state requested by slave in any binlog files'");

        assertThat(purged.lacksLogOf(4)).isTrue();
        assertThat(purged.lacksLogOf(5)).isFalse();
        assertThat(stopped("error connecting to master").lacksLogOf(4)).isFalse();
    }
}
