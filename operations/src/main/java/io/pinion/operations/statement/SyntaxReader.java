package io.pinion.operations.statement;

import io.pinion.operations.statement.StatementArguments.ArgumentClause;
import io.pinion.operations.statement.StatementArguments.ArgumentValue;
import io.pinion.operations.statement.SyntaxPart.Choice;
import io.pinion.operations.statement.SyntaxPart.Literal;
import io.pinion.operations.statement.SyntaxPart.Maybe;
import io.pinion.operations.statement.SyntaxPart.Place;
import io.pinion.operations.statement.SyntaxPart.Repeat;
import io.pinion.operations.statement.SyntaxPart.Sequence;
import io.pinion.operations.statement.SyntaxPart.Sign;
import io.pinion.operations.statement.SyntaxPart.Word;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads one statement by a syntax line, from left to right; of several ways it takes the first that fits. What was tried in
 * vain at the farthest place is what a refusal tells.
 */
final class SyntaxReader {
    private final List<StatementToken> tokens;
    private final PlaceReader places;
    private final List<ArgumentClause> clauses = new ArrayList<>();
    private final List<StatementSpelling.Part> spelling = new ArrayList<>();
    private final Set<String> expected = new LinkedHashSet<>();
    private int next;
    private int farthest;
    /** The clause that words or values go on with. */
    private boolean open;

    SyntaxReader(StatementTokens statement) {
        this.tokens = statement.all();
        this.places = new PlaceReader(statement);
    }

    /** What the statement says, if the line fits it to its end. */
    boolean reads(SyntaxPart whole) {
        next = 0;
        open = false;
        clauses.clear();
        spelling.clear();
        if (!read(whole)) {
            return false;
        }
        if (next < tokens.size()) {
            missed(SyntaxLine.END);
            return false;
        }
        return true;
    }

    List<ArgumentClause> clauses() {
        return clauses;
    }

    StatementSpelling spelling() {
        return new StatementSpelling(spelling);
    }

    /** The number of tokens before the place at which the statement went wrong. */
    int farthest() {
        return farthest;
    }

    /** What could have stood there. */
    Set<String> expected() {
        return expected;
    }

    private boolean read(SyntaxPart part) {
        return switch (part) {
            case Word(String text, String plural) -> word(text, plural);
            case Literal(String text) -> literal(text);
            case Sign(String text) -> sign(text);
            case Place place -> place(place);
            case Sequence(List<SyntaxPart> parts) -> parts.stream().allMatch(this::read);
            case Maybe(SyntaxPart some) -> {
                attempt(some);
                yield true;
            }
            case Choice(List<SyntaxPart> ways) -> choice(ways);
            case Repeat(SyntaxPart some, String between) -> repeated(some, between);
        };
    }

    /** A word that the line has is never a value there. */
    private boolean choice(List<SyntaxPart> ways) {
        return ways.stream().filter(SyntaxReader::beginsWithWord).anyMatch(this::attempt)
                || ways.stream().filter(way -> !beginsWithWord(way)).anyMatch(this::attempt);
    }

    private static boolean beginsWithWord(SyntaxPart way) {
        return way instanceof Word
                || (way instanceof Sequence(List<SyntaxPart> parts)
                        && !parts.isEmpty()
                        && parts.getFirst() instanceof Word);
    }

    /** Reads a part that begins a clause of its own, or nothing. */
    private boolean attempt(SyntaxPart part) {
        int before = next;
        int known = clauses.size();
        int spelled = spelling.size();
        List<ArgumentValue> values =
                clauses.isEmpty() ? List.of() : clauses.getLast().values();
        int valuesBefore = values.size();
        boolean wasOpen = open;
        open = false;
        if (read(part)) {
            open = false;
            return true;
        }
        next = before;
        open = wasOpen;
        spelling.subList(spelled, spelling.size()).clear();
        clauses.subList(known, clauses.size()).clear();
        if (values.size() > valuesBefore) {
            values.subList(valuesBefore, values.size()).clear();
        }
        return false;
    }

    private boolean repeated(SyntaxPart part, String between) {
        if (!read(part)) {
            return false;
        }
        while (next < tokens.size()) {
            if (between.isEmpty()) {
                if (!attempt(part)) {
                    return true;
                }
            } else if (!tokens.get(next).isSign(between)) {
                missed(between);
                return true;
            } else {
                went(between);
                if (!read(part)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean word(String text, String plural) {
        boolean found = next < tokens.size()
                && (tokens.get(next).isWord(text)
                        || (!plural.isEmpty() && tokens.get(next).isWord(text + plural)));
        if (!found) {
            missed(text + plural);
            return false;
        }
        went(tokens.get(next).isWord(text) ? text : text + plural);
        if (open && clauses.getLast().values().isEmpty()) {
            ArgumentClause before = clauses.removeLast();
            clauses.add(new ArgumentClause(before.words() + " " + text, before.values()));
        } else {
            clauses.add(new ArgumentClause(text, new ArrayList<>()));
            open = true;
        }
        return true;
    }

    private boolean literal(String text) {
        if (next < tokens.size()
                && tokens.get(next).isText()
                && tokens.get(next).text().equalsIgnoreCase(text)) {
            spelling.add(new StatementSpelling.Part(tokens.get(next).text(), Optional.of(PlaceKind.TEXT)));
            next++;
            return true;
        }
        missed("'" + text + "'");
        return false;
    }

    private boolean sign(String text) {
        if (next < tokens.size() && tokens.get(next).isSign(text)) {
            went(text);
            return true;
        }
        missed(text);
        return false;
    }

    private boolean place(Place place) {
        PlaceReader.Found found = places.at(next, place.kind());
        if (found == null) {
            missed(PlaceKind.expected(place.label()));
            return false;
        }
        next = found.next();
        spelling.add(new StatementSpelling.Part(found.text(), Optional.of(place.kind())));
        clauses.getLast().values().add(new ArgumentValue(place.label(), found.text()));
        return true;
    }

    /** Goes behind a word or a sign of the line. */
    private void went(String text) {
        spelling.add(new StatementSpelling.Part(text, Optional.empty()));
        next++;
    }

    private void missed(String what) {
        if (next < farthest) {
            return;
        }
        if (next > farthest) {
            farthest = next;
            expected.clear();
        }
        expected.add(what);
    }
}
