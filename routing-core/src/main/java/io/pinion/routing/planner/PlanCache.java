package io.pinion.routing.planner;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * Templates by shape. Bounded; shared by the planners of all event loops.
 *
 * <p>The fingerprint already tells texts under different rules apart (sql_mode, character set, server version).
 */
public final class PlanCache {
    private final Cache<Key, PlanTemplate> templates;

    /**
     * @param database the session's database, as far as it matters ({@link CurrentDatabase#cacheKey})
     * @param edition plans of an older topology are never found, and age out
     * @param schema the version of the {@link io.pinion.routing.catalog.KnownSchema}; plans of an older one age out too
     * @param step see {@link Request}
     */
    record Key(Fingerprint fingerprint, String database, long edition, long schema, boolean step) {}

    /** @param maximumTemplates the most shapes remembered; about 2 KB each */
    public PlanCache(int maximumTemplates) {
        // Maintenance runs on the caller's thread, so that routing needs no thread of its own.
        templates = Caffeine.newBuilder()
                .maximumSize(maximumTemplates)
                .executor(Runnable::run)
                .build();
    }

    @Nullable
    PlanTemplate find(Key key) {
        return templates.getIfPresent(key);
    }

    void keep(Key key, PlanTemplate template) {
        templates.put(key, template);
    }

    public long size() {
        return templates.estimatedSize();
    }
}
