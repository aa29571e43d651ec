package io.pinion.server.faults.scenario;

import static io.pinion.server.faults.network.Tripwire.text;

import io.pinion.server.faults.cluster.FaultCluster;
import io.pinion.server.faults.network.Tripwire;
import io.pinion.server.faults.network.Tripwire.Side;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Moments of a promotion that show on a line, in their order. */
enum StopPoint {
    LOCKING(Where.ZOOKEEPER),
    ENTERING(Where.ZOOKEEPER),
    WAITING_FOR_A_SMALL_LAG(Where.ZOOKEEPER),
    TAKING_OVER(Where.ZOOKEEPER),
    HOLDING(Where.ZOOKEEPER),
    FENCING(Where.OLD),
    LOOKING_FOR_BRANCHES(Where.OLD),
    GOING_TO_OPEN(Where.ZOOKEEPER),
    OPENING(Where.NEXT),
    TURNING(Where.ZOOKEEPER),
    ENDING(Where.ZOOKEEPER),
    UNLOCKING(Where.ZOOKEEPER);

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

    StopPoint(Where where) {
        this.where = where;
    }

    Where where() {
        return where;
    }

    Tripwire wire(String pair, Side side) {
        return new Tripwire(side, words(pair));
    }

    private List<byte[]> words(String pair) {
        byte[] lock = text("/locks/pair:" + pair);
        return switch (this) {
            case LOCKING -> List.of(lock);
            case ENTERING -> List.of(Words.path(Words.HOME + "/operations/op"));
            case WAITING_FOR_A_SMALL_LAG -> List.of(text("waiting until"));
            case TAKING_OVER -> List.of(Words.TAKING_OVER);
            case HOLDING -> List.of(Words.TAKING_OVER, Words.TOPOLOGY);
            case FENCING -> List.of(text("read_only=1"));
            case LOOKING_FOR_BRANCHES -> List.of(text("read_only=1"), text("XA RECOVER"));
            case GOING_TO_OPEN -> List.of(Words.OPENING);
            case OPENING -> List.of(text("SET GLOBAL read_only=0"));
            case TURNING -> List.of(Words.OPENING, Words.TOPOLOGY);
            case ENDING -> List.of(Words.OPENING, Words.DONE);
            case UNLOCKING -> List.of(Words.DONE, lock);
        };
    }

    /** As they are on the wire. */
    private static final class Words {
        static final String HOME = "/pinion/" + FaultCluster.NAME;

        /** ZooKeeper's request to set a node's data. */
        private static final int SET_DATA = 5;

        static final byte[] TAKING_OVER = text("taking over");
        static final byte[] OPENING = text("opening; ");
        static final byte[] DONE = text("\"DONE\"");
        static final byte[] TOPOLOGY = settingOf(HOME + "/topology");

        static byte[] path(String path) {
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
