package io.pinion.routing.planner.schema;

import io.pinion.routing.definition.Definition;
import io.pinion.routing.definition.ShardedText;
import io.pinion.routing.definition.UnreadableDefinition;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.MysqlCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Edits a statement's text by ranges of its tokens into one text for every shard, in characters. */
final class ShardedTextBuilder {
    private static final Pattern INTRODUCER = Pattern.compile("\\b_[a-z0-9]+\\s*['\"xX]");

    private final Tokens tokens;
    private final String charset;
    private final List<Change> changes = new ArrayList<>();

    /** @param text null for the name of the shard's database */
    private record Change(int from, int to, @Nullable String text) {}

    ShardedTextBuilder(Tokens tokens, String charset) {
        this.tokens = tokens;
        this.charset = charset;
    }

    /** Puts the shard's database before a table's name, in place of a keyspace that stands there. */
    void qualify(Definition.Place place) {
        if (place.schema() >= 0) {
            changes.add(new Change(tokens.start(place.schema()), tokens.end(place.schema()), null));
        } else {
            int at = tokens.start(place.name());
            changes.add(new Change(at, at, null));
            changes.add(new Change(at, at, "."));
        }
    }

    void replace(int token, String text) {
        changes.add(new Change(tokens.start(token), tokens.end(token), text));
    }

    ShardedText build() throws UnreadableDefinition {
        Statement statement = tokens.statement();
        refuseForeignBytes(statement);
        changes.sort(Comparator.comparingInt(Change::from));
        List<String> pieces = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        int at = statement.start();
        for (Change change : changes) {
            piece.append(decoded(at, change.from()));
            at = change.to();
            if (change.text() == null) {
                pieces.add(piece.toString());
                piece.setLength(0);
            } else {
                piece.append(change.text());
            }
        }
        pieces.add(piece.append(decoded(at, statement.end())).toString().stripTrailing());
        pieces.set(0, pieces.getFirst().stripLeading());
        return new ShardedText(pieces);
    }

    /** The text goes to servers in UTF-8, where an introducer would read the same characters from other bytes. */
    private void refuseForeignBytes(Statement statement) throws UnreadableDefinition {
        String text = statement.text(statement.start(), statement.end());
        boolean ascii = text.chars().allMatch(c -> c < 128);
        if (!ascii && !charset.startsWith("utf8") && INTRODUCER.matcher(text).find()) {
            throw new UnreadableDefinition(
                    "a string with an introducer (_latin1'…') can't be passed on from a client that" + " speaks "
                            + charset + ": SET NAMES utf8mb4");
        }
    }

    private String decoded(int from, int to) throws UnreadableDefinition {
        byte[] bytes = Arrays.copyOfRange(tokens.statement().sql(), from, to);
        return MysqlCharsets.decode(bytes, charset)
                .orElseThrow(() -> new UnreadableDefinition(
                        "the statement's bytes are no text in " + charset + ", which the client says it speaks"));
    }
}
