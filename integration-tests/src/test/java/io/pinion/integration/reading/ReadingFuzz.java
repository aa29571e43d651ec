package io.pinion.integration.reading;

import io.pinion.integration.testing.Dice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares readings of generated texts on one server, and counts. */
final class ReadingFuzz implements AutoCloseable {
    private static final int SAMPLES_A_ROUND = 2_000;
    private static final int SAMPLES_A_SETTING = 100;
    /** Differences of one round whose causes are looked for; the others are likely the same. */
    private static final int SHRUNK_A_ROUND = 6;

    private static final int PERCENT_UNREAD = 10;
    private static final int TOLD_OF_A_CHARSET = 5;
    private static final Set<String> USUAL = Set.of("utf8mb4", "latin1");

    private static final Pattern ODD =
            Pattern.compile("/\\*M?[!+]?|\\*/|--|\\d+\\.|\\.\\d+|\\de|[^A-Za-z0-9 \\n(),;='\"+*/-]");

    private final Product product;
    private final ServerReader server;
    private final PinionReader pinion;
    private final Set<String> causes = new HashSet<>();
    private final Map<String, Integer> ofCharset = new HashMap<>();
    private final List<String> findings = new ArrayList<>();
    private final TreeMap<String, Integer> refusals = new TreeMap<>();
    private int texts;
    private int parsed;
    private int refused;
    private int different;

    ReadingFuzz(Product product) {
        this.product = product;
        this.server = product.serverReader();
        this.pinion = product.pinionReader();
    }

    /** @param told how many findings are enough */
    void run(long firstSeed, Instant end, int most, int told) {
        for (long seed = firstSeed;
                texts < most && findings.size() < told && Instant.now().isBefore(end);
                seed++) {
            round(seed);
        }
    }

    private void round(long seed) {
        Dice dice = new Dice(seed);
        Drafts drafts = new Drafts(dice, product);
        List<Sample> samples = new ArrayList<>();
        while (samples.size() < SAMPLES_A_ROUND) {
            Sample setting = setting(dice);
            for (int sample = 0; sample < SAMPLES_A_SETTING; sample++) {
                samples.add(setting.withText(drafts.text()));
            }
        }
        List<ReadTokens> readings = server.read(samples);
        int shrunk = 0;
        for (int at = 0; at < samples.size(); at++) {
            Sample sample = samples.get(at);
            if (count(sample, readings.get(at)) && shrunk < SHRUNK_A_ROUND) {
                shrunk++;
                find(seed, sample);
            }
        }
    }

    /** Mostly one under which Pinion reads anything at all. */
    private Sample setting(Dice dice) {
        Sample drawn = anySetting(dice);
        while (isUnread(drawn) && !dice.chance(PERCENT_UNREAD)) {
            drawn = anySetting(dice);
        }
        return drawn;
    }

    private boolean isUnread(Sample setting) {
        return !pinion.read(setting.withText("SELECT 1 FROM t")).whole() || pinion.refusesSetting(setting);
    }

    private Sample anySetting(Dice dice) {
        String charset = dice.chance(15) ? "utf8mb4" : dice.oneOf(product.charsets());
        List<String> modes = new ArrayList<>();
        for (int count = dice.chance(40) ? 0 : dice.between(1, 3); count > 0; count--) {
            modes.add(dice.oneOf(product.modes()));
        }
        return new Sample(charset, String.join(",", modes), "");
    }

    /** True for a finding. */
    private boolean count(Sample sample, ReadTokens byServer) {
        texts++;
        if (byServer.statements().isEmpty()) {
            return false;
        }
        parsed++;
        ReadTokens byPinion = pinion.read(sample);
        if (!byPinion.whole()) {
            refused += isUnread(sample) ? 0 : 1;
            refusals.merge(byPinion.reason(), 1, Integer::sum);
        }
        if (!byPinion.differsFrom(byServer, sample.charset())) {
            return false;
        }
        if (pinion.refuses(sample)) {
            refusals.merge("by its plan", 1, Integer::sum);
            return false;
        }
        different++;
        return true;
    }

    private void find(long seed, Sample sample) {
        Sample small = new Shrinker(this::differs).shrunk(sample);
        int others = ofCharset.merge(small.charset(), 1, Integer::sum);
        if (causes.add(cause(small)) && (others <= TOLD_OF_A_CHARSET || USUAL.contains(small.charset()))) {
            findings.add(told(seed, small));
        }
    }

    /** Whether a text is misread. */
    boolean differs(Sample sample) {
        ReadTokens byServer = server.read(List.of(sample)).getFirst();
        return !byServer.statements().isEmpty()
                && pinion.read(sample).differsFrom(byServer, sample.charset())
                && !pinion.refuses(sample);
    }

    /** The same for most samples of one cause: where it shows, and what is odd in it. */
    private static String cause(Sample small) {
        TreeMap<String, Integer> marks = new TreeMap<>();
        Matcher odd = ODD.matcher(small.text());
        while (odd.find()) {
            String mark = odd.group().replaceAll("[\u0080-\u00FF]", "\u0080");
            int most = mark.startsWith("/*!") || mark.startsWith("/*M!") ? 2 : 1;
            marks.merge(mark, 1, (one, other) -> Math.min(most, one + other));
        }
        return small.charset() + " " + small.sqlMode() + " " + marks;
    }

    String told(long seed, Sample sample) {
        return "%s %d, seed %d, character set %s, sql_mode '%s'%n  text:   %s%n  hex:    %s%n  server: %s%n  Pinion: %s"
                .formatted(
                        product.name(),
                        product.version(),
                        seed,
                        sample.charset(),
                        sample.sqlMode(),
                        sample.escaped(),
                        sample.hex(),
                        server.read(List.of(sample)).getFirst(),
                        pinion.read(sample));
    }

    /** What is to be told of a text that is misread, or that the server can't parse, so that it shows nothing. */
    Optional<String> misread(Sample sample) {
        boolean shows = !server.read(List.of(sample)).getFirst().statements().isEmpty();
        return !shows || differs(sample) ? Optional.of(told(0, sample)) : Optional.empty();
    }

    List<String> findings() {
        return findings;
    }

    /** Of 100 texts that the server can parse, those that Pinion refuses for what they are; not for the mode or set. */
    int percentRefused() {
        return parsed == 0 ? 0 : (int) (100L * refused / parsed);
    }

    int percentParsed() {
        return texts == 0 ? 0 : (int) (100L * parsed / texts);
    }

    String summary() {
        return "%s %d: %,d texts, %,d parsed by the server, %,d of those refused %s, %,d misread by %d causes"
                .formatted(
                        product.name(),
                        product.version(),
                        texts,
                        parsed,
                        refused,
                        refusals,
                        different,
                        findings.size());
    }

    @Override
    public void close() {
        server.close();
    }
}
