package io.pinion.server.tls;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/** A file with certificates or a key, as text between {@code BEGIN} and {@code END}. Errors name the file. */
public record PemFile(Path path) {

    /**
     * Every certificate of the file, in its order; at least one.
     *
     * @throws GeneralSecurityException when the file has none, or one that can't be read
     */
    public List<X509Certificate> certificates() throws IOException, GeneralSecurityException {
        try (InputStream in = new BufferedInputStream(open())) {
            List<X509Certificate> found = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (found.isEmpty()) {
                throw new GeneralSecurityException(path + " holds no certificate");
            }
            return found;
        } catch (CertificateException e) {
            throw new GeneralSecurityException(path + " holds no certificate: " + e.getMessage(), e);
        }
    }

    /**
     * The first private key of the file, in any of the forms that OpenSSL writes.
     *
     * @throws GeneralSecurityException when the file has none, or it needs a passphrase
     */
    public PrivateKey key() throws IOException, GeneralSecurityException {
        try (InputStream in = open();
                Reader text = new InputStreamReader(in, StandardCharsets.US_ASCII);
                PEMParser parser = new PEMParser(text)) {
            // A key on an elliptic curve often comes behind a section with the curve's parameters.
            for (Object section = parser.readObject(); section != null; section = parser.readObject()) {
                switch (section) {
                    case PrivateKeyInfo key -> {
                        return new JcaPEMKeyConverter().getPrivateKey(key);
                    }
                    case PEMKeyPair pair -> {
                        return new JcaPEMKeyConverter().getPrivateKey(pair.getPrivateKeyInfo());
                    }
                    case PEMEncryptedKeyPair locked -> throw locked();
                    case PKCS8EncryptedPrivateKeyInfo locked -> throw locked();
                    default -> {
                        // Skip a section before the key.
                    }
                }
            }
            throw new GeneralSecurityException(path + " holds no private key");
        }
    }

    private GeneralSecurityException locked() {
        return new GeneralSecurityException(
                "the key in " + path + " needs a passphrase: take it off (openssl pkey) and protect the file instead");
    }

    private InputStream open() throws IOException {
        try {
            return Files.newInputStream(path);
        } catch (NoSuchFileException e) {
            throw new IOException(path + " isn't there", e);
        }
    }
}
