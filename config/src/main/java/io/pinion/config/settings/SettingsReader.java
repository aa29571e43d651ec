package io.pinion.config.settings;

import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problems;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads a settings file into records by their components, so that a new setting is one new component. One reading
 * reports all mistakes, each with its line: unknown names, values of another kind, and values that a record's
 * constructor refuses.
 */
public final class SettingsReader {

    /** The result of reading a settings file. */
    public sealed interface SettingsReading {
        record Read(Settings settings) implements SettingsReading {}

        record Refused(List<Problem> problems) implements SettingsReading {
            public Refused {
                problems = List.copyOf(problems);
            }

            /** One problem a line, as compilers write them: {@code pinion.yaml:12: listener.port: …}. */
            public String text(String file) {
                return problems.stream()
                        .map(problem -> file + ":" + problem.line() + ": " + problem.place()
                                + (problem.place().isEmpty() ? "" : ": ") + problem.what()
                                + (problem.cure().isEmpty() ? "" : "; " + problem.cure()))
                        .collect(Collectors.joining("\n"));
            }
        }
    }

    public SettingsReading read(String yaml) {
        Problems problems = new Problems();
        if (saysNothing(yaml)) {
            return new SettingsReading.Read(Settings.DEFAULT);
        }
        Optional<Settings> settings = DocumentParser.yaml()
                .parse(yaml, problems)
                .flatMap(root -> FieldReader.of(root, problems))
                .map(root -> new SettingsBinding(problems).bind(root, Settings.DEFAULT));
        return settings.isEmpty() || problems.hasErrors()
                ? new SettingsReading.Refused(problems.inOrder())
                : new SettingsReading.Read(settings.get());
    }

    /** A file of comments alone is no mistake: every setting has its default. */
    private static boolean saysNothing(String yaml) {
        return yaml.lines().map(String::strip).allMatch(line -> line.isEmpty() || line.startsWith("#"));
    }
}
