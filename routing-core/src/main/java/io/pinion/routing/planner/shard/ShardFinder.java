package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Hint;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Statement;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects the shards that a statement's keys lead to. Used for one statement. */
public final class ShardFinder {
    /** The number of shards that a refusal names. */
    private static final int SHARDS_NAMED = 4;

    public static final int NONE = -1;

    private final Keyspace.Sharded keyspace;
    private final Request request;
    private int shard = NONE;
    private @Nullable BitSet several;
    private @Nullable Refused refused;

    /** The reason why the first id that names nothing does so: it matches no row of any shard. */
    private @Nullable Refused nameless;

    public ShardFinder(Keyspace.Sharded keyspace, Request request) {
        this.keyspace = keyspace;
        this.request = request;
    }

    /** The one shard found, or {@link #NONE}, unless there are {@link #several}; check {@link #refused} first. */
    public int shard() {
        return shard;
    }

    /** The shards, when there are at least two; else null. */
    public @Nullable BitSet several() {
        return several;
    }

    /** A shard that was found other than {@code expected}; {@link #NONE} when there is none. */
    int otherThan(int expected) {
        if (several == null) {
            return shard == expected ? NONE : shard;
        }
        int first = several.nextSetBit(0);
        return first == expected ? several.nextSetBit(first + 1) : first;
    }

    /** The reason why the statement can't go on: an invalid key, or it asks for ids that name nothing and no others. */
    @Nullable
    Refused refused() {
        return refused == null && shard == NONE ? nameless : refused;
    }

    public void add(int found) {
        if (shard == NONE) {
            shard = found;
        } else if (shard != found) {
            if (several == null) {
                several = new BitSet();
                several.set(shard);
            }
            several.set(found);
        }
    }

    /** Adds a hint's shard; returns null, or the reason why it is invalid. */
    public @Nullable Refused addHinted(Hint hint) {
        return switch (hint) {
            case Hint.Shard(int number) -> {
                add(number);
                yield null;
            }
            case Hint.ShardOf(long id) -> {
                if (!(keyspace instanceof Keyspace.Id ids)) {
                    yield Refusals.general("the hint shard_of needs a keyspace of ids, and " + keyspace.name()
                            + " hashes its keys: use shard=…");
                }
                if (!GlobalId.isValid(id)) {
                    yield Refusals.general("the hint shard_of=" + id + " has no id: it has a reserved bit set");
                }
                add(new GlobalId(id).shard().number());
                yield IdLiterals.problem(ids, id);
            }
            case Hint.Invalid(String reason) -> Refusals.unreadableHint(reason);
        };
    }

    /** Adds all open shards from {@code from} to {@code to}; perhaps none. */
    public void addAll(RangeTable ranges, int from, int to) {
        for (ShardRange range : ranges.ranges()) {
            int first = Math.max(range.first(), from);
            int last = Math.min(range.last(), to);
            if (first <= last) {
                add(first);
            }
            if (first < last) {
                add(last);
                Objects.requireNonNull(several).set(first, last + 1);
            }
        }
    }

    void addAll(KeySource source) {
        List<KeySource.Constant> constants = source.constants();
        for (int i = 0; i < constants.size() && refused == null; i++) {
            KeySource.Constant constant = constants.get(i);
            int count = request.statement().elementCount(constant.anchor());
            for (int element = 0; element < count && refused == null; element++) {
                // A value that is only to be bound contradicts no shard.
                if (request.statement().hasValue(constant.anchor(), element)) {
                    addKey(constant.anchor(), element, constant.negative(), source);
                }
            }
        }
    }

    private void addKey(int anchor, int element, boolean negative, KeySource source) {
        switch (keyspace) {
            case Keyspace.Id ids -> addId(ids, anchor, element, negative, source.stored());
            case Keyspace.Mod mod -> addHashed(mod, anchor, element, negative, source);
        }
    }

    private void addId(Keyspace.Id ids, int anchor, int element, boolean negative, boolean stored) {
        long id = IdLiterals.read(request, anchor, element, negative);
        Refused problem = IdLiterals.problem(ids, id, request, anchor, element, negative);
        if (problem == null) {
            add(new GlobalId(id).shard().number());
        } else if (stored || IdLiterals.mayEqualIds(request, anchor, element)) {
            refused = problem;
        } else {
            nameless = nameless == null ? problem : nameless;
        }
    }

    private void addHashed(Keyspace.Mod mod, int anchor, int element, boolean negative, KeySource source) {
        LiteralValue constant =
                request.statement().literal(anchor, element, request.session().charset());
        if (request.statement().isTemporal(anchor, element)) {
            refused = Refusals.general("a date or a time is no key of " + source.table() + "." + source.column()
                    + ", since its text could have several forms: bind it as text, as it is stored");
            return;
        }
        Optional<String> problem = source.type().problem(constant, negative, source.stored(), mod.keyEncoding());
        if (problem.isPresent()) {
            refused =
                    Refusals.general((negative ? "-" : "") + request.statement().written(anchor, element)
                            + " is no key of " + source.table() + ": " + source.column() + " " + problem.get());
            return;
        }
        String connectionCharset = request.session().connectionCharset();
        if (!source.type().isKeptIn(connectionCharset, constant)) {
            refused = Refusals.general(request.statement().written(anchor, element) + " is no key of " + source.table()
                    + " in this session, whose character_set_connection"
                    + (connectionCharset.isEmpty() ? " isn't known" : ", " + connectionCharset + ", changes it")
                    + ": SET NAMES sets it to that of the client");
            return;
        }
        int found = shardOf(mod, constant, negative);
        if (found == NONE) {
            refused = Refusals.general("the value of " + source.table() + "." + source.column()
                    + " is no key: decimals, floats and text that has no form in "
                    + mod.keyEncoding().charset() + " can't be hashed");
            return;
        }
        add(found);
    }

    /** The shard that one element of a key's constants leads to; {@link #NONE} for an invalid key. */
    static int shardOf(Keyspace.Sharded keyspace, Request request, int anchor, int element) {
        Statement statement = request.statement();
        String charset = request.session().charset();
        return switch (keyspace) {
            case Keyspace.Id ids -> {
                long id = IdLiterals.read(statement, anchor, element, charset);
                yield id == IdLiterals.NO_ID ? NONE : new GlobalId(id).shard().number();
            }
            case Keyspace.Mod mod -> shardOf(mod, statement.literal(anchor, element, charset), false);
        };
    }

    /** {@link #NONE} for a constant that can't be hashed. */
    private static int shardOf(Keyspace.Mod mod, LiteralValue constant, boolean negative) {
        return mod.keyEncoding()
                .bytesOf(constant, negative)
                .map(key -> mod.function().shardOf(key, mod.shards()))
                .orElse(NONE);
    }

    /** @param why the reason, and the way out */
    public static Refused severalShards(String keyspace, BitSet shards, String why) {
        StringBuilder named = new StringBuilder();
        int count = 0;
        for (int shard = shards.nextSetBit(0); shard >= 0; shard = shards.nextSetBit(shard + 1)) {
            if (count < SHARDS_NAMED) {
                named.append(count == 0 ? "" : ", ").append(shard);
            }
            count++;
        }
        if (count > SHARDS_NAMED) {
            named.append(" and ").append(count - SHARDS_NAMED).append(" more");
        }
        return Refusals.unsupported(
                "this statement needs several shards of " + keyspace + " (" + named + "), and " + why);
    }
}
