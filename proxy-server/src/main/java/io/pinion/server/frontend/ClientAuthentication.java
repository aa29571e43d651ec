package io.pinion.server.frontend;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Admission;
import io.pinion.config.topology.User;
import io.pinion.protocol.auth.AuthMethod;
import io.pinion.protocol.auth.CachingSha2Password;
import io.pinion.protocol.auth.ClearPassword;
import io.pinion.protocol.auth.Ed25519;
import io.pinion.protocol.auth.NativePassword;
import io.pinion.protocol.auth.RsaExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Proves that a client knows its user's password, by whichever method the client speaks and the user has a verifier for.
 *
 * <pre>
 *   begin ──▶ the proof fits a verifier ──────────────────────────────▶ Accepted
 *     ├─────▶ in TLS: mysql_clear_password, and it fits a verifier ─────▶ Accepted
 *     └─────▶ SwitchTo another method ──▶ its proof fits ─────────────▶ Accepted
 *               └▶ no verifier for caching_sha2's fast way: MoreData 04
 *                    ├▶ in TLS: the password itself ──────────────────▶ Accepted
 *                    └▶ 02: MoreData with the key ▶ encrypted password ▶ Accepted
 * </pre>
 *
 * Decides only; its owner sends. Whatever doesn't fit is Denied. An unknown user goes the same way as one who gives a wrong
 * password, packet by packet: {@link #nobody}.
 */
final class ClientAuthentication {
    static final byte[] FAST_SUCCESS = {CachingSha2Password.FAST_SUCCESS};

    private static final byte[] SEND_ALL = {CachingSha2Password.SEND_ALL};
    private static final byte[] NOTHING = {};
    private static final NativePassword NATIVE = new NativePassword();
    private static final CachingSha2Password SHA2 = new CachingSha2Password();

    private final User user;
    private final byte[] scramble;
    private final boolean secure;
    private final @Nullable ServerTls tls;

    private Stage stage = Stage.PROOF;
    private AuthMethod method = NATIVE;

    /** What the client's next packet is. */
    private enum Stage {
        PROOF,
        CLEAR_PASSWORD,
        PASSWORD_OR_KEY_REQUEST,
        ENCRYPTED_PASSWORD
    }

    /** What the login does next. */
    sealed interface Verdict {
        record SwitchTo(String plugin, byte[] challenge) implements Verdict {}

        record MoreData(byte[] data) implements Verdict {}

        /**
         * @param fast the client waits to be told that the fast way of caching_sha2_password was enough
         * @param proofForClient lets a MariaDB client trust the certificate; empty when there is nothing to prove
         */
        record Accepted(boolean fast, byte[] proofForClient) implements Verdict {}

        record Denied(boolean passwordGiven) implements Verdict {}
    }

    /**
     * @param secure the client speaks TLS already
     */
    ClientAuthentication(User user, byte[] scramble, boolean secure, @Nullable ServerTls tls) {
        this.user = user;
        this.scramble = scramble;
        this.secure = secure;
        this.tls = tls;
    }

    /** In place of a user that doesn't exist: one whose passwords nobody knows, so that names can't be guessed by trying. */
    static User nobody(String name, SecureRandom random) {
        byte[] verifiers = new byte[52];
        random.nextBytes(verifiers);
        String hex = HexFormat.of().formatHex(verifiers);
        return new User(
                name,
                Optional.of(hex.substring(0, 40)),
                Optional.of(hex.substring(40)),
                Set.of(),
                false,
                false,
                Account.DATA,
                Admission.FREE);
    }

    /**
     * The client's first proof.
     *
     * @param plugin what it made the proof with; clients that know no plugins make native ones
     */
    Verdict begin(Optional<String> plugin, byte[] proof) {
        if (secure && plugin.equals(Optional.of(ClearPassword.PLUGIN))) {
            stage = Stage.CLEAR_PASSWORD;
            return proof.length == 0 ? new Verdict.SwitchTo(ClearPassword.PLUGIN, NOTHING) : clearPassword(proof);
        }
        Optional<AuthMethod> spoken = AuthMethod.named(plugin.orElse(NativePassword.PLUGIN));
        boolean usable = spoken.isPresent() && canCheck(spoken.get());
        AuthMethod chosen = usable ? spoken.get() : preferred();
        if (!usable || proof.length == 0) {
            // A client whose own method isn't the greeting's sends nothing yet: ask it for a proof by that method.
            return switchTo(chosen);
        }
        method = chosen;
        return check(proof);
    }

    /** What the client answered to the last verdict. */
    Verdict onReply(byte[] reply) {
        return switch (stage) {
            case PROOF -> check(reply);
            case CLEAR_PASSWORD -> clearPassword(reply);
            case PASSWORD_OR_KEY_REQUEST -> passwordOrKeyRequest(reply);
            case ENCRYPTED_PASSWORD -> encryptedPassword(reply);
        };
    }

    private Verdict switchTo(AuthMethod other) {
        method = other;
        stage = Stage.PROOF;
        return new Verdict.SwitchTo(other.plugin(), scramble);
    }

    private Verdict check(byte[] proof) {
        Optional<byte[]> verifier = verifier(method);
        if (proof.length == 0) {
            return new Verdict.Denied(false);
        }
        if (verifier.isEmpty()) {
            // Only the native verifier is known: the password itself shows whether it fits.
            stage = Stage.PASSWORD_OR_KEY_REQUEST;
            return new Verdict.MoreData(SEND_ALL);
        }
        return method.accepts(proof, scramble, verifier.get())
                ? new Verdict.Accepted(method.equals(SHA2), proofForClient(verifier.get()))
                : new Verdict.Denied(true);
    }

    private Verdict passwordOrKeyRequest(byte[] reply) {
        if (secure) {
            return checkPassword(Optional.of(ClearPassword.passwordOf(reply)));
        }
        if (tls == null || reply.length != 1 || reply[0] != CachingSha2Password.KEY_REQUEST) {
            return new Verdict.Denied(true);
        }
        stage = Stage.ENCRYPTED_PASSWORD;
        return new Verdict.MoreData(RsaExchange.toPem(tls.keyPair().getPublic()));
    }

    private Verdict encryptedPassword(byte[] reply) {
        return tls == null
                ? new Verdict.Denied(true)
                : checkPassword(
                        RsaExchange.decrypt(reply, scramble, tls.keyPair().getPrivate()));
    }

    private Verdict clearPassword(byte[] reply) {
        byte[] password = ClearPassword.passwordOf(reply);
        return password.length == 0 ? new Verdict.Denied(false) : checkPassword(Optional.of(password));
    }

    /** By whichever verifier the user has. */
    private Verdict checkPassword(Optional<byte[]> password) {
        boolean fits = password.isPresent() && (fits(NATIVE, password.get()) || fits(SHA2, password.get()));
        return fits ? new Verdict.Accepted(false, NOTHING) : new Verdict.Denied(true);
    }

    private boolean fits(AuthMethod hashing, byte[] password) {
        Optional<byte[]> verifier = verifier(hashing);
        return verifier.isPresent() && MessageDigest.isEqual(hashing.verifier(password), verifier.get());
    }

    /** By the native verifier the whole password can be checked too, so caching_sha2_password works for it. */
    private boolean canCheck(AuthMethod spoken) {
        return verifier(spoken).isPresent()
                || (spoken.equals(SHA2) && tls != null && verifier(NATIVE).isPresent());
    }

    private AuthMethod preferred() {
        return verifier(NATIVE).isPresent() ? NATIVE : SHA2;
    }

    private Optional<byte[]> verifier(AuthMethod of) {
        Optional<String> hex =
                switch (of) {
                    case NativePassword hashed -> user.nativeVerifier();
                    case CachingSha2Password hashed -> user.sha2Verifier();
                    case Ed25519 signed -> Optional.empty();
                };
        return hex.map(HexFormat.of()::parseHex);
    }

    /**
     * MariaDB's clients from 11.4 on trust a self-signed certificate when the server shows that it knows their password's
     * hash: SHA-256 over hash, scramble and the certificate's fingerprint, in hex behind a byte 01 (MDEV-31855).
     */
    private byte[] proofForClient(byte[] verifier) {
        if (!secure || tls == null || !tls.isSelfSigned() || !method.equals(NATIVE)) {
            return NOTHING;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(verifier);
            digest.update(scramble);
            digest.update(tls.fingerprint());
            String hex = HexFormat.of().formatHex(digest.digest()).toUpperCase(Locale.ROOT);
            return ('\u0001' + hex).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
