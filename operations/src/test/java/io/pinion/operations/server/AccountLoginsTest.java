package io.pinion.operations.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.AccountLogins.LoginProblem;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AccountLoginsTest {
    private static List<LoginProblem> problems(int port, Map<String, String> secrets) {
        ServerAccess access = new ServerAccess(new Secrets(secrets::get), Map::of);
        Server server = new Server("p1C", "127.0.0.1", port);
        List<Account> accounts =
                List.of(new Account("monitor", "m", "env:PASSWORD"), new Account("operator", "o", "env:PASSWORD"));
        return new AccountLogins(access, server, Duration.ofMillis(500)).problems(accounts);
    }

    /** No account's cure would help. */
    @Test
    void aServerThatDoesntAnswerIsToldOnceAndForNoAccount() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            List<LoginProblem> problems = problems(silent.getLocalPort(), Map.of("PASSWORD", "secret"));
            assertThat(problems).singleElement().satisfies(problem -> {
                assertThat(problem.silent()).isTrue();
                assertThat(problem.words())
                        .startsWith("p1C (127.0.0.1:" + silent.getLocalPort() + ") doesn't answer: ")
                        .endsWith("see that it runs, and that its address is reached from here")
                        .doesNotContain("account");
            });
        }
    }

    @Test
    void aMissingPasswordIsOfEachAccount() {
        assertThat(problems(1, Map.of())).hasSize(2).allSatisfy(problem -> {
            assertThat(problem.silent()).isFalse();
            assertThat(problem.words()).contains("can't log in on p1C", "has no password");
        });
    }
}
