package io.pinion.operations.opening;

import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.ServerLoad;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ends a copy when the opening ends, lets it wait for busy servers, and writes its progress into the journal. For one
 * thread.
 */
final class CopyWatch implements CopyControl {
    private static final long TELL_EVERY_NANOS = 1_000_000_000;

    private final OpeningEntry entry;
    private final OpeningGuard guard;
    private final OpeningServers servers;
    private final ServerLoad load;
    private final int shards;
    private int shard;
    private long told = System.nanoTime();
    private @Nullable Exception why;

    /** @param servers of the pair that gets the copies */
    CopyWatch(OpeningEntry entry, OpeningGuard guard, OpeningServers servers, ServerLoad load, int shards) {
        this.entry = entry;
        this.guard = guard;
        this.servers = servers;
        this.load = load;
        this.shards = shards;
    }

    /** @param next the index of the shard that is copied next, from 0 */
    void shard(int next) {
        shard = next;
    }

    @Override
    public boolean isCancelled() {
        if (why == null) {
            try {
                guard.requireMayGoOn();
            } catch (OpeningRefused | Cancelled e) {
                why = e;
            }
        }
        return why != null;
    }

    @Override
    public Optional<String> mustWait() {
        Optional<String> behind = servers.standbyBehind();
        return behind.isPresent() ? behind : load.reason();
    }

    @Override
    public void progressed(CopyProgress progress) {
        if (System.nanoTime() - told < TELL_EVERY_NANOS) {
            return;
        }
        told = System.nanoTime();
        try {
            entry.step("copying reference tables: shard " + (shard + 1) + " of " + shards + ", " + progress.rows()
                    + " rows written"
                    + (progress.waitsFor().isEmpty() ? "" : "; waits: " + progress.waitsFor()));
        } catch (OpeningRefused e) {
            why = e;
        }
    }

    /** Why the copy has ended, when this control ended it. */
    OpeningRefused cause(CopyBroken broken) throws OpeningRefused, Cancelled {
        if (why instanceof Cancelled cancelled) {
            throw cancelled;
        }
        if (why instanceof OpeningRefused refused) {
            throw refused;
        }
        return new OpeningRefused("the reference tables can't be copied: " + broken.getMessage());
    }
}
