package io.pinion.integration.oracle;

import java.util.ArrayList;
import java.util.List;

/** What sessions set that answers depend on, or may be thought to: each as what follows SET. */
final class OracleSettings {
    private static final List<String> OF_BOTH = List.of(
            "time_zone = '+05:30'",
            "time_zone = '-11:00'",
            "div_precision_increment = 9",
            // Shorter, it would cut a JSON_ARRAYAGG of MariaDB, whose order is open.
            "group_concat_max_len = 100000",
            "sql_mode = ''",
            "sql_mode = 'STRICT_TRANS_TABLES,PIPES_AS_CONCAT'",
            "sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'",
            "sql_mode = 'ANSI'",
            "sql_mode = 'TRADITIONAL'",
            "sql_mode = 'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES'",
            "sql_mode = 'NO_UNSIGNED_SUBTRACTION'",
            "sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'",
            "sql_mode = 'IGNORE_SPACE,REAL_AS_FLOAT,ALLOW_INVALID_DATES'",
            "collation_connection = 'utf8mb4_bin'",
            "collation_connection = 'utf8mb4_general_ci'",
            "collation_connection = 'utf8mb4_unicode_ci'",
            "collation_connection = 'utf8mb4_unicode_520_ci'",
            "sql_safe_updates = 0, sql_big_selects = 1",
            "lc_time_names = 'en_GB'",
            "default_week_format = 3",
            "big_tables = 1",
            "foreign_key_checks = 0",
            "timestamp = 1700000000",
            "transaction_isolation = 'READ-COMMITTED'",
            "optimizer_switch = 'mrr=on,mrr_cost_based=off'",
            "optimizer_switch = 'derived_merge=off'",
            "optimizer_switch = 'semijoin=off,materialization=off'",
            "optimizer_switch = 'index_merge=off'",
            "optimizer_search_depth = 1",
            "optimizer_prune_level = 0",
            "eq_range_index_dive_limit = 1",
            "max_seeks_for_key = 1",
            "sort_buffer_size = 32768, read_rnd_buffer_size = 8192",
            "join_buffer_size = 128",
            "tmp_table_size = 16384, max_heap_table_size = 16384",
            "max_sort_length = 256",
            "range_alloc_block_size = 8192",
            "low_priority_updates = 1",
            "updatable_views_with_limit = 0",
            "innodb_lock_wait_timeout = 20, lock_wait_timeout = 20");

    private static final List<String> OF_MARIADB = List.of(
            "join_cache_level = 8",
            "use_stat_tables = NEVER",
            "in_predicate_conversion_threshold = 2",
            "optimizer_switch = 'split_materialized=off,condition_pushdown_for_derived=off'",
            "sql_mode = 'SIMULTANEOUS_ASSIGNMENT,TIME_ROUND_FRACTIONAL'");

    /** On MariaDB a duplicate takes earlier rows of its transaction away: "Known differences" in docs/sql-support.md. */
    private static final List<String> OF_MYSQL = List.of(
            "foreign_key_checks = 0, unique_checks = 0",
            "windowing_use_high_precision = 0",
            "optimizer_switch = 'hash_join=off,block_nested_loop=off'",
            "optimizer_switch = 'subquery_to_derived=on'",
            "internal_tmp_mem_storage_engine = MEMORY",
            "sql_mode = 'TIME_TRUNCATE_FRACTIONAL'",
            "default_collation_for_utf8mb4 = 'utf8mb4_general_ci'");

    private OracleSettings() {}

    static List<String> all(boolean mySql) {
        List<String> all = new ArrayList<>(OF_BOTH);
        all.addAll(mySql ? OF_MYSQL : OF_MARIADB);
        return List.copyOf(all);
    }
}
