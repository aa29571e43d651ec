package io.pinion.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTextTest {
    private static final String PINS = """
            CREATE TABLE `pins` (
              `local_id` bigint unsigned NOT NULL AUTO_INCREMENT,
              `title` varchar(30) DEFAULT 'a, b',
              PRIMARY KEY (`local_id`),
              UNIQUE KEY `by title` (`title`),
              CONSTRAINT `c` CHECK (`title` <> '')
            ) ENGINE=InnoDB AUTO_INCREMENT=42 DEFAULT CHARSET=utf8mb4""";

    @Test
    void theNextNumberAndTheDatabaseDontMatter() {
        assertThat(TableText.normalised(PINS.replace("`pins`", "`db00007`.`pins`"), "db00007"))
                .isEqualTo(TableText.normalised(PINS.replace("=42", "=7"), "db00000"));
    }

    @Test
    void eachDifferenceIsNamed() {
        String other = PINS.replace("varchar(30)", "varchar(40)")
                .replace("  UNIQUE KEY `by title` (`title`),\n", "  `more` int DEFAULT NULL,\n")
                .replace("utf8mb4", "latin1");

        assertThat(TableText.differences(PINS, other))
                .containsExactly(
                        "column title is `title` varchar(40) DEFAULT 'a, b', the reference has `title` varchar(30) DEFAULT"
                                + " 'a, b'",
                        "lacks index by title",
                        "options is ) ENGINE=InnoDB AUTO_INCREMENT=42 DEFAULT CHARSET=latin1, the reference has ) ENGINE=InnoDB"
                                + " AUTO_INCREMENT=42 DEFAULT CHARSET=utf8mb4",
                        "has column more more");
    }

    @Test
    void anotherOrderOfColumnsIsADifferenceToo() {
        String first = "CREATE TABLE `t` (\n  `a` int,\n  `b` int\n) ENGINE=InnoDB";
        String second = "CREATE TABLE `t` (\n  `b` int,\n  `a` int\n) ENGINE=InnoDB";

        assertThat(TableText.differences(first, second)).containsExactly("the order of its columns or keys is another");
    }

    @Test
    void aTableMayBeMissing() {
        assertThat(TableText.differences(PINS, TableText.ABSENT)).containsExactly("has no such table");
        assertThat(TableText.differences(TableText.ABSENT, PINS))
                .containsExactly("has a table that the reference lacks");
    }
}
