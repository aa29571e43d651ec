package io.pinion.cli.pages;

import java.util.List;

/** What may stand behind an option. */
sealed interface Argument {
    /** Nothing: the option is a switch. */
    record None() implements Argument {}

    /** One of these words. */
    record OneOf(List<String> words) implements Argument {
        public OneOf {
            words = List.copyOf(words);
        }
    }

    /** A file that is there. */
    record File() implements Argument {}

    /** A directory. */
    record Directory() implements Argument {}

    /** A word that a shell can't know. */
    record Word(String label) implements Argument {}
}
