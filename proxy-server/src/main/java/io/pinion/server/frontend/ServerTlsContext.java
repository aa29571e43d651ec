package io.pinion.server.frontend;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.pinion.server.tls.KeyAndCertificate;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Makes Java's own TLS for Netty's handler. Netty's builder would do the same, but first loads all of Bouncy Castle to
 * read a key of its own with it, which is a quarter of what a proxy does until it is ready.
 */
final class ServerTlsContext {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    /** The key never leaves this process's memory. */
    private static final char[] NO_PASSWORD = {};

    private ServerTlsContext() {}

    /** @param clientAuthorities those that sign certificates of clients; without any, clients are asked for none */
    static SslContext of(KeyAndCertificate shown, List<X509Certificate> clientAuthorities)
            throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys(shown).getKeyManagers(), trust(clientAuthorities), null);
        // Optional for the handshake, because only the login knows whether this user needs a certificate.
        ClientAuth clients = clientAuthorities.isEmpty() ? ClientAuth.NONE : ClientAuth.OPTIONAL;
        return new JdkSslContext(
                context, false, null, IdentityCipherSuiteFilter.INSTANCE, null, clients, PROTOCOLS, false);
    }

    private static KeyManagerFactory keys(KeyAndCertificate shown) throws IOException, GeneralSecurityException {
        KeyStore store = emptyStore();
        store.setKeyEntry("key", shown.key(), NO_PASSWORD, shown.chain().toArray(X509Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, NO_PASSWORD);
        return keys;
    }

    /** None, and not null, for which Java would take all authorities that it knows. */
    private static TrustManager[] trust(List<X509Certificate> authorities)
            throws IOException, GeneralSecurityException {
        if (authorities.isEmpty()) {
            return new TrustManager[0];
        }
        KeyStore store = emptyStore();
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("authority" + i, authorities.get(i));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust.getTrustManagers();
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }
}
