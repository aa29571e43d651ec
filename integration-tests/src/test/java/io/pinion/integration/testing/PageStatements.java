package io.pinion.integration.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The statements of a page of the manual: what stands in its blocks of SQL, or of no language, and ends with a semicolon. */
public final class PageStatements {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:sql)?\n(.*?)^```$");
    private static final Pattern STATEMENT = Pattern.compile("(?ms)^([A-Z]{4,} .*?);(?: +[a-z ]+)?$");

    private PageStatements() {}

    /** In the page's order, without semicolons; those with an ellipsis are left out. */
    public static List<String> of(Path page) throws IOException {
        List<String> statements = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(Files.readString(page));
        while (blocks.find()) {
            Matcher found = STATEMENT.matcher(blocks.group(1));
            while (found.find()) {
                if (!found.group(1).contains("…")) {
                    statements.add(found.group(1));
                }
            }
        }
        return statements;
    }
}
