package io.pinion.config.change;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.JsonFields;
import io.pinion.config.document.JsonText;
import io.pinion.config.document.Problems;
import io.pinion.config.reload.TopologyDiff;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyWriter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a store keeps of one change of the document. It has some kilobytes at most, whatever the change.
 *
 * @param generation of the document that the change has made
 * @param changes the change in sentences; empty for the first document
 * @param diff the change line by line
 */
public record HistoryEntry(long generation, Instant time, Author author, List<String> changes, String diff) {
    private static final int MAX_STATEMENT = 2_000;
    private static final int MAX_CHANGES = 20;
    private static final int MAX_CHANGE = 200;

    public HistoryEntry {
        changes = List.copyOf(changes);
    }

    /**
     * The entry of a change that is being made now.
     *
     * @param before empty when there was no document, or none that could be read
     * @param text of the new document
     */
    public static HistoryEntry of(Author author, Optional<Topology> before, Topology after, String text) {
        return new HistoryEntry(
                after.generation(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                new Author(author.user(), author.from(), cut(author.statement(), MAX_STATEMENT)),
                before.map(topology -> few(TopologyDiff.between(topology, after)))
                        .orElse(List.of()),
                before.map(topology -> DocumentDiff.of(new TopologyWriter().write(topology), text))
                        .orElse(""));
    }

    private static List<String> few(List<String> changes) {
        List<String> few = new ArrayList<>();
        for (String change : changes.subList(0, Math.min(changes.size(), MAX_CHANGES))) {
            few.add(cut(change, MAX_CHANGE));
        }
        if (changes.size() > MAX_CHANGES) {
            few.add("and " + (changes.size() - MAX_CHANGES) + " more");
        }
        return few;
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }

    /** Of those with this generation, the last one: a document that was deleted counts anew. */
    public static Optional<HistoryEntry> ofGeneration(long generation, List<HistoryEntry> entries) {
        return entries.reversed().stream()
                .filter(entry -> entry.generation == generation)
                .findFirst();
    }

    /** The text that {@link #parse} reads. */
    public String toJson() {
        return JsonText.of(new JsonFields()
                .with("generation", generation)
                .with("time", time.toString())
                .with("user", author.user())
                .with("from", author.from())
                .with("statement", author.statement())
                .with("changes", changes)
                .with("diff", diff));
    }

    /** Empty when the text is no entry. Fields of later versions of Pinion are passed over. */
    public static Optional<HistoryEntry> parse(String json) {
        Problems problems = new Problems();
        Optional<DocumentNode> root = DocumentParser.json().parse(json, problems);
        return root.flatMap(node -> FieldReader.of(node, problems)).flatMap(HistoryEntry::read);
    }

    private static Optional<HistoryEntry> read(FieldReader fields) {
        try {
            return Optional.of(new HistoryEntry(
                    fields.whole("generation", 0, Long.MAX_VALUE).orElse(0),
                    Instant.parse(fields.text("time", "")),
                    new Author(fields.text("user", ""), fields.text("from", ""), fields.text("statement", "")),
                    fields.texts("changes"),
                    fields.text("diff", "")));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
