package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.document.Problem;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.queue.JobQueue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QueueReaderTest {
    private static final String STATES = "\"NEW\": {\"number\": 0, \"partition\": \"24h\", \"time_to_live\": \"5d\"},"
            + " \"OK\": {\"number\": 2, \"partition\": \"10m\", \"time_to_live\": \"1h\"}, \"KEPT\": {\"number\": 3}";

    @Test
    void aQueueReadsBackAsItWasWritten() {
        Topology topology = TopologyReaderTest.accepted(document("hashed", "\"key\": \"k\",", queue(STATES)));

        assertThat(queueOf(topology)).contains(JobQueue.parse("state,updated_at", "NEW:0:24h:120h,OK:2:10m:1h,KEPT:3"));
        assertThat(TopologyReaderTest.accepted(new TopologyWriter().write(topology)))
                .isEqualTo(topology);
    }

    @Test
    void aTableThatEveryShardHasIsNoQueue() {
        assertThat(problems(document("reference", "", queue(STATES))))
                .anyMatch(problem -> problem.contains("keyspaces.m.tables.jobs.queue: each shard has all rows")
                        && problem.contains("a job is to be done once"));
    }

    @Test
    void halfOfALifeIsNone() {
        assertThat(problems(
                        document("hashed", "\"key\": \"k\",", queue("\"OK\": {\"number\": 2, \"partition\": \"1h\"}"))))
                .anyMatch(problem -> problem.contains("both the width of its partitions and a time to live"));
    }

    @Test
    void mistakesAreNamedWhereTheyAre() {
        assertThat(
                        problems(
                                document(
                                        "hashed",
                                        "\"key\": \"k\",",
                                        queue(
                                                "\"ok\": {\"number\": 2}, \"OK\": {\"number\": 1, \"partition\": \"7m\", \"time_to_live\": \"1h\"},"
                                                        + " \"BAD\": {\"number\": 1, \"partition\": \"1 hour\", \"time_to_live\": \"1h\"}"))))
                .anyMatch(problem -> problem.contains("states.ok") && problem.contains("upper-case"))
                .anyMatch(problem -> problem.contains("states.OK") && problem.contains("not 7m"))
                .anyMatch(
                        problem -> problem.contains("states.BAD.partition") && problem.contains("'1 hour' is no time"));
    }

    @Test
    void aColumnThatIsNotDeclaredIsAMistake() {
        assertThat(problems(document(
                        "hashed",
                        "\"key\": \"k\", \"columns\": {\"k\": \"BIGINT\", \"state\": \"TINYINT UNSIGNED\"},",
                        queue(STATES))))
                .anyMatch(problem -> problem.contains("no column called updated_at"));
    }

    private static String queue(String states) {
        return "\"queue\": {\"state\": \"state\", \"time\": \"updated_at\", \"states\": {" + states + "}}";
    }

    private static String document(String kind, String more, String queue) {
        return """
                {"cluster": "main",
                 "servers": {"a": "127.0.0.1"},
                 "pairs": {"p": {"primary": "a"}},
                 "keyspaces": {"m": {"kind": "mod", "shards": 4, "database": "m%05d",
                   "ranges": [{"range": [0, 3], "pair": "p"}],
                   "tables": {"jobs": {"kind": "KIND", MORE QUEUE}}}},
                 "users": {},
                 "accounts": {"data": {"user": "d", "secret": "env:D"}}}
                """.replace("KIND", kind).replace("MORE", more).replace("QUEUE", queue);
    }

    private static Optional<JobQueue> queueOf(Topology topology) {
        Keyspace.Sharded keyspace = (Keyspace.Sharded) topology.keyspace("m").orElseThrow();
        return Objects.requireNonNull(keyspace.table("jobs")).queue();
    }

    private static List<String> problems(String document) {
        return new TopologyReader()
                .read(document).problems().stream().map(Problem::toString).toList();
    }
}
