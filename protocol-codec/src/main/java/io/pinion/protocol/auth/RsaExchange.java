package io.pinion.protocol.auth;

import io.pinion.protocol.frame.MalformedPacket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;

/**
 * Sends a password without TLS: the password and a zero byte, xored with the scramble, encrypted under the server's RSA
 * key with OAEP and SHA-1. It stops an eavesdropper but not a man in the middle, since the key itself comes unsigned.
 *
 * <p>Each call takes the CPU about a tenth (encrypt) to one millisecond (decrypt).
 */
public final class RsaExchange {
    private static final String TRANSFORMATION = "RSA/ECB/OAEPWithSHA-1AndMGF1Padding";
    private static final String BEGIN = "-----BEGIN PUBLIC KEY-----";
    private static final String END = "-----END PUBLIC KEY-----";

    private RsaExchange() {}

    /** The key as a server sends it. */
    public static byte[] toPem(PublicKey key) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
        return (BEGIN + "\n" + body + "\n" + END + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** @throws MalformedPacket when it is no RSA key in PEM */
    public static PublicKey fromPem(byte[] pem) {
        String text = new String(pem, StandardCharsets.US_ASCII);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new MalformedPacket("the server's public key is not in PEM");
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
            return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new MalformedPacket("the server's public key is no RSA key: " + e.getMessage());
        }
    }

    /**
     * A client's reply to the key.
     *
     * @throws IllegalArgumentException when the password is too long for the key
     */
    public static byte[] encrypt(byte[] password, byte[] scramble, PublicKey key) {
        try {
            Cipher cipher = Cipher.getInstance(TRANSFORMATION);
            cipher.init(Cipher.ENCRYPT_MODE, key);
            return cipher.doFinal(mask(ClearPassword.reply(password), scramble));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the password cannot be encrypted with the server's key", e);
        }
    }

    /**
     * The password in a client's reply; empty when the reply was not made with this key, which counts as a wrong
     * password.
     */
    public static Optional<byte[]> decrypt(byte[] reply, byte[] scramble, PrivateKey key) {
        try {
            Cipher cipher = Cipher.getInstance(TRANSFORMATION);
            cipher.init(Cipher.DECRYPT_MODE, key);
            byte[] clear = mask(cipher.doFinal(reply), scramble);
            return clear.length > 0 && clear[clear.length - 1] == 0
                    ? Optional.of(ClearPassword.passwordOf(clear))
                    : Optional.empty();
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private static byte[] mask(byte[] text, byte[] scramble) {
        byte[] masked = text.clone();
        for (int i = 0; i < masked.length; i++) {
            masked[i] ^= scramble[i % scramble.length];
        }
        return masked;
    }
}
