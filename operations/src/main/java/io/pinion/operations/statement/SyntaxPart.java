package io.pinion.operations.statement;

import java.util.List;

/** A part of a syntax line. */
sealed interface SyntaxPart {
    /**
     * A word of the statement.
     *
     * @param text in upper case
     * @param plural what may stand behind it, as in {@code PAIR[S]}; empty for nothing
     */
    record Word(String text, String plural) implements SyntaxPart {}

    /** A string that must stand there as it is. */
    record Literal(String text) implements SyntaxPart {}

    record Sign(String text) implements SyntaxPart {}

    /** Where a value stands. */
    record Place(String label, PlaceKind kind) implements SyntaxPart {}

    record Sequence(List<SyntaxPart> parts) implements SyntaxPart {}

    record Maybe(SyntaxPart part) implements SyntaxPart {}

    /** The first of the ways that fits. */
    record Choice(List<SyntaxPart> ways) implements SyntaxPart {}

    /**
     * Once or more often.
     *
     * @param between the sign between two of them; empty for none
     */
    record Repeat(SyntaxPart part, String between) implements SyntaxPart {}
}
