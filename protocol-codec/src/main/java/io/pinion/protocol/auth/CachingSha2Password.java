package io.pinion.protocol.auth;

import java.security.MessageDigest;

/**
 * caching_sha2_password, MySQL's default.
 *
 * <p>Fast authentication proves the password as {@link NativePassword} does, against SHA256(SHA256(password)), which a
 * MySQL server has in its cache only. On a cache miss the server answers {@link #SEND_ALL} (full authentication), and
 * the client sends the password itself: in clear inside TLS, else by {@link RsaExchange}. Pinion stores the double hash
 * as the verifier, so fast authentication always works with Pinion as the server.
 */
public record CachingSha2Password() implements AuthMethod {
    public static final String PLUGIN = "caching_sha2_password";

    /** In an AuthMoreData: the proof is right. The OK follows at once, without a client packet between. */
    public static final int FAST_SUCCESS = 0x03;

    /**
     * In an AuthMoreData: the server's cache does not know this account, so the client must send the password itself.
     */
    public static final int SEND_ALL = 0x04;

    /** The client's reply that asks for the server's RSA key. */
    public static final int KEY_REQUEST = 0x02;

    private static final int HASH_BYTES = 32;

    @Override
    public String plugin() {
        return PLUGIN;
    }

    @Override
    public byte[] proof(byte[] password, byte[] scramble) {
        if (password.length == 0) {
            return new byte[0];
        }
        byte[] once = Digests.sha256(password);
        // The order differs from mysql_native_password: the scramble comes last.
        return Digests.xor(once, Digests.sha256(Digests.sha256(once), scramble));
    }

    @Override
    public byte[] verifier(byte[] password) {
        return password.length == 0 ? new byte[0] : Digests.sha256(Digests.sha256(password));
    }

    @Override
    public boolean accepts(byte[] proof, byte[] scramble, byte[] verifier) {
        if (verifier.length == 0 || proof.length != HASH_BYTES) {
            return verifier.length == 0 && proof.length == 0;
        }
        byte[] once = Digests.xor(proof, Digests.sha256(verifier, scramble));
        return MessageDigest.isEqual(Digests.sha256(once), verifier);
    }
}
