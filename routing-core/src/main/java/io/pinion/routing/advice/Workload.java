package io.pinion.routing.advice;

import io.pinion.routing.text.Fingerprint;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShapePrinter;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.TextRules;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The shapes of a log's statements. Bounded, however long the log is. */
final class Workload {
    /** Inserts of another number of rows have another fingerprint and one shape. */
    private static final int FINGERPRINTS_PER_SHAPE = 8;

    private static final Pattern ROWS = Pattern.compile("(\\([?, ]+\\))(?:, ?\\([?, ]++\\))++");

    private final UnshardedSchema schema;
    private final String charset;
    private final int maxShapes;
    private final TextRules rules;
    private final SqlTokenizer tokenizer = new SqlTokenizer(new FingerprintKey(1, 2), ShardNames.NONE);
    private final Map<Key, LoggedShape> byFingerprint = new HashMap<>();
    private final Map<String, LoggedShape> byText = new LinkedHashMap<>();
    private long unlisted;

    private record Key(String database, Fingerprint fingerprint) {}

    Workload(UnshardedSchema schema, ProposalPlanner.Servers servers, int maxShapes) {
        this.schema = schema;
        this.charset = servers.charset();
        this.maxShapes = maxShapes;
        this.rules = new TextRules(
                false, false, false, false, CharsetClass.of(charset), servers.dialect(), servers.version());
    }

    void add(LoggedStatement statement) {
        Statement scanned = scan(statement);
        LoggedShape shape = find(statement, scanned);
        if (shape == null) {
            shape = make(statement, scanned);
        }
        if (shape == null) {
            unlisted++;
        } else {
            shape.add(statement.micros());
        }
    }

    /**
     * A statement that was added before.
     *
     * @param shape null for one that came when there were too many
     */
    record Seen(@Nullable LoggedShape shape, StatementKind kind) {}

    Seen find(LoggedStatement statement) {
        Statement scanned = scan(statement);
        return new Seen(find(statement, scanned), scanned.kind());
    }

    private Statement scan(LoggedStatement statement) {
        return tokenizer.scan(statement.sql(), rules);
    }

    private @Nullable LoggedShape find(LoggedStatement statement, Statement scanned) {
        return byFingerprint.get(key(statement, scanned));
    }

    private Key key(LoggedStatement statement, Statement scanned) {
        return new Key(database(statement), scanned.fingerprint());
    }

    private String database(LoggedStatement statement) {
        return statement.database().orElse(schema.database());
    }

    private @Nullable LoggedShape make(LoggedStatement statement, Statement scanned) {
        String text =
                ROWS.matcher(ShapePrinter.of(statement.sql(), scanned.rules())).replaceAll("$1, …");
        String key = database(statement) + " " + text;
        LoggedShape shape = byText.get(key);
        if (shape == null && byText.size() < maxShapes) {
            shape = new LoggedShape(text, FacetReader.read(schema, scanned, charset));
            byText.put(key, shape);
        }
        if (shape != null && byFingerprint.size() < maxShapes * FINGERPRINTS_PER_SHAPE) {
            byFingerprint.put(key(statement, scanned), shape);
        }
        return shape;
    }

    Collection<LoggedShape> shapes() {
        return byText.values();
    }

    /** How many statements have no shape, since there were too many shapes. */
    long unlisted() {
        return unlisted;
    }
}
