package io.pinion.operations.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GtidSetTest {
    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String B = "933a5373-e5b3-11f1-aee8-02fc00000001";

    @Test
    void whatOneMySqlHasAndTheOtherHasnt() {
        GtidSet returned = GtidSet.ofMySql(A + ":1-100:105," + B + ":1-3");
        GtidSet primary = GtidSet.ofMySql(A + ":1-98, " + B + ":1-50");

        assertThat(returned.newerThan(primary)).hasToString(A + ":99-100:105");
        assertThat(primary.newerThan(returned)).hasToString(B + ":4-50");
        assertThat(primary.newerThan(primary).isEmpty()).isTrue();
    }

    @Test
    void aTagCountsOfItsOwn() {
        GtidSet tagged = GtidSet.ofMySql(A + ":1-3:nightly:1-2");

        assertThat(tagged.newerThan(GtidSet.ofMySql(A + ":1-3"))).hasToString(A + ":nightly:1-2");
    }

    @Test
    void holesStayHoles() {
        GtidSet whole = GtidSet.ofMySql(A + ":1-10");

        assertThat(whole.newerThan(GtidSet.ofMySql(A + ":3-4:7"))).hasToString(A + ":1-2:5-6:8-10");
    }

    @Test
    void aMariaDbThatWasMadeAnewHasWhatIsOlderThanItsLast() {
        GtidSet old = GtidSet.ofMariaDb("7-1-6000,7-2-5000,8-2-10");
        GtidSet copy = GtidSet.ofMariaDb("7-1-5990");

        assertThat(old.newerThan(copy)).hasToString("7-1:5991-6000, 8-2:1-10");
        assertThat(GtidSet.ofMariaDb("7-2-5991").newerThan(copy)).hasToString("7-2:5991");
        assertThat(GtidSet.ofMariaDb("7-2-5000").newerThan(copy).isEmpty()).isTrue();
    }

    /** A standby that has written on its own, which its primary doesn't follow. */
    @Test
    void whatAMariaDbHasWrittenItselfCountsHoweverOldItIs() {
        GtidSet standby = GtidSet.ofMariaDb("7-1-4998,7-2-5000,7-3-20");

        assertThat(standby.errantBeside(GtidSet.ofMariaDb("7-1-6000"), 2)).hasToString("7-2:4999-5000");
    }

    /** Then it wasn't errant when it was written. */
    @Test
    void whatAMariaDbHasWrittenBeforeOthersIsInACopyThatDoesntTell() {
        GtidSet standby = GtidSet.ofMariaDb("7-1-6000,7-2-5000,7-3-20");

        assertThat(standby.errantBeside(GtidSet.ofMariaDb("7-1-6000"), 2).isEmpty())
                .isTrue();
        assertThat(standby.errantBeside(GtidSet.ofMariaDb("7-1-6000,7-2-5000"), 2)
                        .isEmpty())
                .isTrue();
        assertThat(standby.errantBeside(GtidSet.ofMariaDb("7-1-5999,7-2-5000"), 2))
                .hasToString("7-1:6000");
    }

    /** The pair's primary was made anew from the second primary, which the first one's transactions have come to before. */
    @Test
    void whatAMariaDbGotFromAnEarlierPrimaryIsInACopyThatDoesntTell() {
        GtidSet second = GtidSet.ofMariaDb("1-1-922,1-2-2818");

        assertThat(second.errantBeside(GtidSet.ofMariaDb("1-2-2818,1-5-2900"), 2)
                        .isEmpty())
                .isTrue();
        assertThat(second.errantBeside(GtidSet.ofMariaDb("1-2-2810,1-5-2900"), 2))
                .hasToString("1-2:2811-2818");
    }

    @Test
    void whatAServerHasWrittenItself() {
        assertThat(GtidSet.ofMariaDb("7-1-5,7-11-6,8-1-9").writtenBy("1")).hasToString("7-1:1-5, 8-1:1-9");
        assertThat(GtidSet.ofMySql(A + ":1-10," + A + ":tag:1-2," + B + ":1-3").writtenBy(A))
                .hasToString(A + ":1-10, " + A + ":tag:1-2");
    }

    @Test
    void ofMySqlOnlyTheSameServersCount() {
        GtidSet old = GtidSet.ofMySql(A + ":1-10," + B + ":1-3");

        assertThat(old.newerThan(GtidSet.ofMySql(A + ":1-9"))).hasToString(A + ":10, " + B + ":1-3");
    }

    @Test
    void whatOneMariaDbHasAndTheOtherHasnt() {
        GtidSet returned = GtidSet.ofMariaDb("7-1-100");
        GtidSet primary = GtidSet.ofMariaDb("7-1-98,7-2-105");

        assertThat(returned.newerThan(primary)).hasToString("7-1:99-100");
        assertThat(GtidSet.ofMariaDb("7-1-98").newerThan(primary).isEmpty()).isTrue();
        assertThat(GtidSet.ofMariaDb("").isEmpty()).isTrue();
    }

    /** Recorded of 11.4 that came back with an image of its data: its standby sends 1-1-36 to 88, which it leaves out. */
    @Test
    void aMariaDbHasNotWhatItHasLostAndItsStandbySendsBack() {
        GtidSet restarted = GtidSet.ofMariaDb("1-1-35").withPlace(GtidSet.ofMariaDb("1-1-88"), 1);
        GtidSet standby = GtidSet.ofMariaDb("1-1-88").withPlace(GtidSet.ofMariaDb("1-1-88"), 2);

        assertThat(standby.newerThan(restarted)).hasToString("1-1:36-88");
        assertThat(standby.errantBeside(restarted, 2)).hasToString("1-1:36-88");
        assertThat(standby.newerThan(restarted).writtenBy("1")).hasToString("1-1:36-88");
    }

    /** Its log is empty, or has only what came behind the backup. */
    @Test
    void aMariaDbThatWasMadeFromABackupHasAllBeforeItsPlace() {
        for (long server : new long[] {1, 2}) {
            GtidSet made = GtidSet.ofMariaDb("").withPlace(GtidSet.ofMariaDb("1-1-88,7-2-5"), server);

            assertThat(made).hasToString("1-1:1-88, 7-2:1-5");
        }
        assertThat(GtidSet.ofMariaDb("1-2-35").withPlace(GtidSet.ofMariaDb("1-1-88"), 2))
                .hasToString("1-1:1-88, 1-2:1-35");
    }
}
