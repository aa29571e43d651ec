package io.pinion.operations.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.transfer.form.NewNumbers;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ImportSequencesTest {
    private static final TableRole USERS = TableRole.objects(
            "users",
            "id",
            new TableRole.ObjectRole(1, "id", new NewNumbers(100_000, 1000), Optional.empty()),
            Map.of());

    @Test
    void oldNumbersStayBelowThoseOfTheShards() {
        assertThat(ImportSequences.objection(USERS, 1, Map.of())).isEmpty();
        assertThat(ImportSequences.objection(USERS, 100_000, Map.of("least", "1", "most", "99999")))
                .isEmpty();
        String refused = "users has given numbers up to 100000, and the shards would give those from 100000 on again:"
                + " CANCEL OPERATION, and begin anew";
        assertThat(ImportSequences.objection(USERS, 100_001, Map.of())).contains(refused);
        assertThat(ImportSequences.objection(USERS, 7, Map.of("least", "1", "most", "100000")))
                .contains(refused);
    }

    @Test
    void aRowThatNamesNobodyIsNoObject() {
        assertThat(ImportSequences.objection(USERS, 7, Map.of("least", "0", "most", "6")))
                .contains("the row 0 of users has no place in an id: id has to be between 1 and 68719476735");
    }
}
