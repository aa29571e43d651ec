package io.pinion.operations.queue;

import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.QueuePartition;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has been done to the partitions of a queue, and what couldn't be. Each change is a line of the log, which is the record
 * of what the keeper does. Thread-safe.
 */
final class RotationLog {
    private static final Logger log = LoggerFactory.getLogger(RotationLog.class);

    private final QueueTable queue;
    private final List<String> problems = new ArrayList<>();
    private String left = "";
    private int leftAlone;
    private final List<String> lost = new ArrayList<>();
    private int made;
    private int dropped;
    private long returned;

    RotationLog(QueueTable queue) {
        this.queue = queue;
    }

    QueueTable queue() {
        return queue;
    }

    synchronized void made(TableName table, String statement) {
        made++;
        log.atInfo()
                .addKeyValue("queue", queue)
                .addKeyValue("table", table)
                .addKeyValue("statement", statement)
                .log("Partitions of a queue were made");
    }

    synchronized void dropped(TableName table, QueuePartition partition) {
        dropped++;
        log.atInfo()
                .addKeyValue("queue", queue)
                .addKeyValue("table", table)
                .addKeyValue("partition", partition.name())
                .log("A partition of a queue has expired, and was dropped");
    }

    synchronized void returned(TableName table, long rows) {
        returned += rows;
        if (rows > 0) {
            log.atWarn()
                    .addKeyValue("queue", queue)
                    .addKeyValue("table", table)
                    .addKeyValue("rows", rows)
                    .log("Jobs that had not expired came back from a partition that was being dropped");
        }
    }

    synchronized void problem(String what) {
        problems.add(what);
    }

    synchronized List<String> problems() {
        return List.copyOf(problems);
    }

    /** A shard is left alone for now, as others work on it. */
    synchronized void left(TableName table, String why) {
        left = leftAlone == 0 ? table + ": " + why : left;
        leftAlone++;
        log.atDebug()
                .addKeyValue("queue", queue)
                .addKeyValue("table", table)
                .addKeyValue("reason", why)
                .log("The partitions of a queue are left alone for now");
    }

    /** One of the shards that were left alone, with the number of the others; empty for none. */
    synchronized String left() {
        return left + (leftAlone > 1 ? " (and " + (leftAlone - 1) + " shards more)" : "");
    }

    /** A connection broke on which partitions were changed, so that the last statement may go on. */
    synchronized void lost(String what) {
        problems.add(what);
        lost.add(what);
    }

    synchronized List<String> lost() {
        return List.copyOf(lost);
    }

    /** What was done, for people. */
    synchronized String words() {
        return queue + ": " + made + " times partitions made, " + dropped + " dropped"
                + (returned == 0 ? "" : ", " + returned + " jobs brought back that had not expired");
    }
}
