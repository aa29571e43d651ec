package io.pinion.server.execution.gather;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan.ComputedTable;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.BranchCommand;
import io.pinion.server.execution.query.ConditionsQuery;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Computes the common table expressions of a gathered statement as temporary tables, one after the other, on the server
 * with the gathered rows.
 */
final class ComputedTables {
    /**
     * Makes CREATE TABLE ... SELECT warn where a query warns, instead of failing. A recursive query keeps the session's
     * mode, because MySQL computes it as strictly itself: text that doesn't fit is error 1406.
     */
    private static final String LENIENT = "SET sql_mode = REPLACE(REPLACE(REPLACE(@@sql_mode,"
            + " 'STRICT_TRANS_TABLES', ''), 'STRICT_ALL_TABLES', ''), 'TRADITIONAL', '')";

    /** The warning about defaults of new columns that are no valid times; no query has it. */
    private static final int OUT_OF_RANGE = 1264;

    private final BackendConnection gathering;
    private final Iterator<ComputedTable> left;
    private final List<String> sqlMode;
    private final Charset charset;
    private final List<Condition> conditions = new ArrayList<>();

    /**
     * @param sqlMode statements that set the session's {@code sql_mode}
     * @param charset the character set of the session's texts
     */
    ComputedTables(BackendConnection gathering, List<ComputedTable> tables, List<String> sqlMode, Charset charset) {
        this.gathering = gathering;
        this.left = tables.iterator();
        this.sqlMode = List.copyOf(sqlMode);
        this.charset = charset;
    }

    /** The server's conditions from the computation. */
    List<Condition> conditions() {
        return conditions;
    }

    /**
     * @param told called once; the session's {@code sql_mode} is in force by then, unless the connection is unusable
     */
    void compute(Consumer<BranchCommand.Outcome> told) {
        if (!left.hasNext()) {
            BranchCommand.send(gathering, sqlMode, told);
            return;
        }
        ComputedTable table = left.next();
        BranchCommand.send(gathering, table.recursive() ? sqlMode : List.of(LENIENT), settings -> {
            if (settings instanceof BranchCommand.Outcome.Done) {
                make(table, told);
            } else {
                told.accept(settings);
            }
        });
    }

    private void make(ComputedTable table, Consumer<BranchCommand.Outcome> told) {
        BranchCommand.send(gathering, List.of(new String(table.sql(), StandardCharsets.ISO_8859_1)), made -> {
            if (made instanceof BranchCommand.Outcome.Done) {
                askConditions(table, told);
            } else {
                told.accept(made);
            }
        });
    }

    private void askConditions(ComputedTable table, Consumer<BranchCommand.Outcome> told) {
        new ConditionsQuery(gathering, charset) {
            @Override
            public void listed(List<Condition> some) {
                some.stream()
                        .filter(condition -> condition.code() != OUT_OF_RANGE)
                        .forEach(conditions::add);
                copy(table, told);
            }

            @Override
            public void lostAsking(ServerError reason) {
                told.accept(new BranchCommand.Outcome.Lost(reason));
            }
        }.ask();
    }

    private void copy(ComputedTable table, Consumer<BranchCommand.Outcome> told) {
        if (table.copies().isEmpty()) {
            compute(told);
            return;
        }
        List<String> statements = new ArrayList<>(List.of(LENIENT));
        for (String copy : table.copies()) {
            statements.add("CREATE TEMPORARY TABLE " + copy + " ENGINE=InnoDB AS SELECT * FROM " + table.table());
        }
        BranchCommand.send(gathering, statements, copied -> {
            if (copied instanceof BranchCommand.Outcome.Done) {
                compute(told);
            } else {
                told.accept(copied);
            }
        });
    }
}
