package io.pinion.operations.rekey;

import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.UserStatements;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.catalog.TransactionMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One attempt to give the rows of a table their new keys. Blocks; for one thread. */
final class RekeyAttempt implements Attempt<Done> {
    /** Rows that clients make meanwhile are found by the next one. */
    private static final int MOST_PASSES = 10;

    private final OperationServices services;
    private final RekeyTask task;
    private final RunningOperation operation;
    private final RekeySession session;
    private final KeyChanges changes;

    /** Empty until somebody asks. */
    private Optional<RekeyTexts> texts = Optional.empty();

    RekeyAttempt(OperationServices services, RekeyTask task, RunningOperation operation, UserStatements statements) {
        this.services = services;
        this.task = task;
        this.operation = operation;
        this.session = new RekeySession(
                statements, operation, operation.operation().origin().user());
        this.changes = new KeyChanges(operation, session);
    }

    // --- what it works on

    private Keyspace.Mod keyspace() throws OperationRefused {
        Keyspace.Mod keyspace = services.topology()
                .keyspace(task.keyspace())
                .filter(Keyspace.Mod.class::isInstance)
                .map(Keyspace.Mod.class::cast)
                .orElseThrow(() -> new OperationRefused("there is no keyspace of hashed tables " + task.keyspace()
                        + " (SHOW KEYSPACES); an id says its shard for ever"));
        if (!(keyspace.table(task.table()) instanceof Table.HashedTable table)) {
            throw new OperationRefused("keyspace " + keyspace.name() + " has no hashed table " + task.table());
        }
        if (!table.keyColumn().equalsIgnoreCase(task.column())) {
            throw new OperationRefused("the rows of " + task.table() + " are placed by " + table.keyColumn()
                    + ": other columns are changed by UPDATE");
        }
        if (keyspace.transactions() != TransactionMode.XA) {
            throw new OperationRefused("a proxy that dies in the middle could leave a row at both of its keys, unless"
                    + " the keyspace commits in two phases: ALTER TOPOLOGY SET 'keyspaces." + keyspace.name()
                    + ".transactions' = '\"xa\"', at least meanwhile");
        }
        return keyspace;
    }

    private List<Integer> shards() throws OperationRefused {
        return keyspace().ranges().ranges().stream()
                .flatMapToInt(range -> IntStream.rangeClosed(range.first(), range.last()))
                .boxed()
                .toList();
    }

    private String database(int shard) throws OperationRefused {
        return keyspace().databases().databaseOf(new ShardId(shard));
    }

    private RekeyTexts texts() throws OperationRefused {
        if (texts.isEmpty()) {
            Keyspace.Mod keyspace = keyspace();
            String query = RekeyTexts.columns(task, database(shards().getFirst()));
            RekeyedColumns columns = RekeyedColumns.of(task, session.rows(query));
            if (!columns.isNumber() && keyspace.keyEncoding().charset().equals("binary")) {
                throw new OperationRefused("keyspace " + keyspace.name() + " hashes a key in the character set in which"
                        + " its client writes it (key_charset binary), which differs from row to row: UPDATE changes"
                        + " a key that is known");
            }
            texts = Optional.of(new RekeyTexts(task, columns));
        }
        return texts.get();
    }

    /** The page behind another one; empty behind the last. */
    private Optional<KeyPage> page(int shard, Optional<KeyPage> before) throws OperationRefused {
        if (before.isPresent() && before.get().upTo().isEmpty()) {
            return Optional.empty();
        }
        String database = database(shard);
        Optional<String> after = before.flatMap(KeyPage::upTo);
        Optional<String> upTo = session.rows(texts().lastOfPage(database, after)).stream()
                .flatMap(row -> Stream.ofNullable(row.getFirst()))
                .findFirst();
        return Optional.of(new KeyPage(database, after, upTo));
    }

    // --- the steps

    /** Refused when the planner has something against it, or a row would change twice. */
    void check() throws OperationRefused {
        session.require(texts().changesOfNone());
        List<Integer> shards = shards();
        for (int shard : shards) {
            operation.tellIfMine("shard " + shard + " of " + shards.size());
            for (var page = page(shard, Optional.empty()); page.isPresent(); page = page(shard, page)) {
                operation.requireMayGoOn();
                keys(page.get());
                requireChangesOnce(shard, page.get());
            }
        }
    }

    /** Its message has no keys, which don't belong into logs. */
    private void requireChangesOnce(int shard, KeyPage page) throws OperationRefused {
        if (!session.rows(texts().changedAgain(page)).isEmpty()) {
            throw new OperationRefused(
                    "a row of shard " + shard + " would change once more when it has its new key: add"
                            + " conditions to WHERE that rows with new keys don't meet");
        }
    }

    boolean isDone() throws OperationRefused {
        return shards().stream().allMatch(shard -> operation.progress().done().has(shard));
    }

    void change() throws OperationRefused {
        List<Integer> left = shards().stream()
                .filter(shard -> !operation.progress().done().has(shard))
                .toList();
        operation.update(progress -> progress.withTotal(progress.done().size() + left.size()));
        for (int shard : left) {
            change(shard);
            operation.later(progress -> progress.withDone(shard));
        }
    }

    /** Until a look at all keys finds nothing to change. */
    void lookAgain() throws OperationRefused {
        for (int pass = 0; pass < MOST_PASSES; pass++) {
            operation.later(RekeyTally::begun);
            long changed = 0;
            for (int shard : shards()) {
                changed += change(shard);
            }
            if (changed == 0) {
                return;
            }
        }
        throw new OperationRefused(
                "clients make rows with old keys as fast as they get new ones: let them make new keys, and resume");
    }

    /** @return how many rows have new keys */
    private long change(int shard) throws OperationRefused {
        long changed = 0;
        for (var page = page(shard, Optional.empty()); page.isPresent(); page = page(shard, page)) {
            operation.requireMayGoOn();
            requireChangesOnce(shard, page.get());
            RekeyTally tally = new RekeyTally();
            try {
                changes.make(texts(), keys(page.get()), tally);
            } finally {
                operation.later(tally::on);
            }
            changed += tally.changed();
            operation.tellNowAndThen(note());
        }
        return changed;
    }

    private List<NewKey> keys(KeyPage page) throws OperationRefused {
        return session.rows(texts().keys(page)).stream()
                .filter(row -> row.getFirst() != null)
                .map(NewKey::of)
                .toList();
    }

    // --- what EXPLAIN shows

    List<PlannedAction> plannedChecks() throws OperationRefused {
        session.require(texts().changesOfNone());
        List<PlannedAction> actions = new ArrayList<>();
        for (ShardRange range : keyspace().ranges().ranges()) {
            KeyPage all = new KeyPage(database(range.first()), Optional.empty(), Optional.empty());
            for (KeyPage first : page(range.first(), Optional.empty()).stream().toList()) {
                keys(first);
                requireChangesOnce(range.first(), first);
            }
            String which =
                    range.size() == 1 ? "shard " + range.first() : "shards " + range.first() + " to " + range.last();
            actions.add(new PlannedAction(
                    "primary of " + range.pair(),
                    texts().keys(all),
                    which + ", some keys at a time; no row may match again with its new key"));
        }
        return actions;
    }

    List<PlannedAction> planned() throws OperationRefused {
        return List.of(new PlannedAction(
                "this proxy",
                texts().change("…", "…", "…"),
                "for each key that changes, in a transaction, as the user " + session.user() + "; "
                        + KeyChanges.AT_A_TIME + " at a time"));
    }

    // --- its end

    @Override
    public Done answer() {
        return Done.of(operation.number(), 0, note());
    }

    @Override
    public String note() {
        return RekeyTally.words(operation.progress());
    }

    @Override
    public void close() {
        changes.close();
    }
}
