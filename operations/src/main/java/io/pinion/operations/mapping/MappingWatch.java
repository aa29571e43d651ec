package io.pinion.operations.mapping;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.operations.engine.OperationRequest;
import io.pinion.operations.journal.Task;
import io.pinion.operations.mapping.MappingTask.Repair;
import java.time.Duration;
import java.util.Set;

/**
 * Looks at all links of a mapping again and again, until somebody cancels it.
 *
 * @param table see {@link MappingTask}
 * @param opposite the same
 * @param objects the same
 * @param minutes the time in which all shards are looked at once
 */
@JsonTypeName("WATCH_MAPPING")
public record MappingWatch(String keyspace, String table, String opposite, boolean objects, long minutes)
        implements Task, OperationRequest {
    /** A rare fault may wait for so long, and the standbys hardly notice. */
    public static final long USUAL_MINUTES = Duration.ofDays(7).toMinutes();

    public static final long MOST_MINUTES = Duration.ofDays(366).toMinutes();

    /** The same look, once. */
    MappingTask look() {
        return new MappingTask(keyspace, table, opposite, objects, Repair.NONE);
    }

    Duration every() {
        return Duration.ofMinutes(minutes);
    }

    @Override
    public String statement() {
        return "WATCH" + look().statement().substring("CHECK".length()) + " EVERY " + shown();
    }

    private String shown() {
        Duration every = every();
        if (every.equals(Duration.ofDays(every.toDays()))) {
            return every.toDays() + " DAY";
        }
        return every.equals(Duration.ofHours(every.toHours())) ? every.toHours() + " HOUR" : minutes + " MINUTE";
    }

    @Override
    public String subject() {
        return "the watch over mapping " + keyspace + "." + table;
    }

    @Override
    public boolean endsByItself() {
        return false;
    }

    /** One watch over a mapping at a time. No table has this name: those have a dot and no colon. */
    @Override
    public Set<String> locks() {
        return Set.of("watch:" + Task.tableLock(keyspace, table));
    }

    /** Its tables stay as they are while it looks at one shard. */
    @Override
    public Set<String> turns() {
        return look().locks();
    }

    /** The lock of one look. */
    record Turn(MappingTask look) implements Task {
        @Override
        public String statement() {
            return "";
        }

        @Override
        public String subject() {
            return look.subject();
        }

        @Override
        public Set<String> locks() {
            return look.locks();
        }
    }
}
