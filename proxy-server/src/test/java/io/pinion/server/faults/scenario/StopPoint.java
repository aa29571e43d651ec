package io.pinion.server.faults.scenario;

import static io.pinion.server.faults.network.Tripwire.text;

import io.pinion.server.faults.cluster.FaultCluster;
import io.pinion.server.faults.network.Tripwire;
import io.pinion.server.faults.network.Tripwire.Side;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Moments of a promotion that show on a line, in their order. */
enum StopPoint {
    LOCKING(Where.ZOOKEEPER, Words.LOCK),
    ENTERING(Where.ZOOKEEPER, Words.ENTRY),
    WAITING_FOR_A_SMALL_LAG(Where.ZOOKEEPER, pair -> List.of(text("waiting until"))),
    TAKING_OVER(Where.ZOOKEEPER, pair -> List.of(Words.TAKING_OVER)),
    HOLDING(Where.ZOOKEEPER, pair -> List.of(Words.TAKING_OVER, Words.TOPOLOGY)),
    FENCING(Where.OLD, pair -> List.of(text("read_only=1"))),
    LOOKING_FOR_BRANCHES(Where.OLD, pair -> List.of(text("read_only=1"), text("XA RECOVER"))),
    GOING_TO_OPEN(Where.ZOOKEEPER, pair -> List.of(Words.OPENING)),
    OPENING(Where.NEXT, pair -> List.of(text("SET GLOBAL read_only=0"))),
    TURNING(Where.ZOOKEEPER, pair -> List.of(Words.OPENING, Words.TOPOLOGY)),
    ENDING(Where.ZOOKEEPER, pair -> List.of(Words.OPENING, Words.DONE)),
    UNLOCKING(Where.ZOOKEEPER, pair -> List.of(Words.DONE, text("/locks/pair:" + pair)));

    /** On which line. */
    enum Where {
        /** Between the proxy that runs it and ZooKeeper. */
        ZOOKEEPER,
        /** To the primary before. */
        OLD,
        /** To the standby before. */
        NEXT
    }

    private final Where where;
    private final Function<String, List<byte[]>> words;

    StopPoint(Where where, Function<String, List<byte[]>> words) {
        this.where = where;
        this.words = words;
    }

    Where where() {
        return where;
    }

    Tripwire wire(String pair, Side side) {
        return new Tripwire(side, words.apply(pair));
    }

    /** As they are on the wire. */
    private static final class Words {
        private static final String HOME = "/pinion/" + FaultCluster.NAME;

        /** ZooKeeper's request to set a node's data. */
        private static final int SET_DATA = 5;

        static final Function<String, List<byte[]>> LOCK = pair -> List.of(text("/locks/pair:" + pair));
        static final Function<String, List<byte[]>> ENTRY = pair -> List.of(path(HOME + "/operations/op"));
        static final byte[] TAKING_OVER = text("taking over");
        static final byte[] OPENING = text("opening; ");
        static final byte[] DONE = text("\"DONE\"");
        static final byte[] TOPOLOGY = settingOf(HOME + "/topology");

        private static byte[] path(String path) {
            byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.allocate(Integer.BYTES + bytes.length)
                    .putInt(bytes.length)
                    .put(bytes)
                    .array();
        }

        private static byte[] settingOf(String path) {
            byte[] bytes = path(path);
            return ByteBuffer.allocate(Integer.BYTES + bytes.length)
                    .putInt(SET_DATA)
                    .put(bytes)
                    .array();
        }
    }
}
