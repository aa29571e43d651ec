package io.pinion.operations.server.sql;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableTextsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE `t` ( `as` int(11) DEFAULT NULL COMMENT 'AS SELECT 1', KEY `select` (`as`) ) ENGINE=InnoDB"
                        + " AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci COMMENT='it''s /* a */ table'",
                "CREATE TABLE `t` ( `a` int DEFAULT NULL, `b` int GENERATED ALWAYS AS ((`a` + 1)) STORED ) ENGINE=InnoDB "
                        + "/*!50100 PARTITION BY RANGE (`a`) (PARTITION p0 VALUES LESS THAN (10) ENGINE = InnoDB, "
                        + " PARTITION p1 VALUES LESS THAN MAXVALUE ENGINE = InnoDB) */",
                "CREATE TABLE `t` ( `a` int(11) DEFAULT NULL CHECK (`a` > 1) ) ENGINE=InnoDB WITH SYSTEM VERSIONING",
                "CREATE TABLE `t` ( `a` text, FULLTEXT KEY `a` (`a`) /*!50100 WITH PARSER `ngram` */  ) ENGINE=InnoDB",
                "CREATE TABLE `t` ( `a` int(11) ) ENGINE=InnoDB /* `foo`='bar' */ PARTITION BY LIST (`a`) "
                        + "(PARTITION `p` VALUES IN (1,2) ENGINE = InnoDB)"
            })
    void aDefinitionIsRun(String text) {
        assertThatCode(() -> TableTexts.requireDefinition(text, "t")).doesNotThrowAnyException();
    }

    /** As MariaDB 11.4.5 prints options whose values end what they stand in, and what else might come. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE `t` ( `a` text ) ENGINE=InnoDB `page_compressed`=0 AS SELECT put(1) AS a",
                "CREATE TABLE `t` ( `a` text ) ENGINE=InnoDB /* `foo`='*/ AS SELECT put(1) AS a /*' */",
                "CREATE TABLE `t` ( `a` text ) ENGINE=InnoDB page_compressed=0 (SELECT put(1) AS a)",
                "CREATE TABLE `t` ( `a` text ) ENGINE=InnoDB page_compressed=0 VALUES (put(1))",
                "CREATE TABLE `t` ( `a` text ) ENGINE=InnoDB page_compressed=0 (VALUES (put(1)))",
                "CREATE TABLE `t` ( `a` text ) ENGINE=InnoDB page_compressed=0 AS TABLE u",
                "CREATE TABLE `t` ( `a` text ) ENGINE=InnoDB page_compressed=0 WITH x AS (SELECT 1) SELECT * FROM x",
                "CREATE TABLE `t` ( `a` text ) ENGINE=InnoDB COMMENT='never ended",
                "CREATE TABLE `t` ( `a` text ) ENGINE=InnoDB /*!40101 AS SELECT put(1) */",
                "CREATE TABLE `t` ( `a` text ) ENGINE=InnoDB /*M!100000 AS SELECT put(1) */",
                "CREATE TABLE `t` ( `a` text ) ENGINE=InnoDB /*M!100000 /*! */ AS SELECT put(1) */",
                "DROP TABLE t"
            })
    void whatIsMoreIsRefused(String text) {
        assertThatThrownBy(() -> TableTexts.requireDefinition(text, "db.t"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("db.t holds more");
    }
}
