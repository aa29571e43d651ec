package io.pinion.operations.statement;

import io.pinion.operations.statement.StatementToken.Kind;
import io.pinion.operations.statement.SyntaxPart.Choice;
import io.pinion.operations.statement.SyntaxPart.Literal;
import io.pinion.operations.statement.SyntaxPart.Maybe;
import io.pinion.operations.statement.SyntaxPart.Place;
import io.pinion.operations.statement.SyntaxPart.Repeat;
import io.pinion.operations.statement.SyntaxPart.Sequence;
import io.pinion.operations.statement.SyntaxPart.Sign;
import io.pinion.operations.statement.SyntaxPart.Word;
import io.pinion.routing.text.EditDistance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One way in which a statement is written: the line that {@code HELP PINION} prints, which is its grammar. Immutable. */
public final class SyntaxLine {
    /** So many of the names that there are, a refusal tells. */
    private static final int MOST_NAMED = 8;

    /** What is expected behind a whole statement. */
    public static final String END = "the end";

    /** Words with which a statement's arguments begin. */
    private static final Set<String> NO_OPENING = Set.of("OF", "FROM");

    private static final Pattern WORD_OR_PLACE = Pattern.compile("'([\\w:]++)'|\\w++");

    private final String text;
    private final SyntaxPart whole;
    private final List<String> openings;

    private SyntaxLine(String text, SyntaxPart whole) {
        this.text = text;
        this.whole = whole;
        this.openings = List.copyOf(openings(whole));
    }

    /** @throws IllegalArgumentException for a mistake in the notation */
    public static SyntaxLine of(String text) {
        return of(text, Map.of());
    }

    /**
     * @param definitions the notation of what the line has a name for, such as an option
     * @throws IllegalArgumentException for a mistake in the notation
     */
    public static SyntaxLine of(String text, Map<String, String> definitions) {
        return new SyntaxLine(text, new SyntaxNotation(text, definitions).read());
    }

    /** The same behind another word, such as EXPLAIN. */
    public SyntaxLine behind(String word) {
        List<SyntaxPart> parts = new ArrayList<>(List.of(new Word(word, "")));
        if (whole instanceof Sequence(List<SyntaxPart> several)) {
            parts.addAll(several);
        } else {
            parts.add(whole);
        }
        return new SyntaxLine(word + " " + text, new Sequence(List.copyOf(parts)));
    }

    /** As people read it. */
    public String text() {
        return text;
    }

    /** As it is typed at a shell: words in lower case, places in upper case, and no quotes of SQL around either. */
    public String shell() {
        return WORD_OR_PLACE.matcher(text).replaceAll(found -> {
            if (PlaceKind.of(found.group()) == PlaceKind.SECRET) {
                return StatementSpelling.ASKED;
            }
            String name = found.group(1) == null ? found.group() : found.group(1);
            return Character.isLowerCase(name.charAt(0))
                    ? name.toUpperCase(Locale.ROOT)
                    : name.toLowerCase(Locale.ROOT);
        });
    }

    /** The words that the statement begins with, in upper case, in each of their spellings; the usual one first. */
    public List<String> openings() {
        return openings;
    }

    private static List<String> openings(SyntaxPart whole) {
        List<String> openings = new ArrayList<>(List.of(""));
        List<SyntaxPart> parts = whole instanceof Sequence(List<SyntaxPart> several) ? several : List.of(whole);
        for (SyntaxPart part : parts) {
            List<String> spellings =
                    switch (part) {
                        case Word(String word, String plural) ->
                            plural.isEmpty() ? List.of(word) : List.of(word + plural, word);
                        case Literal(String text) -> List.of("'" + text + "'");
                        default -> List.of();
                    };
            if (spellings.isEmpty() || NO_OPENING.contains(spellings.getFirst())) {
                break;
            }
            openings = openings.stream()
                    .flatMap(opening -> spellings.stream().map(word -> (opening + " " + word).strip()))
                    .toList();
        }
        return openings;
    }

    /** The letters of the longest of these spellings that a statement begins with; 0 for another statement. */
    public int begins(String statement) {
        return openings.stream()
                .filter(spelling -> (statement + " ").startsWith(spelling + " "))
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    /** The words that may stand behind those it begins with, in upper case. */
    public Set<String> furtherWords() {
        Set<String> words = new LinkedHashSet<>();
        parts(whole).skip(openings().getFirst().split(" ").length).forEach(part -> {
            if (part instanceof Word(String word, String plural)) {
                words.add(word + plural);
            }
        });
        return words;
    }

    /** Whether the words that it begins with are a whole statement. */
    public boolean mayStandAlone() {
        return new SyntaxReader(StatementTokens.of(openings().getFirst())).reads(whole);
    }

    /**
     * Reads a statement by the first of the lines that fits it.
     *
     * @param known the names that there are of a keyspace, a pair or a server
     * @throws SyntaxRefused with the place, and what was expected there
     */
    public static StatementArguments read(
            List<SyntaxLine> lines, StatementTokens statement, Function<String, Collection<String>> known) {
        List<SyntaxReader> tried = new ArrayList<>();
        for (SyntaxLine line : lines) {
            SyntaxReader reader = new SyntaxReader(statement);
            if (reader.reads(line.whole)) {
                return new StatementArguments(statement, reader.clauses(), reader.spelling());
            }
            tried.add(reader);
        }
        int farthest = tried.stream().mapToInt(SyntaxReader::farthest).max().orElseThrow();
        Set<String> expected = new LinkedHashSet<>();
        tried.stream()
                .filter(reader -> reader.farthest() == farthest)
                .forEach(reader -> expected.addAll(reader.expected()));
        SyntaxLine shown = lines.getFirst();
        throw new SyntaxRefused(shown.refusal(farthest, expected, statement.all(), known));
    }

    /** What may stand behind the beginning of a statement, {@code the end} included; nothing where it went wrong before. */
    public static Set<String> expectedAfter(List<SyntaxLine> lines, StatementTokens beginning) {
        Set<String> expected = new LinkedHashSet<>();
        for (SyntaxLine line : lines) {
            SyntaxReader reader = new SyntaxReader(beginning);
            if (reader.reads(line.whole)) {
                expected.add(END);
            }
            if (reader.farthest() == beginning.all().size()) {
                expected.addAll(reader.expected());
            }
        }
        return expected;
    }

    private String refusal(
            int place, Set<String> expected, List<StatementToken> tokens, Function<String, Collection<String>> known) {
        Optional<StatementToken> found = place < tokens.size() ? Optional.of(tokens.get(place)) : Optional.empty();
        boolean secret = parts(whole).anyMatch(SyntaxLine::isSecret);
        if (found.filter(token -> token.kind() == Kind.UNCLOSED).isPresent()) {
            return "a quote or comment is never closed"
                    + (secret ? "" : ": " + found.get().text());
        }
        StringBuilder message = new StringBuilder();
        if (place > 0 && tokens.get(place - 1).isUnquoted() && isShown(tokens.get(place - 1), secret)) {
            message.append("after ").append(tokens.get(place - 1).text()).append(": ");
        }
        message.append("expected ").append(either(expected));
        if (found.isEmpty()) {
            message.append(", found the end");
        } else if (isShown(found.get(), secret)) {
            message.append(", found ").append(found.get().shown());
        }
        for (String label : List.of("keyspace", "pair", "server")) {
            if (expected.contains(PlaceKind.expected(label))) {
                message.append(named(known.apply(label)));
            }
        }
        found.filter(StatementToken::isUnquoted)
                .flatMap(token -> slip(token.text(), expected))
                .ifPresent(
                        word -> message.append("; did you mean ").append(word).append('?'));
        return message.toString();
    }

    /** Of a statement with a secret, only words of the line are shown. */
    private boolean isShown(StatementToken token, boolean secret) {
        return !secret
                || parts(whole)
                        .anyMatch(part -> part instanceof Word(String word, String plural) && token.isWord(word));
    }

    private static boolean isSecret(SyntaxPart part) {
        return part instanceof Place(String label, PlaceKind kind) && kind == PlaceKind.SECRET;
    }

    private static Stream<SyntaxPart> parts(SyntaxPart part) {
        return switch (part) {
            case Sequence(List<SyntaxPart> parts) -> parts.stream().flatMap(SyntaxLine::parts);
            case Choice(List<SyntaxPart> ways) -> ways.stream().flatMap(SyntaxLine::parts);
            case Maybe(SyntaxPart some) -> parts(some);
            case Repeat(SyntaxPart some, String between) -> parts(some);
            case Word word -> Stream.of(word);
            case Literal literal -> Stream.of(literal);
            case Sign sign -> Stream.of(sign);
            case Place place -> Stream.of(place);
        };
    }

    private static String either(Set<String> expected) {
        List<String> all = List.copyOf(expected);
        return all.size() == 1
                ? all.getFirst()
                : String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.getLast();
    }

    private static String named(Collection<String> names) {
        if (names.isEmpty()) {
            return "; there is none";
        }
        String shown = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        return "; there " + (names.size() == 1 ? "is " : "are ") + shown + (names.size() > MOST_NAMED ? ", …" : "");
    }

    /** The expected word of which the written one is a slip. */
    private static Optional<String> slip(String written, Set<String> expected) {
        return expected.stream()
                .filter(word -> word.equals(word.toUpperCase(Locale.ROOT)))
                .filter(word -> EditDistance.isSlip(written.toUpperCase(Locale.ROOT), word))
                .findFirst();
    }
}
