package io.pinion.server.tls;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Converts PEM files to the key stores that Connector/J reads: files in a directory that only this process's user may
 * read, deleted when the process ends.
 */
public final class JdbcEncryption {
    private static final String TYPE = "PKCS12";
    private static final int PASSWORD_BYTES = 16;

    private final String password = newPassword();
    private final Map<String, String> properties = new LinkedHashMap<>();

    private JdbcEncryption(String mode) {
        properties.put("sslMode", mode);
    }

    /**
     * The driver's properties. Blocks on files.
     *
     * @param mode one of the driver's: {@code DISABLED}, {@code PREFERRED}, {@code REQUIRED}, {@code VERIFY_CA},
     *     {@code VERIFY_IDENTITY}
     * @param ca the authorities to trust
     * @param certificate the certificate with its chain, for servers that ask for one
     * @param key that certificate's private key
     */
    public static Map<String, String> properties(
            String mode, Optional<Path> ca, Optional<Path> certificate, Optional<Path> key)
            throws IOException, GeneralSecurityException {
        JdbcEncryption encryption = new JdbcEncryption(mode);
        if (ca.isPresent() || (certificate.isPresent() && key.isPresent())) {
            encryption.writeStores(ca, certificate, key);
        }
        return Map.copyOf(encryption.properties);
    }

    private void writeStores(Optional<Path> ca, Optional<Path> certificate, Optional<Path> key)
            throws IOException, GeneralSecurityException {
        Path directory = Files.createTempDirectory("pinion-tls-");
        directory.toFile().deleteOnExit();
        if (ca.isPresent()) {
            add("trustCertificate", trusting(new PemFile(ca.get()).certificates()), directory.resolve("trusted.p12"));
        }
        if (certificate.isPresent() && key.isPresent()) {
            KeyAndCertificate own = KeyAndCertificate.read(new PemFile(certificate.get()), new PemFile(key.get()));
            add("clientCertificate", showing(own), directory.resolve("own.p12"));
        }
    }

    private static KeyStore trusting(List<X509Certificate> authorities) throws IOException, GeneralSecurityException {
        KeyStore store = empty();
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("authority" + i, authorities.get(i));
        }
        return store;
    }

    private KeyStore showing(KeyAndCertificate own) throws IOException, GeneralSecurityException {
        KeyStore store = empty();
        store.setKeyEntry(
                "pinion", own.key(), password.toCharArray(), own.chain().toArray(Certificate[]::new));
        return store;
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(TYPE);
        store.load(null, null);
        return store;
    }

    private void add(String use, KeyStore store, Path file) throws IOException, GeneralSecurityException {
        file.toFile().deleteOnExit();
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password.toCharArray());
        }
        properties.put(use + "KeyStoreUrl", file.toUri().toString());
        properties.put(use + "KeyStoreType", TYPE);
        properties.put(use + "KeyStorePassword", password);
    }

    private static String newPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
