package io.pinion.operations.transfer.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import io.pinion.operations.engine.OperationRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LogEventsTest {
    private final List<LogItem> items = new ArrayList<>();
    private final LogEvents events =
            new LogEvents(new SourcePlace("binlog.000001", 4, ""), Set.of("shop"), Map.of(), items::add);

    private void on(EventType type) throws Exception {
        EventHeaderV4 header = new EventHeaderV4();
        header.setEventType(type);
        header.setNextPosition(200);
        events.on(new Event(header, null));
    }

    /** What may change rows in a way that isn't read must not be passed over. */
    @ParameterizedTest
    @EnumSource(
            value = EventType.class,
            names = {"UNKNOWN", "EXECUTE_LOAD_QUERY", "APPEND_BLOCK", "PRE_GA_WRITE_ROWS"})
    void eventsThatMayChangeRowsEndTheFollowing(EventType type) {
        assertThatThrownBy(() -> on(type)).isInstanceOf(OperationRefused.class).hasMessageContaining(type.name());
    }

    @Test
    void whatBelongsToNoTransactionMovesThePlace() throws Exception {
        on(EventType.HEARTBEAT);

        assertThat(items).singleElement().isInstanceOf(LogItem.PlaceReached.class);
    }
}
