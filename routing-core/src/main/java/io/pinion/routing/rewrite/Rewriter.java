package io.pinion.routing.rewrite;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.text.ParameterValue;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Applies edits to a statement's bytes. */
public final class Rewriter {
    private static final int LONGEST_NAME = 255;

    /** The longest character of UTF-8, in bytes. */
    private static final int LONGEST_CHARACTER = 4;

    private Rewriter() {}

    /**
     * The text with the edits applied, and with a literal in the place of each bound parameter.
     *
     * @param edits in the order of their places, none overlapping
     * @return a new array
     */
    public static byte[] rewrite(Statement statement, List<Edit> edits, Values values) {
        return written(write(statement, edits, values), statement, values);
    }

    /** The same for any statement: a bound parameter stays a {@code ?}, with an id made local as its argument. */
    public static Rewritten rewriteBound(Statement statement, List<Edit> edits, Values values) {
        SqlBytes out = write(statement, edits, values);
        return new Rewritten(out.toArray(), out.arguments());
    }

    /**
     * A new text that contains parts of the statement's, their bound parameters as literals.
     *
     * @return a new array
     */
    public static byte[] compose(Statement statement, List<Piece> pieces, Values values) {
        SqlBytes out = new SqlBytes(256);
        for (Piece piece : pieces) {
            append(out, piece, statement, values);
        }
        return written(out, statement, values);
    }

    private static byte[] written(SqlBytes out, Statement statement, Values values) {
        byte[] sql = out.toArray();
        List<Argument> arguments = out.arguments();
        if (arguments.isEmpty() || statement.parameters() == Parameters.UNSET) {
            return sql;
        }
        List<ParameterValue> literals = new ArrayList<>(arguments.size());
        BitSet positions = new BitSet();
        for (int i = 0; i < arguments.size(); i++) {
            literals.add(valueOf(arguments.get(i), statement));
            positions.set(
                    i,
                    arguments.get(i) instanceof Argument.Bound(int parameter)
                            && statement.constants().get(parameter));
        }
        return statement.withLiterals(sql, out.places(), literals, positions, values.charset());
    }

    private static ParameterValue valueOf(Argument argument, Statement statement) {
        return switch (argument) {
            case Argument.Bound(int parameter) -> statement.parameters().value(parameter);
            case Argument.Int(long number) -> new ParameterValue.Int(number);
        };
    }

    private static SqlBytes write(Statement statement, List<Edit> edits, Values values) {
        SqlBytes out = new SqlBytes(statement.end() - statement.start() + 48 * edits.size());
        int copied = statement.start();
        for (int i = 0; i < edits.size(); i++) {
            Edit edit = edits.get(i);
            int from = edit.from().in(statement);
            if (from < copied) {
                throw new IllegalStateException("the edits of a " + statement.kind() + " overlap at " + edit);
            }
            copy(out, statement, copied, from);
            List<Piece> pieces = edit.pieces();
            for (int p = 0; p < pieces.size(); p++) {
                append(out, pieces.get(p), statement, values);
            }
            copied = edit.to().in(statement);
        }
        copy(out, statement, copied, statement.end());
        return out;
    }

    private static void copy(SqlBytes out, Statement statement, int from, int to) {
        int moved = out.length() - from;
        out.append(statement.sql(), from, to);
        int end = statement.parametersBefore(to);
        for (int parameter = statement.parametersBefore(from); parameter < end; parameter++) {
            out.note(new Argument.Bound(parameter), statement.parameterPlace(parameter) + moved);
        }
    }

    private static void append(SqlBytes out, Piece piece, Statement statement, Values values) {
        switch (piece) {
            case Piece.Fixed(byte[] bytes) -> out.append(bytes, 0, bytes.length);
            case Piece.ShardDatabase() -> out.append(values.shardDatabase());
            case Piece.IdBase(int type) -> out.append(values.idBase(type));
            case Piece.LocalIds ids -> appendLocalIds(out, ids, statement, values);
            case Piece.LocalBound bound -> {
                if (!statement.hasValue(bound.anchor(), 0)) {
                    out.append(unset(statement, bound.anchor(), 0));
                } else {
                    append(out, values.boundAsLocalId(bound), statement.isParameter(bound.anchor(), 0));
                }
            }
            case Piece.KeysHere(int anchor) -> appendKeysHere(out, anchor, statement, values);
            case Piece.RowsOfEach(int offset, int count) -> out.append(values.rowsOfEach(offset, count));
            case Piece.Own(TextPosition from, TextPosition to) ->
                copy(out, statement, from.in(statement), to.in(statement));
            case Piece.OwnName(TextPosition from, TextPosition to) ->
                appendName(out, statement.sql(), from.in(statement), to.in(statement));
            case Piece.SessionValue(SessionFunction function) -> out.append(values.literalOf(function));
        }
    }

    /**
     * Whether a character of four bytes in UTF-8 stands here: servers show a question mark for it in titles, and allow
     * it in no alias.
     */
    private static boolean isBeyondNames(byte[] sql, int at, int end) {
        return (sql[at] & 0xF8) == 0xF0 && at + LONGEST_CHARACTER <= end && (sql[at + 1] & 0xC0) == 0x80;
    }

    private static void appendName(SqlBytes out, byte[] sql, int from, int to) {
        out.append("`");
        int end = Math.min(to, from + LONGEST_NAME);
        // Don't cut within a character of UTF-8.
        while (end < to && (sql[end] & 0xC0) == 0x80) {
            end--;
        }
        for (int i = from; i < end; i++) {
            if (isBeyondNames(sql, i, end)) {
                out.append("?");
                i += LONGEST_CHARACTER - 1;
                continue;
            }
            out.append(sql, i, i + 1);
            if (sql[i] == '`') {
                out.append("`");
            }
        }
        out.append("`");
    }

    private static void appendKeysHere(SqlBytes out, int anchor, Statement statement, Values values) {
        List<Integer> here = values.keysHere(anchor);
        for (int i = 0; i < here.size(); i++) {
            out.append(i == 0 ? "" : ", ");
            appendElement(out, anchor, here.get(i), statement);
        }
        if (here.isEmpty()) {
            appendElement(out, anchor, 0, statement);
        }
    }

    private static void appendElement(SqlBytes out, int anchor, int element, Statement statement) {
        copy(out, statement, statement.elementStart(anchor, element), statement.elementEnd(anchor, element));
    }

    private static void appendLocalIds(SqlBytes out, Piece.LocalIds ids, Statement statement, Values values) {
        if (values.oneOfSeveral()) {
            appendIdsHere(out, ids, statement, values);
            return;
        }
        int anchor = ids.anchor();
        // A text for one shard keeps a place for each element, whatever its value, so that prepared handles can be
        // reused.
        long base = values.idBase(ids.type());
        int count = statement.elementCount(anchor);
        for (int element = 0; element < count; element++) {
            out.append(element == 0 ? "" : ", ");
            if (!statement.hasValue(anchor, element)) {
                out.append(unset(statement, anchor, element));
                continue;
            }
            long id = values.id(anchor, element);
            boolean here = !ids.negative() && (id & ~GlobalId.MAX_LOCAL) == base;
            append(
                    out,
                    here ? id & GlobalId.MAX_LOCAL : Piece.Constants.NO_LOCAL_ID,
                    statement.isParameter(anchor, element));
        }
    }

    private static void appendIdsHere(SqlBytes out, Piece.LocalIds ids, Statement statement, Values values) {
        int anchor = ids.anchor();
        List<Integer> here = ids.negative() ? List.of() : values.idsHere(anchor, values.idBase(ids.type()));
        for (int i = 0; i < here.size(); i++) {
            out.append(i == 0 ? "" : ", ");
            int element = here.get(i);
            append(out, values.id(anchor, element) & GlobalId.MAX_LOCAL, statement.isParameter(anchor, element));
        }
        if (here.isEmpty()) {
            append(out, Piece.Constants.NO_LOCAL_ID, statement.isParameter(anchor, 0));
        }
    }

    private static void append(SqlBytes out, long number, boolean asArgument) {
        if (asArgument) {
            out.append(new Argument.Int(number));
        } else {
            out.append(number);
        }
    }

    /** An argument without a value to make local, since the text is only prepared. */
    private static Argument unset(Statement statement, int anchor, int element) {
        return new Argument.Bound(statement.parametersBefore(statement.elementStart(anchor, element)));
    }
}
