package io.pinion.server.backend.login;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.pinion.config.topology.Server;
import io.pinion.server.tls.KeyAndCertificate;
import io.pinion.server.tls.PemFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The encryption of connections to servers, and the authorities that Pinion trusts there. Immutable and thread-safe;
 * when files change, a new object replaces this one.
 */
public final class BackendTls {
    /** No encryption at all. */
    public static final BackendTls OFF = new BackendTls(Mode.OFF, null, "", Optional.empty());

    private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    private final Mode mode;
    private final @Nullable SslContext context;
    private final String ca;
    private final Optional<X509Certificate> certificate;

    /** The TLS modes of MySQL's clients ({@code --ssl-mode}). */
    public enum Mode {
        OFF,
        /** Encrypts if the server can, with any certificate, unless the server is on this host. */
        PREFERRED,
        /** Always encrypts, with any certificate: protects against listeners, not against impostors. */
        REQUIRED,
        /** Always encrypts; an authority that Pinion trusts must have signed the certificate. */
        VERIFY_CA,
        /** As VERIFY_CA, and the certificate must name the host of the topology. */
        VERIFY_IDENTITY;

        /** Nobody listens between two processes of one host who couldn't read their memory as well. */
        boolean wants(boolean loopback) {
            return this != OFF && !(this == PREFERRED && loopback);
        }

        boolean mustEncrypt() {
            return compareTo(REQUIRED) >= 0;
        }

        boolean verifies() {
            return compareTo(VERIFY_CA) >= 0;
        }
    }

    private BackendTls(Mode mode, @Nullable SslContext context, String ca, Optional<X509Certificate> certificate) {
        this.mode = mode;
        this.context = context;
        this.ca = ca;
        this.certificate = certificate;
    }

    /** TLS that trusts every server. */
    public static BackendTls unverified(Mode mode) {
        try {
            return of(mode, Optional.empty(), Optional.empty(), Optional.empty());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("this Java can't do TLS as a client", e);
        }
    }

    /**
     * Reads PEM files; blocks on them.
     *
     * @param ca the authorities to trust; the modes that verify need it
     * @param certificate the certificate with its chain, for servers that ask for one
     * @param key that certificate's private key
     */
    public static BackendTls of(Mode mode, Optional<Path> ca, Optional<Path> certificate, Optional<Path> key)
            throws IOException, GeneralSecurityException {
        if (mode == Mode.OFF) {
            return OFF;
        }
        SslContextBuilder builder =
                SslContextBuilder.forClient().sslProvider(SslProvider.JDK).protocols(PROTOCOLS);
        if (mode.verifies()) {
            Path authorities =
                    ca.orElseThrow(() -> new GeneralSecurityException(mode + " needs a file with authorities"));
            builder.trustManager(new PemFile(authorities).certificates());
        } else {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
        }
        builder.endpointIdentificationAlgorithm(mode == Mode.VERIFY_IDENTITY ? "HTTPS" : null);
        Optional<X509Certificate> shown = Optional.empty();
        if (certificate.isPresent() && key.isPresent()) {
            KeyAndCertificate own = KeyAndCertificate.read(new PemFile(certificate.get()), new PemFile(key.get()));
            builder.keyManager(own.key(), own.chain());
            shown = Optional.of(own.certificate());
        }
        return new BackendTls(mode, builder.build(), ca.map(Path::toString).orElse(""), shown);
    }

    Mode mode() {
        return mode;
    }

    /** The certificate that Pinion shows to servers. */
    public Optional<X509Certificate> certificate() {
        return certificate;
    }

    /** A handler for one connection. Its handshake has no own deadline: the login's covers it. */
    SslHandler newHandler(ByteBufAllocator allocator, Server server) {
        SslContext encrypting = context;
        if (encrypting == null) {
            throw new IllegalStateException("connections in clear have no handler for TLS");
        }
        SslHandler handler = encrypting.newHandler(allocator, server.host(), server.port());
        handler.setHandshakeTimeoutMillis(0);
        return handler;
    }

    /** The reason of a failed handshake, and its remedy. */
    String explain(Throwable failure, Server server) {
        Throwable cause = failure;
        boolean certificateRefused = false;
        while (cause != null) {
            if (cause instanceof CertPathBuilderException || cause instanceof CertPathValidatorException) {
                return "its certificate isn't signed by an authority in " + ca + " (pool.tls_ca), or isn't valid now: "
                        + cause.getMessage()
                        + "; add the authority to that file, or give the server another certificate";
            }
            certificateRefused |= cause instanceof CertificateException;
            failure = cause;
            cause = cause.getCause();
        }
        return certificateRefused
                ? "its certificate doesn't speak of " + server.host() + ": " + failure.getMessage()
                        + "; name the host in the topology as the certificate does, give the server another certificate,"
                        + " or set pool.tls to verify_ca"
                : "TLS failed: " + failure.getMessage();
    }

    /** The error for a server that can't encrypt though it must. */
    String missing() {
        return "it offers no TLS, which pool.tls (" + mode.name().toLowerCase(Locale.ROOT)
                + ") asks for: give the server a certificate, or set pool.tls to preferred or off";
    }
}
