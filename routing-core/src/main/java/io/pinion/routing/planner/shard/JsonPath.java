package io.pinion.routing.planner.shard;

import java.util.List;

/** Finds one scalar in JSON text by the keys that lead to it. Stops as early as possible; keeps no state. */
final class JsonPath {
    /** Deeper text isn't read, since the reader recurses. */
    private static final int MAX_DEPTH = 100;

    private final String json;
    private int at;

    private JsonPath(String json) {
        this.json = json;
    }

    /** The value at the end of a path. */
    sealed interface Found {
        record Text(String value) implements Found {}

        /** Digits as written, perhaps with a sign, a fraction or an exponent. */
        record Numeral(String written) implements Found {}

        /** No such key on the way, or a null. */
        record Nothing() implements Found {}

        /** An object, an array or a truth value. */
        record Other() implements Found {}

        record Malformed(int offset) implements Found {}
    }

    private static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MalformedException() {
            super(null, null, false, false);
        }
    }

    /** When an object repeats a key, the last one counts, as in MySQL. */
    static Found find(String json, List<String> path) {
        JsonPath reader = new JsonPath(json);
        try {
            reader.blanks();
            Found found = reader.value(path, 0);
            reader.blanks();
            return reader.at == json.length() ? found : new Found.Malformed(reader.at);
        } catch (MalformedException e) {
            return new Found.Malformed(reader.at);
        }
    }

    /** Reads a value; {@code path} leads on from it, or is empty when the value itself is wanted. */
    private Found value(List<String> path, int depth) {
        if (depth > MAX_DEPTH) {
            throw new MalformedException();
        }
        char first = peek();
        if (first == '{') {
            return object(path, depth);
        }
        if (first == '[') {
            array(depth);
            return path.isEmpty() ? new Found.Other() : new Found.Nothing();
        }
        Found scalar = scalar(first);
        return path.isEmpty() ? scalar : new Found.Nothing();
    }

    private Found object(List<String> path, int depth) {
        expect('{');
        Found found = new Found.Nothing();
        blanks();
        if (peek() == '}') {
            at++;
        } else {
            do {
                blanks();
                String key = string();
                blanks();
                expect(':');
                blanks();
                boolean wanted = !path.isEmpty() && path.get(0).equals(key);
                if (wanted) {
                    found = value(path.subList(1, path.size()), depth + 1);
                } else {
                    value(List.of(), depth + 1);
                }
                blanks();
            } while (more('}'));
        }
        return path.isEmpty() ? new Found.Other() : found;
    }

    private void array(int depth) {
        expect('[');
        blanks();
        if (peek() == ']') {
            at++;
            return;
        }
        do {
            blanks();
            value(List.of(), depth + 1);
            blanks();
        } while (more(']'));
    }

    private boolean more(char close) {
        if (peek() == ',') {
            at++;
            return true;
        }
        expect(close);
        return false;
    }

    private Found scalar(char first) {
        if (first == '"') {
            return new Found.Text(string());
        }
        int from = at;
        while (at < json.length() && ",]} \t\r\n".indexOf(json.charAt(at)) < 0) {
            at++;
        }
        String word = json.substring(from, at);
        switch (word) {
            case "null" -> {
                return new Found.Nothing();
            }
            case "true", "false" -> {
                return new Found.Other();
            }
            default -> {
                if (!word.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
                    throw new MalformedException();
                }
                return new Found.Numeral(word);
            }
        }
    }

    private String string() {
        expect('"');
        StringBuilder text = new StringBuilder();
        while (true) {
            char next = take();
            if (next == '"') {
                return text.toString();
            }
            text.append(next == '\\' ? escaped() : next);
        }
    }

    private char escaped() {
        char code = take();
        return switch (code) {
            case '"', '\\', '/' -> code;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw new MalformedException();
        };
    }

    private char unicode() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(take(), 16);
            if (digit < 0) {
                throw new MalformedException();
            }
            value = value * 16 + digit;
        }
        return (char) value;
    }

    private void blanks() {
        while (at < json.length() && " \t\r\n".indexOf(json.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= json.length()) {
            throw new MalformedException();
        }
        return json.charAt(at);
    }

    private char take() {
        char next = peek();
        at++;
        return next;
    }

    private void expect(char wanted) {
        if (take() != wanted) {
            at--;
            throw new MalformedException();
        }
    }
}
