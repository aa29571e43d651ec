package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.routing.catalog.Column;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnTextTest {
    @Test
    void aColumnReadsAsInCreateTable() {
        assertThat(ColumnText.parse("ip", "VARCHAR(45) COLLATE utf8mb4_bin NOT NULL DEFAULT 'it''s' UNIQUE KEY"))
                .isEqualTo(new Column(
                        "ip", "varchar(45)", false, "UNI", Optional.of("it's"), "", Optional.of("utf8mb4_bin")));
        assertThat(ColumnText.parse("ts", "timestamp(6) default current_timestamp on update CURRENT_TIMESTAMP(6)"))
                .isEqualTo(new Column(
                        "ts",
                        "timestamp(6)",
                        true,
                        "",
                        Optional.of("current_timestamp()"),
                        "on update current_timestamp(6)"));
        assertThat(ColumnText.parse("kind", "ENUM('A','b,(c)') NULL").type()).isEqualTo("enum('A','b,(c)')");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bigint(20) unsigned AUTO_INCREMENT PRIMARY KEY",
                "decimal(10,2) NOT NULL DEFAULT -1.50 KEY",
                "varchar(45) COLLATE utf8mb4_bin DEFAULT 'a b'",
                "timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp()"
            })
    void whatIsWrittenReadsBack(String text) {
        assertThat(ColumnText.of(ColumnText.parse("c", text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "(3)", "BIGINT COLLATE", "BIGINT; DROP", "BIGINT REFERENCES x"})
    void otherTextIsRefused(String text) {
        assertThatThrownBy(() -> ColumnText.parse("c", text)).isInstanceOf(IllegalArgumentException.class);
    }
}
