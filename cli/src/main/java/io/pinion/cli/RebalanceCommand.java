package io.pinion.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code pinion rebalance}: runs what {@code PLAN REBALANCE} proposes, move by move. Each is finished before the
 * next begins, so that no more than one is under way, and none is left that waits for a word.
 */
@Command(
        name = "rebalance",
        description = {
            "Move shards until all pairs have about as much of a keyspace, one move after the other; each is compared and then finished, with no way back.",
            "Ctrl-C ends it: the move under way goes on at the proxy, and waits for pinion finish operation."
        },
        mixinStandardHelpOptions = true)
final class RebalanceCommand extends ProxyCommand {
    private static final int USUAL_MOVES = 8;

    /** What is evened out. */
    enum Load {
        BYTES,
        ROWS,
        QUERIES
    }

    @Option(names = "--keyspace", paramLabel = "NAME", required = true, description = "Whose shards.")
    private String keyspace = "";

    @Option(
            names = "--by",
            paramLabel = "LOAD",
            description = "bytes, rows or queries; the last as this proxy has counted them. Default: bytes.")
    private Load load = Load.BYTES;

    @Option(
            names = "--over",
            paramLabel = "PAIR",
            split = ",",
            description = "The pairs that shall have them. Default: those that have some.")
    private List<String> pairs = new ArrayList<>();

    @Option(
            names = "--within",
            paramLabel = "PERCENT",
            description = "How far a pair may be from the mean. Default: what PLAN REBALANCE takes.")
    private @Nullable Integer percent;

    @Option(
            names = "--moves",
            paramLabel = "N",
            description = "The most moves that are made. Default: ${DEFAULT-VALUE}.")
    private int most = USUAL_MOVES;

    @Option(names = "--dry-run", description = "Print the whole plan; move nothing.")
    private boolean planOnly;

    /** The plan's rows whose moves are made, each with its operation; none where all is even. */
    @Override
    Result carryOut(AdminStatement order) throws CliFailure {
        if (most < 1) {
            throw CliFailure.usage("--moves " + most + ": at least one, or --dry-run for the plan alone");
        }
        Result plan = order.ask(plan());
        if (planOnly) {
            return plan;
        }
        List<Result.Column> columns = new ArrayList<>(plan.columns());
        columns.add(new Result.Column("operation", true));
        List<List<@Nullable String>> made = new ArrayList<>();
        for (int row = 0; row < Math.min(most, plan.rows().size()); row++) {
            List<@Nullable String> cells = new ArrayList<>(plan.rows().get(row));
            cells.add(Long.toString(moved(order, plan.cell(row, "statement"))));
            made.add(cells);
        }
        return new Result(columns, made);
    }

    private String plan() {
        List<String> words = new ArrayList<>(List.of("plan", "rebalance", "of", keyspace, "by", load.name()));
        if (!pairs.isEmpty()) {
            words.addAll(List.of("over", "pairs", String.join(",", pairs)));
        }
        if (percent != null) {
            words.addAll(List.of("within", percent.toString(), "percent"));
        }
        return StatementLines.builtIn().read(words).spelling().sql("");
    }

    /** Makes a move and finishes it; returns its number. */
    private static long moved(AdminStatement order, String statement) throws CliFailure {
        long number = OperationState.of(order.run(statement, OptionalLong.empty(), false))
                .getFirst()
                .number();
        OperationState.require(order.awaitEnd(number), OperationState.REACHED);
        order.run("FINISH OPERATION " + number, OptionalLong.of(number), false);
        OperationState.require(order.awaitEnd(number), Set.of(OperationState.DONE));
        return number;
    }
}
