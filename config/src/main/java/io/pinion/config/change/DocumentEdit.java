package io.pinion.config.change;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problems;
import java.util.stream.Collectors;

/** One edit of a document. */
public sealed interface DocumentEdit {
    DocumentPath path();

    /** The value at the place becomes this one, whether there was one or not. Behind the last item of a list it is added. */
    record Put(DocumentPath path, JsonNode value) implements DocumentEdit {}

    /** The same, where nothing may stand yet. */
    record Add(DocumentPath path, JsonNode value) implements DocumentEdit {}

    /**
     * The fields of this object go into that at the place, and theirs into theirs (RFC 7396): null removes a field,
     * other fields stay. The object at the place must be there.
     */
    record Merge(DocumentPath path, JsonNode value) implements DocumentEdit {}

    /** The value at the place is taken out; it must be there. */
    record Drop(DocumentPath path) implements DocumentEdit {}

    /** The text at the place is taken out if it is this one; another stays, and none need be there. */
    record DropText(DocumentPath path, String text) implements DocumentEdit {}

    /** @throws IllegalArgumentException with a message for people when the text is no JSON */
    static JsonNode json(String text) {
        Problems problems = new Problems();
        if (DocumentParser.json().parse(text, problems).isEmpty() || problems.hasErrors()) {
            throw new IllegalArgumentException(
                    problems.inOrder().stream().map(Problem::toString).collect(Collectors.joining("; ")));
        }
        try {
            return new JsonMapper().readTree(text);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("what was parsed can be read", impossible);
        }
    }
}
