package io.pinion.server.digest;

import io.pinion.routing.text.Fingerprint;
import io.pinion.server.session.StatementCost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The digests of one event loop's statements. There is room for some: for a new one, the rarest of a few by chance goes, and
 * its counts are kept in one digest for all that had to go. Not thread-safe.
 */
public final class LoopDigests {
    /** Of these the rarest goes: among many, one that is rare is always found, and none is searched for. */
    private static final int CANDIDATES = 8;

    /** The statements without a digest of their own. */
    private static final DigestKey OTHERS = new DigestKey(new Fingerprint(0, 0), "", "", "");

    private final int room;
    private final RandomGenerator random;
    private final LongSupplier clock;
    private final Map<DigestKey, StatementDigest> byKey = new HashMap<>();
    private final List<StatementDigest> all = new ArrayList<>();
    private StatementDigest others;

    /**
     * @param room for how many digests
     * @param clock of milliseconds since 1970
     */
    public LoopDigests(int room, RandomGenerator random, LongSupplier clock) {
        this.room = room;
        this.random = random;
        this.clock = clock;
        this.others = none();
    }

    private StatementDigest none() {
        return new StatementDigest(OTHERS, "(others)", clock.getAsLong());
    }

    /**
     * Counts a statement that has ended.
     *
     * @param text prints the shape; called for a new digest only, before this returns
     */
    public void add(DigestKey key, Supplier<String> text, long nanos, int errorCode, StatementCost cost) {
        long now = clock.getAsLong();
        StatementDigest known = byKey.get(key);
        StatementDigest digest = known == null ? begin(new StatementDigest(key, text.get(), now)) : known;
        digest.add(nanos, errorCode, cost, now);
    }

    private StatementDigest begin(StatementDigest digest) {
        byKey.put(digest.key(), digest);
        if (all.size() < room) {
            all.add(digest);
        } else {
            int place = rarest();
            StatementDigest gone = all.set(place, digest);
            byKey.remove(gone.key());
            others.add(gone);
        }
        return digest;
    }

    private int rarest() {
        int rarest = random.nextInt(all.size());
        for (int i = 1; i < CANDIDATES; i++) {
            int other = random.nextInt(all.size());
            if (all.get(other).count() < all.get(rarest).count()) {
                rarest = other;
            }
        }
        return rarest;
    }

    /** Copies of all digests; the last is of all statements that have none of their own, if there are such. */
    public List<StatementDigest> copies() {
        List<StatementDigest> copies = new ArrayList<>(all.size() + 1);
        all.forEach(digest -> copies.add(digest.copy()));
        if (others.count() > 0) {
            copies.add(others.copy());
        }
        return copies;
    }

    /** Forgets all. */
    public void reset() {
        byKey.clear();
        all.clear();
        others = none();
    }

    /** The digests of several loops, those of one key as one; the one that took most time first. */
    public static List<StatementDigest> merged(List<List<StatementDigest>> loops) {
        Map<DigestKey, StatementDigest> merged = new HashMap<>();
        loops.forEach(loop -> loop.forEach(digest -> merged.merge(digest.key(), digest, (one, other) -> {
            one.add(other);
            return one;
        })));
        List<StatementDigest> sorted = new ArrayList<>(merged.values());
        sorted.sort((one, other) -> Long.compare(other.nanos(), one.nanos()));
        return sorted;
    }
}
