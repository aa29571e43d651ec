package io.pinion.server.frontend;

import io.pinion.server.tls.PemFile;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate that Pinion creates and signs itself. It is RSA because its key pair also decrypts passwords of clients
 * without TLS ({@code caching_sha2_password}).
 */
record SelfSignedCertificate(PrivateKey key, X509Certificate certificate) {
    private static final String CERTIFICATE_FILE = "pinion-cert.pem";
    private static final String KEY_FILE = "pinion-key.pem";
    private static final Duration VALIDITY = Duration.ofDays(3650);

    static SelfSignedCertificate readOrMake(Path directory) throws IOException, GeneralSecurityException {
        Path certificateFile = directory.resolve(CERTIFICATE_FILE);
        Path keyFile = directory.resolve(KEY_FILE);
        if (Files.exists(certificateFile) && Files.exists(keyFile)) {
            return new SelfSignedCertificate(
                    new PemFile(keyFile).key(),
                    new PemFile(certificateFile).certificates().getFirst());
        }
        SelfSignedCertificate made = make();
        Files.createDirectories(directory);
        writeSecret(keyFile, pem("PRIVATE KEY", made.key.getEncoded()));
        write(certificateFile, pem("CERTIFICATE", made.certificate.getEncoded()));
        return made;
    }

    KeyPair keyPair() {
        return new KeyPair(certificate.getPublicKey(), key);
    }

    private static SelfSignedCertificate make() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair pair = generator.generateKeyPair();
        X500Name name = new X500Name("CN=Pinion self-signed");
        // A client whose clock is a little behind must not find the certificate not yet valid.
        Instant from = Instant.now().minus(Duration.ofDays(1));
        try {
            X509Certificate certificate = new JcaX509CertificateConverter()
                    .getCertificate(new JcaX509v3CertificateBuilder(
                                    name,
                                    new BigInteger(64, new SecureRandom()).add(BigInteger.ONE),
                                    Date.from(from),
                                    Date.from(from.plus(VALIDITY)),
                                    name,
                                    pair.getPublic())
                            .build(new JcaContentSignerBuilder("SHA256withRSA").build(pair.getPrivate())));
            return new SelfSignedCertificate(pair.getPrivate(), certificate);
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException("this Java can't sign with SHA256withRSA", e);
        }
    }

    private static String pem(String kind, byte[] der) {
        StringWriter text = new StringWriter();
        text.write("-----BEGIN " + kind + "-----\n");
        text.write(Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(der));
        text.write("\n-----END " + kind + "-----\n");
        return text.toString();
    }

    private static void writeSecret(Path file, String text) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(unfinished);
        Files.createFile(
                unfinished, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(unfinished, text);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void write(Path file, String text) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(unfinished, text);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
