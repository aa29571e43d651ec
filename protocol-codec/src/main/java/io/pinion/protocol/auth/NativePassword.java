package io.pinion.protocol.auth;

import java.security.MessageDigest;

/** mysql_native_password: MariaDB's default, gone from MySQL 9. The verifier is SHA1(SHA1(password)). */
public record NativePassword() implements AuthMethod {
    public static final String PLUGIN = "mysql_native_password";
    private static final int HASH_BYTES = 20;

    @Override
    public String plugin() {
        return PLUGIN;
    }

    @Override
    public byte[] proof(byte[] password, byte[] scramble) {
        if (password.length == 0) {
            return new byte[0];
        }
        byte[] once = Digests.sha1(password);
        return Digests.xor(once, Digests.sha1(scramble, Digests.sha1(once)));
    }

    @Override
    public byte[] verifier(byte[] password) {
        return password.length == 0 ? new byte[0] : Digests.sha1(Digests.sha1(password));
    }

    @Override
    public boolean accepts(byte[] proof, byte[] scramble, byte[] verifier) {
        if (verifier.length == 0 || proof.length != HASH_BYTES) {
            return verifier.length == 0 && proof.length == 0;
        }
        byte[] once = Digests.xor(proof, Digests.sha1(scramble, verifier));
        return MessageDigest.isEqual(Digests.sha1(once), verifier);
    }
}
