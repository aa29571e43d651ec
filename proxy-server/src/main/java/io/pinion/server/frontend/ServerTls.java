package io.pinion.server.frontend;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.pinion.server.tls.KeyAndCertificate;
import io.pinion.server.tls.PemFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * TLS towards clients: the certificate, its fingerprint for clients that check it by their password, and the
 * authorities that sign certificates of clients. Immutable and thread-safe; when files change, a new object replaces
 * this one.
 */
public final class ServerTls {
    private final SslContext context;
    private final X509Certificate certificate;
    private final byte[] fingerprint;
    private final KeyPair keyPair;

    private ServerTls(KeyAndCertificate shown, List<X509Certificate> clientAuthorities, KeyPair keyPair)
            throws IOException, GeneralSecurityException {
        this.context = ServerTlsContext.of(shown, clientAuthorities);
        this.certificate = shown.certificate();
        this.fingerprint = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        this.keyPair = keyPair;
    }

    /**
     * TLS with a certificate that is created at the first start and kept in {@code directory}, so that a client which
     * has stored its fingerprint recognises it. Blocks on files.
     */
    public static ServerTls selfSigned(Path directory) throws IOException, GeneralSecurityException {
        return selfSigned(directory, Optional.empty());
    }

    /** @param clientCa a PEM file with the authorities that sign certificates of clients */
    public static ServerTls selfSigned(Path directory, Optional<Path> clientCa)
            throws IOException, GeneralSecurityException {
        SelfSignedCertificate own = SelfSignedCertificate.readOrMake(directory);
        return new ServerTls(
                new KeyAndCertificate(own.key(), List.of(own.certificate())), authorities(clientCa), own.keyPair());
    }

    /**
     * TLS with the operator's own certificate chain and key, both PEM files. The key pair that decrypts passwords
     * without TLS stays Pinion's own, kept in {@code directory}. Blocks on files.
     *
     * @param clientCa a PEM file with the authorities that sign certificates of clients
     */
    public static ServerTls fromFiles(Path certificateChain, Path key, Optional<Path> clientCa, Path directory)
            throws IOException, GeneralSecurityException {
        return new ServerTls(
                KeyAndCertificate.read(new PemFile(certificateChain), new PemFile(key)),
                authorities(clientCa),
                SelfSignedCertificate.readOrMake(directory).keyPair());
    }

    private static List<X509Certificate> authorities(Optional<Path> file) throws IOException, GeneralSecurityException {
        return file.isPresent() ? new PemFile(file.get()).certificates() : List.of();
    }

    /** The key pair for passwords that clients send encrypted by it, without TLS. */
    KeyPair keyPair() {
        return keyPair;
    }

    /** A handler for one connection. Its handshake has no own deadline: the login's covers it. */
    SslHandler newHandler(ByteBufAllocator allocator) {
        SslHandler handler = context.newHandler(allocator);
        handler.setHandshakeTimeoutMillis(0);
        return handler;
    }

    /** The certificate that clients are shown. */
    public X509Certificate certificate() {
        return certificate;
    }

    /** SHA-256 of the certificate, 32 bytes. */
    byte[] fingerprint() {
        return fingerprint.clone();
    }

    /**
     * Whether no authority has signed the certificate; MariaDB clients from 11.4 on then want a proof made with their
     * password.
     */
    boolean isSelfSigned() {
        return certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
    }
}
