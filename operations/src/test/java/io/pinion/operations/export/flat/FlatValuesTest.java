package io.pinion.operations.export.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.export.flat.FlatValues.NotFlat;
import io.pinion.operations.server.stream.StreamedRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values inside of JSON objects. */
class FlatValuesTest {
    private static final FlatColumn TITLE = FlatColumn.of("data.title", "title", FlatType.VARCHAR);
    private static final FlatColumn BOARD = FlatColumn.of("data.links.board", "board", FlatType.BIGINT);
    private static final FlatColumn SIZE = FlatColumn.of("data.size", "size", FlatType.INT);
    private static final FlatColumn SCORE = FlatColumn.of("data.score", "score", FlatType.DOUBLE);
    private static final FlatColumn SHOWN = FlatColumn.of("data.shown", "shown", FlatType.BOOLEAN);

    private final FlatValues values = new FlatValues(0, Map.of(TITLE, 1, BOARD, 2, SIZE, 3, SCORE, 4, SHOWN, 5));

    /** The object stands among other bytes. */
    private List<String> of(@Nullable String data) throws NotFlat {
        StreamedRow row = new StreamedRow(6);
        if (data != null) {
            byte[] bytes = ("{}" + data + "}").getBytes(StandardCharsets.UTF_8);
            row.set(0, bytes, 2, bytes.length - 1);
        }
        values.put(row);
        List<String> found = new ArrayList<>();
        for (int column = 1; column < 6; column++) {
            found.add(
                    row.isNull(column)
                            ? "NULL"
                            : new String(
                                    row.bytes(column), row.from(column), row.length(column), StandardCharsets.UTF_8));
        }
        return found;
    }

    @Test
    void valuesAreFoundWhereverTheyStand() throws NotFlat {
        assertThat(of("{\"title\": \"ö \\\"a\\\"\", \"links\": {\"title\": 1, \"board\": 241294561224164665},"
                        + " \"x\": [{\"title\": 2}], \"size\": -7, \"score\": 1.5e3, \"shown\": true}"))
                .containsExactly("ö \"a\"", "241294561224164665", "-7", "1.5e3", "1");
        assertThat(of("{\"shown\": false, \"links\": {\"board\": \"241294561224164665\"}, \"score\": 2}"))
                .containsExactly("NULL", "241294561224164665", "NULL", "2", "0");
    }

    @Test
    void whatIsMissingIsNull() throws NotFlat {
        assertThat(of(null)).containsOnly("NULL");
        assertThat(of("null")).containsOnly("NULL");
        assertThat(of("{}")).containsOnly("NULL");
        assertThat(of("{\"title\": null, \"links\": 7, \"size\": null}")).containsOnly("NULL");
    }

    @Test
    void ofMembersWithOneNameTheLastOneCounts() throws NotFlat {
        assertThat(of("{\"title\": \"a\", \"title\": null}")).containsOnly("NULL");
        for (String last : List.of("null", "{}", "5", "{\"x\": 1}")) {
            assertThat(of("{\"links\": {\"board\": 1}, \"links\": " + last + "}"))
                    .containsOnly("NULL");
        }
        assertThat(of("{\"links\": {\"board\": 1}, \"links\": {\"board\": 2}}").get(1))
                .isEqualTo("2");
    }

    @Test
    void whatIsLongIsRead() throws NotFlat {
        String many = "7".repeat(2000);
        assertThat(of("{\"" + "n".repeat(60_000) + "\": " + many + ", \"title\": " + many + "}")
                        .getFirst())
                .isEqualTo(many);
        String longest = "x".repeat(21_000_000);
        assertThat(of("{\"title\": \"" + longest + "\"}").getFirst()).isEqualTo(longest);
    }

    @Test
    void documentsStayAsTheyWereWritten() throws NotFlat {
        assertThat(of("{\"title\": {\"de\":  [\"ü\", 1]}, \"size\": 2}").getFirst())
                .isEqualTo("{\"de\":  [\"ü\", 1]}");
        assertThat(of("{\"title\": [ ]}").getFirst()).isEqualTo("[ ]");
        assertThat(of("{\"title\": 1.50}").getFirst()).isEqualTo("1.50");
    }

    @Test
    void whatIsOfAnotherTypeIsRefused() {
        for (String data : List.of(
                "{\"size\": 2147483648}",
                "{\"size\": 1.5}",
                "{\"size\": \"a\"}",
                "{\"size\": [1]}",
                "{\"size\": true}",
                "{\"size\": 99999999999999999999}")) {
            assertThatThrownBy(() -> of(data)).hasMessage("data.size is no INT: declare it as VARCHAR");
        }
        assertThatThrownBy(() -> of("{\"links\": {\"board\": \"007\"}}"))
                .hasMessageStartingWith("data.links.board is no BIGINT");
        assertThatThrownBy(() -> of("{\"shown\": 1}")).hasMessageStartingWith("data.shown is no BOOLEAN");
        for (String data : List.of("{\"score\": \"1\"}", "{\"score\": 1e400}", "{\"score\": -1e400}")) {
            assertThatThrownBy(() -> of(data)).hasMessageStartingWith("data.score is no DOUBLE");
        }
        assertThatThrownBy(() -> of("{\"title\": \"a\\ud83d\"}"))
                .hasMessage("data.title has half of a character (an unpaired \\u surrogate)");
    }

    @Test
    void whatIsNoObjectIsRefused() {
        assertThatThrownBy(() -> of("[1]")).hasMessage("data has something else than a JSON object");
        assertThatThrownBy(() -> of("{\"title\": \"a\"")).hasMessageStartingWith("data isn't JSON: ");
        for (String data : List.of(
                "{\"title\": \"a\"} {\"title\": \"b\"}", "{\"title\": \"a\"}}", "null 1", "{\"title\": \"a\"} x")) {
            assertThatThrownBy(() -> of(data)).isInstanceOf(NotFlat.class);
        }
        assertThatThrownBy(() -> of("")).hasMessage("data has something else than a JSON object");
    }

    @Test
    void placesHaveAColumnAndAName() {
        for (String place : List.of("data", "data.", ".title", "data..title")) {
            assertThatThrownBy(() -> FlatColumn.of(place, "x", FlatType.INT))
                    .hasMessageContaining("is no place in a JSON object");
        }
        assertThat(BOARD.toString()).isEqualTo("data.links.board AS board BIGINT");
        assertThat(FlatColumn.of("data.links", "l", FlatType.VARCHAR).overlaps(BOARD))
                .isTrue();
        assertThat(TITLE.overlaps(BOARD)).isFalse();
    }
}
