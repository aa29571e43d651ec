package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.User;
import io.pinion.protocol.auth.CachingSha2Password;
import io.pinion.protocol.auth.ClearPassword;
import io.pinion.protocol.auth.NativePassword;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.server.frontend.ClientAuthentication.Verdict;
import io.pinion.server.testing.FuzzRounds;
import io.pinion.server.testing.Mutations;
import io.pinion.server.testing.TestProxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a client says while it logs in, it is believed only with the right password, and it ends after some packets. */
class ClientAuthenticationFuzzTest {
    private static final byte[] SCRAMBLE = "abcdefghijklmnopqrst".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WRONG = "wrong".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_PACKETS = 5;
    private static final User USER = TestProxy.user("u", "secret");
    private static final List<String> PLUGINS = List.of(
            NativePassword.PLUGIN, CachingSha2Password.PLUGIN, ClearPassword.PLUGIN, "client_ed25519", "nosuch", "");

    private static ServerTls tls;

    @BeforeAll
    static void makeCertificate(@TempDir Path directory) throws Exception {
        tls = ServerTls.selfSigned(directory);
    }

    @Test
    void nobodyIsBelievedWithoutThePassword() {
        FuzzRounds.repeat("clients' proofs", 2, random -> {
            ClientAuthentication login = new ClientAuthentication(
                    user(random),
                    SCRAMBLE,
                    random.nextBoolean(),
                    random.nextInt(4) == 0 ? null : tls,
                    new SaltedPasswords());
            Optional<String> plugin = random.nextInt(8) == 0
                    ? Optional.empty()
                    : Optional.of(PLUGINS.get(random.nextInt(PLUGINS.size())));
            Verdict verdict = login.begin(plugin, reply(random));
            int packets = 1;
            while (verdict instanceof Verdict.SwitchTo || verdict instanceof Verdict.MoreData) {
                assertThat(packets).isLessThan(MOST_PACKETS);
                packets++;
                verdict = login.onReply(reply(random));
            }
            assertThat(verdict).isInstanceOf(Verdict.Denied.class);
        });
    }

    private static User user(Random random) {
        Optional<String> none = Optional.empty();
        int verifiers = random.nextInt(3);
        return new User(
                USER.name(),
                verifiers == 1 ? none : USER.nativeVerifier(),
                verifiers == 2 ? none : USER.sha2Verifier(),
                Optional.empty(),
                USER.keyspaces(),
                false,
                false,
                USER.account(),
                USER.admission(),
                ScatterPolicy.FREE);
    }

    /** Proofs of another password, of every length, and bytes that mean something in one method or the other. */
    private static byte[] reply(Random random) {
        byte[] right =
                switch (random.nextInt(7)) {
                    case 0 -> new NativePassword().proof(WRONG, SCRAMBLE);
                    case 1 -> new CachingSha2Password().proof(WRONG, SCRAMBLE);
                    case 2 -> ClearPassword.reply(WRONG);
                    case 3 -> new byte[] {CachingSha2Password.KEY_REQUEST};
                    case 4 -> new byte[0];
                    case 5 -> new byte[256];
                    default -> Arrays.copyOf(SCRAMBLE, random.nextInt(SCRAMBLE.length + 1));
                };
        return random.nextBoolean() ? right : Mutations.of(right, random);
    }
}
