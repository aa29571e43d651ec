package io.pinion.protocol.auth;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/**
 * client_ed25519: MariaDB's method, which signs the server's 32 bytes with a key made from the password. The verifier
 * is the public key.
 *
 * <p>It is the Ed25519 of RFC 8032, except that the private key is the password, of any length, in place of 32 random
 * bytes. The JDK and Bouncy Castle sign with exactly 32, so signing is done here; verifying is standard, so the JDK
 * does it. An empty password signs like any other. Signing takes two milliseconds.
 */
public record Ed25519() implements AuthMethod {
    public static final String PLUGIN = "client_ed25519";

    private static final int HALF = 32;

    @Override
    public String plugin() {
        return PLUGIN;
    }

    @Override
    public byte[] proof(byte[] password, byte[] scramble) {
        byte[] hash = Digests.sha512(password);
        byte[] prefix = Arrays.copyOfRange(hash, HALF, hash.length);
        BigInteger secret = secret(hash);
        BigInteger nonce = EdwardsPoint.number(Digests.sha512(prefix, scramble)).mod(EdwardsPoint.ORDER);
        byte[] commitment = EdwardsPoint.baseTimes(nonce).encode();
        byte[] publicKey = EdwardsPoint.baseTimes(secret).encode();
        BigInteger challenge = EdwardsPoint.number(Digests.sha512(commitment, publicKey, scramble));
        BigInteger answer = challenge.multiply(secret).add(nonce).mod(EdwardsPoint.ORDER);
        byte[] signature = Arrays.copyOf(commitment, 2 * HALF);
        System.arraycopy(EdwardsPoint.littleEndian(answer), 0, signature, HALF, HALF);
        return signature;
    }

    @Override
    public byte[] verifier(byte[] password) {
        return EdwardsPoint.baseTimes(secret(Digests.sha512(password))).encode();
    }

    @Override
    public boolean accepts(byte[] proof, byte[] scramble, byte[] verifier) {
        if (verifier.length != HALF || proof.length != 2 * HALF) {
            return false;
        }
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initVerify(publicKey(verifier));
            signature.update(scramble);
            return signature.verify(proof);
        } catch (GeneralSecurityException e) {
            // The verifier is no point of the curve, or the proof is no signature at all.
            return false;
        }
    }

    /** Fixes some bits, so that every password makes a good key (RFC 8032, section 5.1.5). */
    private static BigInteger secret(byte[] hash) {
        byte[] bits = Arrays.copyOf(hash, HALF);
        bits[0] &= (byte) 0xF8;
        bits[HALF - 1] &= 0x7F;
        bits[HALF - 1] |= 0x40;
        return EdwardsPoint.number(bits);
    }

    private static EdECPublicKey publicKey(byte[] encoded) throws GeneralSecurityException {
        byte[] y = encoded.clone();
        boolean xIsOdd = (y[HALF - 1] & 0x80) != 0;
        y[HALF - 1] &= 0x7F;
        EdECPoint point = new EdECPoint(xIsOdd, EdwardsPoint.number(y));
        return (EdECPublicKey) KeyFactory.getInstance("Ed25519")
                .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
    }
}
