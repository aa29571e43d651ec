package io.pinion.operations.reshard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.transfer.SourceTable;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The text that makes a table on the new shards. */
class NewTableTest {
    private static final SourceTable SOURCE = new SourceTable("an `odd` one", List.of(), Map.of(), """
            CREATE TABLE `an ``odd`` one` (
              `id` int NOT NULL AUTO_INCREMENT COMMENT ') AUTO_INCREMENT=8',
              PRIMARY KEY (`id`)
            ) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COMMENT='pinion: hashed key=id'""");

    @Test
    void isThatOfTheOldOnesWithoutTheirCounter() {
        Table table = new Table.HashedTable(SOURCE.name(), "id", Optional.empty(), List.of(), Optional.empty());
        assertThat(new NewTable(SOURCE, table, 4).inDatabase("users_4_00001", 1))
                .isEqualTo("""
                CREATE TABLE IF NOT EXISTS `users_4_00001`.`an ``odd`` one` (
                  `id` int NOT NULL AUTO_INCREMENT COMMENT ') AUTO_INCREMENT=8',
                  PRIMARY KEY (`id`)
                ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='pinion: hashed key=id'""");
        assertThat(new NewTable(SOURCE, table, 4).isOn(3)).isTrue();
    }

    @Test
    void ofOneShardIsOnOne() {
        NewTable table = new NewTable(SOURCE, new Table.SingleTable(SOURCE.name(), new ShardId(6), List.of()), 4);
        assertThat(table.isOn(2)).isTrue();
        assertThat(table.isOn(0)).isFalse();
    }
}
