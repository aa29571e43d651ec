package io.pinion.dist;

import io.pinion.demo.FreePorts;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The server of an application, and new ones, each of which can be killed: of MariaDB, or of MySQL where {@code
 * -Dpinion.mysql97.script} names the script that starts those.
 */
record MovingServers(List<Killable> all, String rootPassword, Closeable end) implements AutoCloseable {
    private static final String SCRIPT = System.getProperty("pinion.mysql97.script", "");

    /** The standby writes in the domain of its primary. */
    private static final List<Integer> GTID_DOMAINS = List.of(1, 2, 3, 2);

    static final int OLD = 0;
    static final List<Integer> PRIMARIES = List.of(1, 2);
    static final int STANDBY = 3;
    private static final Pattern PID = Pattern.compile("\\bpid (\\d+)");

    /** A server that keeps its port and data. */
    interface Killable {
        int port();

        /** Of the process that runs now. */
        long pid();

        /** At once, as {@code kill -9} does it; returns when it has ended. */
        void kill();

        void start() throws IOException;
    }

    /** @param count 3 for the old one and the primaries of p1 and p2, 4 for a standby of p1, too */
    static MovingServers start(Path directory, int count) throws Exception {
        MovingServers servers = SCRIPT.isEmpty() ? mariaDb(directory, count) : mySql(count);
        for (int server = 0; server < count; server++) {
            try (Connection root = servers.connect(server)) {
                JdbcClients.execute(root, "SET GLOBAL read_only = 0");
            }
        }
        return servers;
    }

    private static MovingServers mariaDb(Path directory, int count) throws IOException {
        LocalServers servers = LocalServers.open(directory);
        List<Killable> all = new ArrayList<>();
        String password = "";
        for (int domain : GTID_DOMAINS.subList(0, count)) {
            int number = 1 + all.size();
            LocalServer started = servers.start(new ServerSpec("server" + number, number, domain, 0, List.of()));
            password = started.rootPassword();
            all.add(new Killable() {
                @Override
                public int port() {
                    return started.port();
                }

                @Override
                public long pid() {
                    return started.pid();
                }

                @Override
                public void kill() {
                    started.kill9();
                }

                @Override
                public void start() throws IOException {
                    started.start();
                }
            });
        }
        return new MovingServers(all, password, servers::close);
    }

    private static MovingServers mySql(int count) throws IOException {
        List<MySqlServer> all = new ArrayList<>();
        for (int server = 0; server < count; server++) {
            MySqlServer made = new MySqlServer(FreePorts.next());
            made.start();
            all.add(made);
        }
        return new MovingServers(List.copyOf(all), "pinion", () -> {
            for (MySqlServer server : all) {
                server.kill();
                server.script("wipe");
            }
        });
    }

    private static final class MySqlServer implements Killable {
        private final int port;
        private ProcessHandle process = ProcessHandle.current();

        MySqlServer(int port) {
            this.port = port;
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public void kill() {
            process.destroyForcibly();
            process.onExit().join();
        }

        @Override
        public void start() throws IOException {
            String said = script("start", "" + port, "--super-read-only=ON");
            Matcher pid = PID.matcher(said);
            if (!pid.find()) {
                throw new IOException(said);
            }
            process = ProcessHandle.of(Long.parseLong(pid.group(1))).orElseThrow();
        }

        private String script(String command, String... more) throws IOException {
            List<String> words = new ArrayList<>(List.of(SCRIPT, command, "" + port));
            words.addAll(List.of(more));
            Process running =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            return new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    String address(int server) {
        return "127.0.0.1:" + all.get(server).port();
    }

    /** As root, with no database chosen. */
    Connection connect(int server) throws SQLException {
        return JdbcClients.root(address(server), rootPassword);
    }

    String version() throws SQLException {
        try (Connection root = connect(0)) {
            return JdbcClients.value(root, "SELECT VERSION()");
        }
    }

    @Override
    public void close() throws IOException {
        end.close();
    }
}
