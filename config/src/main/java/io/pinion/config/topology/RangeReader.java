package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Sequence;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.Problems;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the {@code ranges} of a keyspace: which shards live on which pair. */
record RangeReader(Pairs pairs, Problems problems) {
    private static final int MAX_WEIGHT = 1_000_000;

    private record Placed(ShardRange range, DocumentNode node) {}

    /** @param shards the keyspace's shards are 0 to {@code shards - 1} */
    RangeTable read(FieldReader keyspace, int shards) {
        keyspace.required("ranges", "write \"ranges\": [{\"range\": [0, 511], \"pair\": \"…\"}]");
        List<Placed> placed = new ArrayList<>();
        for (DocumentNode node : keyspace.items("ranges")) {
            keyspace.asObject(node).ifPresent(reader -> {
                range(reader, shards).ifPresent(range -> placed.add(new Placed(range, node)));
                reader.refuseOthers();
            });
        }
        return new RangeTable(withoutOverlaps(placed));
    }

    private Optional<ShardRange> range(FieldReader reader, int shards) {
        Optional<DocumentNode> bounds = reader.required("range", "write \"range\": [0, 511], both inclusive");
        Optional<String> pair = pairs.ofRange(reader);
        OptionalLong weight = reader.whole("insert_weight", 0, MAX_WEIGHT);
        boolean held = reader.flag("held", false);
        OptionalLong first = OptionalLong.empty();
        OptionalLong last = OptionalLong.empty();
        if (bounds.isPresent()) {
            if (bounds.get() instanceof Sequence two && two.items().size() == 2) {
                first = reader.asWhole(two.items().getFirst(), 0, shards - 1L);
                last = reader.asWhole(two.items().getLast(), 0, shards - 1L);
            } else {
                reader.expected(bounds.get(), "the first and the last shard", "write [0, 511], both inclusive");
            }
        }
        if (pair.isEmpty() || first.isEmpty() || last.isEmpty()) {
            return Optional.empty();
        }
        if (first.getAsLong() > last.getAsLong()) {
            reader.wrong(
                    bounds.get(),
                    "the range ends at " + last.getAsLong() + ", before it begins",
                    "write [" + last.getAsLong() + ", " + first.getAsLong() + "]");
            return Optional.empty();
        }
        ShardRange plain = ShardRange.of((int) first.getAsLong(), (int) last.getAsLong(), pair.get());
        return Optional.of(
                plain.withWeight((int) weight.orElse(plain.insertWeight())).withHeld(held));
    }

    private List<ShardRange> withoutOverlaps(List<Placed> placed) {
        List<Placed> sorted = new ArrayList<>(placed);
        sorted.sort(Comparator.comparingInt(next -> next.range().first()));
        List<ShardRange> kept = new ArrayList<>();
        Placed widest = null;
        for (Placed next : sorted) {
            if (widest != null && next.range().first() <= widest.range().last()) {
                int last = Math.min(next.range().last(), widest.range().last());
                problems.error(
                        next.node(),
                        shards(next.range().first(), last) + " in "
                                + widest.node().path() + " (line "
                                + widest.node().line() + ") too",
                        "a shard lives on one pair: shorten one of the ranges");
            } else {
                kept.add(next.range());
            }
            if (widest == null || next.range().last() > widest.range().last()) {
                widest = next;
            }
        }
        return kept;
    }

    private static String shards(int first, int last) {
        return first == last ? "shard " + first + " is" : "shards " + first + " to " + last + " are";
    }
}
