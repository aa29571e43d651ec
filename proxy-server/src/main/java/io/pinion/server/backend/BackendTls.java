package io.pinion.server.backend;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Whether connections to servers are encrypted. */
public enum BackendTls {
    /** Never. */
    OFF,
    /** Always, and any certificate will do: it keeps out listeners, not impostors. */
    REQUIRED;

    /** For every connection of the process; null for connections in clear. */
    public @Nullable SslContext context() {
        return switch (this) {
            case OFF -> null;
            case REQUIRED -> trustingContext();
        };
    }

    private static SslContext trustingContext() {
        try {
            return SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .trustManager(InsecureTrustManagerFactory.INSTANCE)
                    .endpointIdentificationAlgorithm(null)
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException("this Java can't do TLS as a client", e);
        }
    }
}
