package io.pinion.operations.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.transfer.SourceSchema.Other;
import io.pinion.operations.transfer.SourceSchema.Outside;
import io.pinion.operations.transfer.SourceTable.SourceColumn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableRolesTest {
    private static final SourceTable USERS = table(
            "users",
            List.of(
                    new SourceColumn("id", "bigint", false, "auto_increment"),
                    new SourceColumn("email", "varchar", true, "")),
            Map.of("PRIMARY", List.of("id"), "by_email", List.of("email")));
    private static final SourceTable ORDERS = table(
            "orders",
            List.of(
                    new SourceColumn("id", "bigint", false, "auto_increment"),
                    new SourceColumn("user_id", "bigint", false, "")),
            Map.of("PRIMARY", List.of("id")));
    private static final SourceTable LOG = table("log", List.of(new SourceColumn("line", "text", true, "")), Map.of());

    private static SourceTable table(String name, List<SourceColumn> columns, Map<String, List<String>> unique) {
        return new SourceTable(name, columns, unique, "");
    }

    private static SourceSchema shop(SourceTable... tables) {
        return new SourceSchema("shop", "utf8mb4", "utf8mb4_bin", List.of(tables), List.of());
    }

    private static TableRoles roles(SourceSchema source, String document) throws OperationRefused {
        return new TableRoles(source, TablesDocument.read(document), Kind.MOD, 16);
    }

    @Test
    void withoutADocumentTablesGoByTheirPrimaryKey() {
        TableRoles roles = new TableRoles(shop(ORDERS), TablesDocument.NONE, Kind.MOD, 16);

        assertThat(roles.problems()).isEmpty();
        assertThat(roles.tables().toString()).isEqualTo("[orders: hashed key=id sequence=id]");
    }

    @Test
    void aDocumentNamesKeysReferencesAndWhatStaysBehind() throws OperationRefused {
        TableRoles roles = roles(shop(USERS, ORDERS, LOG), """
                {"users": "reference", "orders": {"key": "USER_ID"}, "log": "skip"}""");

        assertThat(roles.problems()).isEmpty();
        assertThat(roles.tables().toString())
                .isEqualTo("[users: reference sequence=id, orders: hashed key=user_id sequence=id, log: skipped]");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() throws OperationRefused {
        TableRoles roles = roles(shop(USERS, ORDERS, LOG), """
                {"user": {"key": "id"}, "orders": {"key": "userid"}, "log": {"key": "line"}}""");

        assertThat(roles.problems())
                .containsExactly(
                        "there is no table user in shop: did you mean users?",
                        "TABLES doesn't name users: say of it {\"key\": \"…\"}, \"reference\" or \"skip\"",
                        "there is no column userid in orders: did you mean user_id?",
                        "key column line of log may be NULL, which has no shard: take another column, or make it NOT NULL"
                                + " first");
    }

    /** What servers say of the others is told together with it. */
    @Test
    void tablesWithAProblemAreLeftOutOfTheWhole() throws OperationRefused {
        TableRoles roles = roles(shop(USERS, ORDERS, LOG), """
                {"users": {"key": "id"}, "orders": {"key": "user_id"}, "log": "skip"}""");

        assertThat(roles.problems()).hasSize(1);
        assertThat(roles.whole().toString()).isEqualTo("[orders: hashed key=user_id sequence=id, log: skipped]");
    }

    @Test
    void aSequenceGoesOnFromAutoIncrementAlone() throws OperationRefused {
        assertThat(roles(shop(ORDERS), "{\"orders\": {\"key\": \"user_id\", \"sequence\": \"user_id\"}}")
                        .problems())
                .anyMatch(problem -> problem.startsWith("column user_id of orders can't have a sequence"));
        assertThat(roles(shop(ORDERS), "{\"orders\": {\"key\": \"user_id\", \"sequence\": \"ID\"}}")
                        .problems())
                .isEmpty();
    }

    @Test
    void aUniqueKeyWithoutTheKeyColumnIsRefusedUnlessItIsSaid() throws OperationRefused {
        assertThat(new TableRoles(shop(USERS), TablesDocument.NONE, Kind.MOD, 16).problems())
                .singleElement()
                .asString()
                .startsWith("the unique key by_email (email) of users is without the column id");
        assertThat(roles(shop(USERS), "{\"users\": {\"unique\": \"per shard\"}}")
                        .problems())
                .isEmpty();
    }

    @Test
    void aTableWithoutPrimaryKeyNeedsAWord() {
        assertThat(new TableRoles(shop(LOG), TablesDocument.NONE, Kind.MOD, 16).problems())
                .containsExactly("log has no primary key: say of it {\"key\": \"…\"}, \"reference\" or \"skip\"");
    }

    @Test
    void whatIsNoTableIsRefused() throws OperationRefused {
        SourceSchema source = new SourceSchema(
                "shop",
                "utf8mb4",
                "utf8mb4_bin",
                List.of(ORDERS),
                List.of(
                        new Other("view", "paying", ""),
                        new Other("trigger", "counts", "orders"),
                        new Other("foreign key", "of_user", "orders"),
                        new Other("procedure", "bill", "")));

        assertThat(new TableRoles(source, TablesDocument.NONE, Kind.MOD, 16).problems())
                .containsExactly(
                        "view paying isn't carried over: say of it \"skip\"",
                        "trigger counts of orders wouldn't run on the shards: let the application do its work, and drop"
                                + " it",
                        "foreign key of_user of orders changes rows by itself (ON DELETE or ON UPDATE), which no binary"
                                + " log has: ALTER TABLE orders DROP FOREIGN KEY of_user first, and let the application"
                                + " do it",
                        "procedure bill isn't carried over, and a sharded keyspace has none: let the application do"
                                + " its work, and drop it");
        assertThat(roles(source, "{\"orders\": {}, \"paying\": \"skip\"}").problems())
                .noneMatch(problem -> problem.contains("view"));
    }

    @Test
    void whatOtherDatabasesHaveOfItNeedsAWord() throws OperationRefused {
        SourceSchema source = new SourceSchema(
                "shop",
                "utf8mb4",
                "utf8mb4_bin",
                List.of(ORDERS),
                List.of(),
                List.of(new Outside("view", "reports.paying"), new Outside("event", "reports.nightly")));

        assertThat(new TableRoles(source, TablesDocument.NONE, Kind.MOD, 16).problems())
                .containsExactly(
                        "view reports.paying names shop, and would go on with the old database behind the hand-over:"
                                + " drop it first, or say of it \"skip\" if that is meant ({\"reports.paying\":"
                                + " \"skip\", …})",
                        "event reports.nightly names shop, and would go on with the old database behind the hand-over:"
                                + " drop it first, or say of it \"skip\" if that is meant ({\"reports.nightly\":"
                                + " \"skip\", …})");
        assertThat(roles(source, """
                                {"orders": {}, "reports.paying": "skip", "reports.nightly": "skip"}""").problems()).isEmpty();
    }

    @Test
    void aDocumentThatIsWrongIsRefused() {
        assertThatThrownBy(() -> TablesDocument.read("{\"a\": \"skipp\", \"b\": {\"keys\": \"id\"}, \"c\": 7}"))
                .hasMessageContaining("did you mean skip?")
                .hasMessageContaining("keys")
                .hasMessageContaining("write {\"key\": \"…\"}, \"reference\" or \"skip\"");
    }
}
