package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OperationStateTest {
    private static final List<Result.Column> COLUMNS = List.of(
            new Result.Column("operation", true),
            new Result.Column("state", false),
            new Result.Column("done", true),
            new Result.Column("shards", true),
            new Result.Column("step", false),
            new Result.Column("error", false));

    private static Result row(String state, String error) {
        return new Result(COLUMNS, List.of(Arrays.asList("7", state, "0", "2", null, error)));
    }

    private static Result told(String state, String error) {
        Result row = row(state, error);
        return OperationState.of(row).getFirst().withNext(row, " --port 3307");
    }

    @Test
    void rowsAreReadByTheNamesOfTheirColumns() {
        Result rows = new Result(
                COLUMNS,
                List.of(
                        Arrays.asList("7", "running", "2048", "4096", "making the databases", null),
                        Arrays.asList("8", "interrupted", "0", "0", null, "")));

        assertThat(OperationState.of(rows))
                .containsExactly(
                        new OperationState(7, "running", 2048, 4096, "making the databases", ""),
                        new OperationState(8, "interrupted", 0, 0, "", ""));
    }

    @Test
    void itSaysWhatComesNext() {
        assertThat(told("waiting", "").cell(0, "next"))
                .isEqualTo("pinion finish operation 7 --port 3307 ends it for good, "
                        + "pinion revert operation 7 --port 3307 goes back");
        assertThat(told("failed", "").cell(0, "next"))
                .isEqualTo("pinion resume operation 7 --port 3307 goes on, "
                        + "pinion cancel operation 7 --port 3307 gives it up");
        assertThat(told("running", "").cell(0, "next"))
                .isEqualTo("pinion show operations like 7 --wait --port 3307 waits for its end");
        assertThat(told("done", "").cell(0, "next")).isEmpty();
    }

    @Test
    void scriptsAreToldHowItHasEnded() throws CliFailure {
        OperationState.require(told("done", ""), OperationState.REACHED);
        OperationState.require(told("waiting", ""), OperationState.REACHED);
        OperationState.require(told("reverted", "turned back"), OperationState.REACHED);
        OperationState.require(told("cancelled", "given up"), Set.of(OperationState.CANCELLED));

        assertThat(failure(told("failed", "no room"), OperationState.REACHED))
                .hasMessageStartingWith(
                        "operation 7 has failed: no room; pinion resume operation 7 --port 3307 goes on, ")
                .extracting(CliFailure::exitStatus)
                .isEqualTo(ExitStatus.UNFINISHED);
        assertThat(failure(told("interrupted", ""), OperationState.REACHED).exitStatus())
                .isEqualTo(ExitStatus.UNFINISHED);
        assertThat(failure(told("cancelled", "given up"), OperationState.REACHED))
                .hasMessage("operation 7 is cancelled: given up")
                .extracting(CliFailure::exitStatus)
                .isEqualTo(ExitStatus.FAILED);
        assertThat(failure(told("cancelled", "given up"), Set.of(OperationState.REVERTED))
                        .exitStatus())
                .isEqualTo(ExitStatus.FAILED);
        assertThat(failure(told("waiting", ""), Set.of(OperationState.CANCELLED)))
                .as("cancelled too late")
                .hasMessageStartingWith("operation 7 is waiting; pinion finish operation 7")
                .extracting(CliFailure::exitStatus)
                .isEqualTo(ExitStatus.FAILED);
    }

    private static CliFailure failure(Result told, Set<String> wanted) {
        return catchThrowableOfType(CliFailure.class, () -> OperationState.require(told, wanted));
    }
}
