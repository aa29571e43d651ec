package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.observe.ServerSnapshot;
import io.pinion.server.observe.ServerSnapshot.State;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerStatesTest {
    /** A server that refuses logins should not be replaced. */
    @Test
    void aServerThatRefusesLoginsIsThere() {
        ServerStates states = new ServerStates(List.of(
                new ServerSnapshot("refusing", State.REFUSING, "account monitor, error 1045"),
                new ServerSnapshot("full", State.REFUSING, "error 1040 (all its connections are in use)"),
                new ServerSnapshot("gone", State.DOWN, "error 2003"),
                new ServerSnapshot("well", State.UP, "")));

        assertThat(states.refusesLogins("refusing")).isTrue();
        assertThat(states.refusesLogins("full")).isFalse();
        assertThat(states.refusesLogins("gone")).isFalse();
        assertThat(states.refusesLogins("well")).isFalse();
        assertThat(states.refusesLogins("unknown")).isFalse();
    }
}
