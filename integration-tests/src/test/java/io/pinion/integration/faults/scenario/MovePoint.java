package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.network.Tripwire;
import io.pinion.integration.faults.network.Tripwire.Side;

/** Moments of a move, and of what becomes of it afterwards, that show on a line; of each part in their order. */
enum MovePoint {
    LOCKING(Part.MOVE, Where.ZOOKEEPER, "/locks/pair:p"),
    LOCKING_THE_OTHER(Part.MOVE, Where.ZOOKEEPER, "/locks/pair:q"),
    ENTERING(Part.MOVE, Where.ZOOKEEPER, ZooKeeperWords.AN_ENTRY),
    READING(Part.MOVE, Where.OLD, "CONSISTENT SNAPSHOT"),
    KEEPING_THE_PLACE(Part.MOVE, Where.ZOOKEEPER, "FORTH.place"),
    GOING_TO_COPY(Part.MOVE, Where.ZOOKEEPER, Shown.COPYING),
    MAKING(Part.MOVE, Where.NEW, "CREATE DATABASE `db"),
    FILLING(Part.MOVE, Where.NEW, "`account` ("),
    POINTING(Part.MOVE, Where.NEW, "CHANGE MASTER 'pinion_move_"),
    STARTING(Part.MOVE, Where.NEW, Shown.START),
    FOLLOWING(Part.MOVE, Where.ZOOKEEPER, "\"following\""),
    GOING_TO_COMPARE(Part.MOVE, Where.ZOOKEEPER, "\"comparing\""),
    STANDING_STILL(Part.MOVE, Where.NEW, Shown.UNTIL),
    GOING_ON(Part.MOVE, Where.NEW, Shown.UNTIL, Shown.START),
    PREPARING(Part.MOVE, Where.OLD, Shown.TRIGGER),
    FENCING_THE_STANDBY(Part.MOVE, Where.OLD_STANDBY, Shown.FENCE),
    TAKING_OVER(Part.MOVE, Where.ZOOKEEPER, Shown.CUTTING),
    HOLDING(Part.MOVE, Where.ZOOKEEPER, Shown.CUTTING, ZooKeeperWords.A_TOPOLOGY),
    FENCING(Part.MOVE, Where.OLD, Shown.FENCE),
    LOOKING_FOR_BRANCHES(Part.MOVE, Where.OLD, Shown.FENCE, "XA RECOVER"),
    PAUSING(Part.MOVE, Where.NEW, Shown.UNTIL, Shown.START, "STOP SLAVE 'pinion_move_"),
    KEEPING_THE_WAY_BACK(Part.MOVE, Where.ZOOKEEPER, Shown.WAY_BACK),
    MOVING(Part.MOVE, Where.ZOOKEEPER, Shown.WAY_BACK, ZooKeeperWords.A_TOPOLOGY),
    MOVED(Part.MOVE, Where.ZOOKEEPER, "\"letting the old pair follow\""),
    FORGETTING(Part.MOVE, Where.NEW, "RESET SLAVE 'pinion_move_"),
    FOLLOWING_BACK(Part.MOVE, Where.OLD, "CHANGE MASTER 'pinion_back_"),
    STARTING_BACK(Part.MOVE, Where.OLD, "START SLAVE 'pinion_back_"),
    WAITING(Part.MOVE, Where.ZOOKEEPER, Shown.WAITING_STATE),
    UNLOCKING(Part.MOVE, Where.ZOOKEEPER, Shown.WAITING_STATE, "/locks/pair:"),

    BACK_LOCKING(Part.REVERT, Where.ZOOKEEPER, "/locks/pair:q"),
    BACK_PREPARING(Part.REVERT, Where.NEW, Shown.TRIGGER),
    BACK_FENCING_THE_STANDBY(Part.REVERT, Where.NEW_STANDBY, Shown.FENCE),
    BACK_TAKING_OVER(Part.REVERT, Where.ZOOKEEPER, Shown.TURNING),
    BACK_HOLDING(Part.REVERT, Where.ZOOKEEPER, Shown.TURNING, ZooKeeperWords.A_TOPOLOGY),
    BACK_FENCING(Part.REVERT, Where.NEW, Shown.FENCE),
    BACK_PAUSING(Part.REVERT, Where.OLD, "STOP SLAVE 'pinion_back_"),
    BACK_MOVING(Part.REVERT, Where.ZOOKEEPER, Shown.TURNING, ZooKeeperWords.A_TOPOLOGY, ZooKeeperWords.A_TOPOLOGY),
    BACK_LOWERING(Part.REVERT, Where.OLD, Shown.NO_FENCE),
    BACK_RELEASING(
            Part.REVERT,
            Where.ZOOKEEPER,
            Shown.TURNING,
            ZooKeeperWords.A_TOPOLOGY,
            ZooKeeperWords.A_TOPOLOGY,
            ZooKeeperWords.A_TOPOLOGY),
    BACK_TURNED(Part.REVERT, Where.ZOOKEEPER, Shown.TURNED),
    BACK_FORGETTING(Part.REVERT, Where.OLD, Shown.FORGET_BACK),
    BACK_UNFENCING(Part.REVERT, Where.OLD, Shown.REMOVE_FENCE),
    BACK_UNFENCING_THE_STANDBY(Part.REVERT, Where.OLD_STANDBY, Shown.REMOVE_FENCE),
    BACK_DROPPING(Part.REVERT, Where.NEW, Shown.DROP),
    BACK_ENDING(Part.REVERT, Where.ZOOKEEPER, Shown.TURNED, Shown.CANCELLED),
    BACK_UNLOCKING(Part.REVERT, Where.ZOOKEEPER, Shown.CANCELLED, "/locks/pair:"),

    END_LOCKING(Part.FINISH, Where.ZOOKEEPER, "/locks/pair:p"),
    END_BEGINNING(Part.FINISH, Where.ZOOKEEPER, "\"dropping the old copy\""),
    END_FORGETTING(Part.FINISH, Where.OLD, Shown.FORGET_BACK),
    END_LOWERING(Part.FINISH, Where.OLD_STANDBY, Shown.NO_FENCE),
    END_DROPPING(Part.FINISH, Where.OLD, Shown.DROP),
    END_UNFENCING(Part.FINISH, Where.OLD, Shown.REMOVE_FENCE),
    END_UNFENCING_THE_STANDBY(Part.FINISH, Where.OLD_STANDBY, Shown.REMOVE_FENCE),
    END_ENDING(Part.FINISH, Where.ZOOKEEPER, "\"DONE\""),
    END_UNLOCKING(Part.FINISH, Where.ZOOKEEPER, "\"DONE\"", "/locks/pair:");

    /** What people ask for. */
    enum Part {
        MOVE,
        REVERT,
        FINISH
    }

    /** On which line. */
    enum Where {
        /** Between the proxy that runs it and ZooKeeper. */
        ZOOKEEPER,
        /** To the primary of the pair that the shards leave. */
        OLD,
        OLD_STANDBY,
        /** To the primary of the pair where they go. */
        NEW,
        NEW_STANDBY
    }

    private final Part part;
    private final Where where;
    /** A line for each. */
    private final String words;

    MovePoint(Part part, Where where, String... words) {
        this.part = part;
        this.where = where;
        this.words = String.join("\n", words);
    }

    Part part() {
        return part;
    }

    Where where() {
        return where;
    }

    /** Whether there is such a moment. */
    boolean shows(ServerWords servers) {
        return servers.know(words.lines().toList());
    }

    Tripwire wire(Side side, ServerWords servers) {
        return ZooKeeperWords.wire(side, servers.translated(words.lines().toList()));
    }

    /** What several moments have in common. */
    private static final class Shown {
        static final String COPYING = "\"copy\":\"true\"";
        static final String CUTTING = "\"taking over\"";
        static final String WAY_BACK = "BACK.place";
        static final String WAITING_STATE = "\"WAITING\"";
        static final String TURNING = "\"taking back\"";
        static final String TURNED = "\"dropping the new pair's copy\"";
        static final String CANCELLED = "\"CANCELLED\"";

        static final String START = "START SLAVE 'pinion_move_";
        static final String UNTIL = "SQL_THREAD UNTIL";
        static final String TRIGGER = "CREATE OR REPLACE TRIGGER";
        static final String FENCE = "SET fenced = 1";
        static final String NO_FENCE = "SET fenced = 0";
        static final String FORGET_BACK = "RESET SLAVE 'pinion_back_";
        static final String REMOVE_FENCE = "DELETE FROM pinion_fence";
        static final String DROP = "DROP DATABASE";
    }
}
