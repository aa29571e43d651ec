package io.pinion.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.server.sql.TableName;
import org.junit.jupiter.api.Test;

class BusyShardsTest {
    private static final TableName TABLE = new TableName("db00003", "jobs");

    private final BusyShards busy = new BusyShards();

    /** How many passes it is left alone for from now on. */
    private int rest() {
        int passes = 0;
        while (busy.rests(TABLE).isPresent()) {
            passes++;
        }
        return passes;
    }

    @Test
    void whatIsInUseAgainAndAgainIsLeftAloneForLonger() {
        assertThat(rest()).isZero();
        busy.inUse(TABLE, "in use");
        assertThat(rest()).isEqualTo(1);
        busy.inUse(TABLE, "in use");
        assertThat(rest()).isEqualTo(2);
        for (int i = 0; i < 5; i++) {
            busy.inUse(TABLE, "in use");
        }
        assertThat(rest()).isEqualTo(8);
    }

    @Test
    void itsProblemIsToldMeanwhile() {
        busy.inUse(TABLE, "db00003.jobs is in use");
        assertThat(busy.rests(TABLE)).hasValue("db00003.jobs is in use");
    }

    @Test
    void whatWasFreeBeginsAnew() {
        busy.inUse(TABLE, "in use");
        busy.inUse(TABLE, "in use");
        busy.free(TABLE);
        assertThat(rest()).isZero();
        busy.inUse(TABLE, "in use");
        assertThat(rest()).isEqualTo(1);
    }
}
