package io.pinion.server.execution.gather;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Fetch;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.single.Prelude;
import io.pinion.server.session.SessionSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The statements of Pinion's own for the server that gathers a statement's rows. */
record GatheringTexts(RoutePlan.Gather plan) {
    /**
     * Rows are inserted unchanged, whatever the session's sql_mode allows. In UTC, each moment has one text, also when
     * summer time ends.
     */
    private static final String WHILE_GATHERING = "SET sql_mode = 'ALLOW_INVALID_DATES', time_zone = '+00:00'";

    /** Make the temporary tables. */
    List<String> making(BackendConnection gathering) {
        List<String> statements = new ArrayList<>(List.of("SET SESSION TRANSACTION READ WRITE", WHILE_GATHERING));
        if (gathering.isMariaDb()) {
            statements.add(joiningOnMariaDb());
        }
        for (Fetch fetch : plan.fetches()) {
            statements.add(
                    new String(fetch.definition().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        }
        return statements;
    }

    /**
     * Settings for joins of the copies, which have few indexes. Without an index MariaDB by default compares each
     * row with each; from level 3 on it hashes (https://mariadb.com/kb/en/block-based-join-algorithms/), as MySQL does
     * by default, but not every equality rightly. Together with hashes, MariaDB's incremental buffers (level 4) and its
     * filters of row ids lose rows (measured on 11.4).
     *
     * <p>The rows that an UPDATE or a DELETE of one table would change are found as it finds them. A SELECT of MariaDB's
     * may make a table of a subquery's rows; with a NULL among them NOT IN is then true of all others (measured on 11.4).
     */
    private String joiningOnMariaDb() {
        String level = plan.hashes() ? "3" : "2";
        return "SET join_cache_level = " + level + ", join_buffer_size = 4194304,"
                + " optimizer_switch = 'rowid_filter=off,join_cache_incremental=off"
                + (plan.changes() ? ",materialization=off,exists_to_in=off'" : "'");
    }

    /**
     * Copy tables that the statement uses several times, because MySQL can open a temporary table only once in a
     * statement. Often none.
     */
    List<String> copying() {
        List<String> statements = new ArrayList<>();
        for (Fetch fetch : plan.fetches()) {
            for (String copy : fetch.copies()) {
                statements.add("CREATE TEMPORARY TABLE " + copy + " LIKE " + fetch.table());
                statements.add("INSERT INTO " + copy + " SELECT * FROM " + fetch.table());
            }
        }
        return statements;
    }

    /** Empty the tables, so that all rows can be fetched. */
    List<String> emptying() {
        List<String> statements = new ArrayList<>(List.of(WHILE_GATHERING));
        plan.fetches().forEach(fetch -> statements.add("DELETE FROM " + fetch.table()));
        return statements;
    }

    /** Restore the session's settings for the statement itself. */
    static List<String> restoring(BackendConnection gathering, SessionSettings settings) {
        List<String> statements = new ArrayList<>();
        statements.add("SET " + settings.textOf("sql_mode").orElse("sql_mode = DEFAULT"));
        if (!settings.has("sql_mode") && gathering.agreed().has(Capabilities.IGNORE_SPACE)) {
            statements.add(Prelude.IGNORE_SPACE);
        }
        statements.add("SET " + settings.textOf("time_zone").orElse("time_zone = DEFAULT"));
        return statements;
    }
}
