package io.pinion.operations.transfer;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.move.HandOver;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.transfer.rows.ImportDirection;
import io.pinion.operations.transfer.rows.RowSide;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** One attempt to import a database, or to end an import, from wherever another one has ended. Blocks. */
final class ImportAttempt extends TransferAttempt<DatabaseImport> {
    /** How long proxies may take to read the definitions of tables that they have just heard of. */
    private static final Duration LEARNING = Duration.ofMinutes(1);

    private Duration pause = Duration.ZERO;

    ImportAttempt(OperationServices services, DatabaseImport task, RunningOperation operation) {
        super(services, task, operation);
    }

    private PairSide home() throws OperationRefused {
        return servers().sources().getFirst();
    }

    @Override
    protected TransferredRows carried() throws OperationRefused {
        RowSide home = RowSide.of(primary(task.home()), task.name());
        return carried(task.imported(), home, task.entry(), "the old database");
    }

    @Override
    protected String fenced() {
        return "database " + task.name();
    }

    @Override
    protected String handedOver() {
        return task.name() + " is the keyspace";
    }

    // --- forth

    @Override
    protected void look(List<String> found) throws OperationRefused, SQLException {
        noteRefusal(found, () -> new ImportedDatabase(topology, task.shape(), Optional.of(task.home())).pair());
        TopologyReader.objection(task.announcedIn(topology)).ifPresent(found::add);
        found.addAll(rows().problems());
    }

    @Override
    protected void make() throws OperationRefused, SQLException {
        SourceSchema source = source();
        facts.defined(task.digest(source));
        List<ShardDatabases.Definition> definitions = new ArrayList<>();
        for (TableRole table : task.copied()) {
            definitions.add(new ShardDefinition(source.table(table.source()), table));
        }
        databases().make(definitions);
    }

    private SourceSchema source() throws OperationRefused, SQLException {
        return SourceSchema.read(home().primary().server(), task.name());
    }

    @Override
    protected void requireSameDefinitions() throws OperationRefused, SQLException {
        String now = task.digest(source());
        if (facts.definitions().filter(now::equals).isEmpty()) {
            throw new OperationRefused("tables of " + task.name() + " have been changed since the import began: CANCEL"
                    + " OPERATION " + operation.number() + ", and begin anew");
        }
    }

    @Override
    void prepare() throws OperationRefused, SQLException {
        requireLearned();
        super.prepare();
    }

    /** Whoever plans for the keyspace needs the columns of its tables. */
    private void requireLearned() throws OperationRefused {
        long generation = published.generation();
        Predicate<RegisteredProxy> knows = proxy -> proxy.learned() >= generation;
        operation.tell("waiting until all proxies know the tables");
        if (!services.proxies().awaitAll(LEARNING, knows)) {
            throw new OperationRefused("not all proxies have read the tables of the shards: "
                    + services.proxies().others(knows) + "; RESUME OPERATION " + operation.number() + " tries again");
        }
    }

    @Override
    protected void prepareHandOver() throws OperationRefused, SQLException {
        new ImportSequences(task, servers()).prepare();
        requireSameDefinitions();
        rows().beginsBack();
    }

    @Override
    protected void carryCounters() throws OperationRefused, SQLException {
        ImportSequences sequences = new ImportSequences(task, servers());
        sequences.requireObjectsBelow();
        sequences.toShards();
    }

    // --- for good

    void giveUpOld() throws OperationRefused, SQLException {
        finish();
        removeFencesOfSources();
        removeFences(servers().targets());
        ended("the old database " + task.name() + " stays on pair " + task.home()
                + ", where no client of Pinion's reaches it: DROP it there when nobody needs it");
    }

    // --- back

    boolean isBack() throws OperationRefused {
        return operation.mayHaveBegun(TransferSteps.FORGETTING)
                || (operation.mayHaveBegun(TransferSteps.HANDING_BACK) && !published.isHandedOver());
    }

    void followBack() throws OperationRefused, SQLException {
        if (operation.mayHaveBegun(TransferSteps.HANDING_BACK)) {
            // The proxy that began this died before the topology gave the name back.
            handingBack().undo();
        }
        requireMayFollowBack();
        // One that began before the hand-over would write to the old database without its fence.
        published.forth().awaitLastTransactions(services.proxies());
        // The rows come from this operation's connections, which no fence lets through.
        removeFencesOfSources();
        rows().catchUp(ImportDirection.BACK);
    }

    private void requireMayFollowBack() throws OperationRefused, SQLException {
        servers().requireStandbys();
        rows().requirePlaces(ImportDirection.BACK);
    }

    /** From the keyspace to the database. */
    HandOver handingBack() throws OperationRefused {
        return handing(
                ImportDirection.BACK,
                () -> rows().catchUp(ImportDirection.BACK),
                most -> {
                    rows().bringRest(ImportDirection.BACK, most);
                    new ImportSequences(task, servers()).toHome();
                },
                fences(servers().targets(), "these shards"));
    }

    void handBack() throws OperationRefused, SQLException {
        pause = pauseOf(handingBack());
    }

    /** Another import begins anew. */
    void dropKeyspace() throws OperationRefused, SQLException {
        closeRows();
        published.back().awaitLastTransactions(services.proxies());
        published.forget();
        operation.tell("dropping the databases of the shards");
        dropDatabases(servers().targets());
        turnedBack(pause);
    }

    // --- what EXPLAIN shows

    @Override
    protected ImportPlan plan() throws OperationRefused {
        return new ImportPlan(task, servers(), operation.number());
    }

    List<PlannedAction> plannedFollowingBack() throws OperationRefused, SQLException {
        // A standby that stops later is waited for.
        servers().requireFollowingStandbys();
        requireMayFollowBack();
        return plan().followingBack();
    }
}
