package io.pinion.operations.export.flat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pinion.operations.export.file.ValueType;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a value inside JSON is declared to be. */
public enum FlatType {
    /** Also numbers as they are written, and objects and arrays as JSON. */
    VARCHAR {
        @Override
        Optional<String> text(JsonParser json) throws IOException {
            return Optional.of(json.getText());
        }
    },
    INT {
        @Override
        Optional<String> text(JsonParser json) throws IOException {
            return whole(json).filter(text -> Long.parseLong(text) == (int) Long.parseLong(text));
        }
    },
    /** Also digits in quotes: ids are written so, since many programs read a number of JSON as one of 53 bits. */
    BIGINT {
        @Override
        Optional<String> text(JsonParser json) throws IOException {
            return whole(json);
        }
    },
    DOUBLE {
        @Override
        Optional<String> text(JsonParser json) throws IOException {
            // Of a number that a DOUBLE can't hold an infinite one would be left.
            return json.currentToken().isNumeric() && Double.isFinite(Double.parseDouble(json.getText()))
                    ? Optional.of(json.getText())
                    : Optional.empty();
        }
    },
    BOOLEAN {
        @Override
        Optional<String> text(JsonParser json) {
            return json.currentToken().isBoolean()
                    ? Optional.of(json.currentToken() == JsonToken.VALUE_TRUE ? "1" : "0")
                    : Optional.empty();
        }
    };

    private static final Pattern DIGITS = Pattern.compile("-?[0-9]{1,19}");

    public ValueType inFile() {
        return switch (this) {
            case VARCHAR -> new ValueType.Text();
            case INT, BOOLEAN -> new ValueType.Int32();
            case BIGINT -> new ValueType.Int64();
            case DOUBLE -> new ValueType.Float64();
        };
    }

    /**
     * The value as a server would tell it.
     *
     * @param json at a value that is neither null nor an object nor an array
     * @return empty for one of another type
     */
    abstract Optional<String> text(JsonParser json) throws IOException;

    private static Optional<String> whole(JsonParser json) throws IOException {
        boolean mayBe =
                json.currentToken() == JsonToken.VALUE_NUMBER_INT || json.currentToken() == JsonToken.VALUE_STRING;
        String text = mayBe ? json.getText() : "";
        try {
            return DIGITS.matcher(text).matches() && text.equals(String.valueOf(Long.parseLong(text)))
                    ? Optional.of(text)
                    : Optional.empty();
        } catch (NumberFormatException tooLong) {
            return Optional.empty();
        }
    }
}
