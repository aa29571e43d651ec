package io.pinion.operations.verify;

import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.RowSum;
import io.pinion.operations.copy.TableDefinition;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.sql.HeldTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares a table in both snapshots of a {@link ConsistentSnapshot}, some rows at a time. Blocks; for one thread. */
final class TableComparison {
    private final ConsistentSnapshot servers;
    private final VerifyThrottle throttle;
    private final String follower;

    /** @param follower the role of the replicating server, for messages */
    TableComparison(ConsistentSnapshot servers, VerifyThrottle throttle, String follower) {
        this.servers = servers;
        this.throttle = throttle;
        this.follower = follower;
    }

    /**
     * @param rows the number of compared rows of the primary
     * @param difference the first one; empty for none
     */
    record Outcome(long rows, Optional<String> difference) {}

    /**
     * @param primary the table in the primary's snapshot
     * @param standby the table in the other server's snapshot
     */
    Outcome compare(HeldTable primary, HeldTable standby) throws SQLException, OperationRefused {
        TableDefinition there = servers.there().definition(standby);
        TableDefinition here = servers.here().definition(primary);
        if (!here.equals(there)) {
            return new Outcome(
                    0,
                    Optional.of(
                            "table " + primary.name().table() + " is another on the " + follower + ": the primary has "
                                    + here.missingIn(there).orElse("nothing more") + ", the " + follower + " "
                                    + there.missingIn(here).orElse("nothing more")));
        }
        TableShape shape = servers.here().shape(primary);
        KeyBounds bounds = KeyBounds.of(shape, servers.primary().server().dialect());
        if (bounds.isEmpty()) {
            throttle.take();
            return part(shape, bounds, List.of(), List.of(), 0);
        }
        return parts(shape, bounds, primary);
    }

    private Outcome parts(TableShape shape, KeyBounds bounds, HeldTable table) throws SQLException, OperationRefused {
        @Nullable PartSize size = null;
        long rows = 0;
        List<String> after = List.of();
        while (true) {
            throttle.take();
            long begun = System.nanoTime();
            List<String> upTo = bounds.next(
                    servers.primary().connection(),
                    shape,
                    after,
                    List.of(),
                    size == null ? PartSize.FIRST_ROWS : size.rows());
            Outcome outcome = part(shape, bounds, after, upTo, rows);
            if (outcome.difference().isPresent() || upTo.isEmpty()) {
                return outcome;
            }
            if (size == null) {
                // Most tables of thousands have no second part, for which nothing needs to be asked.
                size = PartSize.of(table);
            }
            size.took(System.nanoTime() - begun);
            rows = outcome.rows();
            after = upTo;
        }
    }

    private Outcome part(TableShape shape, KeyBounds bounds, List<String> after, List<String> upTo, long before)
            throws SQLException {
        String condition = bounds.condition(after, upTo);
        RowSum here = RowSum.of(servers.primary().connection(), shape, condition);
        RowSum there = RowSum.of(servers.standby().connection(), shape, condition);
        if (here.equals(there)) {
            return new Outcome(before + here.rows(), Optional.empty());
        }
        return new Outcome(
                before + here.rows(),
                Optional.of("table " + shape.name().table() + " differs, " + bounds.words(after, upTo) + ": "
                        + here.rows() + " rows on the primary, " + there.rows() + " on the " + follower
                        + (here.rows() == there.rows() ? ", of which some differ" : "")));
    }
}
