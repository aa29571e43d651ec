package io.pinion.operations.reshard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.transfer.TransferSteps;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which keyspaces can get other shards, and what the topology says of them then. */
class ReshardCheckTest {
    private static final String USERS = """
            "users": {"kind": "mod", "shards": 8, "database": "users%05d",
                      "ranges": [{"range": [0, 3], "pair": "p"}, {"range": [4, 7], "pair": "q"}]}""";

    private static Topology topology(String keyspaces) {
        String json = """
                {"cluster": "c", "generation": 3,
                 "servers": {"pA": "10.0.1.1", "qA": "10.0.2.1", "rA": "10.0.3.1"},
                 "pairs": {"p": {"primary": "pA"}, "q": {"primary": "qA"}, "r": {"primary": "rA"}},
                 "keyspaces": {%s},
                 "users": {},
                 "accounts": {"data": {"user": "d", "secret": "env:D"}, "operator": {"user": "o", "secret": "env:O"}}}
                """.formatted(keyspaces);
        return ((Reading.Accepted) new TopologyReader().read(json)).topology();
    }

    private static ReshardRequest request(int shards, String hash, String databases) {
        return new ReshardRequest(
                "users",
                shards,
                Optional.of(hash).filter(text -> !text.isEmpty()),
                List.of("q", "r"),
                Optional.of(databases).filter(text -> !text.isEmpty()).map(DatabasePattern::parse),
                false);
    }

    private static KeyspaceResharding task(String keyspaces, ReshardRequest request) throws OperationRefused {
        return new ReshardCheck(topology(keyspaces)).task(request);
    }

    @Test
    void theNewShardsHaveNamesAndPairsOfTheirOwn() throws OperationRefused {
        KeyspaceResharding task = task(USERS, request(2, "", ""));
        assertThat(task.statement())
                .isEqualTo("RESHARD KEYSPACE users INTO 2 SHARDS HASH md5 ON PAIRS q, r DATABASE 'users_2_%05d'");
        assertThat(task.shape().ranges()).containsExactly(ShardRange.of(0, 0, "q"), ShardRange.of(1, 1, "r"));
        assertThat(task.pairs()).containsExactly("p", "q", "r");
        assertThat(task.old().databasesOfPairs())
                .containsEntry("q", List.of("users00004", "users00005", "users00006", "users00007"));
        assertThat(task.locks()).containsExactlyInAnyOrder("shards:users", "pair:p", "pair:q", "pair:r");
    }

    @Test
    void anotherHashOfAsManyShardsHasOtherNames() throws OperationRefused {
        Topology again = topology(USERS.replace("users%05d", "users_8_%05d"));
        assertThat(new ReshardCheck(again).task(request(8, "crc32", "")).statement())
                .endsWith("INTO 8 SHARDS HASH crc32 ON PAIRS q, r DATABASE 'users_8b_%05d'");
    }

    @Test
    void theTopologyNamesThemUntilTheyAreHandedOver() throws OperationRefused {
        Topology before = topology(USERS);
        KeyspaceResharding task = new ReshardCheck(before).task(request(2, "crc32", ""));
        Topology announced = task.announcedIn(before);
        Keyspace.Mod users = task.in(announced).orElseThrow();
        assertThat(users.shards()).isEqualTo(8);
        assertThat(users.resharding()).contains(task.announced());
        assertThat(task.announcedIn(announced)).isEqualTo(announced);

        Keyspace.Mod after = task.in(announced.resharded(users)).orElseThrow();
        assertThat(task.isOnNew(after)).isTrue();
        assertThat(task.isOnOld(after)).isFalse();
        assertThat(task.announcedIn(announced.resharded(users))).isEqualTo(announced.resharded(users));
    }

    @Test
    void tablesStayAsTheyAreUntilTheHandOver() throws OperationRefused {
        KeyspaceResharding task = task(USERS, request(2, "", ""));
        Progress progress = Progress.beginning(2, "one", Instant.EPOCH);
        assertThat(task.isPublishing(progress)).isTrue();
        assertThat(task.isPublishing(progress.withFact("furthest", TransferSteps.COPYING)))
                .isTrue();
        assertThat(task.isPublishing(progress.withFact("furthest", TransferSteps.HANDING_OVER)))
                .isTrue();
        assertThat(task.isPublishing(progress.withFact("furthest", TransferSteps.SETTLING)))
                .isFalse();
        assertThat(task.isPublishing(progress.withFact("furthest", KeyspaceResharding.DROPPING)))
                .isFalse();
    }

    @Test
    void whatCantBeReshardedIsRefused() {
        assertThatThrownBy(() -> task(USERS.replace("\"users\"", "\"user\""), request(2, "", "")))
                .hasMessageContaining("there is no keyspace users: did you mean user?");
        assertThatThrownBy(() -> task(USERS.replace("\"mod\", \"shards\": 8", "\"id\""), request(2, "", "")))
                .hasMessageContaining("is in its global id");
        assertThatThrownBy(() -> task("\"users\": {\"kind\": \"single\", \"pair\": \"p\"}", request(2, "", "")))
                .hasMessageContaining("has no shards");
        assertThatThrownBy(() -> task(USERS.replace("[4, 7]", "[4, 6]"), request(2, "", "")))
                .hasMessageContaining("not all of the 8 shards of users are on a pair");
        assertThatThrownBy(() ->
                        task(USERS.replace("\"pair\": \"q\"", "\"pair\": \"q\", \"held\": true"), request(2, "", "")))
                .hasMessageContaining("are held");
        assertThatThrownBy(() -> task(USERS, request(8, "md5", "")))
                .hasMessageContaining("has 8 shards by md5 already");
        assertThatThrownBy(() -> task(USERS, request(2, "md6", ""))).hasMessageContaining("no hash called md6");
        assertThatThrownBy(() -> task(USERS, request(2, "", "users%05d")))
                .hasMessageContaining("would mean shards of users");
        assertThatThrownBy(() -> task(USERS, request(0, "", ""))).hasMessageContaining("0 shards are not between");
    }

    @Test
    void oneThatHasOtherShardsAlreadyIsRefused() throws OperationRefused {
        Topology announced = task(USERS, request(2, "", "")).announcedIn(topology(USERS));
        assertThatThrownBy(() -> new ReshardCheck(announced).task(request(4, "", "")))
                .hasMessageContaining("has other shards already");
    }
}
