package io.pinion.cli.pages;

import java.util.ArrayList;
import java.util.List;

/** Text for a terminal. */
public final class Paragraph {
    private Paragraph() {}

    /**
     * Breaks lines between words; those behind the first are two characters further right.
     *
     * @param width where lines are broken; 0 for nowhere
     */
    public static List<String> lines(String text, String indent, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(indent);
        boolean empty = true;
        for (String word : text.split(" ")) {
            if (!empty && width > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(indent).append("  ");
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString());
        return lines;
    }
}
