package io.pinion.operations.export.flat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.pinion.operations.server.stream.StreamedRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes values out of the JSON objects in one column of a row, and puts them into columns of their own. For one thread. */
public final class FlatValues {
    /** What a server holds is read, however long it is. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final int source;
    private final String name;
    private final Members outermost = new Members();
    private final Map<FlatColumn, Integer> places;

    /** What leads on from an object. */
    private static final class Members {
        final Map<String, Members> objects = new HashMap<>();
        final Map<String, FlatColumn> values = new HashMap<>();
    }

    /**
     * @param source the place of the column that has the objects
     * @param places those of the columns that get values; all have the same source
     */
    public FlatValues(int source, Map<FlatColumn, Integer> places) {
        this.source = source;
        this.places = Map.copyOf(places);
        this.name = places.keySet().iterator().next().source();
        for (FlatColumn column : places.keySet()) {
            Members at = outermost;
            List<String> path = column.path();
            for (String name : path.subList(0, path.size() - 1)) {
                at = at.objects.computeIfAbsent(name, none -> new Members());
            }
            at.values.put(path.getLast(), column);
        }
    }

    /** A value isn't what it is declared to be. The message is for people, and says nothing of the value. */
    public static final class NotFlat extends Exception {
        private static final long serialVersionUID = 1;

        NotFlat(String message) {
            super(message);
        }
    }

    /** Puts the values of a row that has all other columns; NULL for those that aren't there. */
    public void put(StreamedRow row) throws NotFlat {
        places.values().forEach(row::setNull);
        if (row.isNull(source)) {
            return;
        }
        byte[] bytes = row.bytes(source);
        int from = row.from(source);
        try (JsonParser json = JSON.createParser(bytes, from, row.length(source))) {
            JsonToken first = json.nextToken();
            if (first == JsonToken.START_OBJECT) {
                object(json, outermost, row);
            } else if (first != JsonToken.VALUE_NULL) {
                throw new NotFlat(name + " has something else than a JSON object");
            }
            if (json.nextToken() != null) {
                throw new NotFlat(name + " has something behind its JSON object");
            }
        } catch (JsonProcessingException e) {
            throw new NotFlat(name + " isn't JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory are read without fault", e);
        }
    }

    private void object(JsonParser json, Members members, StreamedRow row) throws IOException, NotFlat {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            FlatColumn column = members.values.get(json.currentName());
            Members inner = members.objects.get(json.currentName());
            JsonToken begun = json.nextToken();
            if (inner != null) {
                // Of members with one name the last one counts.
                forget(inner, row);
            }
            if (column != null) {
                value(json, column, row);
            } else if (inner != null && begun == JsonToken.START_OBJECT) {
                object(json, inner, row);
            } else {
                json.skipChildren();
            }
        }
    }

    private void forget(Members members, StreamedRow row) {
        members.values.values().forEach(column -> row.setNull(place(column)));
        members.objects.values().forEach(inner -> forget(inner, row));
    }

    private int place(FlatColumn column) {
        return places.getOrDefault(column, -1);
    }

    private void value(JsonParser json, FlatColumn column, StreamedRow row) throws IOException, NotFlat {
        int place = place(column);
        JsonToken token = json.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            row.setNull(place);
        } else if (token.isStructStart() && column.type() == FlatType.VARCHAR) {
            // A document is read from the row's own bytes, so that it stays as it was written.
            int begin = row.from(source) + (int) json.currentTokenLocation().getByteOffset();
            json.skipChildren();
            int end = row.from(source) + (int) json.currentLocation().getByteOffset();
            row.set(place, row.bytes(source), begin, end);
        } else {
            Optional<String> text =
                    token.isStructStart() ? Optional.empty() : column.type().text(json);
            byte[] value = utf8(
                    text.orElseThrow(
                            () -> new NotFlat(column.place() + " is no " + column.type() + ": declare it as VARCHAR")),
                    column);
            row.set(place, value, 0, value.length);
        }
    }

    private static byte[] utf8(String text, FlatColumn column) throws NotFlat {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] value = new byte[bytes.remaining()];
            bytes.get(value);
            return value;
        } catch (CharacterCodingException e) {
            throw new NotFlat(column.place() + " has half of a character (an unpaired \\u surrogate)");
        }
    }
}
