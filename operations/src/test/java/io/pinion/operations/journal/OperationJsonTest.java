package io.pinion.operations.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import io.pinion.routing.definition.ShardedText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OperationJsonTest {
    private final OperationJson json = new OperationJson();

    private static final SchemaChange CHANGE = new SchemaChange(
            "pinterest",
            DatabasePattern.parse("db%05d"),
            Action.RENAME,
            "RENAME TABLE pins TO `pïns`",
            List.of("pins", "pïns"),
            List.of(
                    new DeclarationChange.Declare("a", Declaration.parse("mapping from=x ids=y")),
                    new DeclarationChange.Forget("b"),
                    new DeclarationChange.Move("pins", "pïns")),
            Optional.of(new ShardId(7)),
            true,
            new ShardedText(List.of("RENAME TABLE ", ".pins TO ", ".`pïns`")),
            List.of());

    @Test
    void aTaskIsReadAsItWasWritten() throws IOException {
        Origin origin =
                new Origin("app", "data", List.of("SET sql_mode='ANSI'"), Instant.parse("2026-01-01T08:00:00Z"));

        for (Task task : List.of(
                new Task.TableChange(CHANGE),
                new Task.Promotion("MySQL001", "A", "B", Manner.FENCED),
                new Task.Move("pinterest", 0, 511, "MySQL001", "MySQL002"),
                new Task.AccountSync(),
                new Task.Opening("pinterest", "MySQL002", 4096, 8191, 512, ShardSet.parse("4100-4103")))) {
            assertThat(json.begun(json.write(task, origin))).isEqualTo(new OperationJson.Begun(task, origin));
        }
    }

    private interface OfAName extends Task {
        String name();

        @Override
        default String statement() {
            return "MAKE UP " + name();
        }

        @Override
        default String subject() {
            return name();
        }

        @Override
        default Set<String> locks() {
            return Set.of(name());
        }
    }

    @JsonTypeName("MADE_UP")
    record MadeUp(String name) implements OfAName {}

    @JsonTypeName("MADE_UP")
    record MadeUpLater(String name, Optional<String> colour) implements OfAName {}

    @JsonTypeName("MADE_UP")
    record Counted(String name, int size) implements OfAName {}

    @JsonTypeName("MADE_UP")
    record Listed(String name, List<String> parts) implements OfAName {}

    @Test
    void onlyAnOptionalMayBeMissing() throws IOException {
        byte[] written = json.write(new MadeUp("x"), new Origin("", "operator", List.of(), Instant.EPOCH));

        json.learn(MadeUpLater.class);
        assertThat(json.begun(written).task()).isEqualTo(new MadeUpLater("x", Optional.empty()));
        for (Class<? extends Task> needing : List.of(Counted.class, Listed.class)) {
            json.learn(needing);
            assertThatThrownBy(() -> json.begun(written)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aKindIsReadOnceItIsKnown() throws IOException {
        Origin origin = new Origin("", "operator", List.of(), Instant.EPOCH);
        byte[] written = json.write(new MadeUp("x"), origin);

        assertThat(json.begun(written)).isEqualTo(new OperationJson.Begun(new UnknownTask("MADE_UP", ""), origin));
        json.learn(MadeUp.class);
        assertThat(json.begun(written).task()).isEqualTo(new MadeUp("x"));
    }

    @Test
    void progressIsReadAsItWasWritten() throws IOException {
        Progress progress = new Progress(
                State.FAILED,
                64,
                ShardSet.parse("0-3,7"),
                ShardSet.parse("8"),
                Map.of(9, "shard 9 (pair1): \"no\""),
                true,
                "proxy-a",
                Instant.parse("2026-01-01T08:00:01Z"),
                "asking",
                "",
                "some shards have not taken it",
                Map.of());

        assertThat(OperationJson.progress(OperationJson.write(progress))).isEqualTo(progress);
    }

    @Test
    void whatIsNoEntryIsSaidToBeNone() {
        for (String text : List.of("", "{}", "[]", "{\"keyspace\":\"x\"}", "no json")) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertThatThrownBy(() -> json.begun(bytes)).as(text).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> OperationJson.progress(bytes)).as(text).isInstanceOf(IOException.class);
        }
    }
}
