package io.pinion.cli.pages;

import java.util.List;

/** What may stand behind an option. */
sealed interface OptionArgument {
    /** Nothing: the option is a switch. */
    record None() implements OptionArgument {}

    /** One of these words. */
    record OneOf(List<String> words) implements OptionArgument {
        public OneOf {
            words = List.copyOf(words);
        }
    }

    /** A file that is there. */
    record File() implements OptionArgument {}

    /** A directory. */
    record Directory() implements OptionArgument {}

    /** A word that a shell can't know. */
    record Word() implements OptionArgument {}
}
