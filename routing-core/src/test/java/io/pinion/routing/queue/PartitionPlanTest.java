package io.pinion.routing.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.routing.queue.PartitionPlan.NewPartitions;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PartitionPlanTest {
    private static final JobQueue ARTICLE =
            JobQueue.parse("state,updated_at", "NEW:0:24h:120h,IPR:1:24h:24h,OK:2:1h:1h,FAIL:3:2h:2h");

    private static final LocalDateTime NOW = LocalDateTime.of(2020, 5, 7, 1, 30);

    @Test
    void aNewTableGetsThePartitionsOfNowAndOfTheNextOnesByTheNamesOfTheArticle() {
        List<QueuePartition> made = after(ARTICLE, ARTICLE.boundless(), NOW);

        assertThat(names(made))
                .containsExactly(
                        "pNEW_2020050700_1",
                        "pNEW_2020050800_1",
                        "pNEW_2020050900_1",
                        "pNEW_2020051000_1",
                        "pNEW_FUTURE",
                        "pIPR_2020050700_1",
                        "pIPR_2020050800_1",
                        "pIPR_2020050900_1",
                        "pIPR_2020051000_1",
                        "pIPR_FUTURE",
                        "pOK_2020050701_1",
                        "pOK_2020050702_1",
                        "pOK_2020050703_1",
                        "pOK_2020050704_1",
                        "pOK_2020050705_1",
                        "pOK_2020050706_1",
                        "pOK_2020050707_1",
                        "pOK_2020050708_1",
                        "pOK_2020050709_1",
                        "pOK_2020050710_1",
                        "pOK_2020050711_1",
                        "pOK_2020050712_1",
                        "pOK_2020050713_1",
                        "pOK_FUTURE",
                        "pFAIL_2020050700_1",
                        "pFAIL_2020050702_1",
                        "pFAIL_2020050704_1",
                        "pFAIL_2020050706_1",
                        "pFAIL_2020050708_1",
                        "pFAIL_2020050710_1",
                        "pFAIL_2020050712_1",
                        "pFAIL_FUTURE",
                        "p_CATCHALL");
        assertThat(new PartitionPlan(ARTICLE, made, NOW).missing()).isEmpty();
        assertThat(new PartitionPlan(ARTICLE, made, NOW).expired()).isEmpty();
    }

    @Test
    void theStatementSplitsAnEmptyPartition() {
        JobQueue queue = JobQueue.parse("state,updated_at", "OK:0:6h:6h");

        assertThat(new PartitionPlan(queue, queue.boundless(), NOW).missing())
                .extracting(change -> change.statement("`db00001`.`jobs`"))
                .containsExactly("ALTER TABLE `db00001`.`jobs` REORGANIZE PARTITION `pOK_FUTURE` INTO ("
                        + "PARTITION `pOK_2020050700_1` VALUES LESS THAN (0, '2020-05-07 06:00:00'), "
                        + "PARTITION `pOK_2020050706_1` VALUES LESS THAN (0, '2020-05-07 12:00:00'), "
                        + "PARTITION `pOK_2020050712_1` VALUES LESS THAN (0, '2020-05-07 18:00:00'), "
                        + "PARTITION `pOK_2020050718_1` VALUES LESS THAN (0, '2020-05-08 00:00:00'), "
                        + "PARTITION `pOK_FUTURE` VALUES LESS THAN (0, MAXVALUE))");
    }

    @Test
    void narrowPartitionsAreNumberedWithinTheirHour() {
        JobQueue queue = JobQueue.parse("state,updated_at", "OK:0:20m:1h");

        assertThat(names(after(queue, queue.boundless(), NOW)))
                .startsWith("pOK_2020050701_2", "pOK_2020050701_3", "pOK_2020050702_1", "pOK_2020050702_2")
                .hasSize(1 + 36 + 2);
    }

    @Test
    void aPartitionExpiresWhenItsLastRowDoesAndNotASecondBefore() {
        JobQueue queue = JobQueue.parse("state,updated_at", "OK:0:1h:2h");
        List<QueuePartition> made = after(queue, queue.boundless(), NOW);

        assertThat(expired(queue, made, LocalDateTime.of(2020, 5, 7, 3, 59, 59)))
                .isEmpty();
        assertThat(expired(queue, made, LocalDateTime.of(2020, 5, 7, 4, 0))).containsExactly("pOK_2020050701_1");
    }

    @Test
    void noDayIsAnotherLengthWhereClocksAreSetForwardOrBack() {
        // In Europe 2020-03-29 has 23 hours, 2020-10-25 has 25.
        JobQueue queue = JobQueue.parse("state,updated_at", "NEW:0:24h:24h");

        assertThat(names(after(queue, queue.boundless(), LocalDateTime.of(2020, 3, 28, 23, 59))))
                .startsWith("pNEW_2020032800_1", "pNEW_2020032900_1", "pNEW_2020033000_1");
        assertThat(names(after(queue, queue.boundless(), LocalDateTime.of(2020, 10, 25, 2, 30))))
                .startsWith("pNEW_2020102500_1", "pNEW_2020102600_1");
    }

    @Test
    void aClockThatGoesBackMakesPartitionsWithinThoseThatAreThere() {
        JobQueue queue = JobQueue.parse("state,updated_at", "OK:0:1h:1h");
        List<QueuePartition> made = after(queue, queue.boundless(), NOW);

        List<QueuePartition> earlier = after(queue, made, NOW.minusHours(1));

        assertThat(names(earlier))
                .startsWith("pOK_2020050700_1", "pOK_2020050701_1")
                .endsWith("p_CATCHALL");
        assertThat(expired(queue, earlier, NOW.minusHours(1))).isEmpty();
    }

    @Test
    void aKeeperThatWasAwayMakesOnePartitionOfTheTimeBetween() {
        JobQueue queue = JobQueue.parse("state,updated_at", "OK:0:1h:1h");
        List<QueuePartition> made = after(queue, queue.boundless(), NOW);

        assertThat(names(after(queue, made, NOW.plusDays(3))))
                .containsSequence("pOK_2020050713_1", "pOK_2020051001_1", "pOK_2020051002_1");
    }

    @Test
    void aPartitionThatSomebodyHasDroppedIsMadeWhereItsRowsLieSince() {
        List<QueuePartition> made = new ArrayList<>(after(ARTICLE, ARTICLE.boundless(), NOW));
        made.removeIf(partition -> partition.name().startsWith("pIPR_"));

        List<NewPartitions> missing = new PartitionPlan(ARTICLE, made, NOW).missing();

        // Jobs in progress lie in the lowest partition of OK.
        assertThat(missing).hasSize(1);
        assertThat(missing.getFirst().statement("t"))
                .startsWith(
                        "ALTER TABLE t REORGANIZE PARTITION `pOK_2020050701_1` INTO (PARTITION `pIPR_2020050700_1` ")
                .contains("PARTITION `pIPR_FUTURE` VALUES LESS THAN (1, MAXVALUE), PARTITION `pOK_2020050701_1` ");
    }

    @Test
    void whereTheLastPartitionIsGoneOneIsAppended() {
        List<QueuePartition> made = new ArrayList<>(after(ARTICLE, ARTICLE.boundless(), NOW));
        made.removeLast();

        assertThat(new PartitionPlan(ARTICLE, made, NOW).missing())
                .extracting(change -> change.statement("t"))
                .containsExactly(
                        "ALTER TABLE t ADD PARTITION (PARTITION `p_CATCHALL` VALUES LESS THAN (MAXVALUE, MAXVALUE))");
    }

    @Test
    void aPartitionOfSomebodysWithItsNameKeepsIt() {
        JobQueue queue = JobQueue.parse("state,updated_at", "OK:0:1h:1h");
        List<QueuePartition> made = List.of(
                new QueuePartition("pok_2020050701_1", PartitionBound.parse("0,'1999-01-01 00:00:00'")),
                new QueuePartition("my own", PartitionBound.parse("0,'2020-05-07 02:00:00.5'")),
                new QueuePartition("pOK_FUTURE", PartitionBound.parse("0,MAXVALUE")),
                new QueuePartition("p_CATCHALL", PartitionBound.parse("MAXVALUE,MAXVALUE")));

        PartitionPlan plan = new PartitionPlan(queue, made, NOW);

        assertThat(plan.missing().getFirst().statement("t"))
                .isEqualTo("ALTER TABLE t REORGANIZE PARTITION `my own` INTO ("
                        + "PARTITION `pOK_2020050701_1_2` VALUES LESS THAN (0, '2020-05-07 02:00:00'), "
                        + "PARTITION `my own` VALUES LESS THAN (0, '2020-05-07 02:00:00.5'))");
        assertThat(plan.expired()).extracting(QueuePartition::name).containsExactly("pok_2020050701_1");
    }

    @Test
    void jobsOfAStateWithoutATimeToLiveStay() {
        JobQueue queue = JobQueue.parse("state,updated_at", "KEPT:0,OK:1:1h:1h");
        List<QueuePartition> made = List.of(
                new QueuePartition("pKEPT_1", PartitionBound.parse("0,'1999-01-01'")),
                new QueuePartition("pKEPT_FUTURE", PartitionBound.parse("0,MAXVALUE")),
                new QueuePartition("pUNDECLARED", PartitionBound.parse("7,'1999-01-01 00:00:00'")),
                new QueuePartition("p_CATCHALL", PartitionBound.parse("MAXVALUE,MAXVALUE")));

        PartitionPlan plan = new PartitionPlan(queue, made, NOW);

        assertThat(plan.expired()).isEmpty();
        assertThat(plan.expiredCondition()).isEqualTo("(`state` = 1 AND `updated_at` < '2020-05-07 00:30:00')");
    }

    @Test
    void theNextChangeIsTheNextPartitionOrTheNextEnd() {
        JobQueue queue = JobQueue.parse("state,updated_at", "NEW:0:24h:36h");
        List<QueuePartition> made = after(queue, queue.boundless(), NOW);

        assertThat(new PartitionPlan(queue, made, NOW).next()).hasValue(LocalDateTime.of(2020, 5, 8, 0, 0));
        assertThat(new PartitionPlan(queue, made, LocalDateTime.of(2020, 5, 9, 1, 0)).next())
                .hasValue(LocalDateTime.of(2020, 5, 9, 12, 0));
    }

    @Test
    void declarationsAreReadAsTheyAreWritten() {
        assertThat(ARTICLE.words())
                .isEqualTo("queue=state,updated_at states=NEW:0:24h:120h,IPR:1:24h:24h,OK:2:1h:1h,FAIL:3:2h:2h");
        assertThat(JobQueue.parse("s,t", "B:3,A:1:30m:1d").words()).isEqualTo("queue=s,t states=A:1:30m:24h,B:3");
    }

    @Test
    void mistakesInDeclarationsAreNamed() {
        Stream.of(
                        "",
                        "ok:1:1h:1h",
                        "OK:1:1h",
                        "OK:x",
                        "OK:-1",
                        "OK:1:0m:1h",
                        "OK:1:7m:1h",
                        "OK:1:90m:1h",
                        "OK:1:1h:0h",
                        "A:1,B:1",
                        "A:1,A:2",
                        "OK:1:1m:99d",
                        "OK:1:1h:9999999d")
                .forEach(states -> assertThatThrownBy(() -> JobQueue.parse("state,updated_at", states))
                        .as(states)
                        .isInstanceOf(IllegalArgumentException.class));
        assertThatThrownBy(() -> JobQueue.parse("state", "OK:1")).hasMessageContaining("queue=state,updated_at");
        assertThatThrownBy(() -> JobQueue.parse("t,T", "OK:1")).hasMessageContaining("two columns");
    }

    /** The partitions behind all changes that are due. */
    private static List<QueuePartition> after(JobQueue queue, List<QueuePartition> before, LocalDateTime now) {
        List<QueuePartition> partitions = new ArrayList<>(before);
        for (NewPartitions change : new PartitionPlan(queue, before, now).missing()) {
            switch (change) {
                case PartitionPlan.Split(QueuePartition split, List<QueuePartition> into) -> {
                    int at = partitions.indexOf(split);
                    partitions.remove(at);
                    partitions.addAll(at, into);
                }
                case PartitionPlan.Append(List<QueuePartition> more) -> partitions.addAll(more);
            }
        }
        assertThat(partitions).extracting(QueuePartition::bound).isSorted();
        return partitions;
    }

    private static List<String> expired(JobQueue queue, List<QueuePartition> partitions, LocalDateTime now) {
        return names(new PartitionPlan(queue, partitions, now).expired());
    }

    private static List<String> names(List<QueuePartition> partitions) {
        return partitions.stream().map(QueuePartition::name).toList();
    }
}
