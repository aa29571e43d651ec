package io.pinion.server.bootstrap;

import io.pinion.config.settings.Settings;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.AccountSyncs;
import io.pinion.operations.account.AccountWatch;
import io.pinion.operations.check.ServerDiagnosis;
import io.pinion.operations.control.Operations;
import io.pinion.operations.document.DocumentChanges;
import io.pinion.operations.engine.AbandonedOperations;
import io.pinion.operations.engine.CopyBounds;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationRunners;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.move.WaitingMoves;
import io.pinion.operations.promotion.Promotions;
import io.pinion.operations.queue.Queues;
import io.pinion.operations.restore.Restores;
import io.pinion.operations.schema.SchemaOperations;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.replication.Standing;
import io.pinion.operations.space.ShardSpaces;
import io.pinion.operations.verify.Verifications;
import io.pinion.operations.work.Workers;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The operators' workflows of one proxy, and what looks after accounts.
 *
 * @param all those that are in the journal, for SHOW OPERATIONS and the rest of its statements
 */
record Workflows(Promotions promotions, AccountWatch accounts, Operations all, AbandonedOperations running) {

    private static final int LISTERS = 2;
    private static final int MOST_WAITING_FOR_LIST = 64;

    /** For what somebody changes on a server by hand; what the topology changes is done at once. */
    private static final Duration LOOK_AT_ACCOUNTS_EVERY = Duration.ofSeconds(10);

    /** A proxy's locks end some 15 s after it has died. */
    private static final Duration LOOK_FOR_ABANDONED_EVERY = Duration.ofSeconds(5);

    /**
     * @param standings of standbys, as they were last compared
     * @param lasting what has been found of a pair's state at several looks in a row
     * @param name of this proxy in the journal, which may change while the proxy starts
     */
    static Workflows start(
            StartedParts parts,
            List<OperationDefinition> definitions,
            OpenedTopology topology,
            ServerAccess access,
            ClusterProxies proxies,
            Settings settings,
            Function<Pair, Standing> standings,
            Function<Pair, List<Finding>> lasting,
            Supplier<String> name) {

        Supplier<Topology> current = topology.source()::current;
        TopologyStore store = topology.source().store();
        OperationJournal journal = topology.journal();
        CopyBounds copies = SettingsMapping.copyBounds(settings.pairs());
        OperationServices services = new OperationServices(current, store, journal, access, proxies, copies, name);
        RequestKinds kinds = new RequestKinds(definitions.stream()
                .map(each -> parts.add(each.start().on(services, settings.exports())))
                .toList());
        Promotions promotions = kinds.operations(Promotions.class);
        SchemaOperations changes = kinds.operations(SchemaOperations.class);
        Restores restores = kinds.operations(Restores.class);
        AccountSyncs accountSync = kinds.operations(AccountSyncs.class);
        OperationRunners runners = kinds.runners();
        AccountWatch accounts = parts.add(AccountWatch.start(current, accountSync, LOOK_AT_ACCOUNTS_EVERY));
        parts.add(topology.source().subscribe(adopted -> accounts.lookSoon())::cancel);
        SourceCheck source = new SourceCheck(topology.source(), accounts::problems);
        ServerDiagnosis diagnosis =
                parts.add(new ServerDiagnosis(services, settings, standings, lasting, source::findings));
        Operations all = new Operations(
                journal,
                parts.add(new Workers("pinion-operations-list", LISTERS, MOST_WAITING_FOR_LIST)),
                kinds,
                runners,
                changes,
                parts.add(new Verifications(current, journal, access, changes::drift, new WaitingMoves(journal))),
                restores,
                diagnosis,
                kinds.operations(Queues.class),
                parts.add(new ShardSpaces(services)),
                parts.add(new DocumentChanges(current, store)));
        AbandonedOperations running = parts.add(AbandonedOperations.start(
                journal, runners, LOOK_FOR_ABANDONED_EVERY, settings.pairs().resumeAbandonedOperations()));
        // Parts end in the reverse order: all operations hear of it first, and then each kind is waited for.
        parts.add(runners::stop);
        return new Workflows(promotions, accounts, all, running);
    }
}
