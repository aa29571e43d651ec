package io.pinion.server.testing;

import io.pinion.server.tls.KeyAndCertificate;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Signs certificates for tests. */
public final class TestAuthority {
    private static final char[] NO_PASSWORD = {};

    private final X500Name name;
    private final KeyPair keys = newKeys();
    private final X509Certificate certificate;

    public TestAuthority(String commonName) {
        name = new X500Name("CN=" + commonName);
        certificate = sign(name, keys.getPublic(), List.of(), true);
    }

    /**
     * A key, and a certificate for it.
     *
     * @param subject such as {@code CN=app}
     * @param hosts names that a server with it may have
     */
    public KeyAndCertificate issue(String subject, String... hosts) {
        KeyPair pair = newKeys();
        return new KeyAndCertificate(
                pair.getPrivate(), List.of(sign(new X500Name(subject), pair.getPublic(), List.of(hosts), false)));
    }

    public Path writeCertificate(Path file) throws IOException {
        return writeCertificate(file, certificate);
    }

    public static Path writeCertificate(Path file, X509Certificate certificate) throws IOException {
        try {
            return Files.writeString(file, pem("CERTIFICATE", certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Path writeKey(Path file, KeyAndCertificate pair) throws IOException {
        return Files.writeString(file, pem("PRIVATE KEY", pair.key().getEncoded()));
    }

    /** What a client uses that trusts this authority alone. */
    public SSLContext clientContext() {
        return context(new KeyManager[0]);
    }

    /** The same, with a certificate of its own. */
    public SSLContext clientContext(KeyAndCertificate shown) {
        try {
            KeyStore store = emptyStore();
            store.setKeyEntry("own", shown.key(), NO_PASSWORD, shown.chain().toArray(new X509Certificate[0]));
            KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
            managers.init(store, NO_PASSWORD);
            return context(managers.getKeyManagers());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private SSLContext context(KeyManager[] own) {
        try {
            KeyStore store = emptyStore();
            store.setCertificateEntry("authority", certificate);
            TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
            trusted.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own, trusted.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private X509Certificate sign(X500Name subject, PublicKey key, List<String> hosts, boolean authority) {
        Instant now = Instant.now();
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    name,
                    new BigInteger(64, new SecureRandom()).add(BigInteger.ONE),
                    Date.from(now.minus(Duration.ofDays(1))),
                    Date.from(now.plus(Duration.ofDays(1))),
                    subject,
                    key);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            if (!hosts.isEmpty()) {
                builder.addExtension(
                        Extension.subjectAlternativeName,
                        false,
                        new GeneralNames(hosts.stream()
                                .map(host -> new GeneralName(
                                        host.matches("[0-9.]+") ? GeneralName.iPAddress : GeneralName.dNSName, host))
                                .toArray(GeneralName[]::new)));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
        } catch (IOException | OperatorException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(String kind, byte[] der) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(der)
                + "\n-----END " + kind + "-----\n";
    }
}
