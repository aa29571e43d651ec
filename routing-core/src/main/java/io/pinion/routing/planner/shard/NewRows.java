package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an INSERT: each goes to the shard of its key, those without one together to one shard.
 *
 * @param table the table's logical name, for messages
 * @param rows the placement of each row
 * @param unmet what a free row can't meet
 */
public record NewRows(String table, List<Row> rows, Optional<UnmetKeys> unmet) {

    /** The placement of one row. */
    public sealed interface Row {
        /** By a key: an explicit id, the from id of a mapping, a hashed key, or the id that a column colocates with. */
        record ByKey(KeySource source) implements Row {}

        /** By the id at a path in the JSON of a column; free when there is none. */
        record ByJson(String column, List<String> path, int anchor) implements Row {}

        /** Free: any shard that is open for new objects. */
        record Free() implements Row {}

        /** The value that should place it isn't a constant. */
        record Unknown(String reason) implements Row {}
    }

    public NewRows {
        rows = List.copyOf(rows);
    }

    /** Whether the server makes the ids of at least some of the new objects. */
    public boolean generateIds() {
        return !rows.stream()
                .allMatch(row -> row instanceof Row.ByKey(KeySource source)
                        && source.column().equals(Table.ObjectTable.ID));
    }

    @Nullable
    Refused place(Keyspace.Sharded keyspace, Request request, ShardFinder found) {
        for (int i = 0; i < rows.size(); i++) {
            Refused refused = placeRow(rows.get(i), keyspace, request, found);
            if (refused != null) {
                return refused;
            }
        }
        boolean free = found.refused() == null && found.shard() == ShardFinder.NONE;
        if (free && !waitsForValues(request.statement())) {
            ShardId chosen = keyspace.ranges().chooseForInsert(request.random());
            if (chosen == null) {
                return Refusals.general("no range of " + keyspace.name() + " is open for new objects, and nothing says"
                        + " where this row of " + table + " belongs: give a hint (/* pinion: shard=… */)");
            }
            found.add(chosen.number());
        }
        return found.refused();
    }

    private @Nullable Refused placeRow(Row row, Keyspace.Sharded keyspace, Request request, ShardFinder found) {
        return switch (row) {
            case Row.ByKey(KeySource source) -> {
                found.addAll(source);
                yield null;
            }
            case Row.ByJson json -> placeByJson(json, (Keyspace.Id) keyspace, request, found);
            case Row.Free free -> unmet(request);
            case Row.Unknown(String reason) -> Refusals.unsupported(reason);
        };
    }

    /**
     * The shard of each row, when they are on several: free rows go to the shard of the first row with a key.
     *
     * @return null when a row can't be placed, which {@link #place} has reported then
     */
    public int @Nullable [] shardsOf(Keyspace.Sharded keyspace, Request request) {
        int[] shards = new int[rows.size()];
        int first = ShardFinder.NONE;
        for (int i = 0; i < shards.length; i++) {
            ShardFinder found = new ShardFinder(keyspace, request);
            if (placeRow(rows.get(i), keyspace, request, found) != null || found.refused() != null) {
                return null;
            }
            shards[i] = found.shard();
            first = first == ShardFinder.NONE ? shards[i] : first;
        }
        for (int i = 0; i < shards.length; i++) {
            shards[i] = shards[i] == ShardFinder.NONE ? first : shards[i];
        }
        return shards;
    }

    /** The first row whose id its server makes; the last row when there is none. */
    public int rowOfInsertId() {
        for (int i = 0; i < rows.size(); i++) {
            boolean given = rows.get(i) instanceof Row.ByKey(KeySource source)
                    && source.column().equals(Table.ObjectTable.ID);
            if (!given) {
                return i;
            }
        }
        return rows.size() - 1;
    }

    /**
     * The error when the rows can't go to the shard that a hint or the session names: if their own key leads elsewhere,
     * no statement would find them. An object may stand apart from the one that it is usually colocated with.
     */
    public @Nullable Refused refusalOn(int shard, Keyspace.Sharded keyspace, Request request) {
        if (keyspace instanceof Keyspace.Id ids && ids.tables().get(table) instanceof Table.ObjectTable) {
            return null;
        }
        ShardFinder keys = new ShardFinder(keyspace, request);
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i) instanceof Row.ByKey(KeySource source)) {
                keys.addAll(source);
            }
        }
        if (keys.refused() != null) {
            return keys.refused();
        }
        int other = keys.otherThan(shard);
        return other == ShardFinder.NONE
                ? null
                : Refusals.general("the new row of " + table + " belongs to shard " + other + " by its key, not to"
                        + " shard " + shard + ", which the hint or the session names: nobody would find it there");
    }

    /** Whether the statement is only prepared, and bound values will place the row. */
    private boolean waitsForValues(Statement statement) {
        return statement.parameters() == Parameters.UNSET && !rows.stream().allMatch(Row.Free.class::isInstance);
    }

    /** Of a row that nothing places. */
    private @Nullable Refused unmet(Request request) {
        return unmet.map(keys -> keys.refusal(request)).orElse(null);
    }

    private @Nullable Refused placeByJson(Row.ByJson json, Keyspace.Id ids, Request request, ShardFinder found) {
        Statement statement = request.statement();
        if (!statement.hasValue(json.anchor(), 0)) {
            return null;
        }
        Optional<String> text =
                text(statement.literal(json.anchor(), 0, request.session().charset()));
        String place = json.column() + "." + String.join(".", json.path());
        if (text.isEmpty()) {
            return Refusals.general("the " + json.column() + " of the new row of " + table + " is no JSON text, so "
                    + place + " can't place it: give a hint (/* pinion: shard_of=… */)");
        }
        return switch (JsonPath.find(text.get(), json.path())) {
            case JsonPath.Found.Nothing nothing -> unmet(request);
            case JsonPath.Found.Text(String value) -> addId(value, place, ids, found);
            case JsonPath.Found.Numeral(String written) -> addId(written, place, ids, found);
            case JsonPath.Found.Other other ->
                Refusals.general(place + " is neither a number nor a string, so it is no id");
            case JsonPath.Found.Malformed(int offset) ->
                Refusals.general("the " + json.column() + " of the new row of " + table + " is no JSON (at character "
                        + (offset + 1) + "), so " + place + " can't place it");
        };
    }

    /** Some drivers bind long text as bytes, which a text column takes unchanged. */
    private static Optional<String> text(LiteralValue value) {
        return switch (value) {
            case LiteralValue.Text text -> text.string();
            case LiteralValue.Binary(byte[] bytes) -> new LiteralValue.Text(bytes, "utf8mb4").string();
            case LiteralValue number -> Optional.empty();
        };
    }

    private static @Nullable Refused addId(String written, String place, Keyspace.Id ids, ShardFinder found) {
        long id;
        try {
            id = Long.parseLong(written);
        } catch (NumberFormatException e) {
            return Refusals.general(place + " is " + written
                    + ", which is no id: ids are integers, and a float can't hold one exactly");
        }
        if (!GlobalId.isValid(id)) {
            return Refusals.general(place + " is " + written + ", which is no id: it has a reserved bit set");
        }
        Refused refused = IdLiterals.problem(ids, id);
        if (refused == null) {
            found.add(new GlobalId(id).shard().number());
        }
        return refused;
    }
}
