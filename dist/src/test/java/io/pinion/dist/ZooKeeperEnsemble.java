package io.pinion.dist;

import io.pinion.demo.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** Three ZooKeeper servers that elect their leader, each a process of its own on 127.0.0.1. */
final class ZooKeeperEnsemble implements AutoCloseable {
    private static final int SERVERS = 3;

    private final List<Integer> ports;
    private final List<Process> processes = new ArrayList<>();

    private ZooKeeperEnsemble(List<Integer> ports) {
        this.ports = ports;
    }

    /** Clients wait for the election. */
    static ZooKeeperEnsemble start(Path directory) throws IOException {
        List<Integer> ports = new ArrayList<>();
        StringBuilder members = new StringBuilder();
        for (int id = 1; id <= SERVERS; id++) {
            ports.add(FreePorts.next());
            members.append("server.%d=127.0.0.1:%d:%d\n".formatted(id, FreePorts.next(), FreePorts.next()));
        }
        ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble(ports);
        for (int id = 1; id <= SERVERS; id++) {
            ensemble.processes.add(start(Files.createDirectories(directory.resolve("zk" + id)), id, ports, members));
        }
        return ensemble;
    }

    private static Process start(Path home, int id, List<Integer> ports, CharSequence members) throws IOException {
        Path data = Files.createDirectories(home.resolve("data"));
        Files.writeString(data.resolve("myid"), Integer.toString(id));
        Path settings = Files.writeString(home.resolve("zoo.cfg"), """
                tickTime=1000
                initLimit=10
                syncLimit=5
                dataDir=%s
                clientPort=%d
                clientPortAddress=127.0.0.1
                admin.enableServer=false
                %s""".formatted(data, ports.get(id - 1), members));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        QuorumPeerMain.class.getName(),
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("log").toFile())
                .start();
    }

    /** As settings name it. */
    String hosts() {
        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    boolean answers() {
        return ports.stream().allMatch(ZooKeeperEnsemble::answers);
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        for (Process process : processes) {
            process.destroyForcibly().onExit().join();
        }
    }
}
