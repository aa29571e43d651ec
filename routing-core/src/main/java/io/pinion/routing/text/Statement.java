package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One statement as the tokenizer read it: its kind, its shape's fingerprint and its anchors.
 *
 * <p>An <em>anchor</em> is a region of the text whose content is not part of the fingerprint: a literal, a list of
 * literals behind IN, the name of a shard database, a comment. Statements with one fingerprint have the same bytes
 * between their anchors and the same kinds of anchors in the same order. So "a number of bytes after the end of anchor
 * n" ({@link #position}) names the same place in all of them.
 *
 * <p>Immutable, but for the client's bytes, which it refers to and never copies: it is valid as long as those stay
 * unchanged, and must not be kept in a cache.
 */
public final class Statement {
    /** The anchor that stands for the beginning of the statement in {@link #position}. */
    public static final int START = -1;

    /** Ints per anchor: start, end, and the flags that {@link Anchors} packs. */
    static final int STRIDE = 3;

    private static final int[] NONE = {};

    private final byte[] sql;
    private final TextRules rules;
    private final int start;
    private final int end;
    private final int next;
    private final StatementKind kind;
    private final int mentions;
    private final int parameters;
    private final @Nullable BoundParameters bound;
    private final int[] anchors;
    private final int[] elements;
    private final long high;
    private final long low;
    private final @Nullable Hint hint;
    private final @Nullable TextProblem problem;

    /** Found once, for the texts of many shards. */
    private @Nullable BitSet constants;

    Statement(
            byte[] sql,
            TextRules rules,
            int start,
            int end,
            int next,
            StatementKind kind,
            int mentions,
            int parameters,
            @Nullable BoundParameters bound,
            Anchors anchors,
            Hash hash,
            @Nullable Hint hint,
            @Nullable TextProblem problem) {
        this.sql = sql;
        this.rules = rules;
        this.start = start;
        this.end = end;
        this.next = next;
        this.kind = kind;
        this.mentions = mentions;
        this.parameters = parameters;
        this.bound = bound;
        this.anchors = anchors.isEmpty() ? NONE : anchors.copy();
        this.elements = anchors.hasNoLists() ? NONE : anchors.copyElements();
        this.high = hash.high();
        this.low = hash.low();
        this.hint = hint;
        this.problem = problem;
    }

    /** The array of the client's text; not a copy. */
    public byte[] sql() {
        return sql;
    }

    public TextRules rules() {
        return rules;
    }

    /** The start of the statement in {@link #sql}. */
    public int start() {
        return start;
    }

    /** The end, exclusive: at its semicolon or at the end of the text. */
    public int end() {
        return end;
    }

    /** The start of the next statement, or -1 when nothing but blanks and semicolons follow. */
    public int next() {
        return next;
    }

    public StatementKind kind() {
        return kind;
    }

    public Fingerprint fingerprint() {
        return new Fingerprint(high, low);
    }

    public boolean mentions(Mention mention) {
        return (mentions & mention.bit()) != 0;
    }

    /** The number of {@code ?} in the statement. */
    public int parameterCount() {
        return parameters;
    }

    /** The values of its {@code ?}; {@link Parameters#NONE} without any. */
    public Parameters parameters() {
        return bound == null ? Parameters.NONE : bound.values();
    }

    /** The number of parameters before a place of the text; 0 when none is bound. */
    public int parametersBefore(int position) {
        return bound == null ? 0 : bound.before(position);
    }

    /** The place of a bound parameter's {@code ?} in {@link #sql}. */
    public int parameterPlace(int parameter) {
        if (bound == null) {
            throw new IllegalStateException("a statement without bound parameters was asked for one");
        }
        return bound.places()[parameter];
    }

    /**
     * The statement's text with a literal in place of each bound {@code ?}.
     *
     * @param charset the MySQL name of the client's character set, which the text is in
     * @return a new array
     */
    public byte[] withLiterals(String charset) {
        int[] places = bound == null ? NONE : bound.places();
        return LiteralText.of(sql, start, end, places, parameters().values(), constants(), rules, charset);
    }

    /**
     * Another text, made of this statement's, with these values in place of its {@code ?}.
     *
     * @param positions those of the values that are among {@link #constants}
     */
    public byte[] withLiterals(
            byte[] text, int[] places, List<ParameterValue> values, BitSet positions, String charset) {
        return LiteralText.of(text, 0, text.length, places, values, positions, rules, charset);
    }

    /** The parameters whose value would be a position as a literal, by their numbers. Not to be changed. */
    public BitSet constants() {
        BitSet found = constants;
        if (found == null) {
            found = LiteralText.constants(this);
            constants = found;
        }
        return found;
    }

    /** Whether the anchor, or the element of its list, is a {@code ?} rather than a literal. */
    public boolean isParameter(int anchor, int element) {
        // No literal begins with a question mark.
        return bound != null && sql[elementStart(anchor, element)] == '?';
    }

    /** False for a {@code ?} of a statement that is not executed yet. */
    public boolean hasValue(int anchor, int element) {
        return bound == null || bound.values() != Parameters.UNSET || !isParameter(anchor, element);
    }

    /** Whether the anchor or element is a {@code ?} bound to a date or a time, whose text could have several forms. */
    public boolean isTemporal(int anchor, int element) {
        return isParameter(anchor, element)
                && hasValue(anchor, element)
                && parameter(anchor, element) instanceof ParameterValue.Temporal;
    }

    /** The value bound to the {@code ?} at the anchor, or at the element of its list. */
    ParameterValue parameter(int anchor, int element) {
        if (bound == null) {
            throw new IllegalStateException("a statement without bound parameters was asked for one");
        }
        return bound.values().value(bound.before(elementStart(anchor, element)));
    }

    public Optional<Hint> hint() {
        return Optional.ofNullable(hint);
    }

    public Optional<TextProblem> problem() {
        return Optional.ofNullable(problem);
    }

    public int anchorCount() {
        return anchors.length / STRIDE;
    }

    public AnchorKind anchorKind(int anchor) {
        return Anchors.kind(anchors[anchor * STRIDE + 2]);
    }

    public int anchorStart(int anchor) {
        return anchors[anchor * STRIDE];
    }

    /** Exclusive. */
    public int anchorEnd(int anchor) {
        return anchors[anchor * STRIDE + 1];
    }

    /**
     * True when the anchor is the inside of {@code IN (…)}: one or more literals of one kind with their commas, of any
     * number under one fingerprint.
     */
    public boolean isList(int anchor) {
        return Anchors.isList(anchors[anchor * STRIDE + 2]);
    }

    /** The number of literals in the anchor: 1 unless it is a list. */
    public int elementCount(int anchor) {
        int packed = anchors[anchor * STRIDE + 2];
        return Anchors.isList(packed) ? elements[Anchors.firstElement(packed)] : 1;
    }

    public int elementStart(int anchor, int element) {
        int packed = anchors[anchor * STRIDE + 2];
        return Anchors.isList(packed) ? elements[Anchors.firstElement(packed) + 1 + 2 * element] : anchorStart(anchor);
    }

    /** Exclusive. */
    public int elementEnd(int anchor, int element) {
        int packed = anchors[anchor * STRIDE + 2];
        return Anchors.isList(packed) ? elements[Anchors.firstElement(packed) + 2 + 2 * element] : anchorEnd(anchor);
    }

    /**
     * The value of a literal anchor, or of an element of a list, without a sign.
     *
     * @param charset the MySQL name of the client's character set, for strings without an introducer
     * @throws IllegalArgumentException when the anchor is no literal
     * @throws IllegalStateException when it is a parameter that is NULL
     */
    public LiteralValue literal(int anchor, int element, String charset) {
        return isParameter(anchor, element)
                ? Literals.behindBinary(
                        this,
                        elementStart(anchor, element),
                        parameter(anchor, element).literal())
                : Literals.decode(this, anchor, element, charset);
    }

    /** A literal as the client wrote it, or could have written a bound value; without a sign. For messages. */
    public String written(int anchor, int element) {
        return isParameter(anchor, element)
                ? new String(LiteralText.unsigned(parameter(anchor, element).literal()), StandardCharsets.ISO_8859_1)
                : text(elementStart(anchor, element), elementEnd(anchor, element));
    }

    /** The place {@code offset} bytes after the end of {@code anchor}, or after the beginning for {@link #START}. */
    public int position(int anchor, int offset) {
        return (anchor == START ? start : anchorEnd(anchor)) + offset;
    }

    /** The last anchor that ends at or before {@code position}, or {@link #START}: the inverse of {@link #position}. */
    public int anchorBefore(int position) {
        return BinarySearch.first(anchorCount(), anchor -> anchorEnd(anchor) > position) - 1;
    }

    /** The bytes as characters of ISO 8859-1, so that offsets in the string are offsets in the text. */
    public String text(int from, int to) {
        return new String(sql, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** The kind only: a statement's literals are never printed by accident. */
    @Override
    public String toString() {
        return "Statement[" + kind + ", " + anchorCount() + " anchors]";
    }
}
