package io.pinion.routing.text;

import java.util.Arrays;

/** The anchors of the statement being scanned: scratch that grows and is reused for the next statement. */
public final class Anchors {
    private static final int LIST = 1 << 4;
    private static final int SHAPE_BITS = 0x1F;
    /** Marks a single {@code ?}, which is a literal of its kind in all but its bytes; not part of the shape. */
    private static final int PARAMETER = 1 << 5;

    private static final int ELEMENT_SHIFT = 8;

    private static final int INITIAL_INTS = Statement.STRIDE * 32;
    /** The largest scratch that is kept; a larger one, after a long statement, is dropped. */
    private static final int RETAINED_INTS = INITIAL_INTS << 10;

    private int[] anchors = new int[INITIAL_INTS];
    private int count;
    private int[] elements = new int[INITIAL_INTS];
    private int elementsUsed;

    static AnchorKind kind(int packed) {
        return AnchorKind.ofCode(packed & 0xF);
    }

    static boolean isList(int packed) {
        return (packed & LIST) != 0;
    }

    /** The place of a list's count in the elements; start and end of each element follow it. */
    static int firstElement(int packed) {
        return packed >>> ELEMENT_SHIFT;
    }

    void clear() {
        count = 0;
        elementsUsed = 0;
        if (anchors.length > RETAINED_INTS || elements.length > RETAINED_INTS) {
            anchors = new int[INITIAL_INTS];
            elements = new int[INITIAL_INTS];
        }
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean hasNoLists() {
        return elementsUsed == 0;
    }

    int count() {
        return count;
    }

    /** Anchors and elements: the number that the limit counts. */
    int used() {
        return count + elementsUsed / 2;
    }

    int start(int anchor) {
        return anchors[anchor * Statement.STRIDE];
    }

    int end(int anchor) {
        return anchors[anchor * Statement.STRIDE + 1];
    }

    /** The part of an anchor that counts for the fingerprint. */
    int shape(int anchor) {
        return anchors[anchor * Statement.STRIDE + 2] & SHAPE_BITS;
    }

    void add(AnchorKind kind, int start, int end) {
        append(start, end, kind.code());
    }

    void addParameter(AnchorKind kind, int start, int end) {
        append(start, end, kind.code() | PARAMETER);
    }

    private void append(int start, int end, int packed) {
        int at = count * Statement.STRIDE;
        if (at == anchors.length) {
            anchors = Arrays.copyOf(anchors, at * 2);
        }
        anchors[at] = start;
        anchors[at + 1] = end;
        anchors[at + 2] = packed;
        count++;
    }

    /** Begins a list of elements; returns the argument for {@link #addList} and {@link #abandonList}. */
    int beginList() {
        int mark = elementsUsed;
        addElementInt(0);
        return mark;
    }

    void addElement(int start, int end) {
        addElementInt(start);
        addElementInt(end);
    }

    private void addElementInt(int value) {
        if (elementsUsed == elements.length) {
            elements = Arrays.copyOf(elements, elementsUsed * 2);
        }
        elements[elementsUsed++] = value;
    }

    void addList(AnchorKind kind, int mark) {
        elements[mark] = (elementsUsed - mark - 1) / 2;
        append(elements[mark + 1], elements[elementsUsed - 1], kind.code() | LIST | mark << ELEMENT_SHIFT);
    }

    void abandonList(int mark) {
        elementsUsed = mark;
    }

    /**
     * Makes the literals from anchor {@code first} on a part of the shape again. Shard names and comments stay, and so
     * do parameters, whose bytes are the same whatever their value.
     */
    void dropLiteralsFrom(int first) {
        int kept = first;
        for (int anchor = first; anchor < count; anchor++) {
            int packed = anchors[anchor * Statement.STRIDE + 2];
            if ((packed & PARAMETER) != 0 || !kind(packed).isLiteral()) {
                System.arraycopy(
                        anchors, anchor * Statement.STRIDE, anchors, kept * Statement.STRIDE, Statement.STRIDE);
                kept++;
            }
        }
        count = kept;
    }

    int[] copy() {
        return Arrays.copyOf(anchors, count * Statement.STRIDE);
    }

    int[] copyElements() {
        return Arrays.copyOf(elements, elementsUsed);
    }
}
