package io.pinion.routing.planner.keyspace;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.planner.names.IdCheck;
import io.pinion.routing.planner.shard.IdLiterals;
import io.pinion.routing.planner.shard.KeySource;
import io.pinion.routing.template.Request;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The constants of one statement that stand beside ids: whether it may be sent with them, and what to warn of. */
record IdConstants(Keyspace.Sharded keyspace, Request request) {
    /** Each row goes to the shard of its own id. */
    static final int ANY_SHARD = -1;

    /** The ids in columns of mappings may be of any. */
    private static final int ANY_TYPE = -1;

    /** The most warnings, since a list of ids may be long. */
    private static final int MAX_WARNINGS = 64;

    /** @param shard the shard that new rows must be of, or {@link #ANY_SHARD} */
    @Nullable
    Refused failure(List<IdCheck> checks, int shard) {
        for (int i = 0; i < checks.size(); i++) {
            Refused failed = failure(checks.get(i), shard);
            if (failed != null) {
                return failed;
            }
        }
        return null;
    }

    private @Nullable Refused failure(IdCheck check, int shard) {
        return switch (check) {
            case IdCheck.IsId(int anchor, boolean negative, int type) -> inexact(anchor, negative);
            case IdCheck.IsInteger(int anchor, boolean negative) -> notInteger(anchor, negative);
            case IdCheck.IsNewId(int anchor, boolean negative, Table.ObjectTable table) ->
                request.statement().hasValue(anchor, 0) ? newIdFailure(anchor, negative, table, shard) : null;
        };
    }

    private @Nullable Refused inexact(int anchor, boolean negative) {
        int count = request.statement().elementCount(anchor);
        for (int element = 0; element < count; element++) {
            Refused problem = request.statement().hasValue(anchor, element)
                    ? problem(read(anchor, element, negative), anchor, element, negative)
                    : null;
            if (problem != null && IdLiterals.mayEqualIds(request, anchor, element)) {
                return problem;
            }
        }
        return null;
    }

    private long read(int anchor, int element, boolean negative) {
        return IdLiterals.read(request, anchor, element, negative);
    }

    private @Nullable Refused problem(long id, int anchor, int element, boolean negative) {
        return IdLiterals.problem((Keyspace.Id) keyspace, id, request, anchor, element, negative);
    }

    private @Nullable Refused notInteger(int anchor, boolean negative) {
        boolean integer = !request.statement().hasValue(anchor, 0)
                || IdLiterals.bound(
                                request.statement(),
                                anchor,
                                negative,
                                request.session().charset())
                        != null;
        return integer
                ? null
                : Refusals.general((negative ? "-" : "") + request.statement().written(anchor, 0)
                        + " is compared with an id but is not an integer: a float or text can't be compared"
                        + " with an id exactly");
    }

    private @Nullable Refused newIdFailure(int anchor, boolean negative, Table.ObjectTable table, int shard) {
        long value = read(anchor, 0, negative);
        Refused problem = problem(value, anchor, 0, negative);
        if (problem != null) {
            return problem;
        }
        GlobalId id = new GlobalId(value);
        Refused refused = IdLiterals.newIdProblem(id, table);
        if (refused == null && shard != ANY_SHARD && id.shard().number() != shard) {
            return Refusals.general(
                    "id " + id + " belongs to shard " + id.shard() + ", but the row would go to shard " + shard);
        }
        return refused;
    }

    /**
     * Ids that match no row, since they name nothing or are of another table: no error on one MySQL either, but
     * probably a mistake.
     *
     * @param stated the keys in the text, which may be columns of mappings
     */
    List<Condition> warnings(List<IdCheck> checks, List<KeySource> stated) {
        if (!(keyspace instanceof Keyspace.Id)) {
            return List.of();
        }
        Set<String> found = new LinkedHashSet<>();
        BitSet checked = new BitSet();
        for (int i = 0; i < checks.size(); i++) {
            if (checks.get(i) instanceof IdCheck.IsId(int anchor, boolean negative, int type)) {
                checked.set(anchor);
                addUnmatched(found, anchor, negative, type);
            }
        }
        for (int i = 0; i < stated.size(); i++) {
            List<KeySource.Constant> constants = stated.get(i).constants();
            for (int k = 0; k < constants.size(); k++) {
                if (!checked.get(constants.get(k).anchor())) {
                    addUnmatched(
                            found, constants.get(k).anchor(), constants.get(k).negative(), ANY_TYPE);
                }
            }
        }
        return found.isEmpty()
                ? List.of()
                : found.stream().map(Condition::warning).toList();
    }

    private void addUnmatched(Set<String> found, int anchor, boolean negative, int type) {
        int count = request.statement().elementCount(anchor);
        for (int element = 0; element < count && found.size() < MAX_WARNINGS; element++) {
            if (!request.statement().hasValue(anchor, element)) {
                continue;
            }
            long id = read(anchor, element, negative);
            Refused problem = problem(id, anchor, element, negative);
            if (problem != null) {
                found.add(problem.reason() + IdLiterals.MATCHED_NO_ROW);
            } else if (type != ANY_TYPE && new GlobalId(id).type() != type) {
                found.add(ofOtherType(new GlobalId(id), type));
            }
        }
    }

    private String ofOtherType(GlobalId id, int type) {
        return "id " + id + " is one of " + tableOf(id.type()) + ", so it matches no row of " + tableOf(type);
    }

    private String tableOf(int type) {
        for (Table table : ((Keyspace.Id) keyspace).tables().values()) {
            if (table instanceof Table.ObjectTable object && object.type() == type) {
                return object.name() + " (type " + type + ")";
            }
        }
        return "type " + type;
    }
}
