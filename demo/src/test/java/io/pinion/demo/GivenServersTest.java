package io.pinion.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.demo.GivenServers.Address;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GivenServersTest {
    @Test
    void thePropertyGoesBeforeTheEnvironment() {
        assertThat(given("a:1, b:2", "c:3").addresses()).containsExactly(new Address("a", 1), new Address("b", 2));
    }

    @Test
    void theEnvironmentIsEnough() {
        assertThat(given(null, "c:3").addresses()).containsExactly(new Address("c", 3));
    }

    @Test
    void nothingGivenIsNoServer() {
        assertThat(given(null, null).addresses()).isEmpty();
    }

    @Test
    void aHostAloneIsRefusedByName() {
        assertThatThrownBy(() -> given(null, "db")).hasMessageContaining("PINION_MYSQL97");
    }

    @Test
    void anAddressUnderTheNameOfAProgramIsRefusedByTheRightName() {
        assertThatThrownBy(() -> GivenServers.mysql97(
                        name -> null, name -> name.equals(ServerProgram.VARIABLE) ? "127.0.0.1:3306,db:3307" : null))
                .hasMessageContaining("PINION_MYSQLD is the path")
                .hasMessageContaining("in PINION_MYSQL97");
    }

    @Test
    void thePathOfAProgramIsNoServer() {
        assertThat(GivenServers.mysql97(
                                name -> null, name -> name.equals(ServerProgram.VARIABLE) ? "/usr/sbin/mariadbd" : null)
                        .addresses())
                .isEmpty();
    }

    @Test
    void eachJvmHasAGroupOfItsOwn() {
        assertThat(given("a:1,b:2;c:3", null, "1").addresses())
                .containsExactly(new Address("a", 1), new Address("b", 2));
        assertThat(given("a:1,b:2;c:3", null, "2").addresses()).containsExactly(new Address("c", 3));
    }

    @Test
    void aJvmWithoutAGroupIsToldSo() {
        assertThatThrownBy(() -> given("a:1,b:2", null, "2"))
                .hasMessageContaining("a semicolon between")
                .hasMessageContaining("-Dpinion.forks=1");
    }

    @Test
    void noJvmNeedsAGroupWhereNoServerIsGiven() {
        assertThat(given(null, null, "2").addresses()).isEmpty();
    }

    private static GivenServers given(@Nullable String property, @Nullable String variable) {
        return given(property, variable, null);
    }

    private static GivenServers given(@Nullable String property, @Nullable String variable, @Nullable String fork) {
        Map<String, @Nullable String> properties = new HashMap<>();
        properties.put(GivenServers.MYSQL97, property);
        properties.put(GivenServers.FORK, fork);
        return GivenServers.mysql97(properties::get, name -> name.equals(GivenServers.ENVIRONMENT) ? variable : null);
    }
}
