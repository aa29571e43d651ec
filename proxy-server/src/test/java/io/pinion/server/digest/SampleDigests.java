package io.pinion.server.digest;

import io.pinion.routing.text.Fingerprint;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.StatementCost;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/** What the manual's transcripts show. */
public final class SampleDigests {
    private static final Instant MORNING = Instant.parse("2026-03-01T06:00:00Z");

    private SampleDigests() {}

    public static List<StatementDigest> ofADay() {
        long[] now = {MORNING.toEpochMilli()};
        LoopDigests digests = new LoopDigests(10, new SplittableRandom(7), () -> now[0]);
        for (int i = 0; i < 1_000; i++) {
            now[0] += 1_000;
            boolean late = i % 50 == 0;
            add(digests, "SELECT * FROM pins WHERE id = ?", "MySQL001", late ? 9_000 : 700, 0);
            if (i % 10 == 0) {
                add(digests, "SELECT count(*) FROM pins WHERE data LIKE ?", "", 180_000, i % 100 == 0 ? 1969 : 0);
            }
        }
        return LoopDigests.merged(List.of(digests.copies()));
    }

    private static void add(LoopDigests digests, String statement, String pair, long micros, int errorCode) {
        StatementCost cost = new StatementCost();
        cost.sends();
        cost.ends(DiagnosticsEffect.mergedOk(1, List.of()));
        cost.bytes(210);
        cost.waited(20_000);
        digests.add(
                new DigestKey(new Fingerprint(0, statement.hashCode()), "pinterest", "app", pair),
                () -> statement,
                micros * 1_000,
                errorCode,
                cost);
    }
}
