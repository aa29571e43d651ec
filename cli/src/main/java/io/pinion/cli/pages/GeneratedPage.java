package io.pinion.cli.pages;

import java.util.Locale;
import picocli.CommandLine;

/** A page that can be made of the tree of commands. */
public enum GeneratedPage {
    BASH {
        @Override
        public String of(CommandLine root, String version) {
            return BashCompletion.of(root);
        }
    },
    MAN {
        @Override
        public String of(CommandLine root, String version) {
            return ManualPage.of(root, version);
        }
    };

    /** The page of {@code root}, as text that ends with a newline. */
    public abstract String of(CommandLine root, String version);

    /** The word that asks for it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
