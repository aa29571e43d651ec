package io.pinion.routing.planner.schema;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.KnownSchema;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.definition.Definition;
import io.pinion.routing.definition.DefinitionReader;
import io.pinion.routing.definition.IdColumns;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import io.pinion.routing.definition.ShardedText;
import io.pinion.routing.definition.TableBody;
import io.pinion.routing.definition.UnreadableDefinition;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.template.Access;
import io.pinion.routing.template.Request;
import io.pinion.routing.template.UnplannableException;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.MysqlCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One DDL statement on tables of a sharded keyspace → the change of all its shards, or the reason for a refusal. */
public final class SchemaPlanning {
    private static final int NOTE_EXISTS = 1050;
    private static final int NOTE_UNKNOWN = 1051;
    private static final int NOTE_NO_SUCH_OPTION = 1031;

    private final Request request;
    private final Statement statement;
    private final Tokens tokens;
    private final String charset;
    private final String name;

    private SchemaPlanning(Request request, String keyspace) {
        this.request = request;
        this.statement = request.statement();
        this.tokens = Tokens.of(statement);
        this.charset = request.session().charset();
        this.name = keyspace;
    }

    /** DDL is rare, and its literals matter, so each statement is planned anew. */
    public static RoutePlan plan(Request request, String keyspace) {
        Statement statement = request.statement();
        if (statement.parameterCount() == 0) {
            return new SchemaPlanning(request, keyspace).plan();
        }
        // Servers take no parameters there; values that Pinion itself writes in are fine.
        return statement.parameters() == Parameters.UNSET
                ? Refusals.syntax("a ? can't stand in a definition of tables")
                : request.planSent(statement.withLiterals(request.session().charset()));
    }

    private RoutePlan plan() {
        DatabaseMeaning meaning = request.catalog().meaningOf(name);
        RoutePlan.Refused denied = Access.check(request.session(), meaning, name);
        if (denied != null) {
            return denied;
        }
        if (!(request.catalog().keyspace(name) instanceof Keyspace.Sharded keyspace)) {
            throw new IllegalStateException(name + " was sharded a moment ago");
        }
        try {
            return plan(keyspace);
        } catch (UnreadableDefinition e) {
            return Refusals.unsupported(e.reason());
        } catch (UnplannableException e) {
            return e.refused();
        } catch (IllegalArgumentException e) {
            return Refusals.general(String.valueOf(e.getMessage()));
        }
    }

    private RoutePlan plan(Keyspace.Sharded keyspace) throws UnreadableDefinition {
        if (statement.kind() == StatementKind.VIEW) {
            return Refusals.unsupported(
                    "a view over " + name + " would be one on each shard, which no statement through " + name
                            + " could read as a whole: make it by the names of the shards' databases");
        }
        if (statement.mentions(Mention.TEMPORARY)) {
            return Refusals.unsupported("a temporary table lives on one server's connection, and " + name
                    + " has many: make it with a hint (/* pinion: shard=… */) or in an unsharded database");
        }
        Definition definition = DefinitionReader.read(tokens);
        if (definition.replaces()) {
            return Refusals.unsupported("CREATE OR REPLACE drops the rows of all shards on the way: write DROP TABLE IF"
                    + " EXISTS first, if that is meant");
        }
        return switch (statement.kind()) {
            case CREATE_TABLE -> create(keyspace, definition);
            case ALTER_TABLE, CREATE_INDEX, DROP_INDEX -> alter(keyspace, definition);
            case DROP_TABLE -> drop(keyspace, definition);
            case RENAME_TABLE -> rename(keyspace, definition);
            case TRUNCATE -> ofKnown(keyspace, definition, Action.TRUNCATE);
            default -> ofKnown(keyspace, definition, Action.MAINTAIN);
        };
    }

    // --- CREATE TABLE

    private RoutePlan create(Keyspace.Sharded keyspace, Definition definition) throws UnreadableDefinition {
        String table = subject(definition, 0);
        Table known = keyspace.table(table);
        if (known != null && isOnShards(keyspace, table)) {
            String message = "Table '" + table + "' already exists";
            return definition.conditional()
                    ? noted(NOTE_EXISTS, "42S01", message)
                    : new RoutePlan.Refused(NOTE_EXISTS, "42S01", message);
        }
        Declaration declaration = declaration(keyspace, definition, table, known);
        SchemaChecks checks = new SchemaChecks(keyspace, tokens, charset, definition);
        checks.newTable(table, declaration);
        List<DeclarationChange> declarations =
                known == null ? List.of(new DeclarationChange.Declare(table, declaration)) : List.of();
        Optional<ShardId> only = declaration instanceof Declaration.SingleRows(ShardId shard, var queue)
                ? Optional.of(shard)
                : Optional.empty();
        boolean isObject = declaration instanceof Declaration.ObjectRows;
        RoutePlan plan = change(keyspace, definition, Action.CREATE, declarations, only, isObject, checks.warnings());
        Optional<String> partitions = partitions(keyspace, definition, declaration);
        return plan instanceof RoutePlan.ChangeSchema(SchemaChange change, var wanted) && partitions.isPresent()
                ? new RoutePlan.ChangeSchema(change.followedBy(partitions.get()), wanted)
                : plan;
    }

    /** The clause that makes the partitions of a queue; one that is made LIKE another queue gets that one's. */
    private Optional<String> partitions(Keyspace.Sharded keyspace, Definition definition, Declaration declaration) {
        if (declaration.queue().isEmpty()) {
            return Optional.empty();
        }
        JobQueue queue = declaration.queue().get();
        if (definition.body() >= 0) {
            new QueueChecks(tokens, charset, definition).newTable(queue);
            return Optional.of(queue.partitionClause());
        }
        Table like = known(keyspace, name(definition.like().getFirst()));
        if (!like.queue().equals(declaration.queue())) {
            throw unsupported(
                    like.name() + " isn't a queue with these states, whose partitions the new table would get: create"
                            + " it with its columns");
        }
        return Optional.empty();
    }

    private Declaration declaration(
            Keyspace.Sharded keyspace, Definition definition, String table, @Nullable Table known) {
        Optional<String> sequence = sequenceColumn(definition);
        Optional<String> stated = comment(definition).flatMap(Declaration::inComment);
        if (stated.isPresent()) {
            Declaration parsed = Declaration.parse(stated.get());
            Declaration declaration = sequence.map(parsed::withSequence).orElse(parsed);
            if (known != null && !declaration.table(table, typeOf(known)).equals(known.withColumns(List.of()))) {
                throw unsupported("the topology declares " + table + " as "
                        + Declaration.like(known).words() + ", the comment as " + declaration.words());
            }
            return declaration;
        }
        if (known != null) {
            Declaration declared = Declaration.like(known);
            if (sequence.isPresent() && !sequence.equals(declared.sequence())) {
                throw unsupported("the topology declares " + table + " as " + declared.words()
                        + ", the comment of its column " + sequence.get() + " as a sequence");
            }
            return declared;
        }
        if (!definition.like().isEmpty()) {
            return Declaration.like(known(keyspace, name(definition.like().getFirst())));
        }
        throw unsupported(
                "Pinion can't tell which shard a row of " + table + " belongs to: declare it in the table's comment,"
                        + " for example " + example(keyspace) + "; a table is declared as " + Declaration.SYNTAX);
    }

    private Optional<String> sequenceColumn(Definition definition) {
        if (definition.body() < 0) {
            return Optional.empty();
        }
        List<String> columns = TableBody.read(tokens, definition.body(), charset).columns().stream()
                .filter(TableBody.DefinedColumn::sequence)
                .map(TableBody.DefinedColumn::name)
                .toList();
        if (columns.size() > 1) {
            throw unsupported("a table has one sequence, not " + String.join(" and ", columns));
        }
        return columns.stream().findFirst();
    }

    private static String example(Keyspace.Sharded keyspace) {
        return switch (keyspace) {
            case Keyspace.Id id -> "COMMENT 'pinion: mapping from=board_id ids=pin_id' or COMMENT 'pinion: object'";
            case Keyspace.Mod mod -> "COMMENT 'pinion: hashed key=ip'";
        };
    }

    private static int typeOf(Table known) {
        return known instanceof Table.ObjectTable object ? object.type() : 0;
    }

    private Optional<String> comment(Definition definition) {
        return definition.comment() >= 0
                        && tokens.value(definition.comment(), charset) instanceof LiteralValue.Text text
                ? text.string()
                : Optional.empty();
    }

    /** The topology may name a table that doesn't exist yet. */
    private boolean isOnShards(Keyspace.Sharded keyspace, String table) {
        KnownSchema.KnownKeyspace read = request.catalog().schema().keyspaces().get(keyspace.name());
        boolean elsewhere = keyspace.table(table) instanceof Table.SingleTable;
        return read == null || read.tables().containsKey(table) || elsewhere;
    }

    // --- tables that exist

    private RoutePlan alter(Keyspace.Sharded keyspace, Definition definition) throws UnreadableDefinition {
        String table = subject(definition, 0);
        Table known = known(keyspace, table);
        if (switchesKeys(definition)) {
            return noted(
                    NOTE_NO_SUCH_OPTION, "HY000", "Table storage engine for '" + table + "' doesn't have this option");
        }
        SchemaChecks checks = new SchemaChecks(keyspace, tokens, charset, definition);
        checks.alteration(known);
        known.queue()
                .ifPresent(queue -> new QueueChecks(tokens, charset, definition).alteration(queue, request.dialect()));
        Optional<String> stated = comment(definition)
                .flatMap(Declaration::inComment)
                // The checks have handled the comment of a column.
                .filter(words -> !words.equalsIgnoreCase("sequence"));
        if (stated.isPresent()
                && !Declaration.parse(stated.get()).table(table, typeOf(known)).equals(known.withColumns(List.of()))) {
            throw unsupported("the routing of a table with rows can't be changed by its comment: " + table
                    + " is declared as " + Declaration.like(known).words());
        }
        for (Definition.Place other : definition.others()) {
            known(keyspace, name(other));
        }
        boolean isObject = known instanceof Table.ObjectTable;
        return change(keyspace, definition, Action.ALTER, List.of(), only(List.of(known)), isObject, checks.warnings());
    }

    /**
     * {@code DISABLE KEYS} and {@code ENABLE KEYS}, which stand around the rows of each table of a dump. InnoDB answers
     * with a note; for shards with another engine they would only save time.
     */
    private boolean switchesKeys(Definition definition) {
        int behind = definition.subjects().getFirst().name() + 1;
        return tokens.isOneOf(behind, "DISABLE", "ENABLE")
                && tokens.isWord(behind + 1, "KEYS")
                && behind + 2 == tokens.count();
    }

    private RoutePlan drop(Keyspace.Sharded keyspace, Definition definition) throws UnreadableDefinition {
        List<DeclarationChange> declarations = new ArrayList<>();
        List<Table> known = new ArrayList<>();
        for (Definition.Place place : definition.subjects()) {
            String table = name(place);
            Table declared = keyspace.table(table);
            if (declared == null && !definition.conditional()) {
                return new RoutePlan.Refused(
                        NOTE_UNKNOWN,
                        "42S02",
                        "Unknown table '" + name + "." + table + "'; if shards have a table of that name all the same,"
                                + " DROP TABLE IF EXISTS drops it there");
            }
            if (declared != null) {
                known.add(declared);
                declarations.add(new DeclarationChange.Forget(table));
            }
        }
        return change(keyspace, definition, Action.DROP, declarations, only(known), false, List.of());
    }

    private RoutePlan rename(Keyspace.Sharded keyspace, Definition definition) throws UnreadableDefinition {
        List<DeclarationChange> declarations = new ArrayList<>();
        List<Table> moved = new ArrayList<>();
        Set<String> news = new LinkedHashSet<>();
        for (int i = 0; i < definition.subjects().size(); i += 2) {
            String from = subject(definition, i);
            String to = subject(definition, i + 1);
            if (news.contains(from) || declarations.stream().anyMatch(move -> isFrom(move, to))) {
                throw unsupported(
                        "tables change names in turn here, and half of the shards would have them the one way and"
                                + " half the other: rename them one by one, to names that are free");
            }
            moved.add(known(keyspace, from));
            if (keyspace.table(to) != null || !news.add(to)) {
                return new RoutePlan.Refused(NOTE_EXISTS, "42S01", "Table '" + to + "' already exists");
            }
            declarations.add(new DeclarationChange.Move(from, to));
        }
        return change(keyspace, definition, Action.RENAME, declarations, only(moved), false, List.of());
    }

    private static boolean isFrom(DeclarationChange change, String table) {
        return change instanceof DeclarationChange.Move move && move.from().equals(table);
    }

    private RoutePlan ofKnown(Keyspace.Sharded keyspace, Definition definition, Action action)
            throws UnreadableDefinition {
        List<Table> tables = new ArrayList<>();
        for (Definition.Place place : definition.subjects()) {
            tables.add(known(keyspace, name(place)));
        }
        if (action == Action.TRUNCATE) {
            tables.forEach(SchemaPlanning::requireNumbersGoOn);
        }
        boolean isObject = tables.stream().anyMatch(Table.ObjectTable.class::isInstance);
        return change(keyspace, definition, action, List.of(), only(tables), isObject, List.of());
    }

    /** A server counts from 1 again behind TRUNCATE, and small numbers lead to the shards of old objects. */
    private static void requireNumbersGoOn(Table table) {
        if (table instanceof Table.ObjectTable object && object.hashed().isPresent()) {
            throw unsupported("TRUNCATE would let " + table.name()
                    + " give its old numbers again, by which statements find the shard of an old row: DELETE FROM "
                    + table.name() + " keeps counting");
        }
    }

    private Table known(Keyspace.Sharded keyspace, String table) {
        Table known = keyspace.table(table);
        if (known == null) {
            throw new UnplannableException(Refusals.unknownTable(name, table));
        }
        return known;
    }

    private Optional<ShardId> only(List<Table> tables) {
        Set<Optional<ShardId>> places = new LinkedHashSet<>();
        for (Table table : tables) {
            places.add(table instanceof Table.SingleTable single ? Optional.of(single.shard()) : Optional.empty());
        }
        if (places.size() > 1) {
            throw unsupported("these tables don't live on the same shards: send one statement for each");
        }
        return places.isEmpty() ? Optional.empty() : places.iterator().next();
    }

    // --- the text

    private RoutePlan change(
            Keyspace.Sharded keyspace,
            Definition definition,
            Action action,
            List<DeclarationChange> declarations,
            Optional<ShardId> only,
            boolean isObject,
            List<String> warnings)
            throws UnreadableDefinition {
        if (keyspace.ranges().firstShard() == null) {
            return Refusals.general("no shard of " + name + " is open");
        }
        if (only.isPresent() && keyspace.ranges().pairOf(only.get().number()) == null) {
            return Refusals.notOpen(name, only.get().number());
        }
        ShardedTextBuilder text = new ShardedTextBuilder(tokens, charset);
        Set<String> tables = new LinkedHashSet<>();
        for (Definition.Place place : definition.subjects()) {
            tables.add(name(place));
            text.qualify(place);
        }
        definition.like().forEach(text::qualify);
        definition.others().forEach(text::qualify);
        if (isObject) {
            for (int token : IdColumns.of(tokens, charset, definition)) {
                text.replace(token, Table.ObjectTable.LOCAL_ID);
            }
        }
        ShardedText sharded = text.build();
        String written = decoded(statement.start(), statement.end());
        return new RoutePlan.ChangeSchema(new SchemaChange(
                name,
                keyspace.databases(),
                action,
                written,
                List.copyOf(tables),
                declarations,
                only,
                action == Action.CREATE && definition.conditional(),
                sharded,
                warnings));
    }

    private String decoded(int from, int to) {
        return MysqlCharsets.find(charset)
                .map(java -> new String(statement.sql(), from, to - from, java))
                .orElseGet(() -> statement.text(from, to))
                .strip();
    }

    private String subject(Definition definition, int index) {
        return name(definition.subjects().get(index));
    }

    private String name(Definition.Place place) {
        return tokens.name(place.name(), charset);
    }

    private static RoutePlan noted(int code, String state, String message) {
        PreviousDiagnostics.Condition note = new PreviousDiagnostics.Condition("Note", code, state, message);
        return LocalAnswer.Done.with(note);
    }
}
