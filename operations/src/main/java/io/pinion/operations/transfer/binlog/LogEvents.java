package io.pinion.operations.transfer.binlog;

import com.github.shyiko.mysql.binlog.event.ByteArrayEventData;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.TransactionPayloadEventData;
import io.pinion.operations.engine.OperationRefused;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Follows the transactions of a binary log, event by event, and passes on the changes of some tables and the places
 * between transactions. For one thread.
 *
 * <p>An XA transaction's rows come with its first phase, and can be seen after its second. So they are kept until
 * that, and no place behind its beginning is passed on before.
 */
final class LogEvents {
    /** Of XA transactions that are prepared. */
    private static final int MOST_KEPT = 500_000;

    /** Flags of MariaDB's. */
    private static final int STANDALONE = 1;

    private static final int PREPARED_XA = 64;

    private final Set<String> databases;
    private final Map<String, List<FollowedTable>> tables;
    private final Out out;

    /** The maps of the transaction's tables, by their number; with no table where it isn't followed. */
    private final Map<Long, Mapped> maps = new HashMap<>();

    private final Map<String, TwoPhases> prepared = new LinkedHashMap<>();
    private int kept;
    private @Nullable TwoPhases open;
    private String openName = "";

    /** Between two transactions; while one is open, its beginning. */
    private SourcePlace place;

    private boolean inTransaction;

    /** Whether changes of the transaction have been passed on. */
    private boolean passing;

    private String gtid = "";

    LogEvents(SourcePlace from, Set<String> databases, Map<String, List<FollowedTable>> tables, Out out) {
        this.place = from;
        this.databases = Set.copyOf(databases);
        this.tables = Map.copyOf(tables);
        this.out = out;
    }

    /** Takes what is found, and waits while there is no room. */
    interface Out {
        void put(LogItem item) throws InterruptedException;
    }

    private record Mapped(List<FollowedTable> tables, String database, List<ColumnImage> types) {}

    /** An XA transaction. */
    private record TwoPhases(SourcePlace begin, List<LogItem.RowChanged> changes) {}

    void on(Event event) throws OperationRefused, InterruptedException {
        EventHeaderV4 header = event.getHeader();
        on(event, header.getNextPosition(), header.getTimestamp() / 1000);
    }

    private void on(Event event, long next, long at) throws OperationRefused, InterruptedException {
        switch (event.getHeader().getEventType()) {
            case ROTATE -> rotated(event.getData());
            case GTID -> gtid = gtid(bytes(event));
            case MARIADB_GTID -> begunOnMariaDb(event);
            case QUERY -> statement(event.getData(), next, at);
            case TABLE_MAP -> mapped(event.getData());
            case WRITE_ROWS, DELETE_ROWS -> rows(bytes(event), false, false);
            case UPDATE_ROWS -> rows(bytes(event), false, true);
            case EXT_WRITE_ROWS, EXT_DELETE_ROWS -> rows(bytes(event), true, false);
            case EXT_UPDATE_ROWS -> rows(bytes(event), true, true);
            case XID -> ended(next, at);
            case XA_PREPARE -> prepared(bytes(event)[0] != 0, next, at);
            case TRANSACTION_PAYLOAD -> unpacked(event.getData(), next, at);
            case INCIDENT ->
                throw new OperationRefused(
                        "the binary log says that events may be lost (INCIDENT), at " + place + ": begin anew");
            case STOP,
                    FORMAT_DESCRIPTION,
                    HEARTBEAT,
                    IGNORABLE,
                    ROWS_QUERY,
                    INTVAR,
                    RAND,
                    USER_VAR,
                    ANONYMOUS_GTID,
                    PREVIOUS_GTIDS,
                    TRANSACTION_CONTEXT,
                    VIEW_CHANGE,
                    ANNOTATE_ROWS,
                    BINLOG_CHECKPOINT,
                    MARIADB_GTID_LIST -> passed(next, at);
            default ->
                throw new OperationRefused("the binary log has an event behind " + place + " ("
                        + event.getHeader().getEventType() + ") from which Pinion can't tell the rows: set"
                        + " log_bin_compress=OFF (MariaDB), binlog_row_value_options='' and"
                        + " binlog_transaction_compression=OFF (MySQL), in sessions that are open too, and use neither"
                        + " tagged GTIDs nor LOAD DATA under binlog_format=STATEMENT");
        }
    }

    private static byte[] bytes(Event event) {
        ByteArrayEventData data = event.getData();
        return data.getData();
    }

    /** What belongs to no transaction, such as a list of GTIDs. */
    private void passed(long next, long at) throws InterruptedException {
        if (!inTransaction && gtid.isEmpty() && next > place.offset()) {
            goOnTo(next);
            tell(at);
        }
    }

    private void rotated(RotateEventData rotation) throws InterruptedException {
        SourcePlace begin = new SourcePlace(rotation.getBinlogFilename(), rotation.getBinlogPosition(), "");
        if (!begin.equals(place) && begin.isAtLeast(place)) {
            place = begin;
            tell(0);
        }
    }

    /** MySQL's: a byte of flags, the source's UUID, a number; a library has a text of it in newer releases only. */
    private static String gtid(byte[] event) {
        ByteBuffer buffer = ByteBuffer.wrap(event, 1, event.length - 1);
        UUID source = new UUID(buffer.getLong(), buffer.getLong());
        return source + ":" + buffer.order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /**
     * A number of eight bytes, a domain of four, and flags. It takes the place of BEGIN and of XA START, unless the
     * next statement is all.
     */
    private void begunOnMariaDb(Event event) {
        int flags = bytes(event)[12];
        inTransaction = (flags & STANDALONE) == 0;
        if ((flags & PREPARED_XA) != 0) {
            begunInTwoPhases();
        }
    }

    private void begunInTwoPhases() {
        inTransaction = true;
        open = new TwoPhases(place, new ArrayList<>());
    }

    private void statement(QueryEventData query, long next, long at) throws OperationRefused, InterruptedException {
        BinlogStatement statement =
                new BinlogStatement(Objects.toString(query.getDatabase(), ""), Objects.toString(query.getSql(), ""));
        switch (statement.kind()) {
            case BEGIN -> inTransaction = true;
            case COMMIT, ROLLBACK -> ended(next, at);
            case XA_START -> begunInTwoPhases();
            case XA_END -> openName = statement.branch();
            case XA_COMMIT, XA_ROLLBACK -> {
                resolved(statement.branch());
                ended(next, at);
            }
            case OTHER -> other(statement, next, at);
        }
    }

    private void other(BinlogStatement statement, long next, long at) throws OperationRefused, InterruptedException {
        if (statement.touches(databases, tables.keySet())) {
            throw new OperationRefused(
                    "the definition of a followed table may have changed, or rows without the binary log"
                            + " saying which, by: " + statement + "; behind " + place + " in the binary log");
        }
        // A statement about definitions is a transaction of its own; within another one are savepoints.
        if (!inTransaction) {
            ended(next, at);
        }
    }

    private void mapped(TableMapEventData map) throws OperationRefused {
        List<FollowedTable> followed =
                databases.contains(map.getDatabase()) ? tables.getOrDefault(map.getTable(), List.of()) : List.of();
        List<ColumnImage> types = new ArrayList<>();
        if (!followed.isEmpty()) {
            byte[] codes = map.getColumnTypes();
            int columns = followed.getFirst().columns();
            if (codes.length != columns) {
                throw new OperationRefused("table " + map.getDatabase() + "." + map.getTable() + " has " + codes.length
                        + " columns in the binary log and had " + columns + " when its import began");
            }
            for (int i = 0; i < codes.length; i++) {
                types.add(ColumnImage.of(codes[i] & 0xFF, map.getColumnMetadata()[i]));
            }
        }
        maps.put(map.getTableId(), new Mapped(followed, map.getDatabase(), types));
    }

    private void rows(byte[] event, boolean extended, boolean twice) throws OperationRefused, InterruptedException {
        Mapped map = maps.get(RowImages.tableOf(event));
        if (map == null) {
            throw new OperationRefused("the binary log has rows of an unknown table behind " + place);
        }
        for (FollowedTable table : map.tables()) {
            for (List<byte @Nullable []> key : RowImages.keys(table, map.types(), event, extended, twice)) {
                LogItem.RowChanged change = new LogItem.RowChanged(map.database(), table, key);
                TwoPhases branch = open;
                if (branch == null) {
                    pass(change, "");
                } else {
                    keep(branch, change);
                }
            }
        }
    }

    private void keep(TwoPhases branch, LogItem.RowChanged change) throws OperationRefused {
        if (++kept > MOST_KEPT) {
            throw new OperationRefused("XA transactions that are prepared and not ended have changed more than "
                    + MOST_KEPT + " rows: end them (XA RECOVER lists them)");
        }
        branch.changes().add(change);
    }

    private void prepared(boolean atOnce, long next, long at) throws InterruptedException {
        TwoPhases branch = open;
        open = null;
        if (branch != null && atOnce) {
            pass(branch, "");
        } else if (branch != null) {
            prepared.put(openName, branch);
        }
        ended(next, at);
    }

    private void resolved(String name) throws InterruptedException {
        // The rows of one that was prepared before following began were read when it was over.
        TwoPhases branch = prepared.remove(name);
        if (branch != null) {
            pass(branch, name);
        }
    }

    private void pass(TwoPhases branch, String name) throws InterruptedException {
        kept -= branch.changes().size();
        for (LogItem.RowChanged change : branch.changes()) {
            pass(change, name);
        }
    }

    private void pass(LogItem.RowChanged change, String branch) throws InterruptedException {
        if (!passing) {
            passing = true;
            out.put(new LogItem.TransactionBegun(place, gtid, branch));
        }
        out.put(change);
    }

    private void unpacked(TransactionPayloadEventData payload, long next, long at)
            throws OperationRefused, InterruptedException {
        for (Event event : payload.getUncompressedEvents()) {
            on(event, next, at);
        }
    }

    private void ended(long next, long at) throws InterruptedException {
        inTransaction = false;
        open = null;
        maps.clear();
        passing = false;
        goOnTo(next);
        gtid = "";
        tell(at);
    }

    private void goOnTo(long next) {
        place = new SourcePlace(place.file(), Math.max(next, place.offset()), "");
    }

    /** A reader that begins again begins before all XA transactions that are prepared. */
    private void tell(long at) throws InterruptedException {
        SourcePlace safe =
                prepared.isEmpty() ? place : prepared.values().iterator().next().begin();
        out.put(new LogItem.PlaceReached(safe, at));
    }
}
