package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.TextRow;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.LocalAnswer.ColumnType;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.context.SessionContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Merges the EXPLAIN results of several shards: each row after its shard's name. Results that differ only in numbers
 * are shown once, with the lowest shard's numbers.
 */
final class ExplanationRows implements FanOutReply {
    /** Servers differ little, and a longer list would be hard to read. */
    private static final int MAX_SHOWN = 10;

    private static final long MAX_BYTES = 1024 * 1024;

    /** The columns whose numbers differ from shard to shard; inside of texts, any number. */
    private static final Set<String> NUMBERS = Set.of("rows", "filtered", "r_rows", "r_filtered", "r_total_time_ms");

    private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+)?(?:e[-+]?[0-9]+)?");

    private final SessionContext session;
    private final List<Target> targets;
    private final Map<Integer, Coming> coming = new HashMap<>();
    private final Map<List<List<String>>, Kind> kinds = new LinkedHashMap<>();
    private List<String> columns = List.of();
    private int columnCount;
    private long bytes;

    /** The part of one shard's result that has arrived. */
    private static final class Coming {
        private final List<List<@Nullable String>> rows = new ArrayList<>();
        private long bytes;
    }

    /** Equal results: how many, and the lowest shard's. */
    private static final class Kind {
        private final int first;
        private final List<List<@Nullable String>> rows;
        private int count = 1;

        Kind(int first, List<List<@Nullable String>> rows) {
            this.first = first;
            this.rows = rows;
        }
    }

    ExplanationRows(SessionContext session, List<Target> targets) {
        this.session = session;
        this.targets = targets;
    }

    @Override
    public @Nullable ServerError rowsBegin(
            Target target, int count, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        if (definitions.isEmpty()) {
            return new ServerError(
                    ErrorCode.NOT_SUPPORTED_YET,
                    "explanations of several shards need the definitions of their columns: SET resultset_metadata = FULL");
        }
        columnCount = count;
        columns = definitions.stream().map(ColumnDefinition::name).toList();
        return null;
    }

    @Override
    public @Nullable ServerError row(int source, ByteBuf payload) {
        bytes += payload.readableBytes();
        List<@Nullable String> cells = new ArrayList<>();
        for (byte[] cell : TextRow.decode(payload, columnCount).cells()) {
            cells.add(cell == null ? null : new String(cell, StandardCharsets.UTF_8));
        }
        Coming explanation = coming.computeIfAbsent(source, any -> new Coming());
        explanation.rows.add(cells);
        explanation.bytes += payload.readableBytes();
        return bytes <= MAX_BYTES
                ? null
                : new ServerError(
                        ErrorCode.OUT_OF_SORTMEMORY,
                        "the explanations of several shards take more than " + MAX_BYTES
                                + " bytes: explain the statement of one shard (/* pinion: shard=… */)");
    }

    @Override
    public @Nullable ServerError rowsEnded(int source, int warnings) {
        Coming explanation = coming.remove(source);
        if (explanation == null) {
            return null;
        }
        List<List<@Nullable String>> rows = explanation.rows;
        List<List<String>> shape = rows.stream().map(this::shape).toList();
        Kind known = kinds.get(shape);
        if (known == null) {
            kinds.put(shape, new Kind(source, rows));
            return null;
        }
        known.count++;
        // An equal result takes no room, and the lowest shard stands for all.
        bytes -= explanation.bytes;
        if (source < known.first) {
            Kind lower = new Kind(source, rows);
            lower.count = known.count;
            kinds.put(shape, lower);
        }
        return null;
    }

    private List<String> shape(List<@Nullable String> row) {
        List<String> shape = new ArrayList<>();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            shape.add(
                    cell == null || isNumber(column)
                            ? "NULL"
                            : NUMBER.matcher(cell).replaceAll("0"));
        }
        return shape;
    }

    private boolean isNumber(int column) {
        return NUMBERS.contains(columns.get(column).toLowerCase(Locale.ROOT));
    }

    @Override
    public @Nullable ServerError end(List<Condition> warnings) {
        Map<Integer, Kind> inOrder = new TreeMap<>();
        kinds.values().forEach(kind -> inOrder.put(kind.first, kind));
        List<LocalAnswer.Column> shown = new ArrayList<>();
        shown.add(new LocalAnswer.Column("shard", ColumnType.VARCHAR));
        columns.forEach(name -> shown.add(new LocalAnswer.Column(
                name, name.equals("id") || name.equals("rows") ? ColumnType.BIGINT : ColumnType.VARCHAR)));
        List<List<@Nullable String>> rows = new ArrayList<>();
        int left = MAX_SHOWN;
        int others = 0;
        for (Kind kind : inOrder.values()) {
            if (left-- > 0) {
                for (List<@Nullable String> row : kind.rows) {
                    List<@Nullable String> named = new ArrayList<>();
                    named.add(targets.get(kind.first) + (kind.count == 1 ? "" : " and " + (kind.count - 1) + " alike"));
                    named.addAll(row);
                    rows.add(named);
                }
            } else {
                others += kind.count;
            }
        }
        if (others > 0) {
            rows.add(inFirst("and " + others + " more, of other kinds"));
        }
        for (Condition own : warnings) {
            if (own.level().equals(Condition.NOTE)) {
                rows.add(inFirst(own.message()));
            }
        }
        session.sink().rows(new LocalAnswer.Rows(shown, rows));
        return null;
    }

    /** A row of one cell. */
    private List<@Nullable String> inFirst(String text) {
        List<@Nullable String> row = new ArrayList<>(Collections.nCopies(columns.size() + 1, (String) null));
        row.set(0, text);
        return row;
    }

    @Override
    public @Nullable ServerError done(int source, Ok ok) {
        throw new IllegalStateException("a shard answered with an OK to EXPLAIN");
    }

    @Override
    public void fail(ServerError error) {
        session.sink().error(error);
    }
}
