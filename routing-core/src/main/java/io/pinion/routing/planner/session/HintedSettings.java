package io.pinion.routing.planner.session;

import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.Words;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings for one statement that MySQL takes from an optimizer hint in it: {@code SELECT /*+ SET_VAR(sql_select_limit=1)
 * *}{@code / …}. A server obeys the hint in the texts that it gets: each for its own shard, and some of Pinion's own
 * texts for the statement have none.
 *
 * @param names in lower case, in the order of the text
 */
public record HintedSettings(Set<String> names, PlanTemplate inner) implements PlanTemplate {
    private static final String LIMIT = "sql_select_limit";

    private static final Pattern SETTING = Pattern.compile("(?i)\\bSET_VAR\\s*+\\(\\s*+[`\"]?+(\\w*+)");

    /** Those that decide how fast a server answers, and how much it may take for it, but not what it answers. */
    private static final Set<String> OF_SPEED = Words.setOf("""
            big_tables bulk_insert_buffer_size enable_secondary_engine_statistics end_markers_in_json
            eq_range_index_dive_limit internal_tmp_mem_storage_engine join_buffer_size lock_wait_timeout
            max_execution_time max_heap_table_size max_length_for_sort_data max_seeks_for_key
            optimizer_max_subgraph_pairs optimizer_prune_level optimizer_search_depth optimizer_switch
            range_alloc_block_size range_optimizer_max_mem_size read_buffer_size read_rnd_buffer_size
            secondary_engine_cost_threshold set_operations_buffer_size sort_buffer_size sql_buffer_result
            tmp_table_size use_secondary_engine""");

    /** Those that matter to the statement over gathered rows, which has the hint, and to no condition of the fetches. */
    private static final Set<String> OF_RESULTS = Set.of(
            "cte_max_recursion_depth",
            "group_concat_max_len",
            "max_join_size",
            "sql_big_selects",
            "windowing_use_high_precision");

    /** The template, within this one if the statement has such hints. */
    public static PlanTemplate around(PlanTemplate template, Statement statement) {
        if (!statement.mentions(Mention.OPTIMIZER_HINT)) {
            return template;
        }
        Set<String> names = new LinkedHashSet<>();
        String text = statement.text(statement.start(), statement.end());
        int end;
        for (int hint = text.indexOf("/*+"); hint >= 0; hint = text.indexOf("/*+", end)) {
            end = text.indexOf("*/", hint);
            if (end < 0) {
                // Within a string: a hint has an end.
                break;
            }
            Matcher setting = SETTING.matcher(text).region(hint, end);
            while (setting.find()) {
                names.add(setting.group(1).toLowerCase(Locale.ROOT));
            }
        }
        names.removeAll(OF_SPEED);
        return names.isEmpty() ? template : new HintedSettings(names, template);
    }

    @Override
    public RoutePlan bind(Request request) {
        RoutePlan plan = inner.bind(request);
        return switch (plan) {
            case RoutePlan.FanOut fanOut
            when names.contains(LIMIT)
                    && fanOut.merging() instanceof Merging.Rows rows
                    && rows.plan().limit().equals(RowLimit.NONE) ->
                Refusals.unsupported("the hint SET_VAR(" + LIMIT
                        + " = …) would cut the rows of each shard, not those of the statement, which needs several shards:"
                        + " give it a LIMIT");
            case RoutePlan.Gather gather -> unlessAmong(OF_RESULTS, plan, "gathers rows");
            case RoutePlan.ReadThenWrite steps -> unlessAmong(Set.of(), plan, "finds rows first and then writes");
            default -> plan;
        };
    }

    private RoutePlan unlessAmong(Set<String> harmless, RoutePlan plan, String doing) {
        return names.stream()
                .filter(name -> !harmless.contains(name))
                .findFirst()
                .<RoutePlan>map(name -> Refusals.unsupported("the hint SET_VAR(" + name
                        + " = …) would hold for some of the statements by which Pinion " + doing
                        + ", and not for others: SET it for the session"))
                .orElse(plan);
    }
}
