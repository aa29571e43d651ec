package io.pinion.operations.transfer;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.catalog.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The task of importing a database into a sharded keyspace of its name.
 *
 * @param shape of the keyspace, whose databases have the character set of the source
 * @param home the pair that has the database
 * @param tables what becomes of each
 * @param stated the document that says so, as it was written; empty when nothing was said
 * @param onRequest whether the name is handed over at HAND OVER OPERATION, and not as soon as it can be
 */
@JsonTypeName("IMPORT_DATABASE")
public record DatabaseImport(KeyspaceShape shape, String home, List<TableRole> tables, String stated, boolean onRequest)
        implements Task {
    public DatabaseImport {
        tables = List.copyOf(tables);
    }

    /** The name of the database and of the keyspace. */
    String name() {
        return shape.name();
    }

    /** Those that get to the shards. */
    List<TableRole> copied() {
        return tables.stream().filter(TableRole::isCopied).toList();
    }

    /** Those whose rows become objects. */
    List<TableRole> objects() {
        return copied().stream().filter(table -> table.object().isPresent()).toList();
    }

    List<Sequence> sequences() {
        return copied().stream()
                .filter(table -> table.sequence().isPresent())
                .map(table ->
                        new Sequence(name(), table.name(), table.sequence().orElseThrow()))
                .toList();
    }

    /** The keyspace as the topology states it, without its database. */
    Keyspace.Sharded entry() {
        Map<String, Table> entries = new LinkedHashMap<>();
        tables.forEach(table -> table.entry().ifPresent(entry -> entries.put(table.name(), entry)));
        return ((Keyspace.Sharded) shape.entry()).withTables(entries);
    }

    /** The topology in which the keyspace gets rows; as it was where the name is something else. */
    Topology publishedIn(Topology before) {
        Optional<Keyspace> there = before.keyspace(name());
        if (there.isEmpty()) {
            boolean atHome = before.homePair().filter(home::equals).isPresent();
            return before.withNewKeyspace(
                    entry().withImporting(Optional.of(atHome ? Importing.AT_HOME : Importing.from(home))));
        }
        return there.get() instanceof Keyspace.Single single && single.pair().equals(home)
                ? before.withKeyspace(entry().withTransactions(single.transactions())
                        .withImporting(Optional.of(Importing.from(home))))
                : before;
    }

    @Override
    public String keyspace() {
        return name();
    }

    @Override
    public boolean isPublishing(Progress progress) {
        return ImportSteps.isHandingOver(progress.furthest()) || progress.step().equals(TransferSteps.PUBLISHING);
    }

    /** The way back goes by places in their binary logs. */
    @Override
    public boolean keepsPrimaries() {
        return true;
    }

    @Override
    public String subject() {
        return "database " + name() + " or one of its pairs";
    }

    @Override
    public String statement() {
        return "IMPORT DATABASE " + name() + " FROM PAIR " + home + " AS " + shape.kind() + " SHARDS " + shape.shards()
                + (shape.hash().isEmpty() ? "" : " HASH " + shape.hash()) + " ON "
                + (shape.pairs().size() == 1 ? "PAIR " : "PAIRS ") + String.join(", ", shape.pairs()) + " DATABASE '"
                + shape.databases().orElseThrow() + "'"
                + (stated.isEmpty()
                        ? ""
                        : " TABLES '" + stated.replace("\\", "\\\\").replace("'", "''") + "'")
                + (onRequest ? " HAND OVER ON REQUEST" : "");
    }

    @Override
    public Set<String> locks() {
        Set<String> names = new TreeSet<>(Set.of(Task.shardsLock(name()), Task.pairLock(home)));
        shape.pairs().forEach(pair -> names.add(Task.pairLock(pair)));
        return names;
    }
}
