package io.pinion.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.server.sql.TableName;
import org.junit.jupiter.api.Test;

class ExpiredTableTest {
    @Test
    void checksHaveNoNamesInTheCopySinceTheQueueHasThem() throws Exception {
        String definition = """
                CREATE TABLE `jobs` (
                  `n` bigint NOT NULL COMMENT 'CONSTRAINT `a` CHECK ',
                  `state` tinyint unsigned NOT NULL,
                  `updated_at` datetime NOT NULL,
                  PRIMARY KEY (`n`,`state`,`updated_at`),
                  CONSTRAINT `od``d` CHECK ((`n` > 0)),
                  CONSTRAINT `jobs_chk_1` CHECK ((`state` < 9)) /*!80016 NOT ENFORCED */
                ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4
                /*!50500 PARTITION BY RANGE  COLUMNS(`state`,updated_at)
                (PARTITION p_CATCHALL VALUES LESS THAN (MAXVALUE,MAXVALUE) ENGINE = InnoDB) */""";

        assertThat(ExpiredTable.creation(new TableName("db00003", "jobs"), definition))
                .isEqualTo("""
                CREATE TABLE `db00003`.`pinion_expired_jobs` (
                  `n` bigint NOT NULL COMMENT 'CONSTRAINT `a` CHECK ',
                  `state` tinyint unsigned NOT NULL,
                  `updated_at` datetime NOT NULL,
                  PRIMARY KEY (`n`,`state`,`updated_at`),
                  CHECK ((`n` > 0)),
                  CHECK ((`state` < 9)) /*!80016 NOT ENFORCED */
                ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4""");
    }
}
