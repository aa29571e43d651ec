package io.pinion.routing.planner.load;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.load.FileFormat;
import io.pinion.routing.load.FileRows;
import io.pinion.routing.load.IntegerField;
import io.pinion.routing.load.UnreadableFileException;
import io.pinion.routing.plan.FileNumber;
import io.pinion.routing.plan.FileRouting;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.Target;
import io.pinion.routing.planner.shard.ShardTexts;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.template.Request;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Rows of a file, each placed by its fields.
 *
 * @param edits make the text that of a shard
 */
record FileLoad(
        Request request,
        Keyspace.Sharded keyspace,
        FileFormat format,
        long ignoredLines,
        int fields,
        Where where,
        List<Given> given,
        Optional<FileNumbering> numbering,
        List<Edit> edits,
        SessionEffects effects)
        implements FileRouting {
    /** The destination of the rows. */
    sealed interface Where {
        /**
         * Each row goes to the shard of one of its fields.
         *
         * @param only the shard that a hint or the session names, which must be that of every row
         */
        record ByField(int field, String column, FilePlacement placement, OptionalInt only) implements Where {}

        record OnShard(int shard) implements Where {}

        /** Every row goes to every copy of a reference table. */
        record EveryShard(int[] shards) implements Where {}
    }

    /** A field whose column the server would number, if the field were 0 or NULL. */
    record Given(int field, String column) {}

    FileLoad {
        given = List.copyOf(given);
        edits = List.copyOf(edits);
    }

    @Override
    public FileRows rows(int maxRowBytes) {
        List<Integer> wanted = new ArrayList<>();
        if (where instanceof Where.ByField byField) {
            wanted.add(byField.field());
        }
        given.forEach(field -> wanted.add(field.field()));
        numbering.ifPresent(number -> wanted.add(number.field()));
        return new FileRows(
                format,
                ignoredLines,
                fields,
                wanted.stream().mapToInt(Integer::intValue).toArray(),
                maxRowBytes);
    }

    @Override
    public boolean isForEveryShard() {
        return where instanceof Where.EveryShard;
    }

    @Override
    public Optional<Sequence> sequence() {
        return numbering.map(FileNumbering::sequence);
    }

    @Override
    public FileNumber number(FileRows row) throws UnreadableFileException {
        return numbering.isPresent() ? numbering.get().of(row, numbered()) : new FileNumber.Given(FileNumbering.NONE);
    }

    /** The place of the number among the wanted fields of the reader. */
    private int numbered() {
        return (where instanceof Where.ByField ? 1 : 0) + given.size();
    }

    @Override
    public int write(FileRows row, long number, Shards shards) throws UnreadableFileException {
        int next = where instanceof Where.ByField ? 1 : 0;
        for (Given field : given) {
            checkGiven(row, next++, field);
        }
        return switch (where) {
            case Where.EveryShard every -> writeWhole(row, number, shards.of(EVERY_SHARD));
            case Where.OnShard(int shard) -> writeWhole(row, number, shards.of(shard));
            case Where.ByField byField -> writePlaced(row, number, byField, shards);
        };
    }

    private int writeWhole(FileRows row, long number, ByteArrayOutputStream out) {
        return number != FileNumbering.NONE && numbering.isPresent()
                ? numbering.get().write(row, numbered(), number, out)
                : row.write(row.start(), row.start(), new byte[0], out);
    }

    private int writePlaced(FileRows row, long number, Where.ByField by, Shards shards) throws UnreadableFileException {
        byte[] value = row.has(0) ? row.value(0) : null;
        if (value == null) {
            throw new UnreadableFileException(
                    row.number(),
                    (row.has(0) ? "has NULL" : "ends before the field") + " for " + by.column()
                            + ", which says on what shard it is: give it a value");
        }
        return switch (by.placement().place(value, format.charset())) {
            case FilePlacement.Outcome.Nowhere(String reason) ->
                throw new UnreadableFileException(row.number(), reason);
            case FilePlacement.Outcome.OnShard(int shard) -> {
                checkOnly(row, by, shard);
                yield writeWhole(row, number, shards.of(shard));
            }
            case FilePlacement.Outcome.AsLocalId(int shard, long local) -> {
                checkOnly(row, by, shard);
                byte[] digits = Long.toString(local).getBytes(StandardCharsets.US_ASCII);
                yield row.write(row.valueStart(0), row.numberStop(0), digits, shards.of(shard));
            }
        };
    }

    private static void checkOnly(FileRows row, Where.ByField by, int shard) throws UnreadableFileException {
        if (by.only().isPresent() && by.only().getAsInt() != shard) {
            throw new UnreadableFileException(
                    row.number(),
                    "belongs to shard " + shard + " by its " + by.column() + ", not to shard "
                            + by.only().getAsInt() + ", which the hint or the session names: leave that out");
        }
    }

    private void checkGiven(FileRows row, int index, Given field) throws UnreadableFileException {
        byte[] value = row.has(index) ? row.value(index) : null;
        boolean isGiven = value != null && IntegerField.read(value).orElse(0) != 0;
        if (!isGiven) {
            throw new UnreadableFileException(
                    row.number(),
                    "leaves " + field.column()
                            + " to be numbered by a server, each of which would for itself: give it an"
                            + " integer other than 0");
        }
    }

    @Override
    public int[] everyShard() {
        return where instanceof Where.EveryShard(int[] shards) ? shards.clone() : new int[0];
    }

    @Override
    public RoutePlan.FanOut into(int[] shards) {
        List<Target> targets = new ArrayList<>(shards.length);
        for (int shard : shards) {
            Target target = Target.of(keyspace, shard);
            if (target == null) {
                throw new IllegalStateException("rows were placed on shard " + shard + ", which isn't open");
            }
            targets.add(target);
        }
        return new RoutePlan.FanOut(
                keyspace.name(),
                targets,
                new ShardTexts(keyspace, request, shard -> edits, shards.clone(), targets, -1, false),
                isForEveryShard() ? new Merging.Copies() : new Merging.Counts(),
                false,
                // A column's default may depend on the current time.
                true,
                effects,
                List.of());
    }

    @Override
    public String words() {
        return placeWords()
                + numbering.map(number -> ", with " + number.words()).orElse("");
    }

    private String placeWords() {
        return switch (where) {
            case Where.EveryShard every -> "every row to each of the " + every.shards().length + " shards";
            case Where.OnShard(int shard) -> "every row to shard " + shard;
            case Where.ByField by ->
                "each row to the shard of its field " + (by.field() + 1) + ", " + by.column()
                        + (by.placement() instanceof FilePlacement.ById ? ", as its local id" : "")
                        + (by.only().isPresent()
                                ? ", which must be " + by.only().getAsInt()
                                : "");
        };
    }

    @Override
    public RoutePlan.ShardStatement example() {
        int shard =
                switch (where) {
                    case Where.EveryShard(int[] shards) -> shards[0];
                    case Where.OnShard(int on) -> on;
                    case Where.ByField by ->
                        by.only()
                                .orElseGet(() ->
                                        keyspace.ranges().ranges().getFirst().first());
                };
        return into(new int[] {shard}).statements().getFirst();
    }
}
