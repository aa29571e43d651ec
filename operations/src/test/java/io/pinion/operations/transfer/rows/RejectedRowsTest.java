package io.pinion.operations.transfer.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.engine.OperationRefused;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejectedRowsTest {
    private static RowRefused broken(int id) {
        return new RowRefused(new RejectedRow(new CarriedKey("users", List.of("" + id)), "its email is NULL"));
    }

    @Test
    void rowsAreToldUntilTheyAreCarried() throws OperationRefused {
        List<List<RejectedRow>> told = new ArrayList<>();
        RejectedRows rows = RejectedRows.from(List.of(), told::add);
        rows.reject(broken(1));
        rows.reject(broken(2));
        rows.reject(broken(1));
        rows.tell();
        rows.tell();
        rows.forget(List.of(new CarriedKey("users", List.of("1"))));

        assertThat(rows.all()).hasToString("[users (2): its email is NULL]");
        assertThat(told).hasSize(1);
        assertThat(told.getFirst()).hasSize(2);
    }

    @Test
    void moreThanAFewAreNoException() throws OperationRefused {
        RejectedRows rows = RejectedRows.from(List.of(), all -> {});
        for (int id = 0; id < RejectedRows.MOST; id++) {
            rows.reject(broken(id));
        }
        rows.reject(broken(0));
        assertThatThrownBy(() -> rows.reject(broken(-1)))
                .isInstanceOf(OperationRefused.class)
                .hasMessageContaining("more than 200 rows can't be carried, such as users (-1)");
    }

    @Test
    void noneIsRejectedWhereNoneMayBe() {
        RowRefused row = broken(1);
        assertThatThrownBy(() -> RejectedRows.none().reject(row)).isSameAs(row);
    }
}
