package io.pinion.operations.transfer;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.server.sql.TableTexts;
import io.pinion.operations.transfer.rows.ImportedTable;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.text.TextDigest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
        implements TransferTask {
    public DatabaseImport {
        tables = List.copyOf(tables);
    }

    /** Those that get to the shards. */
    List<TableRole> copied() {
        return tables.stream().filter(TableRole::isCopied).toList();
    }

    /** Those whose rows become objects. */
    List<TableRole> objects() {
        return copied().stream().filter(table -> table.object().isPresent()).toList();
    }

    /** The same, as they are carried. */
    List<ImportedTable> imported() {
        Map<String, TableRole.ObjectRole> objects = new HashMap<>();
        for (TableRole table : objects()) {
            table.object().ifPresent(object -> objects.put(table.name(), object));
        }
        return copied().stream()
                .map(table -> new ImportedTable(table.name(), placement(table), ids(table, objects), table.arising()))
                .toList();
    }

    private static ImportedTable.TablePlacement placement(TableRole table) {
        return switch (table.rows()) {
            case HASHED, OBJECTS, MAPPINGS -> new ImportedTable.TablePlacement.Hashed(table.key());
            case SINGLE -> new ImportedTable.TablePlacement.Single(TableRole.ONE_SHARD.number());
            case REFERENCE -> new ImportedTable.TablePlacement.Reference();
            case SKIPPED -> throw new IllegalStateException(table + " isn't copied");
        };
    }

    private static ImportedTable.TableIds ids(TableRole table, Map<String, TableRole.ObjectRole> objects) {
        Map<String, ImportedTable.TableIds.Objects> references = new HashMap<>();
        table.ids().forEach((column, named) -> {
            TableRole.ObjectRole object = Objects.requireNonNull(objects.get(named), named);
            references.put(column, new ImportedTable.TableIds.Objects(named, object.type(), object.numbers()));
        });
        return new ImportedTable.TableIds(table.object().map(TableRole.ObjectRole::key), references);
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

    /**
     * The definitions of the imported tables and the names of all else in the database but tables that stay behind, in
     * short: whether any of them has changed, or something is there that nobody has said anything of.
     */
    String digest(SourceSchema source) {
        Set<String> left = tables.stream()
                .filter(table -> !table.isCopied())
                .map(TableRole::name)
                .collect(Collectors.toSet());
        StringBuilder text = new StringBuilder();
        for (TableRole table : copied()) {
            text.append(source.tables().stream()
                    .filter(found -> found.name().equals(table.source()))
                    .map(found -> TableTexts.withoutNextNumber(found.definition()))
                    .findFirst()
                    .orElse("gone"));
        }
        source.tables().stream()
                .map(SourceTable::name)
                .filter(name -> !left.contains(name))
                .sorted()
                .forEach(name -> text.append('\n').append(name));
        source.others().stream().filter(other -> !left.contains(other.table())).forEach(other -> text.append('\n')
                .append(other));
        return TextDigest.hexOf(text.toString());
    }

    /** The name of the database is that of the keyspace. */
    @Override
    public Map<String, List<String>> sources() {
        return Map.of(home, List.of(name()));
    }

    // --- in the topology

    private Optional<Keyspace.Sharded> in(Topology topology) {
        return topology.keyspace(name())
                .filter(Keyspace.Sharded.class::isInstance)
                .map(Keyspace.Sharded.class::cast)
                .filter(keyspace -> keyspace.databases().equals(entry().databases())
                        && keyspace.ranges().shards() == entry().ranges().shards());
    }

    /** To clients, the name is the database. */
    @Override
    public Optional<Keyspace.Sharded> announced(Topology topology) {
        return in(topology).filter(Keyspace.Sharded::isImporting);
    }

    @Override
    public Optional<Keyspace.Sharded> handedOver(Topology topology) {
        return in(topology).filter(keyspace -> !keyspace.isImporting());
    }

    @Override
    public Topology announcedIn(Topology before) {
        Optional<Keyspace> there = before.keyspace(name());
        if (there.isEmpty()) {
            boolean atHome = before.homePair().filter(home::equals).isPresent();
            return before.withKeyspace(
                    entry().withImporting(Optional.of(atHome ? Importing.AT_HOME : Importing.from(home))));
        }
        return there.get() instanceof Keyspace.Single single && single.pair().equals(home)
                ? before.withKeyspace(entry().withTransactions(single.transactions())
                        .withImporting(Optional.of(Importing.from(home))))
                : before;
    }

    @Override
    public Topology handedOverIn(Topology announced) {
        return turned(announced, true);
    }

    @Override
    public Topology handedBackIn(Topology handedOver) {
        return turned(handedOver, false);
    }

    /** A keyspace that an earlier version has handed over doesn't say that it comes from home. */
    private Topology turned(Topology before, boolean handedOver) {
        return in(before)
                .map(keyspace -> before.withKeyspace(keyspace.withImporting(Optional.of(
                        keyspace.importing().orElse(Importing.AT_HOME).withHandedOver(handedOver)))))
                .orElse(before);
    }

    /**
     * What clients see stays: a database that isn't at home is a single keyspace, also where none had named it before,
     * since clients may have come meanwhile.
     */
    @Override
    public Topology forgottenIn(Topology announced) {
        return announced(announced)
                .map(keyspace ->
                        keyspace.seen().map(announced::withKeyspace).orElseGet(() -> announced.withoutKeyspace(name())))
                .orElse(announced);
    }

    @Override
    public Topology finishedIn(Topology handedOver) {
        return handedOver(handedOver)
                .map(keyspace -> handedOver.withKeyspace(keyspace.withImporting(Optional.empty())))
                .orElse(handedOver);
    }

    // --- in the journal

    @Override
    public boolean isPublishing(Progress progress) {
        return TransferSteps.isHandingOver(progress.furthest())
                || progress.step().equals(TransferSteps.PUBLISHING);
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
        return "IMPORT DATABASE " + name() + " FROM PAIR " + home + " AS " + shape.words()
                + (stated.isEmpty()
                        ? ""
                        : " TABLES '" + stated.replace("\\", "\\\\").replace("'", "''") + "'")
                + (onRequest ? " HAND OVER ON REQUEST" : "");
    }
}
