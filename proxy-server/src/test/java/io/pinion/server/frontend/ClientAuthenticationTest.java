package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Admission;
import io.pinion.config.topology.User;
import io.pinion.protocol.auth.CachingSha2Password;
import io.pinion.protocol.auth.ClearPassword;
import io.pinion.protocol.auth.NativePassword;
import io.pinion.protocol.auth.RsaExchange;
import io.pinion.protocol.auth.SaltedVerifier;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.server.frontend.ClientAuthentication.Verdict;
import io.pinion.server.testing.TestProxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientAuthenticationTest {
    private static final byte[] SCRAMBLE = "abcdefghijklmnopqrst".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PASSWORD = "secret".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = {};
    private static final SaltedPasswords PASSWORDS = new SaltedPasswords();
    private static final User BOTH = TestProxy.user("u", "secret");
    private static final User ONLY_NATIVE = new User(
            "u",
            BOTH.nativeVerifier(),
            Optional.empty(),
            Optional.empty(),
            BOTH.keyspaces(),
            false,
            false,
            "data",
            Admission.FREE,
            ScatterPolicy.FREE);
    private static final User ONLY_SHA2 = new User(
            "u",
            Optional.empty(),
            BOTH.sha2Verifier(),
            Optional.empty(),
            BOTH.keyspaces(),
            false,
            false,
            "data",
            Admission.FREE,
            ScatterPolicy.FREE);

    private static ServerTls tls;

    @BeforeAll
    static void makeCertificate(@TempDir Path directory) throws Exception {
        tls = ServerTls.selfSigned(directory);
    }

    @Test
    void aNativeProofIsEnough() {
        assertThat(clear(BOTH).begin(Optional.of(NativePassword.PLUGIN), nativeProof()))
                .isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    void aClientWithoutPluginsMakesNativeProofs() {
        assertThat(clear(BOTH).begin(Optional.empty(), nativeProof())).isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    void aSha2ProofIsEnoughAndToldAsFast() {
        Verdict verdict = clear(BOTH).begin(Optional.of(CachingSha2Password.PLUGIN), sha2Proof());

        assertThat(verdict).isInstanceOfSatisfying(Verdict.Accepted.class, accepted -> assertThat(accepted.fast())
                .isTrue());
    }

    @Test
    void aClientThatSendsNothingYetIsAskedByItsOwnMethod() {
        ClientAuthentication login = clear(BOTH);

        assertThat(switchOf(login.begin(Optional.of(CachingSha2Password.PLUGIN), NOTHING)))
                .isEqualTo(CachingSha2Password.PLUGIN);
        assertThat(login.onReply(sha2Proof())).isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    void aMethodThatNobodyKnowsIsSwitched() {
        ClientAuthentication login = clear(BOTH);

        assertThat(switchOf(login.begin(Optional.of("client_ed25519"), new byte[] {1})))
                .isEqualTo(NativePassword.PLUGIN);
        assertThat(login.onReply(nativeProof())).isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    void aNativeClientOfASha2UserIsSwitched() {
        ClientAuthentication login = clear(ONLY_SHA2);

        assertThat(switchOf(login.begin(Optional.of(NativePassword.PLUGIN), nativeProof())))
                .isEqualTo(CachingSha2Password.PLUGIN);
        assertThat(login.onReply(sha2Proof())).isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    void aSha2ClientOfANativeUserSendsItsPasswordInsideTls() {
        ClientAuthentication login = new ClientAuthentication(ONLY_NATIVE, SCRAMBLE, true, tls, PASSWORDS);

        assertThat(login.begin(Optional.of(CachingSha2Password.PLUGIN), sha2Proof()))
                .isInstanceOf(Verdict.MoreData.class);
        assertThat(login.onReply(ClearPassword.reply(PASSWORD))).isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    void aSha2ClientOfANativeUserEncryptsItsPasswordByThisKey() {
        ClientAuthentication login = clear(ONLY_NATIVE);
        login.begin(Optional.of(CachingSha2Password.PLUGIN), sha2Proof());

        Verdict key = login.onReply(new byte[] {CachingSha2Password.KEY_REQUEST});
        assertThat(key).isInstanceOf(Verdict.MoreData.class);
        byte[] encrypted =
                RsaExchange.encrypt(PASSWORD, SCRAMBLE, RsaExchange.fromPem(((Verdict.MoreData) key).data()));
        assertThat(login.onReply(encrypted)).isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    void aPasswordInClearWithoutTlsIsDenied() {
        ClientAuthentication login = clear(ONLY_NATIVE);
        login.begin(Optional.of(CachingSha2Password.PLUGIN), sha2Proof());

        assertThat(login.onReply(ClearPassword.reply(PASSWORD))).isInstanceOf(Verdict.Denied.class);
    }

    @Test
    void insideTlsThePasswordItselfIsCheckedByEitherVerifier() {
        for (User user : List.of(ONLY_NATIVE, ONLY_SHA2)) {
            ClientAuthentication asked = new ClientAuthentication(user, SCRAMBLE, true, tls, PASSWORDS);
            assertThat(switchOf(asked.begin(Optional.of(ClearPassword.PLUGIN), NOTHING)))
                    .isEqualTo(ClearPassword.PLUGIN);
            assertThat(asked.onReply(ClearPassword.reply(PASSWORD))).isInstanceOf(Verdict.Accepted.class);

            ClientAuthentication unasked = new ClientAuthentication(user, SCRAMBLE, true, tls, PASSWORDS);
            assertThat(unasked.begin(Optional.of(ClearPassword.PLUGIN), ClearPassword.reply(new byte[] {'x'})))
                    .isEqualTo(new Verdict.Denied(true));
        }
    }

    @Test
    void outsideOfTlsAPasswordInClearIsNotEvenLookedAt() {
        assertThat(switchOf(clear(BOTH).begin(Optional.of(ClearPassword.PLUGIN), ClearPassword.reply(PASSWORD))))
                .isEqualTo(NativePassword.PLUGIN);
    }

    @Test
    void whatDoesNotFitIsDenied() {
        byte[] wrong = new NativePassword().proof("wrong".getBytes(StandardCharsets.US_ASCII), SCRAMBLE);

        assertThat(clear(BOTH).begin(Optional.of(NativePassword.PLUGIN), wrong)).isEqualTo(new Verdict.Denied(true));
    }

    /** All packets of all ways to fail, of each kind of user. */
    @Test
    void anUnknownUserGoesTheSameWayAsAWrongPassword() {
        byte[] wrong = "wrong".getBytes(StandardCharsets.US_ASCII);
        List<byte[]> replies = List.of(
                NOTHING,
                new byte[20],
                new byte[32],
                new byte[256],
                new byte[] {CachingSha2Password.KEY_REQUEST},
                ClearPassword.reply(wrong),
                new NativePassword().proof(wrong, SCRAMBLE),
                new CachingSha2Password().proof(wrong, SCRAMBLE));
        for (User known : List.of(BOTH, ONLY_NATIVE, ONLY_SHA2, salted(), saltedWith(BOTH), saltedWith(ONLY_NATIVE))) {
            User unknown = UnknownUser.named("who", List.of(known), new SecureRandom());
            for (String plugin : List.of(
                    NativePassword.PLUGIN, CachingSha2Password.PLUGIN, ClearPassword.PLUGIN, "client_ed25519")) {
                for (boolean secure : new boolean[] {false, true}) {
                    for (byte[] first : replies) {
                        for (byte[] second : replies) {
                            for (byte[] third : replies) {
                                List<byte[]> sent = List.of(first, second, third);
                                assertThat(packets(unknown, secure, plugin, sent))
                                        .isEqualTo(packets(known, secure, plugin, sent));
                            }
                        }
                    }
                }
            }
        }
    }

    @Test
    void anUnknownUserHasTheVerifiersOfOneOfTheUsersAndAlwaysTheSame() {
        List<User> users = List.of(ONLY_NATIVE, ONLY_SHA2, salted());
        Set<String> kinds = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            String name = "who" + i;
            String kind = kind(UnknownUser.named(name, users, new SecureRandom()));
            assertThat(kind(UnknownUser.named(name, users, new SecureRandom()))).isEqualTo(kind);
            kinds.add(kind);
        }
        assertThat(kinds)
                .isEqualTo(users.stream().map(ClientAuthenticationTest::kind).collect(Collectors.toSet()));
    }

    @Test
    void aWrongPasswordIsCheckedSlowlyAlsoWhereTheRightOneIsRemembered() {
        SaltedPasswords passwords = new SaltedPasswords();
        User user = salted();
        ClientAuthentication right = new ClientAuthentication(user, SCRAMBLE, true, tls, passwords);
        checked(right.begin(Optional.of(ClearPassword.PLUGIN), ClearPassword.reply(PASSWORD)), right, passwords);

        ClientAuthentication wrong = new ClientAuthentication(user, SCRAMBLE, true, tls, passwords);
        Verdict verdict = wrong.begin(Optional.of(ClearPassword.PLUGIN), ClearPassword.reply(new byte[] {'x'}));

        assertThat(verdict).isInstanceOf(Verdict.Check.class);
        assertThat(checked(verdict, wrong, passwords)).isEqualTo(new Verdict.Denied(true));
    }

    private static String kind(User user) {
        return user.nativeVerifier().isPresent() + " " + user.sha2Verifier().isPresent() + " "
                + user.saltedVerifier().isPresent();
    }

    /** What a client that sends this is answered, until its login is denied. */
    private static String packets(User user, boolean secure, String plugin, List<byte[]> sent) {
        ClientAuthentication login = new ClientAuthentication(user, SCRAMBLE, secure, tls, PASSWORDS);
        StringBuilder answered = new StringBuilder();
        Verdict verdict = login.begin(Optional.of(plugin), sent.getFirst());
        for (byte[] reply : sent.subList(1, sent.size())) {
            answered.append(packet(verdict)).append(';');
            if (verdict instanceof Verdict.SwitchTo || verdict instanceof Verdict.MoreData) {
                verdict = login.onReply(reply);
            }
        }
        return answered.append(packet(verdict)).toString();
    }

    private static String packet(Verdict verdict) {
        return switch (verdict) {
            case Verdict.SwitchTo(String plugin, byte[] challenge) -> plugin + Arrays.toString(challenge);
            case Verdict.MoreData(byte[] data) -> Arrays.toString(data);
            case Verdict.Denied denied -> denied.toString();
            case Verdict.Check check -> "a slow check";
            case Verdict.Accepted accepted -> throw new AssertionError("a wrong password was accepted");
        };
    }

    private static User saltedWith(User other) {
        return new User(
                "u",
                other.nativeVerifier(),
                other.sha2Verifier(),
                salted().saltedVerifier(),
                BOTH.keyspaces(),
                false,
                false,
                "data",
                Admission.FREE,
                ScatterPolicy.FREE);
    }

    @Test
    void noPasswordIsDeniedAfterTheSwitch() {
        ClientAuthentication login = clear(BOTH);
        login.begin(Optional.of(NativePassword.PLUGIN), NOTHING);

        assertThat(login.onReply(NOTHING)).isEqualTo(new Verdict.Denied(false));
    }

    @Test
    void onlyAMariaDbClientInsideTlsGetsAProofOfTheCertificate() {
        Verdict secure = new ClientAuthentication(BOTH, SCRAMBLE, true, tls, PASSWORDS)
                .begin(Optional.of(NativePassword.PLUGIN), nativeProof());
        Verdict open = clear(BOTH).begin(Optional.of(NativePassword.PLUGIN), nativeProof());

        assertThat(((Verdict.Accepted) secure).proofForClient()).hasSize(65).startsWith(1);
        assertThat(((Verdict.Accepted) open).proofForClient()).isEmpty();
    }

    @Test
    void aSaltedVerifierNeedsThePasswordOnceAndTheFastWayIsEnoughFromThenOn() {
        SaltedPasswords passwords = new SaltedPasswords();
        User user = salted();
        ClientAuthentication first = new ClientAuthentication(user, SCRAMBLE, true, tls, passwords);
        assertThat(first.begin(Optional.of(CachingSha2Password.PLUGIN), sha2Proof()))
                .isInstanceOf(Verdict.MoreData.class);
        assertThat(checked(first.onReply(ClearPassword.reply(PASSWORD)), first, passwords))
                .isInstanceOf(Verdict.Accepted.class);

        ClientAuthentication second = new ClientAuthentication(user, SCRAMBLE, false, tls, passwords);
        assertThat(second.begin(Optional.of(CachingSha2Password.PLUGIN), sha2Proof()))
                .isInstanceOfSatisfying(Verdict.Accepted.class, accepted -> assertThat(accepted.fast())
                        .isTrue());
        ClientAuthentication wrong = new ClientAuthentication(user, SCRAMBLE, true, tls, passwords);
        assertThat(wrong.begin(Optional.of(CachingSha2Password.PLUGIN), new byte[32]))
                .isInstanceOf(Verdict.MoreData.class);

        passwords.keep(List.of(BOTH));
        ClientAuthentication forgotten = new ClientAuthentication(user, SCRAMBLE, false, tls, passwords);
        assertThat(forgotten.begin(Optional.of(CachingSha2Password.PLUGIN), sha2Proof()))
                .isInstanceOf(Verdict.MoreData.class);
    }

    @Test
    void aWrongPasswordIsNotRememberedByASaltedVerifier() {
        SaltedPasswords passwords = new SaltedPasswords();
        User user = salted();
        ClientAuthentication login = new ClientAuthentication(user, SCRAMBLE, true, tls, passwords);
        Verdict verdict = login.begin(Optional.of(ClearPassword.PLUGIN), ClearPassword.reply(new byte[] {'x'}));

        assertThat(checked(verdict, login, passwords)).isEqualTo(new Verdict.Denied(true));
        assertThat(passwords.fastVerifier(((Verdict.Check) verdict).verifier())).isEmpty();
    }

    @Test
    void aNativeClientOfASaltedUserIsAskedForAnotherMethod() {
        assertThat(switchOf(clear(salted()).begin(Optional.of(NativePassword.PLUGIN), nativeProof())))
                .isEqualTo(CachingSha2Password.PLUGIN);
    }

    private static User salted() {
        return new User(
                "u",
                Optional.empty(),
                Optional.empty(),
                Optional.of(SaltedVerifier.of(PASSWORD, new SecureRandom()).text()),
                BOTH.keyspaces(),
                false,
                false,
                "data",
                Admission.FREE,
                ScatterPolicy.FREE);
    }

    private static Verdict checked(Verdict verdict, ClientAuthentication login, SaltedPasswords passwords) {
        Verdict.Check check = (Verdict.Check) verdict;
        return login.onChecked(passwords
                        .check(check.verifier(), check.password(), () -> true)
                        .toCompletableFuture()
                        .join()
                == SaltedPasswords.Check.RIGHT);
    }

    private static ClientAuthentication clear(User user) {
        return new ClientAuthentication(user, SCRAMBLE, false, tls, PASSWORDS);
    }

    private static String switchOf(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.SwitchTo.class);
        return ((Verdict.SwitchTo) verdict).plugin();
    }

    private static byte[] nativeProof() {
        return new NativePassword().proof(PASSWORD, SCRAMBLE);
    }

    private static byte[] sha2Proof() {
        return new CachingSha2Password().proof(PASSWORD, SCRAMBLE);
    }
}
