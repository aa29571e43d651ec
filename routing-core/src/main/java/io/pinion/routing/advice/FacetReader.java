package io.pinion.routing.advice;

import io.pinion.routing.advice.StatementFacets.ColumnName;
import io.pinion.routing.advice.StatementFacets.EqualColumns;
import io.pinion.routing.analysis.StatementAnalyzer;
import io.pinion.routing.analysis.facts.Analysis;
import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.Condition;
import io.pinion.routing.analysis.facts.InsertFacts;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the {@link StatementFacets} of a statement. */
final class FacetReader {
    private final UnshardedSchema schema;
    private final StatementFacts facts;
    private final List<ColumnName> tested = new ArrayList<>();
    private final List<EqualColumns> joined = new ArrayList<>();

    private FacetReader(UnshardedSchema schema, StatementFacts facts) {
        this.schema = schema;
        this.facts = facts;
    }

    static StatementFacets read(UnshardedSchema schema, Statement statement, String charset) {
        if (statement.problem().isPresent() || statement.kind().isDefinition()) {
            return StatementFacets.NONE;
        }
        Tokens tokens = Tokens.of(statement);
        Set<String> named = isOfTrigger(tokens) ? Set.of() : named(schema, tokens, charset);
        boolean rows = statement.kind().isQuery() || statement.kind().changesRows();
        if (rows
                && !named.isEmpty()
                && StatementAnalyzer.analyze(tokens, charset) instanceof Analysis.Read(var facts)) {
            FacetReader reader = new FacetReader(schema, facts);
            facts.restrictions().forEach(restriction -> reader.condition(restriction.condition()));
            Set<String> written = statement.kind().changesRows() ? reader.written() : Set.of();
            return new StatementFacets(named, written, reader.tested, reader.joined);
        }
        return new StatementFacets(named, Set.of(), List.of(), List.of());
    }

    /** MariaDB logs what triggers do, with the columns of the row that fires them. */
    private static boolean isOfTrigger(Tokens tokens) {
        for (int token = 0; token < tokens.count(); token++) {
            boolean row = tokens.isWord(token, "NEW") || tokens.isWord(token, "OLD");
            if (row && tokens.isSymbol(token + 1, ".") && !tokens.isSymbol(token - 1, ".")) {
                return true;
            }
        }
        return false;
    }

    /** Every word that is a table's name, since a statement that the parser can't read names tables, too. */
    private static Set<String> named(UnshardedSchema schema, Tokens tokens, String charset) {
        Set<String> named = new LinkedHashSet<>();
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isName(token)) {
                schema.table(tokens.name(token, charset)).ifPresent(table -> named.add(table.name()));
            }
        }
        return named;
    }

    private Set<String> written() {
        Set<String> written = new LinkedHashSet<>();
        Optional<InsertFacts> insert = facts.insert();
        if (insert.isPresent()) {
            written.add(insert.get().table().name());
        } else {
            facts.blocks().getFirst().tables().forEach(table -> written.add(table.name()));
        }
        written.retainAll(schema.tables().keySet());
        return written;
    }

    private void condition(Condition condition) {
        switch (condition) {
            case Condition.Equal(Span column, Operand.OtherColumn(Span other)) ->
                find(column).ifPresent(one -> find(other).ifPresent(two -> joined.add(new EqualColumns(one, two))));
            case Condition.Equal(Span column, Operand value) -> find(column).ifPresent(tested::add);
            case Condition.OneOf(Span column, var values) -> find(column).ifPresent(tested::add);
            case Condition.Either(var branches) -> branches.forEach(branch -> branch.forEach(this::condition));
            case Condition.Bounded bounded -> {}
            case Condition.SameConstants same -> {}
            case Condition.IsTrue isTrue -> {}
            case Condition.Never never -> {}
        }
    }

    private Optional<ColumnName> find(Span span) {
        return facts.columns().stream()
                .filter(use -> use.span().equals(span))
                .findFirst()
                .flatMap(this::resolve);
    }

    /** The table of a column: that of its qualifier, or the only one in the blocks around that has such a column. */
    private Optional<ColumnName> resolve(ColumnUse use) {
        int block = use.block();
        while (block >= 0) {
            QueryBlock here = facts.blocks().get(block);
            for (TableUse table : here.tables()) {
                String qualifier = use.qualifier();
                boolean meant = qualifier == null || qualifier.equals(table.label());
                Optional<Column> column = meant
                        ? schema.table(table.name()).flatMap(known -> Optional.ofNullable(known.column(use.name())))
                        : Optional.empty();
                if (column.isPresent()) {
                    return Optional.of(new ColumnName(table.name(), column.get().name()));
                }
            }
            block = here.parent();
        }
        return Optional.empty();
    }
}
