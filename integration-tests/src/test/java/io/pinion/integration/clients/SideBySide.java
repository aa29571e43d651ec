package io.pinion.integration.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.LocalServer;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.server.bootstrap.RunningProxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A plain MariaDB server and the Pinion in front of it, with the same login on both, so that a client can't tell by its own
 * name where it is.
 */
final class SideBySide implements AutoCloseable {
    private final LocalServer server;
    private final RunningProxy proxy;

    private SideBySide(LocalServer server, RunningProxy proxy) {
        this.server = server;
        this.proxy = proxy;
    }

    static SideBySide start(SharedDemo demo) throws Exception {
        demo.first()
                .execute("CREATE USER 'app'@'127.0.0.1' IDENTIFIED BY 'app'", "GRANT ALL ON *.* TO 'app'@'127.0.0.1'");
        return new SideBySide(demo.first(), demo.startProxy());
    }

    /** The server that has {@code legacy}. */
    LocalServer server() {
        return server;
    }

    RunningProxy proxy() {
        return proxy;
    }

    int directPort() {
        return server.port();
    }

    int proxyPort() {
        return proxy.address().getPort();
    }

    /** Runs a script of the resources on both and compares what it printed; passes over a client that isn't installed. */
    void scriptSaysTheSame(String name, Optional<InstalledProgram> found, String script) {
        InstalledProgram program = InstalledProgram.installed(name, found);
        assertSame(output(program, directPort(), script), output(program, proxyPort(), script));
    }

    private static List<String> output(InstalledProgram program, int port, String script) {
        var outcome = program.run(InstalledProgram.environment(port), InstalledProgram.script(script));
        assertThat(outcome.status()).as(outcome.output()).isZero();
        return outcome.output().lines().toList();
    }

    /** Shows the lines that differ, and no others. */
    static void assertSame(List<String> direct, List<String> through) {
        assertThat(direct).isNotEmpty();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < Math.max(direct.size(), through.size()); i++) {
            String expected = i < direct.size() ? direct.get(i) : "(nothing)";
            String found = i < through.size() ? through.get(i) : "(nothing)";
            if (!expected.equals(found)) {
                differences.add("direct:  " + expected + "\nthrough: " + found);
            }
        }
        assertThat(differences).isEmpty();
    }

    @Override
    public void close() throws SQLException {
        proxy.close();
        server.execute("DROP USER 'app'@'127.0.0.1'");
    }
}
