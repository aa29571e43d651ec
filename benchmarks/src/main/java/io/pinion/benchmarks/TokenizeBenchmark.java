package io.pinion.benchmarks;

import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What every statement costs before its plan is looked up. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
public class TokenizeBenchmark {
    private static final TextRules RULES = TextRules.defaults(SqlDialect.MARIADB, 101119);
    private static final long PIN = 241294492511762325L;

    /** {@code db} and five digits, as the article names its databases. */
    private static final ShardNames SHARDS =
            (text, from, to) -> to - from == 7 && text[from] == 'd' && text[from + 1] == 'b';

    private final SqlTokenizer tokenizer = new SqlTokenizer(FingerprintKey.draw(new SecureRandom()), SHARDS);
    private final byte[] pointSelect = bytes("SELECT id, data FROM pins WHERE id = " + PIN);
    private final byte[] legacySelect = bytes("SELECT data FROM db03429.pins WHERE local_id=7075733");
    private final byte[] list = bytes("SELECT id, data FROM pins WHERE id IN ("
            + LongStream.range(PIN, PIN + 50).mapToObj(Long::toString).collect(Collectors.joining(", "))
            + ") ORDER BY id LIMIT 50");
    private final byte[] insert =
            bytes("INSERT INTO pins (data, ts) VALUES ('{\"details\": \"New Star Wars character\","
                    + " \"link\": \"http://webpage.com/asdf\", \"user_id\": \"241294629943640797\","
                    + " \"board_id\": \"241294561224164665\"}', NOW())");

    private static byte[] bytes(String sql) {
        return sql.getBytes(StandardCharsets.UTF_8);
    }

    @Benchmark
    public Statement pointSelect() {
        return tokenizer.scan(pointSelect, RULES);
    }

    /** As planning does it on a hit: scan, and read the id. */
    @Benchmark
    public Object pointSelectWithItsId() {
        return tokenizer.scan(pointSelect, RULES).literal(0, 0, "utf8mb4");
    }

    @Benchmark
    public Statement legacySelect() {
        return tokenizer.scan(legacySelect, RULES);
    }

    @Benchmark
    public Statement listOfFifty() {
        return tokenizer.scan(list, RULES);
    }

    @Benchmark
    public Statement insert() {
        return tokenizer.scan(insert, RULES);
    }

    /** What a miss and every session statement pay. */
    @Benchmark
    public Tokens allTokens() {
        return Tokens.of(tokenizer.scan(pointSelect, RULES));
    }
}
