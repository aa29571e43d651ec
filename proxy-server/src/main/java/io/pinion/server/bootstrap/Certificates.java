package io.pinion.server.bootstrap;

import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.PoolSettings;
import io.pinion.config.settings.Settings;
import io.pinion.server.backend.login.BackendTls;
import io.pinion.server.frontend.ClientEncryption;
import io.pinion.server.frontend.ServerTls;
import io.pinion.server.observe.CertificateSnapshot;
import io.pinion.server.tls.FollowedFiles;
import io.pinion.server.tls.JdbcEncryption;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The certificates that the settings name, followed as their files change. */
final class Certificates implements AutoCloseable {
    private final boolean clientsMust;
    private final @Nullable FollowedFiles<ServerTls> forClients;
    private final FollowedFiles<ForServers> forServers;

    /**
     * One setting for both ways in which Pinion connects to servers.
     *
     * @param jdbcProperties of Connector/J, with which operations and monitoring connect
     */
    private record ForServers(BackendTls statements, Map<String, String> jdbcProperties) {
        static ForServers of(BackendTls.Mode mode, PoolSettings pool) throws IOException, GeneralSecurityException {
            return new ForServers(
                    BackendTls.of(mode, pool.tlsCa(), pool.tlsCertificate(), pool.tlsKey()),
                    JdbcEncryption.properties(
                            mode == BackendTls.Mode.OFF ? "DISABLED" : mode.name(),
                            pool.tlsCa(),
                            pool.tlsCertificate(),
                            pool.tlsKey()));
        }
    }

    private Certificates(
            boolean clientsMust, @Nullable FollowedFiles<ServerTls> forClients, FollowedFiles<ForServers> forServers) {
        this.clientsMust = clientsMust;
        this.forClients = forClients;
        this.forServers = forServers;
    }

    /** @throws IOException when one can't be used; the message says which and why */
    static Certificates open(Settings settings) throws IOException {
        FollowedFiles<ForServers> servers = forServers(settings.pool());
        try {
            ListenerSettings listener = settings.listener();
            return new Certificates(
                    listener.requireTls(),
                    listener.tls() ? forClients(listener, settings.dataDirectory()) : null,
                    servers);
        } catch (IOException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    private static FollowedFiles<ServerTls> forClients(ListenerSettings listener, Path dataDirectory)
            throws IOException {
        Path own = dataDirectory.resolve("tls");
        Optional<Path> certificate = listener.tlsCertificate();
        Optional<Path> key = listener.tlsKey();
        Optional<Path> clientCa = listener.tlsClientCa();
        return follow(
                "clients",
                Stream.of(certificate, key, clientCa),
                () -> certificate.isPresent() && key.isPresent()
                        ? ServerTls.fromFiles(certificate.get(), key.get(), clientCa, own)
                        : ServerTls.selfSigned(own, clientCa));
    }

    private static FollowedFiles<ForServers> forServers(PoolSettings pool) throws IOException {
        return follow(
                "servers",
                Stream.of(pool.tlsCa(), pool.tlsCertificate(), pool.tlsKey()),
                () -> ForServers.of(BackendTls.Mode.valueOf(pool.tls().name()), pool));
    }

    private static <T> FollowedFiles<T> follow(String use, Stream<Optional<Path>> files, FollowedFiles.Maker<T> maker)
            throws IOException {
        try {
            return FollowedFiles.follow(files.flatMap(Optional::stream).toList(), maker);
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS for " + use + " can't be set up: " + e.getMessage(), e);
        }
    }

    ClientEncryption clients() {
        FollowedFiles<ServerTls> tls = forClients;
        return tls == null ? ClientEncryption.NONE : new ClientEncryption(tls, clientsMust);
    }

    Supplier<BackendTls> servers() {
        return () -> forServers.get().statements();
    }

    /** The same as properties of Connector/J, which sends the internal queries that no event loop sends. */
    Supplier<Map<String, String>> jdbcProperties() {
        return () -> forServers.get().jdbcProperties();
    }

    List<CertificateSnapshot> snapshots() {
        List<CertificateSnapshot> all = new ArrayList<>();
        FollowedFiles<ServerTls> tls = forClients;
        if (tls != null) {
            all.add(snapshot("clients", Optional.of(tls.get().certificate()), tls.state()));
        }
        // Authorities alone are no certificate of Pinion's, but somebody must see that their file can't be used.
        if (forServers.get().statements().certificate().isPresent()
                || forServers.state().refused().isPresent()) {
            all.add(snapshot("servers", forServers.get().statements().certificate(), forServers.state()));
        }
        return all;
    }

    private static CertificateSnapshot snapshot(
            String use, Optional<X509Certificate> shown, FollowedFiles.Made<?> made) {
        return new CertificateSnapshot(
                use,
                shown.map(certificate -> certificate.getSubjectX500Principal().getName()),
                shown.map(certificate -> certificate.getNotAfter().toInstant()),
                made.since(),
                made.refused());
    }

    @Override
    public void close() {
        forServers.close();
        if (forClients != null) {
            forClients.close();
        }
    }
}
