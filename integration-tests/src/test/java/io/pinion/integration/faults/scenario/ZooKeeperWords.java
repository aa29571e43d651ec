package io.pinion.integration.faults.scenario;

import static io.pinion.integration.faults.network.Tripwire.text;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.network.Tripwire;
import io.pinion.integration.faults.network.Tripwire.Side;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What shows on a line to ZooKeeper, as it is on the wire. */
final class ZooKeeperWords {
    private static final String HOME = "/pinion/" + FaultCluster.NAME;

    /** ZooKeeper's request to set a node's data. */
    private static final int SET_DATA = 5;

    /** An operation gets its place in the journal. */
    static final byte[] ENTRY = path(HOME + "/operations/op");

    /** The topology is written. */
    static final byte[] TOPOLOGY = settingOf(HOME + "/topology");

    static final byte[] DONE = text("\"DONE\"");

    /** In a list of words, for {@link #ENTRY}. */
    static final String AN_ENTRY = "an entry";

    /** In a list of words, for {@link #TOPOLOGY}. */
    static final String A_TOPOLOGY = "the topology";

    private ZooKeeperWords() {}

    /** @param words to be seen one after the other: text, or what stands for something else */
    static Tripwire wire(Side side, List<String> words) {
        return new Tripwire(side, words.stream().map(ZooKeeperWords::bytes).toList());
    }

    private static byte[] bytes(String words) {
        return switch (words) {
            case AN_ENTRY -> ENTRY;
            case A_TOPOLOGY -> TOPOLOGY;
            default -> text(words);
        };
    }

    /** What two operations on a pair can't have at a time; also that it is given back. */
    static byte[] lockOf(String pair) {
        return text("/locks/pair:" + pair);
    }

    private static byte[] path(String path) {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    /** As one of the requests of a transaction: its type, that it isn't the last, no error, and the path. */
    private static byte[] settingOf(String path) {
        byte[] bytes = path(path);
        return ByteBuffer.allocate(Integer.BYTES + 1 + Integer.BYTES + bytes.length)
                .putInt(SET_DATA)
                .put((byte) 0)
                .putInt(-1)
                .put(bytes)
                .array();
    }
}
