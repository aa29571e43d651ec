package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.server.observe.PoolSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** {@code SHOW POOLS}: the connections to each server, summed over the event loops. */
final class ShowPools extends ListCommand {
    ShowPools() {
        super(
                "SHOW POOLS",
                "the connections to each server",
                text("pair"),
                text("server"),
                text("account"),
                number("busy"),
                number("idle"),
                number("opening"),
                number("waiting"),
                number("limit"));
    }

    private record Pool(String pair, String server, String account) implements Comparable<Pool> {
        private static final Comparator<Pool> ORDER =
                Comparator.comparing(Pool::pair).thenComparing(Pool::server).thenComparing(Pool::account);

        @Override
        public int compareTo(Pool other) {
            return ORDER.compare(this, other);
        }
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        return context.proxy().pools().thenApply(pools -> {
            Map<Pool, List<PoolSnapshot>> byPool = pools.stream()
                    .collect(Collectors.groupingBy(
                            loop -> new Pool(loop.pair(), loop.server(), loop.account()),
                            TreeMap::new,
                            Collectors.toList()));
            byPool.forEach((pool, loops) -> table.row(
                    pool.pair(),
                    pool.server(),
                    pool.account(),
                    loops.stream().mapToInt(PoolSnapshot::busy).sum(),
                    loops.stream().mapToInt(PoolSnapshot::idle).sum(),
                    loops.stream().mapToInt(PoolSnapshot::opening).sum(),
                    loops.stream().mapToInt(PoolSnapshot::waiting).sum(),
                    loops.getFirst().limit()));
            return table;
        });
    }
}
