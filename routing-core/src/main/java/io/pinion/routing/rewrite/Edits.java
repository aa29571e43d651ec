package io.pinion.routing.rewrite;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.text.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects the edits of one statement and makes them valid for all statements of its shape. */
public final class Edits {
    private final Statement statement;
    private final Set<Integer> named = new HashSet<>();
    private final List<Edit> edits = new ArrayList<>();

    public Edits(Statement statement) {
        this.statement = statement;
    }

    /** Whether nothing but blanks stands between two places. */
    public boolean isBlank(int from, int to) {
        for (int index = from; index < to; index++) {
            if (statement.sql()[index] != ' ' && statement.sql()[index] != '\n') {
                return false;
            }
        }
        return true;
    }

    /** Whether a span is another one in parentheses, or equal to it. */
    public boolean isParenthesized(Span span, Span inner) {
        for (int index = span.from(); index < span.to(); index++) {
            byte at = statement.sql()[index];
            boolean before = index < inner.from() && at == '(';
            boolean within = index >= inner.from() && index < inner.to();
            boolean behind = index >= inner.to() && at == ')';
            if (!before && !within && !behind && at > ' ') {
                return false;
            }
        }
        return true;
    }

    /** A copy of the edits, to which further edits can be added independently. */
    public Edits copy() {
        Edits copy = new Edits(statement);
        copy.named.addAll(named);
        copy.edits.addAll(edits);
        return copy;
    }

    /** The text between two places with the edits so far, to be written a second time elsewhere. */
    public List<Piece> piecesOf(Span span) {
        List<Piece> pieces = new ArrayList<>();
        TextPosition from = position(span.from());
        TextPosition to = position(span.to());
        TextPosition at = from;
        for (Edit edit : inOrder()) {
            if (edit.from().compareTo(from) >= 0 && edit.to().compareTo(to) <= 0) {
                pieces.add(new Piece.Own(at, edit.from()));
                pieces.addAll(edit.pieces());
                at = edit.to();
            }
        }
        pieces.add(new Piece.Own(at, to));
        return pieces;
    }

    /** The client's own bytes. */
    public Piece own(Span span) {
        return new Piece.Own(position(span.from()), position(span.to()));
    }

    public boolean isEmpty() {
        return edits.isEmpty();
    }

    private TextPosition position(int index) {
        return TextPosition.at(index, statement);
    }

    public void replace(Span span, Piece... pieces) {
        edits.add(new Edit(position(span.from()), position(span.to()), List.of(pieces)));
    }

    public void add(Edit edit) {
        edits.add(edit);
    }

    public void insert(int index, Piece... pieces) {
        TextPosition place = position(index);
        edits.add(new Edit(place, place, List.of(pieces)));
    }

    /** Gives the select item that ends at {@code index} a name, unless it has one already. */
    public void name(int index, Piece name) {
        if (named.add(index)) {
            insert(index, Piece.Fixed.of(" AS "), name);
        }
    }

    /** Servers name a select item without alias by its text, so an edited one gets its old text as alias. */
    public void keepName(Span item) {
        name(item.to(), new Piece.OwnName(position(item.from()), position(item.to())));
    }

    /** The bytes themselves: for spans that are the same in all statements of the shape. */
    public Piece.Fixed fixed(Span span) {
        byte[] bytes = new byte[span.to() - span.from()];
        System.arraycopy(statement.sql(), span.from(), bytes, 0, bytes.length);
        return new Piece.Fixed(bytes);
    }

    /** In the order of their places; of two insertions at one place the first made comes first. */
    public List<Edit> inOrder() {
        List<Edit> ordered = new ArrayList<>(edits);
        ordered.sort(Edit.BY_PLACE);
        return ordered;
    }
}
