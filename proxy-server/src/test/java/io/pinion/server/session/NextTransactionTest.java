package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NextTransactionTest {
    @Test
    void aHalfThatIsSaidLaterLeavesTheOther() {
        NextTransaction next = NextTransaction.UNSAID.with("READ ONLY").with("isolation  level read committed");

        assertThat(next.statement()).isEqualTo("SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ ONLY");
    }

    @Test
    void bothHalvesMayBeSaidAtOnce() {
        NextTransaction next = NextTransaction.UNSAID.with("READ WRITE, ISOLATION LEVEL SERIALIZABLE");

        assertThat(next).isEqualTo(new NextTransaction("ISOLATION LEVEL SERIALIZABLE", "READ WRITE"));
    }

    /** As MySQL 9.7 and MariaDB 11.4 write it. */
    @Test
    void clientsAreToldBeforeItBeginsAndWhenItDoes() {
        NextTransaction next = NextTransaction.UNSAID.with("ISOLATION LEVEL READ COMMITTED, READ WRITE");

        assertThat(next.tracked())
                .isEqualTo("SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET TRANSACTION READ WRITE;");
        assertThat(next.trackedBegin())
                .isEqualTo("SET TRANSACTION ISOLATION LEVEL READ COMMITTED; START TRANSACTION READ WRITE;");
        assertThat(NextTransaction.UNSAID.trackedBegin()).isEqualTo("START TRANSACTION;");
    }
}
