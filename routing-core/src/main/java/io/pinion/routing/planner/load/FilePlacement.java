package io.pinion.routing.planner.load;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.load.IntegerField;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.planner.shard.IdLiterals;
import io.pinion.routing.planner.shard.KeyColumn;
import io.pinion.routing.text.LiteralValue;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Places a row of a file by one of its fields, read as its server will read it. */
sealed interface FilePlacement {

    /** The destination of a row. */
    sealed interface Outcome {
        record OnShard(int shard) implements Outcome {}

        /** A new object: its id gives the shard, and its local id is written in the id's place. */
        record AsLocalId(int shard, long localId) implements Outcome {}

        /** @param reason a clause about the row */
        record Nowhere(String reason) implements Outcome {}
    }

    /**
     * @param value the field's; not to be changed
     * @param charset of the file
     */
    Outcome place(byte[] value, String charset);

    /** By the ids of new objects. */
    record ById(Keyspace.Id ids, Table.ObjectTable table) implements FilePlacement {
        @Override
        public Outcome place(byte[] value, String charset) {
            return switch (ByOtherId.read(ids, value)) {
                case Outcome.OnShard(int shard) -> {
                    GlobalId id = new GlobalId(ByOtherId.number(value));
                    RoutePlan.Refused refused = IdLiterals.newIdProblem(id, table);
                    yield refused == null
                            ? new Outcome.AsLocalId(shard, id.local())
                            : new Outcome.Nowhere("has an id that can't be: " + refused.reason());
                }
                case Outcome.AsLocalId local -> throw new IllegalStateException("ids are made local here");
                case Outcome.Nowhere nowhere -> nowhere;
            };
        }
    }

    /** By the from ids of a mapping. */
    record ByOtherId(Keyspace.Id ids) implements FilePlacement {
        @Override
        public Outcome place(byte[] value, String charset) {
            return read(ids, value);
        }

        private static Outcome read(Keyspace.Id ids, byte[] value) {
            long number = number(value);
            if (number == IdLiterals.NO_ID || !GlobalId.isValid(number)) {
                return new Outcome.Nowhere(
                        "has '" + FilePlacement.shown(value) + "' for an id, which is no integer below 2^62");
            }
            RoutePlan.Refused problem = IdLiterals.problem(ids, number);
            return problem == null
                    ? new Outcome.OnShard(new GlobalId(number).shard().number())
                    : new Outcome.Nowhere("belongs to no shard: " + problem.reason());
        }

        private static long number(byte[] value) {
            return IntegerField.read(value).orElse(IdLiterals.NO_ID);
        }
    }

    /** By the hash of a key. */
    record ByHash(Keyspace.Mod mod, String column, KeyColumn type) implements FilePlacement {
        static ByHash of(Keyspace.Mod mod, Table table, String column) {
            return new ByHash(mod, column, KeyColumn.of(table, column));
        }

        @Override
        public Outcome place(byte[] value, String charset) {
            LiteralValue key = new LiteralValue.Text(value, charset);
            Optional<String> problem = type.problem(key, false, true, mod.keyEncoding());
            if (problem.isPresent()) {
                return new Outcome.Nowhere(
                        "has '" + FilePlacement.shown(value) + "', and " + column + " " + problem.get());
            }
            return mod.keyEncoding()
                    .bytesOf(key, false)
                    .<Outcome>map(bytes -> new Outcome.OnShard(mod.function().shardOf(bytes, mod.shards())))
                    .orElseGet(() -> new Outcome.Nowhere("has '" + FilePlacement.shown(value) + "' for " + column
                            + ", which has no form in " + mod.keyEncoding().charset() + " and can't be hashed"));
        }
    }

    /** The value for messages; keys are short, but a wrong value may be anything. */
    static String shown(byte[] value) {
        String text = new String(value, 0, Math.min(value.length, 40), StandardCharsets.UTF_8);
        return text.replaceAll("\\p{Cntrl}", "?") + (value.length > 40 ? "…" : "");
    }
}
