package io.pinion.operations.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.transfer.form.ArisingMapping;
import io.pinion.operations.transfer.form.NewNumbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShardDefinitionTest {
    private static final String ORDERS = """
            CREATE TABLE `orders` (
              `id` bigint unsigned NOT NULL AUTO_INCREMENT COMMENT 'an AUTO_INCREMENT, too',
              `user_id` bigint unsigned NOT NULL COMMENT 'no AUTO_INCREMENT, this one',
              `made` timestamp NULL DEFAULT NULL,
              PRIMARY KEY (`id`),
              KEY `by_user` (`user_id`),
              CONSTRAINT `of_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE,
              CONSTRAINT `of_it` FOREIGN KEY (`id`) REFERENCES `users` (`id`)
            ) ENGINE=InnoDB AUTO_INCREMENT=4001 DEFAULT CHARSET=utf8mb4 COMMENT='AUTO_INCREMENT=7'""";

    private static String made(TableRole role) {
        SourceTable source = new SourceTable("orders", List.of(), Map.of(), ORDERS);
        return new ShardDefinition(source, role).inDatabase("shop00007", 7);
    }

    @Test
    void aSequenceTakesThePlaceOfAutoIncrement() {
        assertThat(made(TableRole.hashed("orders", "user_id", Optional.of("ID"))))
                .isEqualTo("""
                        CREATE TABLE IF NOT EXISTS `shop00007`.`orders` (
                          `id` bigint unsigned NOT NULL COMMENT 'an AUTO_INCREMENT, too',
                          `user_id` bigint unsigned NOT NULL COMMENT 'no AUTO_INCREMENT, this one',
                          `made` timestamp NULL DEFAULT NULL,
                          PRIMARY KEY (`id`),
                          KEY `by_user` (`user_id`)
                        ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='AUTO_INCREMENT=7'""");
    }

    @Test
    void withoutASequenceEachShardCounts() {
        assertThat(made(TableRole.hashed("orders", "user_id", Optional.empty())))
                .contains("`id` bigint unsigned NOT NULL AUTO_INCREMENT COMMENT")
                .doesNotContain("4001");
    }

    @Test
    void anObjectHasALocalIdAndIdsOfOthers() {
        TableRole role = TableRole.objects(
                "orders",
                "id",
                new TableRole.ObjectRole(4, "id", new NewNumbers(100_000, 1000), Optional.empty()),
                Map.of("user_id", "users"));

        assertThat(made(role)).isEqualTo("""
                        CREATE TABLE IF NOT EXISTS `shop00007`.`orders` (
                          `local_id` bigint unsigned NOT NULL AUTO_INCREMENT COMMENT 'an AUTO_INCREMENT, too',
                          `user_id` bigint NOT NULL COMMENT 'no AUTO_INCREMENT, this one',
                          `made` timestamp NULL DEFAULT NULL,
                          PRIMARY KEY (`local_id`),
                          KEY `by_user` (`user_id`)
                        ) ENGINE=InnoDB AUTO_INCREMENT=107000 DEFAULT CHARSET=utf8mb4 COMMENT='AUTO_INCREMENT=7'""");
    }

    @Test
    void aMappingThatArisesHasSomeOfTheColumns() {
        ArisingMapping mapping = new ArisingMapping(
                "orders",
                List.of(
                        new ArisingMapping.MappingColumn("user_id", "user_id"),
                        new ArisingMapping.MappingColumn("order_id", "id"),
                        new ArisingMapping.MappingColumn("ts", "made")),
                List.of("user_id", "id"),
                "by_user");

        assertThat(made(TableRole.arising(
                        "user_has_orders", "user_id", Map.of("user_id", "users", "id", "orders"), mapping)))
                .isEqualTo("""
                        CREATE TABLE IF NOT EXISTS `shop00007`.`user_has_orders` (
                          `user_id` bigint NOT NULL,
                          `order_id` bigint NOT NULL,
                          `ts` timestamp NULL DEFAULT NULL,
                          PRIMARY KEY (`user_id`,`order_id`)
                        ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4""");
    }
}
