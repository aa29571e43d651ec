package io.pinion.integration.faults.scenario;

import static io.pinion.integration.faults.network.Tripwire.text;

import io.pinion.integration.faults.network.Tripwire;
import io.pinion.integration.faults.network.Tripwire.Side;
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

    private static final byte[] TAKING_OVER_TEXT = text("taking over");
    private static final byte[] OPENING_TEXT = text("opening the standby");

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
        byte[] lock = ZooKeeperWords.lockOf(pair);
        return switch (this) {
            case LOCKING -> List.of(lock);
            case ENTERING -> List.of(ZooKeeperWords.ENTRY);
            case WAITING_FOR_A_SMALL_LAG -> List.of(text("waiting until"));
            case TAKING_OVER -> List.of(TAKING_OVER_TEXT);
            case HOLDING -> List.of(TAKING_OVER_TEXT, ZooKeeperWords.TOPOLOGY);
            case FENCING -> List.of(text("read_only=1"));
            case LOOKING_FOR_BRANCHES -> List.of(text("read_only=1"), text("XA RECOVER"));
            case GOING_TO_OPEN -> List.of(OPENING_TEXT);
            case OPENING -> List.of(text("SET GLOBAL read_only=0"));
            case TURNING -> List.of(OPENING_TEXT, ZooKeeperWords.TOPOLOGY);
            case ENDING -> List.of(OPENING_TEXT, ZooKeeperWords.DONE);
            case UNLOCKING -> List.of(ZooKeeperWords.DONE, lock);
        };
    }
}
