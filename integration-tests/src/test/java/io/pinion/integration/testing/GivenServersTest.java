package io.pinion.integration.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.demo.ServerProgram;
import io.pinion.integration.testing.GivenServers.Address;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
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
    void aGroupThatAnotherJvmHasIsLeftToIt() throws Exception {
        try (FileChannel file = FileChannel.open(
                        ServerClaims.file("taken:1"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThat(given("taken:1;free:2", null, "1").addresses()).containsExactly(new Address("free", 2));
            assertThatThrownBy(() -> given("taken:1", null, "4"))
                    .hasMessageContaining("run with -Dpinion.forks=1,")
                    .hasMessageContaining("-Dpinion.mysql97='taken:1;host:port'");
        }
    }

    @Test
    void noJvmNeedsAGroupWhereNoServerIsGiven() {
        assertThat(given(null, null, "2").addresses()).isEmpty();
    }

    @Test
    void containersAreNoServersUntilTheyHaveAddresses() {
        assertThat(given("containers", null, "2").addresses()).isEmpty();
        assertThat(given(null, "containers", "2").addresses()).isEmpty();
    }

    @Test
    void aJvmOfFailsafeStartsContainers() {
        assertThat(startsContainers("containers", null, "2")).isTrue();
        assertThat(startsContainers(null, "containers", "2")).isTrue();
        assertThat(startsContainers("a:1", "containers", "1")).isFalse();
        assertThat(startsContainers("containers", null, null)).isFalse();
    }

    @Test
    void aSkippedTestSaysWhatToType() {
        assertThat(GivenServers.howToGiveMySql97(2))
                .contains("-Dpinion.forks=1 -Dpinion.mysql97=host:port,host:port (or PINION_MYSQL97 ");
    }

    private static GivenServers given(@Nullable String property, @Nullable String variable) {
        return given(property, variable, null);
    }

    private static GivenServers given(@Nullable String property, @Nullable String variable, @Nullable String fork) {
        return GivenServers.mysql97(properties(property, fork), environment(variable));
    }

    private static boolean startsContainers(
            @Nullable String property, @Nullable String variable, @Nullable String fork) {
        return GivenServers.areWantedInContainers(properties(property, fork), environment(variable));
    }

    private static Function<String, @Nullable String> properties(@Nullable String servers, @Nullable String fork) {
        Map<String, @Nullable String> properties = new HashMap<>();
        properties.put(GivenServers.MYSQL97, servers);
        properties.put(GivenServers.FORK, fork);
        return properties::get;
    }

    private static Function<String, @Nullable String> environment(@Nullable String servers) {
        return name -> name.equals(GivenServers.ENVIRONMENT) ? servers : null;
    }
}
