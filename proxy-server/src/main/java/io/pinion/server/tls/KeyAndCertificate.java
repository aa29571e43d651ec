package io.pinion.server.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A private key with its certificate.
 *
 * @param chain the certificate itself, then those of its issuers
 */
public record KeyAndCertificate(PrivateKey key, List<X509Certificate> chain) {
    private static final byte[] PROBE = {1, 2, 3, 4, 5, 6, 7, 8};

    public KeyAndCertificate {
        chain = List.copyOf(chain);
    }

    /**
     * Reads PEM files.
     *
     * @throws GeneralSecurityException when a file can't be used, or the two don't belong together
     */
    public static KeyAndCertificate read(PemFile chain, PemFile key) throws IOException, GeneralSecurityException {
        KeyAndCertificate read = new KeyAndCertificate(key.key(), chain.certificates());
        if (!read.belongTogether()) {
            throw new GeneralSecurityException(
                    "the key in " + key.path() + " is not that of the first certificate in " + chain.path());
        }
        return read;
    }

    /** The owner's certificate. */
    public X509Certificate certificate() {
        return chain.getFirst();
    }

    /** Java itself would find a wrong key only in the first handshake. */
    private boolean belongTogether() throws GeneralSecurityException {
        PublicKey published = certificate().getPublicKey();
        if (!published.getAlgorithm().equals(key.getAlgorithm())) {
            return false;
        }
        Signature signature = Signature.getInstance(
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> key.getAlgorithm();
                });
        signature.initSign(key);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(published);
        signature.update(PROBE);
        return signature.verify(signed);
    }
}
