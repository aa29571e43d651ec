package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.admin.AdminAnswer;
import org.junit.jupiter.api.Test;

class TranscriptTest {
    private final Transcript transcript =
            new Transcript(sql -> new AdminAnswer.Failed(1105, "HY000", "no " + sql + "\n\nat all"));

    @Test
    void anOutputWithEmptyLinesIsReplacedAsAWhole() {
        String page = """
                Text.

                ```
                mysql> SHOW A;
                an older output

                with a tail

                mysql> SHOW B;
                an older output
                ```

                Text.
                """;

        String written = transcript.replay(page);

        assertThat(written).isEqualTo("""
                Text.

                ```
                mysql> SHOW A;
                ERROR 1105 (HY000): no SHOW A;

                at all

                mysql> SHOW B;
                ERROR 1105 (HY000): no SHOW B;

                at all
                ```

                Text.
                """);
        assertThat(transcript.replay(written)).isEqualTo(written);
    }

    @Test
    void outsideAFenceTextIsBehindAnEmptyLine() {
        assertThat(transcript.replay("mysql> SHOW A;\nolder\n\n# text\n"))
                .isEqualTo("mysql> SHOW A;\nERROR 1105 (HY000): no SHOW A;\n\nat all\n\n# text\n");
    }
}
