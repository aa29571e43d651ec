package io.pinion.routing.advice;

import java.util.Map;

/** What becomes of a table's rows where objects have global ids. */
public sealed interface ArticleRows {
    /**
     * Objects.
     *
     * @param type in their ids
     * @param ids the object tables that columns name rows of, by column
     * @param perShard whether unique keys are unique on each shard only
     */
    record Objects(int type, Map<String, String> ids, boolean perShard) implements ArticleRows {}

    /**
     * Each on the shard of the object that it begins at.
     *
     * @param from the column of that object
     */
    record Mappings(String from, Map<String, String> ids, boolean perShard) implements ArticleRows {}

    /**
     * Such rows of a table that the database doesn't have.
     *
     * @param of the table whose rows they arise from
     * @param columns of that table, by the names that they get
     */
    record Arising(String from, String of, Map<String, String> columns) implements ArticleRows {}

    /** All of them on one shard. */
    record Single(Map<String, String> ids) implements ArticleRows {}

    /** All of them on every shard. */
    record Reference() implements ArticleRows {}

    /** They stay behind. */
    record Skipped() implements ArticleRows {}
}
