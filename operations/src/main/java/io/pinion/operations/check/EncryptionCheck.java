package io.pinion.operations.check;

import io.pinion.config.settings.PoolSettings.ServerTls;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Whether connections are encrypted where the proxy's settings ask for it. */
final class EncryptionCheck implements ServerCheck {
    @Override
    public Stream<Finding> look(ClusterFacts cluster) {
        ServerTls wanted = cluster.proxy().settings().pool().tls();
        return cluster.servers().stream()
                .flatMap(server -> Stream.concat(ofPinion(server, wanted), ofReplication(server, wanted)));
    }

    /** A login without TLS is refused where it is required. */
    private static Stream<Finding> ofPinion(ServerFacts server, ServerTls wanted) {
        return wanted == ServerTls.OFF || server.encryption().ofPinion()
                ? Stream.empty()
                : Stream.of(server.warning(
                        "tls",
                        "connections to " + server + " aren't encrypted, though pool.tls is " + wanted
                                + ": it offers no TLS",
                        new Cure.Words("ssl_cert and ssl_key in the server's configuration, and a restart of it")));
    }

    private static Stream<Finding> ofReplication(ServerFacts server, ServerTls wanted) {
        return wanted.compareTo(ServerTls.REQUIRED) < 0
                        || !server.report().follows()
                        || server.encryption().ofReplication()
                ? Stream.empty()
                : Stream.of(server.warning(
                        "replication tls",
                        server + " follows its partner over a connection that isn't encrypted, though pool.tls is "
                                + wanted,
                        new Cure.Statements(following(server.dialect()), "")));
    }

    private static List<String> following(Dialect dialect) {
        List<String> statements = new ArrayList<>(dialect.stopFollowing());
        statements.add(dialect.followEncrypted());
        statements.addAll(dialect.resumeFollowing());
        return statements;
    }
}
