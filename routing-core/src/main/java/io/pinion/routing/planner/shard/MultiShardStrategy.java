package io.pinion.routing.planner.shard;

import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.plan.FoundDuplicates;
import io.pinion.routing.plan.ReadThenWriteChange;
import io.pinion.routing.plan.RowKey;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Rewriter;
import io.pinion.routing.rewrite.Values;
import io.pinion.routing.text.Statement;
import java.util.List;
import java.util.Optional;

/** What becomes of a statement whose keys lead to several shards; decided once for each shape. */
public sealed interface MultiShardStrategy {

    /**
     * It can't be right there.
     *
     * @param reason why, and what to do; a clause that begins in lower case
     */
    record Impossible(String reason) implements MultiShardStrategy {}

    /** What can't be put together by Pinion is put together by a server. */
    record Gathered(Gathering gather) implements MultiShardStrategy {}

    /**
     * Each shard changes its own rows.
     *
     * @param edits what makes the text that of one of several shards
     * @param returns it answers with rows
     */
    record Changes(List<Edit> edits, boolean returns) implements MultiShardStrategy {
        public Changes {
            edits = List.copyOf(edits);
        }
    }

    /** A query reads rows, and what is written follows from them. */
    sealed interface Steps extends MultiShardStrategy {}

    /**
     * Which rows are changed is found out first, over all shards.
     *
     * @param query finds and locks them, and answers with the columns that each of {@code tables} wants
     * @param ignores the statement leaves rows that it can't change as they are
     */
    record FoundRows(List<Piece> query, List<Changed> tables, boolean ignores) implements Steps {
        public FoundRows {
            query = List.copyOf(query);
            tables = List.copyOf(tables);
        }
    }

    /** What a {@link ReadThenWriteChange} is of one statement, of a shape. */
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
     * Rows that a query finds are inserted as if they stood behind VALUES.
     *
     * @param query as a statement of its own
     * @param before the INSERT up to its rows
     * @param after what follows them
     * @param types of the columns that get the values: first words, in lower case, or empty
     * @param ignores the statement leaves rows out that it can't insert
     * @param onlyWhole why it can't be kept on one shard; empty when a hint may do that
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

    /** Each shard does the same with its copy of a reference table. */
    record Copies(List<Edit> edits) implements MultiShardStrategy {
        public Copies {
            edits = List.copyOf(edits);
        }
    }

    /** Each shard gets its own of the new rows. */
    record Inserts(SplitRows rows, FoundDuplicates duplicates) implements MultiShardStrategy {}

    /**
     * Each shard answers with its own rows, which are merged.
     *
     * @param merge but for its limit, which the values say
     * @param columns how many each shard answers with, hidden ones included; -1 when that isn't known
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
