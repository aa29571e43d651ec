package io.pinion.operations.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdExpressionsTest {
    private static List<String> problems(String column, String definition) {
        return IdExpressions.of(new SourceTable("posts", List.of(), Map.of(), definition))
                .problems(column);
    }

    private static String problem(String what, String column) {
        return what + " of posts computes with " + column
                + ", which holds other numbers on the shards: remove that from posts first";
    }

    @Test
    void whatComputesWithAnIdIsNamed() {
        String posts = """
                CREATE TABLE `posts` (
                  `id` int(11) NOT NULL AUTO_INCREMENT,
                  `user_id` int(11) NOT NULL CHECK (`user_id` > 0),
                  `half` int(11) GENERATED ALWAYS AS (`USER_ID` / 2) STORED,
                  `other` int(11) DEFAULT (`user_id` + 1),
                  PRIMARY KEY (`id`),
                  KEY `of_user` (`user_id`),
                  CONSTRAINT `others` CHECK ((`other` <> `user_id`)) /*!80016 NOT ENFORCED */,
                  CONSTRAINT `of_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`)
                ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4
                 PARTITION BY KEY (id)
                PARTITIONS 4""";

        assertThat(problems("user_id", posts))
                .containsExactly(
                        problem("column user_id", "user_id"),
                        problem("column half", "user_id"),
                        problem("column other", "user_id"),
                        problem("CHECK others", "user_id"));
        assertThat(problems("id", posts)).containsExactly(problem("PARTITION BY", "id"));
    }

    @Test
    void whatIsOnlyTextComputesNothing() {
        assertThat(problems("id", """
                        CREATE TABLE `posts` (
                          `id` int NOT NULL AUTO_INCREMENT COMMENT 'not `id`, it''s CHECK (`id`)',
                          `title` enum('`id`','\\'`id`') DEFAULT NULL,
                          `it's` int GENERATED ALWAYS AS (`uid`) VIRTUAL,
                          PRIMARY KEY (`id`)
                        ) ENGINE=InnoDB COMMENT='PARTITION BY id'
                        /*!50100 PARTITION BY HASH (`uid`) */""")).isEmpty();
    }
}
