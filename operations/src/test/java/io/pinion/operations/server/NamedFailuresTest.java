package io.pinion.operations.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class NamedFailuresTest {
    @Test
    void aConnectionThatBreaksBetweenStreamedRowsIsLost() {
        SQLException failed = new SQLException(
                "Error retrieving record: Unexpected Exception: java.io.EOFException\n\nNested Stack Trace:",
                "S1000",
                new EOFException("Can not read response from server."));
        assertThat(ServerConnection.isLost(failed)).isTrue();
        assertThat(NamedFailures.told("p1A (db1:3306)", failed).getMessage())
                .isEqualTo("the connection to p1A (db1:3306) is lost: Can not read response from server.");
    }

    @Test
    void aMissingRightIsToldWithTheAccountAndTheServer() {
        SQLException refused = new SQLException("Access denied; you need the SUPER privilege", "42000", 1227);
        SQLException denied = NamedFailures.denied("p1A (db1:3306)", "pinion_operator", refused);
        assertThat(denied.getMessage())
                .isEqualTo("account pinion_operator on p1A (db1:3306): Access denied; you need the SUPER privilege");
        assertThat(denied.getErrorCode()).isEqualTo(1227);
        assertThat(NamedFailures.denied("p1A (db1:3306)", "pinion_operator", denied) == denied)
                .isTrue();
    }

    @Test
    void whatAServerRefusesIsNot() {
        SQLException refused = new SQLException("too many connections", "08004", 1040);
        assertThat(ServerConnection.isLost(refused)).isFalse();
        assertThat(NamedFailures.told("p1A (db1:3306)", refused) == refused).isTrue();
    }
}
