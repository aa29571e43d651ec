package io.pinion.routing.planner.gather;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.Conjunct;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StarItem;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.GatheredColumn;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.names.IdRewriting;
import io.pinion.routing.planner.names.ItemTitles;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.OwnTableOnly;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.KeyFinder;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TokenType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Facts of a query → the way to gather its tables on one server. A statement of its own reads each use of a table, with
 * the columns that are used and the conditions that need that table alone; a table whose key equals a column of another
 * is read by that column's values. Used once.
 */
public final class GatherPlanning {
    private static final Set<Mention> LOCKS = Set.of(Mention.FOR_UPDATE, Mention.FOR_SHARE);

    private static final Set<Mention> NEVER =
            Set.of(Mention.INTO_FILE, Mention.INTO_VARIABLE, Mention.ASSIGNMENT, Mention.SEQUENCE, Mention.USER_LOCK);

    private final PlanningContext context;
    private final Keyspace.Sharded keyspace;
    private final Tokens tokens;
    private final StatementFacts facts;
    private final Names names;
    private final SessionEffects effects;
    private final boolean step;
    private final Edits edits;
    private final KeyFinder keys;
    private final IdRewriting ids;
    private final List<TableUse> uses;
    private final Map<Integer, List<GatheredColumn>> columns = new HashMap<>();

    /** The columns in the text whose table is certain, by its number. */
    private final Map<Integer, List<ColumnUse>> owned = new HashMap<>();

    /** The names, in lower case, of those in the text that any table may have. */
    private final Set<String> unowned = new HashSet<>();

    /** The places of the tables that are read before the next one, by their numbers. */
    private final Map<Integer, Integer> order = new HashMap<>();

    private final List<TableUse> ordered = new ArrayList<>();

    public GatherPlanning(PlanningContext context) {
        this.context = context;
        this.keyspace = context.keyspace();
        this.tokens = context.tokens();
        this.facts = context.facts();
        this.names = context.names();
        this.effects = context.effects();
        this.step = context.step();
        this.edits = new Edits(tokens.statement());
        this.keys = new KeyFinder(keyspace, facts, names);
        this.ids = new IdRewriting(facts, names, edits.copy(), false);
        this.uses = facts.blocks().stream()
                .flatMap(block -> block.tables().stream())
                .toList();
        for (ColumnUse column : facts.columns()) {
            if (names.owner(column) instanceof Names.Owner.Of(var owner, var table)) {
                owned.computeIfAbsent(owner.number(), number -> new ArrayList<>())
                        .add(column);
            } else if (column.qualifier() == null) {
                unowned.add(column.name().toLowerCase(Locale.ROOT));
            }
        }
    }

    /** @return null when the statement isn't a query that another server could run over copies of the rows */
    public @Nullable GatherRoute plan(String reason) {
        boolean query = tokens.statement().kind() == StatementKind.SELECT
                && !effects.callsStored()
                && !effects.readsPrevious()
                && Set.of(SessionEffects.RetainedState.FOUND_ROWS).containsAll(effects.retainedState())
                && NEVER.stream().noneMatch(tokens.statement()::mentions)
                && (step || LOCKS.stream().noneMatch(tokens.statement()::mentions))
                && !uses.isEmpty()
                && OwnTableOnly.reason(tokens) == null;
        if (!query) {
            return null;
        }
        boolean unclear =
                facts.columns().stream().anyMatch(column -> names.owner(column) instanceof Names.Owner.Unclear)
                        || facts.blocks().stream().anyMatch(QueryBlock::natural);
        for (TableUse use : uses) {
            List<GatheredColumn> gathered = columnsOf(use, unclear);
            if (gathered == null) {
                return null;
            }
            columns.put(use.number(), gathered);
        }
        CommonTablePlanning.Parts parts = new CommonTablePlanning(context, this::nameOf, this::dropSchemas).plan();
        if (parts != null && IndexHints.in(tokens)) {
            return null; // The texts cut out for common tables contain the hints.
        }
        Map<String, List<String>> copies = parts == null ? Map.of() : parts.copies();
        List<GatherRoute.Table> tables = new ArrayList<>();
        Set<TableUse> left = new LinkedHashSet<>(uses);
        while (!left.isEmpty()) {
            TableUse next = next(left);
            left.remove(next);
            tables.add(table(next, copies.getOrDefault(nameOf(next), List.of())));
            order.put(next.number(), ordered.size());
            ordered.add(next);
        }
        Edits main = parts == null ? edits : parts.main();
        if (parts == null) {
            replaceTables(main);
            dropSchemas(main, facts.columns());
        }
        dropLocking(main);
        IndexHints.drop(tokens, main);
        ItemTitles.keep(tokens, facts, main);
        ItemTitles.keepOfValues(tokens, facts, main);
        Edits counting = new Edits(tokens.statement());
        replaceTables(counting);
        IndexHints.drop(tokens, counting);
        dropSchemas(
                counting,
                facts.columns().stream()
                        .filter(column -> column.item() == null && !isSorting(column))
                        .toList());
        return new GatherRoute(
                keyspace,
                tables,
                main.inOrder(),
                described(),
                LimitPrefetch.of(tokens, facts, names, ordered.getFirst(), counting),
                new HashJoins(tokens, facts, names, columns).areRight(),
                isOfSingleTableChange(),
                reason);
    }

    /** The query of an UPDATE or a DELETE of one table, which a server runs in another way than a join or a SELECT. */
    private boolean isOfSingleTableChange() {
        QueryBlock block = facts.blocks().getFirst();
        return context.step()
                && tokens.statement().mentions(Mention.FOR_UPDATE)
                && block.tables().size() == 1
                && block.derived().isEmpty()
                && !block.distinct();
    }

    private List<Edit> described() {
        Edits described = new Edits(tokens.statement());
        uses.forEach(use -> ShardView.replace(use, names.table(use), columnsOf(use), described));
        dropSchemas(described, facts.columns());
        IndexHints.drop(tokens, described);
        return described.inOrder();
    }

    private static boolean isSorting(ColumnUse column) {
        return column.role() instanceof Role.SortedBy;
    }

    // --- columns

    private @Nullable List<GatheredColumn> columnsOf(TableUse use, boolean all) {
        Table table = names.table(use);
        List<GatheredColumn> gathered = new ArrayList<>();
        boolean whole = all || isWhollySelected(use);
        String key = table.keyColumn();
        for (Column column : table.columns()) {
            String name = table.logical(column.name());
            boolean local = !name.equals(column.name());
            boolean used = isUsed(use, name);
            if (!used && !name.equalsIgnoreCase(key) && (!whole || column.isInvisible())) {
                continue;
            }
            if (whole && column.isInvisible()) {
                // The copy would show a column in * that the table doesn't.
                return null;
            }
            Optional<GatheredColumn> one = local ? Optional.of(GatheredColumn.id(column)) : GatheredColumn.of(column);
            if (one.isEmpty()) {
                return null;
            }
            gathered.add(one.get());
            if (local && !whole && isUsed(use, Table.ObjectTable.LOCAL_ID)) {
                GatheredColumn.of(column).ifPresent(gathered::add);
            }
        }
        if (gathered.isEmpty()) {
            // A reference table without a used column: only its number of rows matters.
            table.columns().stream()
                    .flatMap(column -> GatheredColumn.of(column).stream())
                    .findFirst()
                    .ifPresent(gathered::add);
        }
        boolean complete = ownedBy(use).stream()
                .allMatch(column -> indexOf(gathered, column.name()) >= 0 || isMisspelt(table, column));
        return complete && !gathered.isEmpty() ? gathered : null;
    }

    /** A column that the table doesn't have: the server that runs the statement over the copies reports it. */
    private static boolean isMisspelt(Table table, ColumnUse column) {
        return !table.columns().isEmpty()
                && table.column(column.name()) == null
                && !column.name().equalsIgnoreCase(Table.ObjectTable.LOCAL_ID);
    }

    private boolean isWhollySelected(TableUse use) {
        for (StarItem star : facts.stars()) {
            if (star.block() == use.block()
                    && (star.qualifier() == null || star.qualifier().equals(use.label()))) {
                return true;
            }
        }
        return false;
    }

    private boolean isUsed(TableUse use, String column) {
        return unowned.contains(column.toLowerCase(Locale.ROOT))
                || ownedBy(use).stream().anyMatch(used -> used.name().equalsIgnoreCase(column));
    }

    private List<ColumnUse> ownedBy(TableUse use) {
        return owned.getOrDefault(use.number(), List.of());
    }

    private static int indexOf(List<GatheredColumn> columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    private List<GatheredColumn> columnsOf(TableUse use) {
        return columns.getOrDefault(use.number(), List.of());
    }

    // --- order

    /** The next table to read: those whose shards are known come first, then those that they lead to. */
    private TableUse next(Set<TableUse> left) {
        for (TableUse use : left) {
            String key = names.table(use).keyColumn();
            if (key == null || keys.constantsOf(use.number(), key) != null) {
                return use;
            }
        }
        for (TableUse use : left) {
            if (boundBy(use).isPresent()) {
                return use;
            }
        }
        for (TableUse use : left) {
            String key = names.table(use).keyColumn();
            if (key != null && keys.sourcesOf(use.number(), key).isEmpty()) {
                return use;
            }
        }
        return left.iterator().next();
    }

    private Optional<RoutePlan.BoundBy> boundBy(TableUse use) {
        String key = names.table(use).keyColumn();
        // Servers may take texts for equal that hash apart.
        if (key == null || !(keyspace instanceof Keyspace.Id) || keys.constantsOf(use.number(), key) != null) {
            return Optional.empty();
        }
        for (KeyFinder.Source source : keys.sourcesOf(use.number(), key)) {
            Integer place = order.get(source.table());
            if (place == null) {
                continue;
            }
            TableUse other = ordered.get(place);
            int column = indexOf(columnsOf(other), source.column());
            if (column >= 0 && isInteger(other, source.column())) {
                return Optional.of(new RoutePlan.BoundBy(place, column));
            }
        }
        return Optional.empty();
    }

    private boolean isInteger(TableUse use, String column) {
        Table table = names.table(use);
        return Names.isInteger(table, column)
                || (table instanceof Table.ObjectTable && column.equalsIgnoreCase(Table.ObjectTable.ID));
    }

    // --- what is read

    private GatherRoute.Table table(TableUse use, List<String> copies) {
        List<Piece> text = new ArrayList<>();
        StringBuilder select = new StringBuilder("SELECT ");
        String label = SqlNames.quoted(use.label()) + ".";
        List<GatheredColumn> gathered = columnsOf(use);
        for (int i = 0; i < gathered.size(); i++) {
            GatheredColumn column = gathered.get(i);
            select.append(i == 0 ? "" : ", ").append(column.selected(label + SqlNames.quoted(column.name())));
        }
        select.append(" FROM ").append(SqlNames.quoted(keyspace.name())).append('.');
        text.add(Fixed.of(select.toString()));
        text.add(edits.own(use.nameSpan()));
        text.add(Fixed.of(" AS " + SqlNames.quoted(use.label())));
        String joint = " WHERE ";
        for (Conjunct conjunct : facts.conjuncts()) {
            if (speaksOf(use, conjunct)) {
                text.add(Fixed.of(joint + "("));
                text.add(edits.own(conjunct.span()));
                text.add(Fixed.of(")"));
                joint = " AND ";
            }
        }
        Optional<RoutePlan.BoundBy> bound = boundBy(use);
        if (bound.isPresent()) {
            text.add(Fixed.of(joint + label + SqlNames.quoted(keyOf(use)) + " IN ("));
        }
        String end = (bound.isPresent() ? ")" : "") + locking(use);
        return new GatherRoute.Table(
                nameOf(use), copies, gathered, text, end, indexes(use, gathered), keysOf(use, gathered), bound);
    }

    /**
     * The query of a statement that changes rows locks as on one server: rows it may change, and rows it only reads.
     */
    private String locking(TableUse use) {
        if (!step) {
            return "";
        }
        return use.block() == 0 && tokens.statement().mentions(Mention.FOR_UPDATE)
                ? " FOR UPDATE"
                : " LOCK IN SHARE MODE";
    }

    private String keyOf(TableUse use) {
        String key = names.table(use).keyColumn();
        if (key == null) {
            throw new IllegalStateException(use.name() + " has no key");
        }
        return key;
    }

    /** The columns of ids, by which tables are joined. */
    private List<String> indexes(TableUse use, List<GatheredColumn> gathered) {
        return names.table(use) instanceof Table.MappingTable mapping
                ? gathered.stream()
                        .map(GatheredColumn::name)
                        .filter(name -> mapping.idColumns().stream().anyMatch(name::equalsIgnoreCase))
                        .toList()
                : List.of();
    }

    /** MariaDB doesn't check functional dependence, so it needs no keys. */
    private GatherKeys keysOf(TableUse use, List<GatheredColumn> gathered) {
        return tokens.statement().rules().dialect() == SqlDialect.MYSQL
                ? GatherKeys.of(names.table(use), gathered)
                : GatherKeys.NONE;
    }

    /** Whether a condition excludes rows of the table from the result, and can be evaluated on the shards. */
    private boolean speaksOf(TableUse use, Conjunct conjunct) {
        if (!conjunct.binds().contains(use.number()) || conjunct.block() != use.block()) {
            return false;
        }
        // For a table that may be filled up with NULLs, WHERE sees rows that don't exist.
        boolean filled = use.nullable()
                && uses.stream().anyMatch(other -> conjunct.binds().contains(other.number()) && !other.nullable());
        return !filled
                && isPlain(conjunct.span())
                && facts.columnsIn(conjunct.span()).stream()
                        .allMatch(column -> isOf(use, column) && ids.canRewrite(column));
    }

    private boolean isOf(TableUse use, ColumnUse column) {
        return column.schemaSpan() == null
                && names.owner(column) instanceof Names.Owner.Of(var owner, var table)
                && owner.number() == use.number();
    }

    /** Whether there is no subquery, and no function that could have another value on a shard. */
    private boolean isPlain(Span span) {
        return !tokens.has(tokens.at(span.from()), tokens.at(span.to()), token -> {
            boolean call = tokens.isSymbol(token, "(") && tokens.isName(token - 1) && !isOperator(token - 1);
            boolean variable =
                    tokens.type(token) == TokenType.USER_VARIABLE || tokens.type(token) == TokenType.SYSTEM_VARIABLE;
            return call || variable || tokens.isWord(token, "SELECT") || isMoment(token);
        });
    }

    private boolean isOperator(int token) {
        return tokens.isOneOf(token, "IN", "AND", "OR", "NOT", "XOR", "BETWEEN", "LIKE");
    }

    /** The manual's synonyms of NOW() without parentheses. */
    private boolean isMoment(int token) {
        String word = tokens.text(token).toUpperCase(Locale.ROOT);
        return word.startsWith("CURRENT_") || word.startsWith("UTC_") || word.startsWith("LOCALTIME");
    }

    // --- the statement over what was gathered

    private String nameOf(TableUse use) {
        return "pinion_gathered_" + (uses.indexOf(use) + 1);
    }

    private void replaceTables(Edits edits) {
        uses.forEach(use -> replace(use, edits));
    }

    private void replace(TableUse use, Edits edits) {
        CommonTablePlanning.named(edits, use, List.of(new Piece.ShardDatabase(), Fixed.of("." + nameOf(use))));
    }

    /** No other session sees the copies, so they need no locks. */
    private void dropLocking(Edits edits) {
        int last = tokens.count() - 1;
        int words = tokens.isWord(last, "UPDATE") && tokens.isWord(last - 1, "FOR")
                ? 2
                : tokens.isWord(last, "MODE") && tokens.isWord(last - 1, "SHARE") ? 4 : 0;
        if (words > 0) {
            edits.replace(new Span(tokens.end(last - words), tokens.end(last)));
        }
    }

    /** {@code pinterest.pins.id} becomes {@code pins.id}, since the temporary table is known as pins. */
    private void dropSchemas(Edits edits, List<ColumnUse> columns) {
        for (ColumnUse column : columns) {
            if (column.schemaSpan() != null) {
                int dot = tokens.at(column.schemaSpan().to());
                edits.replace(new Span(column.schemaSpan().from(), tokens.end(dot)));
            }
        }
    }
}
