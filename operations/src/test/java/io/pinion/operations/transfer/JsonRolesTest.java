package io.pinion.operations.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.transfer.SourceTable.SourceColumn;
import io.pinion.operations.transfer.form.JsonColumn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonRolesTest {
    private static final SourceTable USERS = new SourceTable(
            "users",
            "InnoDB",
            List.of(
                    new SourceColumn("id", "int", false, "auto_increment"),
                    column("name", "varchar"),
                    column("email", "varchar"),
                    column("turns", "int"),
                    column("score", "float"),
                    column("code", "int"),
                    column("born", "date"),
                    column("prefs", "longtext"),
                    column("boss", "int")),
            Map.of("PRIMARY", List.of("id"), "by_email", List.of("email")),
            """
            CREATE TABLE `users` (
              `id` int NOT NULL AUTO_INCREMENT,
              `name` varchar(40) DEFAULT 'json_valid(`name`)',
              `email` varchar(40),
              `turns` int,
              `score` float,
              `code` int(5) unsigned zerofill,
              `born` date,
              `prefs` longtext CHECK (json_valid(`prefs`)),
              `boss` int,
              `twice` int GENERATED ALWAYS AS (`turns` * 2),
              PRIMARY KEY (`id`)
            ) ENGINE=InnoDB AUTO_INCREMENT=1001""");

    private static SourceColumn column(String name, String type) {
        return new SourceColumn(name, type, true, "");
    }

    private static TableRoles roles(String json) throws OperationRefused {
        SourceSchema source = new SourceSchema("shop", "utf8mb4", "utf8mb4_bin", List.of(USERS), List.of());
        String document =
                "{\"users\": {\"object\": 1, \"ids\": {\"boss\": \"users\"}, \"unique\": \"per shard\", \"json\": "
                        + json + "}}";
        return new TableRoles(source, TablesDocument.read(document), Kind.ID, 16);
    }

    @Test
    void columnsBecomeMembersByTheirTypes() throws OperationRefused {
        TableRoles roles = roles("{\"data\": [\"NAME\", \"born\"], \"more\": [\"prefs\"]}");

        assertThat(roles.problems()).isEmpty();
        assertThat(roles.tables().getFirst().json())
                .containsExactly(
                        new JsonColumn(
                                "data",
                                List.of(
                                        new JsonColumn.Member("name", JsonColumn.Kind.TEXT),
                                        new JsonColumn.Member("born", JsonColumn.Kind.TIME))),
                        new JsonColumn("more", List.of(new JsonColumn.Member("prefs", JsonColumn.Kind.NESTED))));
    }

    @Test
    void whatJsonDoesntKeepStaysAColumn() throws OperationRefused {
        assertThat(roles("""
                                {"born": ["email", "score", "code", "turns", "boss", "id", "nme"], "data": [], "more":
                                 ["name", "name"]}""").problems())
                .containsExactly(
                        "column email of users can't be in JSON, since the unique key by_email has it: leave it a column",
                        "column score of users can't be in JSON, since it is float, which JSON doesn't keep exactly: leave"
                                + " it a column",
                        "column code of users can't be in JSON, since it is generated or ZEROFILL: leave it a column",
                        "column turns of users can't be in JSON, since column twice computes with it: leave it a column",
                        "column boss of users can't be in JSON, since it has ids, or places rows: leave it a column",
                        "column id of users can't be in JSON, since it has ids, or places rows: leave it a column",
                        "there is no column nme in users: did you mean name?",
                        "the JSON data of users has no members: name columns of users",
                        "name of users is in JSON twice: take it once",
                        "the JSON born of users has the name of another column: give it one of its own");
    }
}
