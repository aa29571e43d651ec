package io.pinion.routing.planner.dml;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.InsertFacts;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.insert.InsertPlanning;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.planner.shard.Placement;
import io.pinion.routing.planner.shard.ShardTarget;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.template.UnplannableException;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement that changes a reference table runs on every shard, where each server must do the same with its copy: a
 * statement that could have another effect on another server is refused. Used once.
 */
public final class CopyPlanning {
    /** Values that differ between servers, or between moments. */
    private static final Map<Mention, String> DIFFERENT = new EnumMap<>(Map.of(
            Mention.RANDOM, "RAND(), UUID() and their like are another value on each",
            Mention.SYSTEM_VARIABLE, "a system variable may have another value on each",
            Mention.VERSION, "VERSION() may be another on each",
            Mention.SEQUENCE, "sequences are each server's own",
            Mention.ROWNUM, "ROWNUM() may number its rows in another order on each",
            Mention.WAITS, "each would wait",
            Mention.RETURNING, "RETURNING answers with the rows of one server: leave it out"));

    private final PlanningContext context;
    private final Tokens tokens;
    private final StatementFacts facts;
    private final Names names;
    private final SessionEffects effects;

    public CopyPlanning(PlanningContext context) {
        this.context = context;
        this.tokens = context.tokens();
        this.facts = context.facts();
        this.names = context.names();
        this.effects = context.effects();
    }

    /**
     * Whether the statement changes a reference table; an INSERT … SELECT doesn't count, since its rows become a
     * statement of their own.
     */
    public boolean changesCopies() {
        return !changed().isEmpty();
    }

    private List<TableUse> changed() {
        boolean carried = facts.insert().map(InsertFacts::fromQuery).orElse(false);
        if (!tokens.statement().kind().changesRows() || facts.blocks().isEmpty() || carried) {
            return List.of();
        }
        return facts.blocks().getFirst().tables().stream()
                .filter(use -> names.table(use) instanceof Table.ReferenceTable && mayChange(use))
                .toList();
    }

    /** An UPDATE changes the tables of the columns that it assigns, a DELETE those that it names before FROM. */
    private boolean mayChange(TableUse use) {
        if (!facts.targets().isEmpty()) {
            return facts.targets().stream().anyMatch(target -> target.name().equals(use.label()));
        }
        return tokens.statement().kind() != StatementKind.UPDATE
                || facts.columns().stream()
                        .filter(column -> column.role() instanceof Role.Assigned)
                        .anyMatch(column -> !(names.owner(column) instanceof Names.Owner.Of(var owner, var table)
                                && owner.number() != use.number()));
    }

    /** @param edits of the whole statement */
    public ShardTarget shardTarget(Edits edits) {
        refuseDifferent();
        return new ShardTarget(
                new Placement.EveryCopy(), finds() ? found() : new MultiShardStrategy.Copies(edits.inOrder()));
    }

    /** Refuses a statement that could make the copies differ, also when its rows are found first. */
    public void refuseDifferent() {
        String different = different();
        if (different != null) {
            throw refused(different);
        }
    }

    private UnplannableException refused(String reason) {
        List<TableUse> changed = changed();
        return unsupported((changed.isEmpty() ? "it" : changed.getFirst().name())
                + " is a reference table, changed on every shard alike, and " + reason);
    }

    /** Whether a copy alone can't decide which of its rows to change, or their new values. */
    private boolean finds() {
        boolean others = facts.blocks().stream()
                .flatMap(block -> block.tables().stream())
                .anyMatch(use -> !(names.table(use) instanceof Table.ReferenceTable));
        return others || tokens.has(token -> tokens.isWord(token, "LIMIT"));
    }

    private MultiShardStrategy found() {
        MultiShardStrategy found = new ReadThenWritePlanning(context).strategy(false);
        if (found instanceof MultiShardStrategy.Impossible(String reason)) {
            throw refused(reason);
        }
        return found;
    }

    /** The reason why the copies could differ; null when they can't. */
    private @Nullable String different() {
        if (effects.callsStored()) {
            return "what a stored routine does may be something else on each";
        }
        if (effects.readsPrevious()
                || !effects.retainedState().isEmpty()
                || effects.insertId() == SessionEffects.InsertIdEffect.UNSEEN) {
            return "it reads or leaves something on the connection of one server";
        }
        if (tokens.statement().mentions(Mention.USER_VARIABLE)) {
            return "a user variable is one server's: write its value";
        }
        String value = differentValue(tokens);
        if (value != null) {
            return value;
        }
        boolean changing = changed().stream()
                .flatMap(use -> names.table(use).columns().stream())
                .anyMatch(ChangingDefault::isOf);
        if (changing && assignsDefault()) {
            return "a default may be another value on each: write the value";
        }
        if (facts.insert().isPresent() && finds()) {
            return "a subquery in its values or assignments may be another value on each: select it first";
        }
        return facts.insert().map(this::differentRows).orElse(null);
    }

    /** The reason why an expression could have another value on each server; null when none can. */
    public static @Nullable String differentValue(Tokens tokens) {
        for (Map.Entry<Mention, String> mention : DIFFERENT.entrySet()) {
            if (tokens.statement().mentions(mention.getKey())) {
                return mention.getValue();
            }
        }
        return differentMoment(tokens);
    }

    /** The reason for which SYSDATE() keeps a statement from running on several servers; null for one without. */
    public static @Nullable String differentMoment(Tokens tokens) {
        return tokens.has(token -> tokens.isSymbol(token + 1, "(")
                        && tokens.isName(token)
                        && tokens.name(token, "latin1").equalsIgnoreCase("SYSDATE"))
                ? "SYSDATE() is another moment on each: write NOW()"
                : null;
    }

    /** Whether a column may be assigned its default, by a word DEFAULT in an assignment, or another one's, by DEFAULT(a). */
    private boolean assignsDefault() {
        int assignments = facts.insert().isPresent() ? tokens.outermost(0, "DUPLICATE") : 0;
        return tokens.has(token -> tokens.isWord(token, "DEFAULT")
                && (tokens.isSymbol(token + 1, "(") || (assignments >= 0 && token > assignments)));
    }

    private @Nullable String differentRows(InsertFacts insert) {
        Table table = names.table(insert.table());
        List<Column> columns = table.columns();
        if (columns.isEmpty()) {
            return "its columns are not known, so that one of them may be made by the server: state them in the"
                    + " topology";
        }
        for (Column column : columns) {
            if (column.isNumbered() && !table.isOfSequence(column.name())) {
                return "each server would count for " + column.name()
                        + " by itself, since the sequence that the topology"
                        + " declares is another column's: declare that of " + column.name() + ", or none";
            }
            if (ChangingDefault.isOf(column) && !isGiven(insert, column, table)) {
                return "the value of " + column.name() + " would be made by each server for itself: give it";
            }
        }
        return null;
    }

    private static boolean isGiven(InsertFacts insert, Column column, Table table) {
        int index = InsertPlanning.columns(insert, table).indexOf(column.name().toLowerCase(Locale.ROOT));
        return index >= 0
                && insert.rows().stream()
                        .allMatch(row -> index < row.size() && !(row.get(index) instanceof Operand.Default));
    }
}
