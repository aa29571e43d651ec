package io.pinion.server.frontend;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;

/**
 * TLS towards clients: the certificate, and its fingerprint for clients that check it by their password. Immutable and
 * thread-safe.
 */
public final class ServerTls {
    private final SslContext context;
    private final byte[] fingerprint;
    private final boolean selfSigned;
    private final KeyPair keyPair;

    private ServerTls(SslContext context, byte[] fingerprint, boolean selfSigned, KeyPair keyPair) {
        this.context = context;
        this.fingerprint = fingerprint;
        this.selfSigned = selfSigned;
        this.keyPair = keyPair;
    }

    /**
     * With a certificate that is made at the first start and kept in {@code directory}, so that a client which has
     * learnt its fingerprint recognises it. Blocks on files; called once at start.
     */
    public static ServerTls selfSigned(Path directory) throws IOException, GeneralSecurityException {
        return of(SelfSignedCertificate.readOrMake(directory));
    }

    /**
     * With the operator's own certificate chain and key, both PEM files; the pair that encrypts passwords without TLS
     * stays Pinion's own.
     */
    public static ServerTls fromFiles(Path certificateChain, Path key, Path directory)
            throws IOException, GeneralSecurityException {
        X509Certificate first = SelfSignedCertificate.readCertificate(certificateChain);
        SslContext context = SslContextBuilder.forServer(certificateChain.toFile(), key.toFile())
                .sslProvider(SslProvider.JDK)
                .build();
        SelfSignedCertificate own = SelfSignedCertificate.readOrMake(directory);
        return new ServerTls(context, sha256(first), isSelfSigned(first), own.keyPair());
    }

    private static ServerTls of(SelfSignedCertificate own) throws IOException, GeneralSecurityException {
        SslContext context = SslContextBuilder.forServer(own.key(), own.certificate())
                .sslProvider(SslProvider.JDK)
                .build();
        return new ServerTls(context, sha256(own.certificate()), true, own.keyPair());
    }

    /** Encrypts passwords of clients that send them whole without TLS. */
    KeyPair keyPair() {
        return keyPair;
    }

    /** A handler for one connection. */
    SslHandler newHandler(ByteBufAllocator allocator) {
        return context.newHandler(allocator);
    }

    /** SHA-256 of the certificate, 32 bytes. */
    byte[] fingerprint() {
        return fingerprint.clone();
    }

    /** No authority vouches for it, so MariaDB clients from 11.4 on want a proof made with their password. */
    boolean isSelfSigned() {
        return selfSigned;
    }

    private static boolean isSelfSigned(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
    }

    private static byte[] sha256(X509Certificate certificate) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
    }
}
