package io.pinion.server.frontend;

import io.pinion.config.topology.User;
import io.pinion.protocol.auth.AuthMethod;
import io.pinion.protocol.auth.CachingSha2Password;
import io.pinion.protocol.auth.ClearPassword;
import io.pinion.protocol.auth.Ed25519;
import io.pinion.protocol.auth.NativePassword;
import io.pinion.protocol.auth.RsaExchange;
import io.pinion.protocol.auth.SaltedVerifier;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a client knows its user's password, by a method that the client speaks and the user has a verifier for.
 *
 * <pre>
 *   begin ──▶ the proof fits a verifier ──────────────────────────────▶ Accepted
 *     ├─────▶ in TLS: mysql_clear_password, and it fits a verifier ─────▶ Accepted
 *     └─────▶ SwitchTo another method ──▶ its proof fits ─────────────▶ Accepted
 *               └▶ caching_sha2's fast way fails: MoreData 04
 *                    ├▶ in TLS: the password itself ──────────────────▶ Accepted
 *                    └▶ 02: MoreData with the key ▶ encrypted password ▶ Accepted
 *   wherever a password itself comes, and the user has a salted verifier: Check ▶ onChecked ▶ Accepted
 * </pre>
 *
 * Decides only; {@link ClientLogin} sends. Any other reply is Denied. The packets of a login that fails depend only on
 * the kinds of verifiers that its user has, so that an {@link UnknownUser} gets the same ones as a wrong password.
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
    private final Optional<SaltedVerifier> salted;
    private final SaltedPasswords passwords;

    private Stage stage = Stage.PROOF;
    private AuthMethod method = NATIVE;

    /** The kind of the client's next packet. */
    private enum Stage {
        PROOF,
        CLEAR_PASSWORD,
        PASSWORD_OR_KEY_REQUEST,
        ENCRYPTED_PASSWORD
    }

    /** The next step of the login. */
    sealed interface Verdict {
        record SwitchTo(String plugin, byte[] challenge) implements Verdict {}

        record MoreData(byte[] data) implements Verdict {}

        /**
         * @param fast the client waits for the packet that ends the fast way of caching_sha2_password
         * @param proofForClient lets a MariaDB client trust the certificate; empty without a certificate to prove
         */
        record Accepted(boolean fast, byte[] proofForClient) implements Verdict {}

        record Denied(boolean passwordGiven) implements Verdict {}

        /** The password takes long to check: {@link #onChecked} has the verdict. */
        record Check(SaltedVerifier verifier, byte[] password) implements Verdict {}
    }

    /** @param secure whether the client speaks TLS already */
    ClientAuthentication(
            User user, byte[] scramble, boolean secure, @Nullable ServerTls tls, SaltedPasswords passwords) {
        this.user = user;
        this.scramble = scramble;
        this.secure = secure;
        this.tls = tls;
        this.salted = user.saltedVerifier().flatMap(SaltedVerifier::parse);
        this.passwords = passwords;
    }

    /**
     * Checks the client's first proof.
     *
     * @param plugin the method of the proof; clients that know no plugins use the native one
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
            // A client whose own method isn't the greeting's sends no proof yet: ask it for one by the chosen method.
            return switchTo(chosen);
        }
        method = chosen;
        return check(proof);
    }

    /** Checks the client's reply to the last verdict. */
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
        if (verifier.isPresent() && method.accepts(proof, scramble, verifier.get())) {
            return new Verdict.Accepted(method.equals(SHA2), proofForClient(verifier.get()));
        }
        // The native verifier and the salted one can be checked only with the password itself. MySQL asks for it also
        // where the fast way fails, and there are clients whose proofs after a switch of methods are wrong (PyMySQL
        // 1.0). Asking always, whichever verifiers there are, doesn't tell which those are.
        if (method.equals(SHA2)) {
            stage = Stage.PASSWORD_OR_KEY_REQUEST;
            return new Verdict.MoreData(SEND_ALL);
        }
        return new Verdict.Denied(true);
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

    /** Checks a password in clear with any verifier that the user has. */
    private Verdict checkPassword(Optional<byte[]> password) {
        if (password.isEmpty() || password.get().length > SaltedVerifier.MAX_PASSWORD_BYTES) {
            return new Verdict.Denied(true);
        }
        if (fits(NATIVE, password.get()) || fits(SHA2, password.get())) {
            return new Verdict.Accepted(false, NOTHING);
        }
        if (salted.isEmpty()) {
            return new Verdict.Denied(true);
        }
        return new Verdict.Check(salted.get(), password.get());
    }

    /** The verdict after {@link Verdict.Check}. */
    Verdict onChecked(boolean right) {
        return right ? new Verdict.Accepted(false, NOTHING) : new Verdict.Denied(true);
    }

    private boolean fits(AuthMethod hashing, byte[] password) {
        Optional<byte[]> verifier = verifier(hashing);
        return verifier.isPresent() && MessageDigest.isEqual(hashing.verifier(password), verifier.get());
    }

    /** Other verifiers can check a whole password too, so a user with one may use caching_sha2_password. */
    private boolean canCheck(AuthMethod spoken) {
        return verifier(spoken).isPresent()
                || (spoken.equals(SHA2) && tls != null && (verifier(NATIVE).isPresent() || salted.isPresent()));
    }

    private AuthMethod preferred() {
        return verifier(NATIVE).isPresent() ? NATIVE : SHA2;
    }

    private Optional<byte[]> verifier(AuthMethod of) {
        return switch (of) {
            case NativePassword hashed -> user.nativeVerifier().map(HexFormat.of()::parseHex);
            case CachingSha2Password hashed ->
                user.sha2Verifier().map(HexFormat.of()::parseHex).or(() -> salted.flatMap(passwords::fastVerifier));
            case Ed25519 signed -> Optional.empty();
        };
    }

    /**
     * MariaDB's clients from 11.4 on trust a self-signed certificate when the server proves that it knows the hash of
     * their password: SHA-256 over hash, scramble and the certificate's fingerprint, in hex after a byte 01
     * (MDEV-31855).
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
