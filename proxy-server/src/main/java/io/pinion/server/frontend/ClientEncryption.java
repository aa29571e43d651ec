package io.pinion.server.frontend;

import io.netty.handler.ssl.CipherSuiteConverter;
import io.netty.handler.ssl.SslHandler;
import io.pinion.config.topology.TlsRequirement.Encryption;
import io.pinion.routing.plan.SessionView;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * What clients can have of TLS. The certificate may change under it: a connection keeps what it began with.
 *
 * @param tls what a new connection gets; it gives null when clients can't encrypt
 * @param required whether all of them must
 */
public record ClientEncryption(Supplier<? extends @Nullable ServerTls> tls, boolean required) {
    public static final ClientEncryption NONE = new ClientEncryption(() -> null, false);

    /** What {@code SHOW STATUS} tells of it. */
    static SessionView.Encryption shownBy(@Nullable SslHandler handler) {
        if (handler == null) {
            return SessionView.Encryption.NONE;
        }
        SSLSession session = handler.engine().getSession();
        String java = session.getCipherSuite();
        // A name of TLS 1.3 is the same everywhere.
        String cipher = java.contains("_WITH_") ? CipherSuiteConverter.toOpenSsl(java, false) : java;
        return new SessionView.Encryption(session.getProtocol(), cipher == null ? java : cipher);
    }

    /** What protects a connection once its handshake is over. */
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
