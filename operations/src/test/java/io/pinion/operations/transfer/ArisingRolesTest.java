package io.pinion.operations.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.transfer.SourceTable.SourceColumn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArisingRolesTest {
    private static final SourceTable USERS = table("users", List.of("id"), "", counted());
    private static final SourceTable BOARDS = table(
            "boards",
            List.of("id"),
            "  KEY `hidden` (`user_id`) /*!80000 INVISIBLE */,\n  KEY `of_user` (`user_id`),\n",
            counted(),
            column("user_id", "int"),
            column("created", "timestamp"));
    private static final SourceTable BOARD_PINS = table(
            "board_pins",
            List.of("board_id", "pin_id"),
            "  KEY `back` (`pin_id`,`board_id`)\n",
            column("board_id", "int"),
            column("pin_id", "int"));
    private static final SourceTable PINS = table("pins", List.of("id"), "", counted(), column("board_id", "int"));
    private static final SourceTable NAMES = table(
            "names",
            List.of("name"),
            "  KEY `of_user` (`user_id`)\n",
            column("name", "varchar"),
            column("user_id", "int"));
    private static final String OLD = """
            "users": {"object": 1}, "boards": {"object": 2, "ids": {"user_id": "users"}}, "pins": {"object": 3},
            "board_pins": {"mapping": "board_id", "ids": {"board_id": "boards", "pin_id": "pins"}},
            "names": {"single": true, "ids": {"user_id": "users"}},""";

    private static SourceTable table(String name, List<String> primary, String indexes, SourceColumn... columns) {
        String definition = "CREATE TABLE `" + name + "` (\n  `created` timestamp NOT NULL,\n" + indexes
                + ") ENGINE=InnoDB AUTO_INCREMENT=1001";
        return new SourceTable(name, List.of(columns), Map.of("PRIMARY", primary), definition);
    }

    private static SourceColumn counted() {
        return new SourceColumn("id", "int", false, "auto_increment");
    }

    private static SourceColumn column(String name, String type) {
        return new SourceColumn(name, type, false, "");
    }

    private static TableRoles roles(String arising) throws OperationRefused {
        SourceSchema source = new SourceSchema(
                "shop", "utf8mb4", "utf8mb4_bin", List.of(BOARD_PINS, BOARDS, NAMES, PINS, USERS), List.of());
        return new TableRoles(source, TablesDocument.read("{" + OLD + arising + "}"), Kind.ID, 16);
    }

    @Test
    void anObjectIsFoundFromTheOneThatItRefersTo() throws OperationRefused {
        TableRoles roles = roles("""
                "user_has_boards": {"mapping": "owner", "of": "boards",
                 "columns": {"owner": "USER_ID", "board_id": "id", "ts": "created"}}""");

        assertThat(roles.problems()).isEmpty();
        TableRole role = roles.tables().getLast();
        assertThat(role).hasToString("user_has_boards: mapping from=owner ids=board_id");
        assertThat(role.arising().orElseThrow().key()).containsExactly("user_id", "id");
        assertThat(role.arising().orElseThrow().index()).isEqualTo("of_user");
    }

    @Test
    void aMappingAlsoGoesTheOtherWay() throws OperationRefused {
        TableRoles roles = roles("""
                "board_of_user": {"mapping": "board_id", "of": "boards",
                 "columns": {"board_id": "id", "user_id": "user_id"}},
                "pin_in_boards": {"mapping": "pin_id", "of": "board_pins",
                 "columns": {"pin_id": "pin_id", "board_id": "board_id"}}""");

        assertThat(roles.problems()).isEmpty();
        List<TableRole> arising = roles.tables().subList(5, 7);
        assertThat(arising.getFirst().arising().orElseThrow().key()).containsExactly("id");
        assertThat(arising.getFirst().arising().orElseThrow().index()).isEqualTo("PRIMARY");
        assertThat(arising.getLast().arising().orElseThrow().key()).containsExactly("pin_id", "board_id");
        assertThat(arising.getLast().arising().orElseThrow().index()).isEqualTo("back");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() throws OperationRefused {
        assertThat(roles("""
                                "users_boards": {"mapping": "user_id", "of": "board", "columns": {"user_id": "user_id"}},
                                "a": {"mapping": "owner", "of": "boards", "columns": {"user_id": "user_id"}},
                                "b": {"mapping": "ts", "of": "boards", "columns": {"ts": "created", "other": "created"}},
                                "c": {"mapping": "user_id", "of": "names",
                                 "columns": {"user_id": "user_id", "name": "name"}},
                                "d": {"mapping": "board_id", "of": "pins",
                                 "columns": {"board_id": "board_id", "pin_id": "id"}}""").problems())
                .containsExactly(
                        "there is no table board in shop, from which users_boards could arise: did you mean boards?",
                        "\"columns\" of a don't say from which column of boards its owner comes",
                        "created of boards is in b as ts and as other: take it once",
                        "nothing says whose rows created of boards names: say of boards \"ids\": {\"created\": \"…\"}",
                        "\"columns\" of b are without id of the primary key, by which a row of boards is known: take it,"
                                + " too",
                        "boards has no index of created alone, in whose order rows of b are compared: ALTER TABLE boards"
                                + " ADD INDEX (`created`) first",
                        "the primary key of names has name, which is varchar, and c can arise where it consists of"
                                + " integers",
                        "nothing says whose rows board_id of pins names: say of pins \"ids\": {\"board_id\": \"…\"}",
                        "pins has no index of board_id alone, in whose order rows of d are compared: ALTER TABLE pins ADD"
                                + " INDEX (`board_id`) first");
    }

    @Test
    void aMappingDoesntTakeTheNameOfATable() throws OperationRefused {
        SourceSchema source = new SourceSchema("shop", "utf8mb4", "utf8mb4_bin", List.of(PINS, USERS), List.of());
        TablesDocument document = TablesDocument.read("""
                {"users": {"object": 1}, "pins": {"mapping": "user_id", "of": "users", "columns": {"user_id": "id"}}}""");

        assertThat(new TableRoles(source, document, Kind.ID, 16).problems())
                .containsExactly(
                        "pins is a table of shop, and so can't arise from another: leave out \"of\", or give the"
                                + " mapping a name of its own");
    }

    @Test
    void objectsThatLiveWithOthersHaveNoIdThatAMappingCouldTell() throws OperationRefused {
        SourceSchema source = new SourceSchema("shop", "utf8mb4", "utf8mb4_bin", List.of(BOARDS, PINS), List.of());
        TablesDocument document = TablesDocument.read("""
                {"boards": {"object": 2}, "pins": {"object": 3, "by": "board_id", "ids": {"board_id": "boards"}},
                 "pin_of_board": {"mapping": "pin_id", "of": "pins", "columns": {"pin_id": "id", "board_id": "board_id"}}}""");

        assertThat(new TableRoles(source, document, Kind.ID, 16).problems())
                .singleElement()
                .asString()
                .contains("pin_of_board refers to its rows by id");
    }
}
