package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoMarkTest {
    private final Path place;

    DemoMarkTest(@TempDir Path place) {
        this.place = place;
    }

    @Test
    void aSecondDemoSaysWhatRunsAndHowToReachIt() throws Exception {
        DemoMark.own("clients connect to 127.0.0.1:3306").write(place);
        Cli.Outcome second = new Cli().run("demo", "--dir", place.toString());
        assertThat(second.exitStatus()).isEqualTo(ExitStatus.FAILED);
        assertThat(second.out()).isEmpty();
        assertThat(second.err())
                .contains("a demo runs already, as process "
                        + ProcessHandle.current().pid())
                .contains("clients connect to 127.0.0.1:3306")
                .contains("--dir");
    }

    @Test
    void aMarkOfAProcessThatIsNoMoreCountsForNothing() throws Exception {
        new DemoMark(ProcessHandle.current().pid(), "1999-12-31T23:59:59Z", "").write(place);
        assertThat(DemoMark.find(place)).isEmpty();
        DemoMark.own("").write(place);
        assertThat(DemoMark.find(place)).isPresent();
        DemoMark.remove(place);
        assertThat(DemoMark.find(place)).isEmpty();
    }
}
