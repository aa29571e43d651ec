package io.pinion.operations.transfer;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.move.HandOverPause;
import io.pinion.operations.move.MoveTimeouts;
import io.pinion.operations.move.PairFence;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.transfer.rows.ImportDirection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One attempt to import a database, or to end an import, from wherever another one has ended. Blocks. */
final class ImportAttempt implements Attempt<String> {
    /** How long proxies may take to forget the keyspace, before its databases are dropped all the same. */
    private static final Duration ADOPTION = Duration.ofSeconds(15);

    /** How long proxies may take to read the definitions of tables that they have just heard of. */
    private static final Duration LEARNING = Duration.ofMinutes(1);

    private final OperationServices services;
    private final DatabaseImport task;
    private final RunningOperation operation;
    private final Topology topology;
    private final PublishedImport published;
    private final ImportFacts facts;
    private @Nullable ImportServers servers;
    private @Nullable ImportRows rows;
    private Duration pause = Duration.ZERO;

    /** The answer to whoever has asked for a way from here; imports themselves go on in the background. */
    private String answer = "given up";

    private String note = "";

    ImportAttempt(OperationServices services, DatabaseImport task, RunningOperation operation) {
        this.services = services;
        this.task = task;
        this.operation = operation;
        this.topology = services.topology();
        this.published = new PublishedImport(TopologyChange.of(services, operation), task);
        this.facts = new ImportFacts(operation);
    }

    /**
     * The servers. They are logged in on at the first call, and nothing of an earlier attempt takes effect any more
     * then: its connections are killed, and its writes of the topology come too late.
     */
    private ImportServers servers() throws OperationRefused {
        ImportServers opened = servers;
        if (opened != null) {
            return opened;
        }
        if (!operation.isExplained()) {
            // Only the owner of the operation may kill connections.
            operation.confirm();
            operation.requireHeld(TaskLock.BRIEFLY);
        }
        opened = opened();
        servers = opened;
        if (!operation.isExplained()) {
            operation.confirm();
            if (operation.isResumed()) {
                requireWritable(opened);
                if (ImportSteps.isHandingOver(operation.progress().furthest())) {
                    TopologyChange.of(services, operation).outdateOlderWriters();
                }
            }
            operation.requireHeld(TaskLock.BRIEFLY);
        }
        return opened;
    }

    private ImportServers opened() throws OperationRefused {
        try {
            return ImportServers.open(services, topology, task, operation);
        } catch (OperationRefused e) {
            throw operation.isResumed() ? new ServerAway(e.getMessage()) : e;
        }
    }

    /** A primary that has restarted is opened by whoever has the lock of its pair. */
    private static void requireWritable(ImportServers servers) throws OperationRefused {
        List<PairSide> sides = new ArrayList<>(servers.shards());
        sides.add(servers.home());
        for (PairSide side : sides) {
            try {
                if (side.primary().server().isFenced()) {
                    throw new ServerAway(side.primary() + " takes no writes: OPEN PAIR "
                            + side.pair().name() + " opens it, unless Pinion does");
                }
            } catch (SQLException e) {
                throw new ServerAway(String.valueOf(e.getMessage()));
            }
        }
    }

    private ImportRows rows() throws OperationRefused {
        ImportRows opened = rows;
        if (opened == null) {
            opened = new ImportRows(services, topology, operation, new DatabaseRows(task, servers()));
            rows = opened;
        }
        return opened;
    }

    private ShardDatabases databases() {
        return new ShardDatabases(new ShardConnections(services.running(), services.access()), task.shape(), operation);
    }

    // --- how far it is

    boolean mayHaveMade() {
        return operation.mayHaveBegun(ImportSteps.MAKING);
    }

    boolean isPublished() throws OperationRefused {
        return operation.mayHaveBegun(ImportSteps.PUBLISHING)
                && published.stored().isPresent();
    }

    boolean mayHaveFollowed() {
        return operation.mayHaveBegun(ImportSteps.FOLLOWING);
    }

    /** Whether the name means the keyspace, also when the proxy that has handed it over died behind that. */
    boolean isHandedOver() throws OperationRefused {
        return operation.mayHaveBegun(ImportSteps.SETTLING)
                || (operation.mayHaveBegun(ImportSteps.HANDING_OVER) && published.isHandedOver());
    }

    void requireNotHandedOver() throws OperationRefused {
        if (isHandedOver()) {
            throw new OperationRefused(task.name() + " is the keyspace already: RESUME OPERATION " + operation.number()
                    + " goes on with it");
        }
    }

    boolean isBack() throws OperationRefused {
        return operation.mayHaveBegun(ImportSteps.FORGETTING)
                || (operation.mayHaveBegun(ImportSteps.HANDING_BACK) && !published.isHandedOver());
    }

    // --- forth

    void check() throws OperationRefused, SQLException {
        List<String> problems = new ArrayList<>(new ImportReadiness(topology, task, servers(), databases()).problems());
        problems.addAll(rows().problems());
        if (!problems.isEmpty()) {
            throw new OperationRefused(problems.stream().distinct().collect(Collectors.joining("; ")));
        }
    }

    void make() throws OperationRefused, SQLException {
        SourceSchema source = source();
        facts.defined(SourceDigest.of(source, task));
        List<ShardDatabases.Definition> definitions = new ArrayList<>();
        for (TableRole table : task.copied()) {
            definitions.add(new ShardDefinition(source.table(table.source()), table));
        }
        databases().make(definitions);
    }

    private SourceSchema source() throws OperationRefused, SQLException {
        return SourceSchema.read(servers().home().primary().server(), task.name());
    }

    void publish() throws OperationRefused {
        published.publish();
    }

    void copy() throws OperationRefused, SQLException {
        rows().copy();
    }

    void follow() throws OperationRefused, SQLException {
        if (operation.mayHaveBegun(ImportSteps.HANDING_OVER)) {
            // The proxy that began this died before the topology gave the name to the keyspace.
            forth().undo();
            operation.enter(ImportSteps.FOLLOWING);
        }
        rows().catchUp(ImportDirection.FORTH);
    }

    /** The operator chooses the moment of what clients notice. */
    void followOn() throws OperationRefused, SQLException {
        rows().followOn();
    }

    boolean mayHandOver() throws OperationRefused {
        return operation.progress().isHandOverAsked() || isHandedOver();
    }

    void compare() throws OperationRefused, SQLException {
        requireSameDefinitions();
        rows().compare(ImportDirection.FORTH);
    }

    private void requireSameDefinitions() throws OperationRefused, SQLException {
        String now = SourceDigest.of(source(), task);
        if (facts.definitions().filter(now::equals).isEmpty()) {
            throw new OperationRefused("tables of " + task.name() + " have been changed since the import began: CANCEL"
                    + " OPERATION " + operation.number() + ", and begin anew");
        }
    }

    private HandOver forth() throws OperationRefused {
        PairSide home = servers().home();
        return new HandOver(
                services,
                operation,
                published.from(true),
                new Forth(),
                List.of(fence(home, "database " + task.name())));
    }

    private PairFence fence(PairSide side, String what) {
        return new PairFence(side, operation, MoveTimeouts.DEFAULT, what);
    }

    /** From the database to the keyspace. */
    private final class Forth implements HandOver.Side {
        @Override
        public boolean isBack() {
            return false;
        }

        @Override
        public void catchUp() throws SQLException, OperationRefused {
            new ImportSequences(task, servers()).prepare();
            requireSameDefinitions();
            rows().beginsBack();
            rows().catchUp(ImportDirection.FORTH);
        }

        @Override
        public void bringRest(Duration most) throws SQLException, OperationRefused {
            rows().bringRest(ImportDirection.FORTH, most);
            ImportSequences sequences = new ImportSequences(task, servers());
            sequences.requireObjectsBelow();
            sequences.toShards();
        }

        @Override
        public String before() {
            return ImportSteps.PREPARING;
        }

        @Override
        public String step() {
            return ImportSteps.HANDING_OVER;
        }
    }

    void prepare() throws OperationRefused, SQLException {
        requireLearned();
        new UserRights(services, task.shape().pairs(), operation).await();
        forth().prepare();
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

    void removeFences() throws OperationRefused, SQLException {
        servers().home().removeFences(operation.number());
    }

    void handOver() throws OperationRefused, SQLException {
        HandOverPause.note(operation, forth().handOver());
    }

    void undoHandOver() throws OperationRefused, SQLException {
        requireNotHandedOver();
        forth().undo();
    }

    /** The old database gets nothing until somebody asks for it back. */
    void settle() throws OperationRefused {
        rows().close();
    }

    // --- given up

    void forget() throws OperationRefused {
        requireNotHandedOver();
        long generation = published.forget();
        operation.tell("waiting until all proxies know that");
        services.proxies().awaitAll(ADOPTION, proxy -> proxy.served() >= generation);
    }

    void dropMade() throws OperationRefused {
        ImportRows opened = rows;
        if (opened != null) {
            opened.close();
        }
        databases().drop();
    }

    // --- for good

    void awaitMayFinish() throws OperationRefused {
        requireMayFinish();
        forth().awaitLastTransactions();
    }

    private void requireMayFinish() throws OperationRefused {
        if (!published.isHandedOver()) {
            throw new OperationRefused("the topology has no keyspace " + task.name()
                    + " that clients see: look at it first (SHOW KEYSPACES)");
        }
        servers().requireStandbys();
    }

    void giveUpOld() throws OperationRefused, SQLException {
        published.finish();
        servers().home().removeFences(operation.number());
        servers().removeFencesOfShards(operation.number());
        answer = "the old database " + task.name() + " stays on pair " + task.home()
                + ", where no client of Pinion's reaches it: DROP it there when nobody needs it";
        note = answer;
    }

    // --- back

    void followBack() throws OperationRefused, SQLException {
        if (operation.mayHaveBegun(ImportSteps.HANDING_BACK)) {
            // The proxy that began this died before the topology gave the name back.
            back().undo();
        }
        servers().requireStandbys();
        rows().requirePlaces(ImportDirection.BACK);
        // One that began before the hand-over would write to the old database without its fence.
        forth().awaitLastTransactions();
        // The rows come from this operation's connections, which no fence lets through.
        servers().home().removeFences(operation.number());
        rows().catchUp(ImportDirection.BACK);
    }

    void compareBack() throws OperationRefused, SQLException {
        rows().compare(ImportDirection.BACK);
    }

    private HandOver back() throws OperationRefused {
        List<PairFence> fences = servers().shards().stream()
                .map(side -> fence(side, "these shards"))
                .toList();
        return new HandOver(services, operation, published.from(false), new Back(), fences);
    }

    /** From the keyspace to the database. */
    private final class Back implements HandOver.Side {
        @Override
        public boolean isBack() {
            return true;
        }

        @Override
        public void catchUp() throws SQLException, OperationRefused {
            rows().catchUp(ImportDirection.BACK);
        }

        @Override
        public void bringRest(Duration most) throws SQLException, OperationRefused {
            rows().bringRest(ImportDirection.BACK, most);
            new ImportSequences(task, servers()).toHome();
        }

        @Override
        public String before() {
            return ImportSteps.FOLLOWING_BACK;
        }

        @Override
        public String step() {
            return ImportSteps.HANDING_BACK;
        }
    }

    void prepareBack() throws OperationRefused, SQLException {
        back().prepare();
    }

    void handBack() throws OperationRefused, SQLException {
        pause = back().handOver();
        HandOverPause.note(operation, pause);
    }

    /** Another import begins anew. */
    void dropKeyspace() throws OperationRefused, SQLException {
        rows().close();
        back().awaitLastTransactions();
        published.forget();
        operation.tell("dropping the databases of the shards");
        for (PairSide side : servers().shards()) {
            side.dropDatabases(operation.number());
        }
        note = "turned back, after a pause of " + pause.toMillis() + " ms";
    }

    // --- what EXPLAIN shows

    ImportPlan plan() throws OperationRefused {
        return new ImportPlan(task, servers(), operation.number());
    }

    List<PlannedAction> plannedChecks() throws OperationRefused, SQLException {
        check();
        return List.of();
    }

    List<PlannedAction> plannedMaking() {
        return databases().planned("CREATE DATABASE %s; CREATE TABLE …");
    }

    List<PlannedAction> plannedFinish() throws OperationRefused {
        requireMayFinish();
        return List.of();
    }

    List<PlannedAction> plannedDrop() {
        return databases().planned("DROP DATABASE %s");
    }

    // --- its end

    @Override
    public String answer() {
        return answer;
    }

    @Override
    public String note() {
        return note;
    }

    @Override
    public void close() {
        if (rows != null) {
            rows.close();
        }
        if (servers != null) {
            servers.close();
        }
    }
}
