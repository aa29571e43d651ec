package io.pinion.operations.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.mapping.MappingTask.Repair;
import io.pinion.routing.catalog.GlobalId;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class LinkRulesTest {
    private static final Topology TOPOLOGY = topology();

    private static Topology topology() {
        String json = """
                {"cluster": "main", "servers": {"A": "127.0.0.1:1"}, "pairs": {"p": {"primary": "A"}},
                 "keyspaces": {"pinterest": {"kind": "id", "database": "db%05d", "ranges": [{"range": [0, 9], "pair": "p"}],
                   "tables": {
                     "pins": {"kind": "object", "type": 1}, "boards": {"kind": "object", "type": 2},
                     "board_has_pins": {"kind": "mapping", "from": "board_id", "to": "pin_id"},
                     "pin_in_board": {"kind": "mapping", "from": "pin_id", "to": "board_id", "sequence": "number"},
                     "shares": {"kind": "mapping", "from": "user_id", "id_columns": ["pin_id", "board_id"]}}}},
                 "users": {}, "accounts": {"data": {"user": "d", "secret": "env:D"}}}
                """;
        return switch (new TopologyReader().read(json)) {
            case Reading.Accepted accepted -> accepted.topology();
            case Reading.Refused refused -> throw new IllegalStateException(refused.text());
        };
    }

    private static String id(int shard, int type, int local) {
        return Long.toString((long) shard << 46 | (long) type << 36 | local);
    }

    private static LinkRules rules(String table, String opposite, Repair repair) throws OperationRefused {
        return new LinkRules(new MappingTask("pinterest", table, opposite, true, repair), TOPOLOGY);
    }

    private static String fault(int shard, String from, String to) throws OperationRefused {
        return rules("board_has_pins", "", Repair.NONE)
                .faultOf(shard, new MappingLink(from, to))
                .map(fault -> fault.kind().word() + ": " + fault.reason())
                .orElse("");
    }

    @Test
    void aLinkOfDeclaredIdsOnItsShardIsForServersToJudge() throws OperationRefused {
        assertThat(fault(3, id(3, 2, 1), id(9, 1, 7))).isEmpty();
    }

    @Test
    void anEndThatNoTableOrShardCanHaveIsUndeclared() throws OperationRefused {
        assertThat(fault(3, id(3, 2, 1), id(9, 5, 7))).endsWith("is of type 5, which no table has");
        assertThat(fault(3, id(3, 2, 1), id(10, 1, 7))).endsWith("is of shard 10, which isn't open");
        assertThat(fault(3, id(3, 2, 1), "-5")).isEqualTo("undeclared: -5 is negative");
        assertThat(fault(3, id(3, 2, 1), "")).isEqualTo("undeclared: an end is NULL or empty");
        assertThat(fault(3, "x' OR 1", id(9, 1, 7))).isEqualTo("undeclared: 'x' OR 1' is not a whole number");
    }

    @Test
    void aRowOnAnotherShardThanItsFromIdIsMisplaced() throws OperationRefused {
        assertThat(fault(4, id(3, 2, 1), id(9, 1, 7)))
                .isEqualTo("misplaced: the row is on shard 4, and " + id(3, 2, 1) + " is of shard 3");
    }

    @Test
    void aValueThatIsNoNumberIsWrittenAsBytes() {
        assertThat(new MappingLink("x'", "").condition("`a`", "`b`")).isEqualTo("(`a` = x'7827' AND `b` IS NULL)");
    }

    @Test
    void whatObjectsSayIsReadExactly() throws OperationRefused {
        LinkSource inJson =
                rules("board_has_pins", "pins.data.board_id", Repair.NONE).opposite();
        MappingLink link = new MappingLink(id(3, 1, 7), id(5, 2, 1));
        assertThat(inJson.ends(3))
                .isEqualTo(id(3, 1, 0) + " | local_id, IF(JSON_VALID(`data`),"
                        + " LEFT(NULLIF(JSON_UNQUOTE(JSON_EXTRACT(`data`, '$.\"board_id\"')), 'null'), 64), NULL)");
        assertThat(inJson.condition(link))
                .startsWith("(local_id = 7 AND IF(")
                .endsWith(" = x'" + HexFormat.of().formatHex(link.to().getBytes(StandardCharsets.UTF_8)) + "')");
        LinkSource inColumn =
                rules("pins.board_id", "board_has_pins", Repair.ADD_MISSING).links();
        assertThat(inColumn.condition(link)).startsWith("(local_id = 7 AND LEFT(`board_id`, 64) = x'");
        assertThat(inColumn.mayBeFrom(GlobalId.parse(link.to()))).isFalse();
    }

    @Test
    void aTaskThatTheTopologyDoesntFitIsRefused() {
        assertThatThrownBy(() -> rules("pins", "", Repair.NONE))
                .hasMessageContaining("pinterest.pins is no mapping table");
        assertThatThrownBy(() -> rules("shares", "", Repair.NONE))
                .hasMessageContaining("2 columns of shares beside user_id");
        assertThatThrownBy(() -> rules("board_has_pins", "board_has_pins", Repair.NONE))
                .hasMessageContaining("can't be its own opposite");
        assertThatThrownBy(() -> rules("board_has_pins", "pin_in_board", Repair.ADD_MISSING))
                .hasMessageContaining("get numbers of a sequence");
        assertThatThrownBy(() -> rules("board_has_pins", "pins.data.board_id", Repair.ADD_MISSING))
                .hasMessageContaining("written by applications alone");
        assertThatThrownBy(() -> rules("pins.data.board_id", "board_has_pins", Repair.DELETE_DANGLING))
                .hasMessageContaining("written by applications alone");
        assertThatThrownBy(() -> rules("pins.data.board_id", "boards.data.pin_id", Repair.NONE))
                .hasMessageContaining("one of both must be a mapping");
        assertThatThrownBy(() -> rules("pins.data.board_id", "pin_in_board", Repair.NONE))
                .hasMessageContaining("name the mapping that is placed by board_id");
        assertThatThrownBy(() -> rules("pin_in_board", "pins.data.board_id", Repair.NONE))
                .hasMessageContaining("name the mapping that is placed by board_id");
        assertThatThrownBy(() -> rules("board_has_pins", "shares.data", Repair.NONE))
                .hasMessageContaining("pinterest.shares is no table of objects");
        assertThatThrownBy(() -> rules("board_has_pins", "pins.data.\"", Repair.NONE))
                .hasMessageContaining("no quotation mark");
        assertThatThrownBy(() -> rules("board_has_pins", "pins.", Repair.NONE))
                .hasMessageContaining("neither a column nor a path");
    }
}
