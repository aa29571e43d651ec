package io.pinion.operations.transfer;

import io.pinion.routing.text.TextDigest;
import java.util.regex.Pattern;

/**
 * The definitions of the imported tables and the names of all else in the database, in short: whether any of them has
 * changed, or something is there that nobody has said anything of.
 */
final class SourceDigest {
    private static final Pattern NEXT_NUMBER = Pattern.compile("\n(\\).*?) AUTO_INCREMENT=\\d+");

    private SourceDigest() {}

    static String of(SourceSchema source, DatabaseImport task) {
        StringBuilder text = new StringBuilder();
        for (TableRole table : task.copied()) {
            text.append(source.tables().stream()
                    .filter(found -> found.name().equals(table.source()))
                    .map(found -> NEXT_NUMBER.matcher(found.definition()).replaceFirst("\n$1"))
                    .findFirst()
                    .orElse("gone"));
        }
        source.tables().stream().map(SourceTable::name).sorted().forEach(name -> text.append('\n')
                .append(name));
        source.others().forEach(other -> text.append('\n').append(other));
        return TextDigest.hexOf(text.toString());
    }
}
