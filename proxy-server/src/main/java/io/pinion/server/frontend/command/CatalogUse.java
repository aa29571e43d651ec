package io.pinion.server.frontend.command;

import io.pinion.routing.catalog.Catalog;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.Participant;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The catalog under which the statements of a session are planned. As long as one of them, or their transaction, may
 * still run, the session counts under the topology of that catalog. Lives on the session's event loop.
 */
final class CatalogUse {
    private final SessionContext session;

    /** The catalog that the last statement was planned with. */
    private Catalog catalog;

    /** Whether a statement or transaction planned with {@link #catalog} may still run. */
    private boolean using;

    CatalogUse(SessionContext session) {
        this.session = session;
        this.catalog = session.cluster().catalog();
    }

    /** The catalog to plan with. A transaction keeps its catalog, also when its shard moves meanwhile. */
    Catalog begin() {
        if (!isKeptByTransaction()) {
            end();
            catalog = session.cluster().catalog();
        }
        if (!using) {
            using = true;
            session.cluster().uses().begin(catalog.edition());
            session.pinned().asking().begins(catalog.edition());
        }
        return catalog;
    }

    boolean isKeptByTransaction() {
        return session.state().transaction().open().isPresent() && !session.mayBeginLater();
    }

    /**
     * Moves an open transaction whose statement waits to the newest topology, if the shards on all its pairs are still
     * where they were and no others have come there: the transaction might not see their last rows. Otherwise it stays.
     *
     * @return whether the transaction is under another topology now
     */
    boolean takeTransactionAlong() {
        Catalog newest = session.cluster().catalog();
        Set<String> pairs = transactionsPairs();
        if (newest != catalog && isKeptByTransaction() && catalog.isKeptOn(pairs, newest) && !haveGotShards(pairs)) {
            end();
            catalog = newest;
            return true;
        }
        return false;
    }

    /** Whether the open transaction can't go on where the shards for which its statement waits are or will be. */
    boolean isLeftBehind() {
        Catalog newest = session.cluster().catalog();
        return newest != catalog
                && isKeptByTransaction()
                && (!newest.holdsShards() || haveGotShards(transactionsPairs()));
    }

    private boolean haveGotShards(Set<String> pairs) {
        return session.cluster().haveGotShards(pairs, catalog.edition());
    }

    private Set<String> transactionsPairs() {
        return session.state()
                .transaction()
                .open()
                .map(open ->
                        open.participants().stream().map(Participant::pair).collect(Collectors.toUnmodifiableSet()))
                .orElse(Set.of());
    }

    /** Called when no statement runs: the session counts no more, unless its transaction goes on. */
    void endUnlessKept() {
        if (!isKeptByTransaction()) {
            end();
        }
    }

    private void end() {
        if (using) {
            using = false;
            session.cluster().uses().end(catalog.edition());
        }
    }
}
