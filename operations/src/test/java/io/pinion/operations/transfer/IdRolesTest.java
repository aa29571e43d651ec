package io.pinion.operations.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.transfer.SourceTable.SourceColumn;
import io.pinion.operations.transfer.form.NewNumbers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdRolesTest {
    private static final SourceTable USERS =
            table("users", Map.of("PRIMARY", List.of("id")), counted("int"), text("name"));
    private static final SourceTable BOARDS =
            table("boards", Map.of("PRIMARY", List.of("id")), counted("int"), integer("user_id"), text("title"));
    private static final SourceTable PINS =
            table("pins", Map.of("PRIMARY", List.of("id")), counted("bigint"), integer("board_id"), text("url"));
    private static final SourceTable BOARD_PINS = table(
            "board_pins",
            Map.of("PRIMARY", List.of("board_id", "pin_id")),
            integer("board_id"),
            integer("pin_id"),
            integer("seq"));
    private static final SourceTable USERNAMES =
            table("usernames", Map.of("PRIMARY", List.of("username")), text("username"), integer("user_id"));

    private static SourceTable table(String name, Map<String, List<String>> unique, SourceColumn... columns) {
        String definition = "CREATE TABLE `" + name + "` (\n) ENGINE=InnoDB AUTO_INCREMENT=1001";
        return new SourceTable(name, List.of(columns), unique, definition);
    }

    private static SourceColumn counted(String type) {
        return new SourceColumn("id", type, false, "auto_increment");
    }

    private static SourceColumn integer(String name) {
        return new SourceColumn(name, "int", false, "");
    }

    private static SourceColumn text(String name) {
        return new SourceColumn(name, "varchar", false, "");
    }

    private static TableRoles roles(Kind kind, String document, SourceTable... tables) throws OperationRefused {
        SourceSchema source = new SourceSchema("shop", "utf8mb4", "utf8mb4_bin", List.of(tables), List.of());
        return new TableRoles(source, TablesDocument.read(document), kind, 16);
    }

    @Test
    void objectsMappingsAndLookupsAreDeclared() throws OperationRefused {
        TableRoles roles = roles(Kind.ID, """
                {"users": {"object": 1}, "boards": {"object": 2, "ids": {"USER_ID": "users"}},
                 "pins": {"object": 3, "ids": {"board_id": "boards"}},
                 "board_pins": {"mapping": "board_id", "ids": {"board_id": "boards", "pin_id": "pins"}},
                 "usernames": {"single": true, "ids": {"user_id": "users"}}}""", BOARD_PINS, BOARDS, PINS, USERNAMES, USERS);

        assertThat(roles.problems()).isEmpty();
        assertThat(roles.tables())
                .extracting(TableRole::toString)
                .containsExactly(
                        "board_pins: mapping from=board_id ids=pin_id",
                        "boards: object type=2 hashed=16 through=134218665",
                        "pins: object type=3 hashed=16 through=134218665",
                        "usernames: single shard=0",
                        "users: object type=1 hashed=16 through=134218665");
        assertThat(roles.tables().get(1).ids()).containsExactly(Map.entry("user_id", "users"));
    }

    @Test
    void anObjectThatNothingRefersToLivesWithAnother() throws OperationRefused {
        assertThat(roles(Kind.ID, """
                                {"boards": {"object": 2}, "pins": {"object": 3, "by": "board_id",
                                 "ids": {"board_id": "boards"}}}""", BOARDS, PINS).tables())
                .extracting(TableRole::toString)
                .contains("pins: object type=3 colocate=board_id");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() throws OperationRefused {
        TableRoles roles = roles(Kind.ID, """
                {"users": {"object": 1}, "boards": {"object": 1, "ids": {"owner": "user"}},
                 "pins": {"object": 3, "by": "board_id"},
                 "board_pins": {"mapping": "pin_id", "ids": {"board_id": "boards", "pin_id": "pins"}},
                 "usernames": {"object": 4}}""", BOARD_PINS, BOARDS, PINS, USERNAMES, USERS);

        assertThat(roles.problems())
                .containsExactly(
                        "the primary key (board_id, pin_id) of board_pins has ids, and so has to begin with pin_id and to"
                                + " consist of integers: put them in that order, or give the table another key",
                        "column owner of boards can't have ids of user, which is no object table: did you mean users?",
                        "there is no column owner in boards: known are id, title, user_id",
                        "pins is placed by board_id, and board_pins refers to its rows by id, which must tell their ids:"
                                + " leave out \"by\", so that id places them",
                        "the primary key of usernames is (username), and the key of objects is one integer: give it"
                                + " another, or make it a mapping",
                        "type 1 of users is that of boards: each object table has its own");
    }

    @Test
    void aForeignKeyOfSeveralColumnsTellsOfEachThatGetsIds() throws OperationRefused {
        SourceTable notes = new SourceTable(
                "notes",
                List.of(counted("int"), integer("owner_id"), integer("board_id"), text("lang")),
                Map.of("PRIMARY", List.of("id")),
                """
                CREATE TABLE `notes` (
                  CONSTRAINT `of_board` FOREIGN KEY (`owner_id`, `board_id`, `lang`) REFERENCES `boards` (`user_id`, `id`, `lang`),
                  CONSTRAINT `of_title` FOREIGN KEY (`lang`) REFERENCES `boards` (`title`)
                ) ENGINE=InnoDB AUTO_INCREMENT=1001""");
        String document = """
                {"users": {"object": 1}, "boards": {"object": 2, "ids": {"user_id": "users"}},
                 "notes": {"object": 3, "ids": {%s}}}""";

        assertThat(roles(Kind.ID, document.formatted(""), BOARDS, notes, USERS).problems())
                .containsExactly(
                        "a foreign key says that owner_id of notes refers to user_id of boards, which gets ids: name it in"
                                + " \"ids\": {\"owner_id\": \"users\"}, or drop the foreign key if the column shall keep"
                                + " the old numbers",
                        "a foreign key says that board_id of notes refers to id of boards, which gets ids: name it in"
                                + " \"ids\": {\"board_id\": \"boards\"}, or drop the foreign key if the column shall keep"
                                + " the old numbers");
        assertThat(roles(
                                Kind.ID,
                                document.formatted("\"owner_id\": \"users\", \"board_id\": \"boards\""),
                                BOARDS,
                                notes,
                                USERS)
                        .problems())
                .isEmpty();
    }

    @Test
    void aKeyspaceOfEachKindHasItsTables() throws OperationRefused {
        assertThat(roles(Kind.ID, "{\"users\": {\"key\": \"id\"}}", USERS).problems())
                .singleElement()
                .asString()
                .startsWith("a keyspace of ids has no hashed tables, and users is one: say of it {\"object\": 1}");
        assertThat(roles(Kind.MOD, "{\"users\": {\"object\": 1}}", USERS).problems())
                .contains(
                        "only a keyspace of ids has objects, mappings and ids, as users shall have: IMPORT DATABASE shop"
                                + " AS ID …");
        assertThat(new TableRoles(
                                new SourceSchema("shop", "utf8mb4", "utf8mb4_bin", List.of(USERS), List.of()),
                                TablesDocument.NONE,
                                Kind.ID,
                                16)
                        .problems())
                .first()
                .asString()
                .startsWith("TABLES has to say which tables become objects and mappings");
    }

    @Test
    void eachShardCountsNewObjectsForItself() throws OperationRefused {
        NewNumbers numbers = roles(Kind.ID, "{\"users\": {\"object\": 1}}", USERS)
                .tables()
                .getFirst()
                .object()
                .orElseThrow()
                .numbers();

        assertThat(numbers.of(0)).isGreaterThan(1001);
        assertThat(numbers.of(16)).isLessThan(Integer.MAX_VALUE / 7);
        assertThat(numbers.of(1) - numbers.of(0)).isEqualTo(numbers.each()).isGreaterThan(8_000_000);
        assertThat(NewNumbers.of(List.of("smallint"), 30_000, 16)).isEmpty();
    }

    @Test
    void zeroIsNoTypeOfObjects() {
        assertThatThrownBy(() -> TablesDocument.read("{\"users\": {\"object\": 0}}"))
                .isInstanceOf(OperationRefused.class)
                .hasMessageContaining("from 1 to 1023");
    }

    @Test
    void aUniqueKeyOfObjectsHasTheirKey() throws OperationRefused {
        SourceTable pins = table(
                "pins",
                Map.of("PRIMARY", List.of("id"), "by_url", List.of("board_id", "url")),
                counted("bigint"),
                integer("board_id"),
                text("url"));
        String document = """
                {"boards": {"object": 2}, "pins": {"object": 3, "by": "board_id", "ids": {"board_id": "boards"}%s}}""";

        assertThat(roles(Kind.ID, document.formatted(""), BOARDS, pins).problems())
                .containsExactly(
                        "the unique key by_url (board_id, url) of pins is without the column id, and so would be"
                                + " unique on each shard only: take another key, or say \"unique\": \"per shard\" if the"
                                + " application sees to it");
        assertThat(roles(Kind.ID, document.formatted(", \"unique\": \"per shard\""), BOARDS, pins)
                        .problems())
                .isEmpty();
    }

    @Test
    void allColumnsThatReferToObjectsHaveRoomForNewOnes() throws OperationRefused {
        SourceTable boards = table(
                "boards",
                Map.of("PRIMARY", List.of("id")),
                counted("int"),
                new SourceColumn("user_id", "mediumint", false, ""));
        SourceTable usernames = table(
                "usernames",
                Map.of("PRIMARY", List.of("username")),
                text("username"),
                new SourceColumn("user_id", "smallint", false, ""));
        SourceTable posts = table(
                "posts",
                Map.of("PRIMARY", List.of("id")),
                counted("int"),
                new SourceColumn("author", "tinyint", false, ""));

        NewNumbers numbers = roles(
                        Kind.ID,
                        "{\"users\": {\"object\": 1}, \"boards\": {\"object\": 2, \"ids\": {\"user_id\": \"users\"}}}",
                        boards,
                        USERS)
                .tables()
                .getLast()
                .object()
                .orElseThrow()
                .numbers();
        assertThat(numbers.of(16)).isLessThan(8_388_607);
        assertThat(roles(Kind.ID, """
                                {"users": {"object": 1}, "posts": {"object": 2, "ids": {"author": "users"}},
                                 "usernames": {"single": true, "ids": {"user_id": "users"}}}""", posts, usernames, USERS).problems())
                .containsExactly("too few numbers are left for new rows of users on 16 shards: make author of posts and"
                        + " user_id of usernames BIGINT first");
    }
}
