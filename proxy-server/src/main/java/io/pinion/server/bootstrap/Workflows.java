package io.pinion.server.bootstrap;

import io.pinion.config.settings.PairSettings;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.AccountSync;
import io.pinion.operations.account.AccountWatch;
import io.pinion.operations.control.Operations;
import io.pinion.operations.copy.CopyBounds;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.move.MoveTimeouts;
import io.pinion.operations.move.Moves;
import io.pinion.operations.move.WaitingMoves;
import io.pinion.operations.opening.OpeningTimeouts;
import io.pinion.operations.opening.Openings;
import io.pinion.operations.promotion.PromotionTimeouts;
import io.pinion.operations.promotion.Promotions;
import io.pinion.operations.schema.SchemaOperations;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.standby.Replacements;
import io.pinion.operations.verify.Verifications;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The operators' workflows of one proxy, and what looks after accounts.
 *
 * @param all those that are in the journal, for SHOW OPERATIONS and the rest of its statements
 */
record Workflows(
        SchemaOperations schemaChanges, Promotions promotions, Moves moves, AccountWatch accounts, Operations all) {

    /** For what somebody changes on a server by hand; what the topology changes is done at once. */
    private static final Duration LOOK_AT_ACCOUNTS_EVERY = Duration.ofSeconds(10);

    /** @param name of this proxy in the journal, which may change while the proxy starts */
    static Workflows start(
            StartedParts parts,
            OpenedTopology topology,
            ServerAccess access,
            ClusterProxies proxies,
            PairSettings settings,
            Supplier<String> name) {
        Supplier<Topology> current = topology.source()::current;
        TopologyStore store = topology.source().store();
        OperationJournal journal = topology.journal();
        CopyBounds copies = SettingsMapping.copyBounds(settings);
        SchemaOperations changes = parts.add(new SchemaOperations(current, store, journal, access, name));
        Promotions promotions =
                parts.add(new Promotions(current, store, journal, access, proxies, PromotionTimeouts.DEFAULT, name));
        Verifications verifications =
                parts.add(new Verifications(current, journal, access, changes::drift, new WaitingMoves(journal)));
        Replacements replacements = parts.add(new Replacements(current, store, journal, access, copies, name));
        Moves moves =
                parts.add(new Moves(current, store, journal, access, proxies, MoveTimeouts.DEFAULT, copies, name));
        Openings openings = parts.add(
                new Openings(current, store, journal, access, proxies, OpeningTimeouts.DEFAULT, copies, name));
        AccountSync accountSync = parts.add(new AccountSync(current, journal, access, name));
        AccountWatch accounts = parts.add(AccountWatch.start(current, accountSync, LOOK_AT_ACCOUNTS_EVERY));
        parts.add(topology.source().subscribe(adopted -> accounts.lookSoon())::cancel);
        Operations all = parts.add(new Operations(
                journal, changes, promotions, moves, verifications, replacements, openings, accountSync));
        return new Workflows(changes, promotions, moves, accounts, all);
    }
}
