package io.pinion.config.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TopologyPatchTest {
    private static final int MOST_SHARDS = 65_536;
    private static final String VERIFIER = "5bcb3e6ac345b435c7c2e6b7949a04ce6f6563d3";

    private final Topology topology = read(document("{\"range\": [0, 4095], \"pair\": \"p\"}"));

    private static String document(String ranges) {
        return """
            {"generation": 7, "cluster": "main", "servers": {"a": "a:3306", "b": "b:3306"},
             "pairs": {"p": {"primary": "a"}},
             "keyspaces": {"pinterest": {"kind": "id", "database": "db%%05d", "ranges": [%s],
               "tables": {"pins": {"kind": "object", "type": 1}}}},
             "users": {"app": {"password_hash": {"native": "%s"}, "keyspaces": ["*"], "read_only": true}},
             "accounts": {"data": {"user": "pinion", "secret": "env:X"}, "operator": {"user": "op", "secret": "env:Y"}}}
            """.formatted(ranges, VERIFIER);
    }

    private static Topology read(String json) {
        return switch (new TopologyReader().read(json)) {
            case Reading.Accepted accepted -> accepted.topology();
            case Reading.Refused refused -> throw new AssertionError(refused.text());
        };
    }

    private static DocumentEdit put(String path, String json) {
        return new DocumentEdit.Put(DocumentPath.parse(path), DocumentEdit.json(json));
    }

    private static DocumentEdit merge(String path, String json) {
        return new DocumentEdit.Merge(DocumentPath.parse(path), DocumentEdit.json(json));
    }

    private static DocumentEdit drop(String path) {
        return new DocumentEdit.Drop(DocumentPath.parse(path));
    }

    private Topology applied(DocumentEdit... edits) {
        Reading reading = TopologyPatch.of(edits).applyTo(topology);
        assertThat(reading).isInstanceOf(Reading.Accepted.class);
        return ((Reading.Accepted) reading).topology();
    }

    /** Another writer's document may come in between, and the edits are applied to that one. */
    @Test
    void editsMayBeAppliedAgain() {
        TopologyPatch patch =
                TopologyPatch.of(put("users.app.keyspaces", "[\"pinterest\", \"*\"]"), drop("users.app.keyspaces[0]"));
        Reading first = patch.applyTo(topology);
        assertThat(patch.applyTo(topology)).isEqualTo(first).isInstanceOf(Reading.Accepted.class);
    }

    private String refused(DocumentEdit... edits) {
        Reading reading = TopologyPatch.of(edits).applyTo(topology);
        assertThat(reading).isInstanceOf(Reading.Refused.class);
        return ((Reading.Refused) reading).text();
    }

    @Test
    void aTableComesChangesAndGoes() {
        Topology with = applied(put("keyspaces.pinterest.tables.countries", "{\"kind\": \"reference\"}"));
        assertThat(with.generation()).isEqualTo(7);
        assertThat(with).isNotEqualTo(topology);
        assertThat(TopologyPatch.of(drop("keyspaces.pinterest.tables.countries"))
                        .applyTo(with))
                .isInstanceOfSatisfying(Reading.Accepted.class, accepted -> assertThat(accepted.topology())
                        .isEqualTo(topology));
    }

    @Test
    void aMergeLeavesWhatItDoesNotName() {
        Topology now = applied(merge("users.app", "{\"read_only\": null, \"admin\": true}"));
        assertThat(now.user("app").orElseThrow().readsOnly()).isFalse();
        assertThat(now.user("app").orElseThrow().admin()).isTrue();
        assertThat(now.user("app").orElseThrow().nativeVerifier()).contains(VERIFIER);
    }

    @Test
    void aListTakesOneMoreItem() {
        assertThat(applied(put("users.app.keyspaces[0]", "\"pinterest\""))
                        .user("app")
                        .orElseThrow()
                        .keyspaces())
                .containsExactly("pinterest");
        assertThat(refused(put("keyspaces.pinterest.ranges[3]", "{}")))
                .contains("the list has 1 items; the next is [1]");
    }

    @Test
    void allEditsAreDoneOrNone() {
        assertThat(applied(put("servers.c", "\"c:3306\""), put("pairs.q", "{\"primary\": \"c\"}"))
                        .pair("q"))
                .isPresent();
        assertThat(refused(put("servers.c", "\"c:3306\""), put("pairs.q", "{\"primary\": \"d\"}")))
                .contains("pairs.q.primary");
    }

    @Test
    void aPlaceThatIsNotThereIsRefusedWithTheNearest() {
        assertThat(refused(put("keyspaces.pintrest.tables.x", "{}")))
                .isEqualTo("keyspaces.pintrest: the document has no such place; did you mean pinterest?");
        assertThat(refused(put("keyspaces.pintrest.transactions", "\"xa\""))).contains("did you mean pinterest?");
        assertThat(refused(drop("users.ap"))).contains("users.ap: the document has no such place; did you mean app?");
        assertThat(refused(merge("users.ap", "{}"))).contains("did you mean app?");
        assertThat(refused(put("servers.a.host", "\"x\""))).contains("servers.a is no object and no list");
        assertThat(refused(put("usrs.x", "{}"))).contains("usrs");
    }

    @Test
    void aWrongValueIsRefusedAsADocumentIs() {
        assertThat(refused(put("keyspaces.pinterest.tables.x", "{\"kind\": \"mapping\"}")))
                .contains("line ", "keyspaces.pinterest.tables.x");
        assertThat(refused(put("home", "1.5"))).contains("home: expected text, found the number 1.5");
        assertThat(refused(put("home", "null"))).contains("DROP takes it out");
    }

    @Test
    void whatACountedAndACalledThingIsStays() {
        assertThat(refused(put("generation", "9"))).contains("is counted with each change");
        assertThat(refused(put("cluster", "\"other\""))).contains("a cluster keeps its name");
        assertThat(refused(drop(""))).contains("can't be dropped");
    }

    @Test
    void anAdditionNeverReplaces() {
        assertThat(refused(new DocumentEdit.Add(DocumentPath.of("users", "app"), DocumentEdit.json("{}"))))
                .isEqualTo("users.app: it is there already");
    }

    @Test
    void aTextIsTakenOutOnlyIfItIsTheOne() {
        DocumentEdit ofData = new DocumentEdit.DropText(DocumentPath.of("users", "app", "account"), "data");
        DocumentEdit missing = new DocumentEdit.DropText(DocumentPath.of("users", "x", "account"), "data");
        assertThat(applied(put("users.app.read_only", "false"), put("users.app.account", "\"data\""), ofData, missing)
                        .user("app")
                        .orElseThrow()
                        .account())
                .isEqualTo("data");
        assertThat(applied(
                                put("accounts.own", "{\"user\": \"own\", \"secret\": \"env:Z\"}"),
                                put("users.app.account", "\"own\""),
                                ofData)
                        .user("app")
                        .orElseThrow()
                        .account())
                .isEqualTo("own");
    }

    @Test
    void editsOfAnotherGenerationAreRefused() {
        TopologyPatch patch = new TopologyPatch(List.of(drop("users.app")), OptionalLong.of(6));
        assertThat(((Reading.Refused) patch.applyTo(topology)).text())
                .contains("the stored document has generation 7, not 6");
    }

    /** Of the processor's time, so that a busy machine fails nothing. */
    @Test
    void theLargestDocumentIsEditedWithinSeconds() {
        StringBuilder ranges = new StringBuilder();
        for (int shard = 0; shard < MOST_SHARDS; shard++) {
            ranges.append(shard == 0 ? "" : ",\n")
                    .append("{\"range\": [%d, %d], \"pair\": \"p\"}".formatted(shard, shard));
        }
        Topology large = read(document(ranges.toString()));
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begun = threads.getCurrentThreadCpuTime();
        Reading after = TopologyPatch.of(put("keyspaces.pinterest.ranges[65000].insert_weight", "0"))
                .applyTo(large);
        assertThat(after).isInstanceOf(Reading.Accepted.class);
        double seconds = (threads.getCurrentThreadCpuTime() - begun) / 1e9;
        System.out.printf("an edit of 65,536 ranges: %.3f s%n", seconds);
        assertThat(seconds).isLessThan(10);
    }
}
