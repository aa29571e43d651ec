package io.pinion.operations.rekey;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.journal.Progress;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RekeyTallyTest {
    private static final Progress BEGUN = Progress.beginning(4, "proxy-a", Instant.EPOCH);

    @Test
    void sumsUpInTheJournal() {
        RekeyTally one = new RekeyTally();
        one.changed(1);
        assertThat(RekeyTally.words(one.on(BEGUN))).isEqualTo("1 row has a new key");
        RekeyTally two = new RekeyTally();
        two.changed(2);
        two.left(new NewKey("Ann", "", "ann"), "Duplicate\nentry");
        Progress sum = two.on(one.on(BEGUN));
        assertThat(RekeyTally.words(sum))
                .isEqualTo("3 rows have new keys; 1 key stays as it is: 'Ann' → 'ann': Duplicate entry");
        assertThat(RekeyTally.words(RekeyTally.begun(sum))).isEqualTo("3 rows have new keys");
    }

    @Test
    void keepsTwentySamplesOfAllThatIsLeft() {
        Progress progress = BEGUN;
        for (int look = 0; look < 3; look++) {
            RekeyTally tally = new RekeyTally();
            for (int key = 0; key < 15; key++) {
                tally.left(new NewKey("old" + key, "", null), "it is no key");
            }
            progress = tally.on(progress);
        }
        assertThat(RekeyTally.words(progress)).startsWith("0 rows have new keys; 45 keys stay as they are: ");
        assertThat(RekeyTally.words(progress).split("it is no key", -1)).hasSize(21);
    }
}
