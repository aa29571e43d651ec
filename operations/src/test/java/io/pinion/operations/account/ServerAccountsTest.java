package io.pinion.operations.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.account.ServerAccounts.Required;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerAccountsTest {
    private static ServerAccounts from(Map<String, Required> hosts) {
        return new ServerAccounts(hosts, Map.of(), Map.of(), Map.of());
    }

    /** Else what one of two servers that replicate accounts wants the other would take away. */
    @Test
    void hostsOfOneServerAreHostsOfBothWithTheStricterRequirement() {
        assertThat(ServerAccounts.hosts(List.of(
                        from(Map.of("10.0.%", Required.NOTHING, "127.0.0.1", Required.ENCRYPTION)),
                        from(Map.of("127.0.0.1", Required.NOTHING, "db%", Required.CERTIFICATE)))))
                .isEqualTo(Map.of(
                        "10.0.%", Required.NOTHING,
                        "127.0.0.1", Required.ENCRYPTION,
                        "db%", Required.CERTIFICATE));
    }
}
