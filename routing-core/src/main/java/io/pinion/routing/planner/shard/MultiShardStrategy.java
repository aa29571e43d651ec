package io.pinion.routing.planner.shard;

import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.plan.FoundDuplicates;
import io.pinion.routing.plan.GatheredColumn;
import io.pinion.routing.plan.ReadThenWriteChange;
import io.pinion.routing.plan.RowKey;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Rewriter;
import io.pinion.routing.rewrite.Values;
import io.pinion.routing.text.Statement;
import java.util.List;
import java.util.Optional;

/** The way to run a statement whose keys lead to several shards; decided once for each shape. */
public sealed interface MultiShardStrategy {

    /**
     * The statement can't be right on several shards.
     *
     * @param reason the reason and the way out; a clause that begins in lower case
     */
    record Impossible(String reason) implements MultiShardStrategy {}

    /** A server runs the statement over gathered rows, since Pinion can't merge the answers. */
    record Gathered(Gathering gather) implements MultiShardStrategy {}

    /**
     * Each shard changes its own rows.
     *
     * @param edits make the text that of one of several shards
     * @param returns it returns rows
     */
    record Changes(List<Edit> edits, boolean returns) implements MultiShardStrategy {
        public Changes {
            edits = List.copyOf(edits);
        }
    }

    /** A query reads rows, and writes follow from them. */
    sealed interface Steps extends MultiShardStrategy {}

    /**
     * A query first finds the rows to change, over all shards.
     *
     * @param query finds and locks them, and returns the columns that each of {@code tables} needs
     * @param ignores the statement leaves rows that it can't change as they are
     */
    record FoundRows(List<Piece> query, List<Changed> tables, boolean ignores) implements Steps {
        public FoundRows {
            query = List.copyOf(query);
            tables = List.copyOf(tables);
        }
    }

    /** The change of one table, for statements of one shape; becomes a {@link ReadThenWriteChange}. */
    record Changed(List<RowKey> keys, List<List<Piece>> texts, List<String> types, List<Piece> after, boolean update) {
        public Changed {
            keys = List.copyOf(keys);
            texts = List.copyOf(texts);
            types = List.copyOf(types);
            after = List.copyOf(after);
        }

        public ReadThenWriteChange of(Statement statement, Values values) {
            return new ReadThenWriteChange(
                    keys,
                    texts.stream()
                            .map(text -> Rewriter.compose(statement, text, values))
                            .toList(),
                    types,
                    Rewriter.compose(statement, after, values),
                    update);
        }
    }

    /**
     * The rows of a query are inserted as if they stood behind VALUES.
     *
     * @param query as a statement of its own
     * @param before the INSERT up to its rows
     * @param after the text behind them
     * @param types of the columns that get the values: first words, in lower case, or empty
     * @param ignores the statement leaves rows out that it can't insert
     * @param onlyWhole the reason why it can't be kept on one shard; empty when a hint may do that
     */
    record Carried(
            List<Piece> query,
            List<Piece> before,
            List<Piece> after,
            List<String> types,
            boolean ignores,
            Optional<String> onlyWhole)
            implements Steps {
        public Carried {
            query = List.copyOf(query);
            before = List.copyOf(before);
            after = List.copyOf(after);
            types = List.copyOf(types);
        }
    }

    /**
     * Rows get a key whose shard is another: they are deleted where a query finds them, and inserted there.
     *
     * @param query finds and locks the rows, and returns the columns that {@code deleted} and {@code kept} need
     * @param joining reads the same columns of no row at the new key's shard
     * @param into the INSERT up to its rows
     * @param row the text of a row, cut where kept values stand
     * @param whole the names of the columns of {@code SELECT *}, which both queries return behind the others
     */
    record MovedRows(
            List<Piece> query,
            List<Piece> joining,
            Changed deleted,
            List<Piece> into,
            List<List<Piece>> row,
            List<GatheredColumn> kept,
            List<String> whole,
            String table)
            implements MultiShardStrategy {
        public MovedRows {
            query = List.copyOf(query);
            joining = List.copyOf(joining);
            into = List.copyOf(into);
            row = List.copyOf(row);
            kept = List.copyOf(kept);
            whole = List.copyOf(whole);
        }
    }

    /** Each shard changes its copy of a reference table in the same way. */
    record Copies(List<Edit> edits) implements MultiShardStrategy {
        public Copies {
            edits = List.copyOf(edits);
        }
    }

    /** Each shard gets its own new rows. */
    record Inserts(RowSplit rows, FoundDuplicates duplicates) implements MultiShardStrategy {}

    /**
     * Each shard returns its own rows, which are merged.
     *
     * @param merge but for its limit, which comes from the values
     * @param columns the number of columns that each shard returns, hidden ones included; -1 when unknown
     * @param offset the anchor of the LIMIT's offset; -1 without one
     * @param rowCount the anchor of the LIMIT's count; -1 without one
     */
    record Rows(List<Edit> edits, MergePlan merge, int columns, int offset, int rowCount)
            implements MultiShardStrategy {
        public Rows {
            edits = List.copyOf(edits);
        }
    }
}
