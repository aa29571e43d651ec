package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.Pace;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.transfer.binlog.SourcePlace;
import io.pinion.operations.transfer.rows.WriteBatch.Others;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The rows of an import: a check, a copy, the following of changes, and a comparison. The caller keeps the places and
 * the copied states where they survive it.
 *
 * <p>An import reads its {@link #beginning} first, then copies, then follows from there.
 */
public final class ImportData {
    private final ImportSides sides;
    private final ImportCheck check;
    private final RejectedRows rejected;

    private ImportData(ImportSides sides, ImportCheck check, RejectedRows rejected) {
        this.sides = sides;
        this.check = check;
        this.rejected = rejected;
    }

    /** Looks at the servers and the tables. Blocks. */
    public static ImportData open(ImportSides sides, List<ImportedTable> tables, RejectedRows rejected)
            throws SQLException {
        return new ImportData(sides, ImportCheck.of(sides, tables), rejected);
    }

    /**
     * The same while statements wait.
     *
     * @param control of all work
     * @param answer how long a server may take for one
     */
    public ImportData hurried(CopyControl control, Duration answer) {
        return new ImportData(sides.hurried(control, answer), check, rejected);
    }

    /** Everything that is in the way, each with the way out; the rest works when there is nothing. */
    public List<String> problems() {
        return check.problems();
    }

    /**
     * The places at which following begins, for rows that are read from now on. Read them before {@link #copy}, and,
     * for the way back, before the first client writes to a shard.
     *
     * @return by the names of servers
     */
    public Map<String, SourcePlace> beginning(ImportDirection direction) throws SQLException, OperationRefused {
        Map<String, SourcePlace> places = new LinkedHashMap<>();
        for (ImportServer server : servers(direction)) {
            try (ServerConnection connection = server.log().open(sides.timeout())) {
                places.put(server.name(), LogPlaces.beginning(connection, sides.timeout()));
            }
        }
        return places;
    }

    /**
     * The places of all that has been written until now.
     *
     * @return by the names of servers
     */
    public Map<String, SourcePlace> now(ImportDirection direction) throws SQLException {
        Map<String, SourcePlace> places = new LinkedHashMap<>();
        for (ImportServer server : servers(direction)) {
            try (ServerConnection connection = server.log().open(sides.timeout())) {
                places.put(server.name(), LogPlaces.now(connection));
            }
        }
        return places;
    }

    private List<ImportServer> servers(ImportDirection direction) {
        return switch (direction) {
            case FORTH -> sides.source().servers();
            case BACK -> sides.target().servers();
        };
    }

    /**
     * Copies all tables into the shards, whose tables are empty but for what an earlier run from the same beginning has
     * copied: rows that were deleted before the beginning are not looked for.
     *
     * @param done of an earlier run, by table
     * @param listener takes down how far it has come; is called by one thread at a time, and must not wait for long
     */
    public void copy(Map<String, TableCopied> done, Consumer<TableCopied> listener)
            throws SQLException, OperationRefused {
        new RowsCopy(sides, Pace.quiet(sides.speed(), sides.control()), rejected)
                .copy(tables(ImportDirection.FORTH), done, listener);
    }

    /**
     * Begins to follow. The caller closes it.
     *
     * @param from by the names of servers
     */
    public Following follow(ImportDirection direction, Map<String, SourcePlace> from) throws OperationRefused {
        RowSide source = direction == ImportDirection.FORTH ? sides.source() : sides.target();
        RowSide target = direction == ImportDirection.FORTH ? sides.target() : sides.source();
        ServerSessions reading = new ServerSessions(sides.timeout());
        ServerSessions writing = new ServerSessions(sides.timeout());
        Map<String, FollowedServer> servers = new LinkedHashMap<>();
        try {
            for (ImportServer server : servers(direction)) {
                SourcePlace place = from.get(server.name());
                if (place == null) {
                    throw new OperationRefused("there is no place to follow " + server + " from, but for "
                            + String.join(", ", from.keySet())
                            + ", since its pair has another primary by now: PROMOTE PAIR makes that one the primary"
                            + " again, if it is still there");
                }
                servers.put(server.name(), new FollowedServer(server, place, tables(direction), source, target));
            }
        } catch (OperationRefused e) {
            servers.values().forEach(FollowedServer::close);
            throw e;
        }
        // Two shards may have a value once each that the database can have once: the second row is rejected.
        Others others = direction == ImportDirection.FORTH && !sides.joinsShards()
                ? new Others.ComeAgain()
                : new Others.Stay(false);
        ServerSessions looking = new ServerSessions(sides.timeout());
        Pace pace = Pace.quiet(sides.speed(), sides.control());
        ChangeApplier applier =
                new ChangeApplier(source, target, reading, writing, others, sides.timeout(), pace, rejected);
        return new Following(
                servers,
                applier,
                new PlacesOfRows(tables(direction), source, looking),
                List.of(reading, writing, looking));
    }

    /** Compares every row, while changes are carried by {@code following}, on this thread. */
    public ImportComparison.Result compare(ImportDirection direction, Following following)
            throws SQLException, OperationRefused {
        return comparison(direction, following).all();
    }

    /** Compares some rows again, such as those that were in doubt, while writes are held. */
    public ImportComparison.Result compare(ImportDirection direction, Following following, Collection<CarriedKey> rows)
            throws SQLException, OperationRefused {
        return comparison(direction, following).of(rows);
    }

    private ImportComparison comparison(ImportDirection direction, Following following) throws OperationRefused {
        return new ImportComparison(
                tables(direction),
                sides.joinsShards()
                        ? new ShardsWalk(sides.source(), sides.target())
                        : new HomeWalk(
                                sides.source().places().getFirst(),
                                sides.target(),
                                direction,
                                sides.keyspace() instanceof Keyspace.Id),
                direction,
                following,
                () -> now(direction),
                sides.timeout(),
                new Pace(sides.speed(), sides.control()));
    }

    /** Rows that have arisen have no place to go back to. */
    private List<CarriedTable> tables(ImportDirection direction) throws OperationRefused {
        if (!problems().isEmpty()) {
            throw new OperationRefused(String.join("; ", problems()));
        }
        return check.carried().stream()
                .filter(table -> direction == ImportDirection.FORTH || !table.arises())
                .toList();
    }
}
