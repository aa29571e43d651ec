package io.pinion.server;

import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.Settings;
import io.pinion.server.frontend.ClientEncryption;
import io.pinion.server.frontend.ServerTls;
import io.pinion.server.observe.CertificateSnapshot;
import io.pinion.server.tls.FollowedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The certificates that the settings name, followed as their files change. */
final class Certificates implements AutoCloseable {
    private final boolean clientsMust;
    private final @Nullable FollowedFiles<ServerTls> forClients;

    private Certificates(boolean clientsMust, @Nullable FollowedFiles<ServerTls> forClients) {
        this.clientsMust = clientsMust;
        this.forClients = forClients;
    }

    /** @throws IOException when one can't be used; the message says which and why */
    static Certificates open(Settings settings) throws IOException {
        ListenerSettings listener = settings.listener();
        if (!listener.tls()) {
            return new Certificates(false, null);
        }
        try {
            return new Certificates(listener.requireTls(), forClients(listener, settings.dataDirectory()));
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate for clients can't be used: " + e.getMessage(), e);
        }
    }

    private static FollowedFiles<ServerTls> forClients(ListenerSettings listener, Path dataDirectory)
            throws IOException, GeneralSecurityException {
        Path own = dataDirectory.resolve("tls");
        Optional<Path> certificate = listener.tlsCertificate();
        Optional<Path> key = listener.tlsKey();
        Optional<Path> clientCa = listener.tlsClientCa();
        return FollowedFiles.follow(
                Stream.of(certificate, key, clientCa).flatMap(Optional::stream).toList(),
                () -> certificate.isPresent() && key.isPresent()
                        ? ServerTls.fromFiles(certificate.get(), key.get(), clientCa, own)
                        : ServerTls.selfSigned(own, clientCa));
    }

    ClientEncryption clients() {
        FollowedFiles<ServerTls> tls = forClients;
        return tls == null ? ClientEncryption.NONE : new ClientEncryption(tls, clientsMust);
    }

    List<CertificateSnapshot> snapshots() {
        FollowedFiles<ServerTls> tls = forClients;
        return tls == null ? List.of() : List.of(snapshot("clients", tls.state(), ServerTls::certificate));
    }

    private static <T> CertificateSnapshot snapshot(
            String use, FollowedFiles.Made<T> made, Function<T, X509Certificate> certificate) {
        X509Certificate shown = certificate.apply(made.value());
        return new CertificateSnapshot(
                use,
                shown.getSubjectX500Principal().getName(),
                shown.getNotAfter().toInstant(),
                made.since(),
                made.refused());
    }

    @Override
    public void close() {
        if (forClients != null) {
            forClients.close();
        }
    }
}
