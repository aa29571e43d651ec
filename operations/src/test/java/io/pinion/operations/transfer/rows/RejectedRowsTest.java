package io.pinion.operations.transfer.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejectedRowsTest {
    private static ImportBroken broken(int id) {
        return ImportBroken.of(new RejectedRow(new CarriedKey("users", List.of("" + id)), "its email is NULL"));
    }

    @Test
    void rowsAreToldUntilTheyAreCarried() throws ImportBroken {
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
    void moreThanAFewAreNoException() throws ImportBroken {
        RejectedRows rows = RejectedRows.from(List.of(), all -> {});
        for (int id = 0; id < RejectedRows.MOST; id++) {
            rows.reject(broken(id));
        }
        rows.reject(broken(0));
        assertThatThrownBy(() -> rows.reject(broken(-1)))
                .isInstanceOf(ImportBroken.class)
                .hasMessageContaining("more than 200 rows can't be carried, such as users (-1)");
    }

    @Test
    void onlyRowsAreRejected() {
        RejectedRows rows = RejectedRows.from(List.of(), all -> {});
        ImportBroken full = ImportBroken.of("the disk is full");
        assertThatThrownBy(() -> rows.reject(full)).isSameAs(full);
        ImportBroken row = broken(1);
        assertThatThrownBy(() -> RejectedRows.none().reject(row)).isSameAs(row);
    }
}
