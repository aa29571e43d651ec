package io.pinion.integration.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.NeedsMySql97;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pinion reads texts as the server does, in each of its character sets and modes, or refuses them: those of the corpus, and
 * generated ones.
 *
 * <p>{@code -Dpinion.reading.seconds} says how long, for all products together, {@code -Dpinion.reading.texts} how many texts
 * for each product at most, {@code -Dpinion.reading.seed} where to begin, which is how a failure is seen again, and {@code
 * -Dpinion.reading.told} how many findings are told.
 */
class ReadingFuzzIT {
    private static final int SECONDS = Integer.getInteger("pinion.reading.seconds", 30);
    private static final int TEXTS = Integer.getInteger("pinion.reading.texts", Integer.MAX_VALUE);
    private static final long SEED = Long.getLong("pinion.reading.seed", System.nanoTime());
    private static final int FINDINGS_TOLD = Integer.getInteger("pinion.reading.told", 12);

    /** Of texts that the server can parse; a tokenizer that refuses what it doesn't like would be of no use. */
    private static final int MOST_PERCENT_REFUSED = 25;

    /** Texts that no server can parse show nothing. */
    private static final int LEAST_PERCENT_PARSED = 25;

    private static final GivenServers MYSQL = GivenServers.mysql97();

    @Test
    void mariaDbReadsThemLikePinion(@TempDir Path directory) throws Exception {
        try (LocalServers servers = LocalServers.open(directory)) {
            String[] options = Product.MARIADB_OPTIONS.toArray(String[]::new);
            compare(Product.of(servers.start(ServerSpec.single("reading").withOptions(options))));
        }
    }

    @Test
    @NeedsMySql97
    void mySqlReadsThemLikePinion() throws Exception {
        compare(Product.of(MYSQL.addresses().getFirst()));
    }

    private static void compare(Product product) {
        List<String> findings = new ArrayList<>();
        try (ReadingFuzz fuzz = new ReadingFuzz(product)) {
            for (Corpus.Entry entry : Corpus.of(product)) {
                fuzz.misread(entry.sample()).ifPresent(told -> findings.add(entry.title() + ": " + told));
            }
            System.out.println("readings, seed " + SEED);
            Instant end = Instant.now().plusSeconds(MYSQL.addresses().isEmpty() ? SECONDS : SECONDS / 2);
            fuzz.run(SEED, end, TEXTS, FINDINGS_TOLD);
            System.out.println("readings, seed " + SEED + ": " + fuzz.summary());
            findings.addAll(fuzz.findings());
            assertThat(fuzz.percentParsed()).isGreaterThanOrEqualTo(LEAST_PERCENT_PARSED);
            assertThat(fuzz.percentRefused()).isLessThanOrEqualTo(MOST_PERCENT_REFUSED);
        }
        assertThat(String.join("\n\n", findings)).as("seed %d", SEED).isEmpty();
    }
}
