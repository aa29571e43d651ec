package io.pinion.operations.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.export.file.ExportFormat;
import io.pinion.operations.export.file.FileColumn;
import io.pinion.operations.export.file.FileCompression;
import io.pinion.operations.export.file.RowFile;
import io.pinion.operations.export.file.ValueType;
import io.pinion.operations.server.stream.StreamedRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where statements end. */
class SqlStatementsTest {
    private static List<String> of(byte[] file, int atOnce) throws IOException {
        SqlStatements statements = new SqlStatements(new ByteArrayInputStream(file) {
            @Override
            public synchronized int read(byte[] into, int from, int count) {
                return super.read(into, from, Math.min(count, atOnce));
            }
        });
        List<String> all = new ArrayList<>();
        for (Optional<String> next = statements.next(); next.isPresent(); next = statements.next()) {
            all.add(next.get());
        }
        return all;
    }

    private static List<String> of(String file) throws IOException {
        return of(file.getBytes(StandardCharsets.UTF_8), Integer.MAX_VALUE);
    }

    @Test
    void semicolonsInTextsAndNamesEndNothing() throws IOException {
        assertThat(of("SET a;\nINSERT INTO `t;'` VALUES\n('x;\\';\\\\',';''',';\n'),\n(1);\n"))
                .containsExactly("SET a", "INSERT INTO `t;'` VALUES\n('x;\\';\\\\',';''',';\n'),\n(1)");
        assertThat(of("")).isEmpty();
        assertThat(of("\n")).isEmpty();
    }

    @Test
    void aFileThatEndsEarlyIsRefused() {
        assertThatThrownBy(() -> of("SET a;\nINSERT INTO t VALUES\n(1"))
                .hasMessageContaining("in the middle of a statement");
        assertThatThrownBy(() -> of("SET a;\nINSERT INTO t VALUES\n(';\n"))
                .hasMessageContaining("in the middle of a statement");
    }

    @Test
    void whatIsWrittenIsReadHoweverItComes() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        String value = "ä'\\;\n\0`\"";
        try (RowFile rows = ExportFormat.SQL.begin(
                file, "t`;", List.of(new FileColumn("a", ValueType.Plain.TEXT)), FileCompression.ZSTD)) {
            rows.add(StreamedRow.of(new byte[][] {value.getBytes(StandardCharsets.UTF_8)}));
            rows.finish();
        }
        InputStream text = FileCompression.ZSTD.reading(new ByteArrayInputStream(file.toByteArray()));
        byte[] all = text.readAllBytes();
        for (int atOnce : new int[] {1, 2, 3, 7, 1000}) {
            List<String> statements = of(all, atOnce);
            assertThat(statements).hasSize(3);
            assertThat(statements.getLast()).endsWith("('ä\\'\\\\;\n\\0`\"')");
        }
    }
}
