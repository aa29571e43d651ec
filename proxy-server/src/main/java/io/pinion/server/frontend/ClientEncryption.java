package io.pinion.server.frontend;

import io.netty.handler.ssl.CipherSuiteConverter;
import io.netty.handler.ssl.SslHandler;
import io.pinion.config.topology.TlsRequirement.Encryption;
import io.pinion.routing.plan.SessionView;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The TLS that clients can use. The certificate may be replaced; a connection keeps the one that it began with.
 *
 * @param tls gives the TLS of a new connection, or null when clients can't encrypt
 * @param required whether all clients must encrypt
 */
public record ClientEncryption(Supplier<? extends @Nullable ServerTls> tls, boolean required) {
    public static final ClientEncryption NONE = new ClientEncryption(() -> null, false);

    /** What the session shows of the client's connection to {@code pinion}. */
    static SessionView.Connection shownBy(SocketAddress pinion, @Nullable SslHandler handler) {
        InetSocketAddress reached = pinion instanceof InetSocketAddress address
                ? address
                : InetSocketAddress.createUnresolved("localhost", 0);
        if (handler == null) {
            return new SessionView.Connection(reached.getHostString(), reached.getPort(), "", "");
        }
        SSLSession session = handler.engine().getSession();
        String java = session.getCipherSuite();
        // Java and OpenSSL name the ciphers of TLS 1.3 alike.
        String cipher = java.contains("_WITH_") ? CipherSuiteConverter.toOpenSsl(java, false) : java;
        return new SessionView.Connection(
                reached.getHostString(), reached.getPort(), session.getProtocol(), cipher == null ? java : cipher);
    }

    /** The encryption of a connection after its handshake, with the subject of the client's certificate. */
    static Encryption of(@Nullable SslHandler handler) {
        if (handler == null) {
            return Encryption.NONE;
        }
        try {
            return handler.engine().getSession().getPeerCertificates()[0] instanceof X509Certificate shown
                    ? new Encryption(true, Optional.of(shown.getSubjectX500Principal()))
                    : new Encryption(true, Optional.empty());
        } catch (SSLPeerUnverifiedException noneShown) {
            return new Encryption(true, Optional.empty());
        }
    }
}
