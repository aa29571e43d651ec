package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.server.observe.PoolSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** {@code SHOW POOLS}: the connections to each server, summed over the event loops. */
final class ShowPools extends AdminTable<List<PoolSnapshot>> {
    private static final Comparator<PoolSnapshot> ORDER = Comparator.comparing(PoolSnapshot::pair)
            .thenComparing(PoolSnapshot::server)
            .thenComparing(PoolSnapshot::account);

    ShowPools() {
        super(
                "SHOW POOLS",
                "the connections to each server",
                text("pair", loops -> loops.getFirst().pair(), "The pair of the server"),
                text("server", loops -> loops.getFirst().server(), "The server that the connections go to"),
                text("account", loops -> loops.getFirst().account(), "The account that they have logged in with"),
                number("busy", loops -> sum(loops, PoolSnapshot::busy), "Connections that a session holds now"),
                number("idle", loops -> sum(loops, PoolSnapshot::idle), "Connections that any session may get"),
                number("opening", loops -> sum(loops, PoolSnapshot::opening), "Connections that are being opened"),
                number("waiting", loops -> sum(loops, PoolSnapshot::waiting), "Sessions that wait for a connection"),
                number("limit", loops -> loops.getFirst().limit(), "The most connections to the server"));
    }

    @Override
    CompletionStage<List<List<PoolSnapshot>>> rows(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .pools()
                .thenApply(pools -> List.copyOf(pools.stream()
                        .collect(Collectors.groupingBy(
                                Function.identity(), () -> new TreeMap<>(ORDER), Collectors.toList()))
                        .values()));
    }

    private static int sum(List<PoolSnapshot> loops, ToIntFunction<PoolSnapshot> count) {
        return loops.stream().mapToInt(count).sum();
    }
}
