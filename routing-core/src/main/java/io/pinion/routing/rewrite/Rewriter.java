package io.pinion.routing.rewrite;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.text.Statement;
import java.util.List;

/** Applies edits to a statement's bytes. */
public final class Rewriter {
    private Rewriter() {}

    /**
     * The statement's text with the edits applied.
     *
     * @param edits in the order of their places, none overlapping
     * @return a new array
     */
    public static byte[] rewrite(Statement statement, List<Edit> edits, Values values) {
        SqlBytes out = new SqlBytes(statement.end() - statement.start() + 48 * edits.size());
        int copied = statement.start();
        for (int i = 0; i < edits.size(); i++) {
            Edit edit = edits.get(i);
            int from = edit.from().in(statement);
            if (from < copied) {
                throw new IllegalStateException("the edits of a " + statement.kind() + " overlap at " + edit);
            }
            out.append(statement.sql(), copied, from);
            List<Piece> pieces = edit.pieces();
            for (int p = 0; p < pieces.size(); p++) {
                append(out, pieces.get(p), statement, values);
            }
            copied = edit.to().in(statement);
        }
        out.append(statement.sql(), copied, statement.end());
        return out.toArray();
    }

    private static void append(SqlBytes out, Piece piece, Statement statement, Values values) {
        switch (piece) {
            case Piece.Fixed(byte[] bytes) -> out.append(bytes, 0, bytes.length);
            case Piece.Copy(Position from, Position to) ->
                out.append(statement.sql(), from.in(statement), to.in(statement));
            case Piece.ShardDatabase() -> out.append(values.shardDatabase());
            case Piece.IdBase(int type) -> out.append(values.idBase(type));
            case Piece.LocalIds(int type, int anchor) -> appendLocalIds(out, type, anchor, statement, values);
            case Piece.LocalBound(int type, int anchor, boolean negative) ->
                out.append(values.boundAsLocalId(type, anchor, negative));
            case Piece.SessionValue(SessionFunction function) -> out.append(values.literalOf(function));
        }
    }

    private static void appendLocalIds(SqlBytes out, int type, int anchor, Statement statement, Values values) {
        long base = values.idBase(type);
        int count = statement.elementCount(anchor);
        for (int element = 0; element < count; element++) {
            if (element > 0) {
                out.append(", ");
            }
            long id = values.id(anchor, element);
            boolean here = (id & ~GlobalId.MAX_LOCAL) == base;
            out.append(here ? id & GlobalId.MAX_LOCAL : Piece.Constants.NO_LOCAL_ID);
        }
    }
}
