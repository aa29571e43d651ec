package io.pinion.routing.planner;

import io.pinion.routing.text.ParameterValue;
import io.pinion.routing.text.Parameters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values of a prepared statement as a case writes them: {@code 5, -5, 1.5, 1e5, decimal 5, NULL, 'text', x'00ff', time '12:00:00'}.
 * An integer beyond 63 bits is unsigned.
 */
final class CaseValues {
    private static final Pattern VALUE =
            Pattern.compile("NULL|(?:x|time )?'(?:[^']|'')*'|(?:decimal )?[+-]?[0-9.]+(?:e[+-]?[0-9]+)?");

    private CaseValues() {}

    static Parameters parse(String text) {
        List<ParameterValue> values = new ArrayList<>();
        Matcher matcher = VALUE.matcher(text);
        while (matcher.find()) {
            values.add(value(matcher.group()));
        }
        return Parameters.of(values);
    }

    static ParameterValue value(String written) {
        if (written.equals("NULL")) {
            return new ParameterValue.Null();
        }
        if (written.startsWith("x'")) {
            return new ParameterValue.Binary(HexFormat.of().parseHex(written.substring(2, written.length() - 1)));
        }
        if (written.startsWith("time '")) {
            return new ParameterValue.Temporal(
                    ParameterValue.Temporal.Kind.TIME, written.substring(6, written.length() - 1));
        }
        if (written.startsWith("'")) {
            String content = written.substring(1, written.length() - 1).replace("''", "'");
            return new ParameterValue.Text(content.getBytes(StandardCharsets.UTF_8), "utf8mb4");
        }
        if (written.startsWith("decimal ")) {
            return new ParameterValue.Decimal(written.substring(8));
        }
        if (written.indexOf('e') >= 0) {
            return new ParameterValue.Real(Double.parseDouble(written));
        }
        if (written.indexOf('.') >= 0) {
            return new ParameterValue.Decimal(written);
        }
        return written.length() > 18 && !written.startsWith("-")
                ? new ParameterValue.Unsigned(Long.parseUnsignedLong(written))
                : new ParameterValue.Int(Long.parseLong(written));
    }
}
