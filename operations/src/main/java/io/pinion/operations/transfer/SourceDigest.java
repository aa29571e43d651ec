package io.pinion.operations.transfer;

import io.pinion.operations.server.sql.TableTexts;
import io.pinion.routing.text.TextDigest;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The definitions of the imported tables and the names of all else in the database but tables that stay behind, in
 * short: whether any of them has changed, or something is there that nobody has said anything of.
 */
final class SourceDigest {
    private SourceDigest() {}

    static String of(SourceSchema source, DatabaseImport task) {
        Set<String> left = task.tables().stream()
                .filter(table -> !table.isCopied())
                .map(TableRole::name)
                .collect(Collectors.toSet());
        StringBuilder text = new StringBuilder();
        for (TableRole table : task.copied()) {
            text.append(source.tables().stream()
                    .filter(found -> found.name().equals(table.source()))
                    .map(found -> TableTexts.withoutNextNumber(found.definition()))
                    .findFirst()
                    .orElse("gone"));
        }
        source.tables().stream()
                .map(SourceTable::name)
                .filter(name -> !left.contains(name))
                .sorted()
                .forEach(name -> text.append('\n').append(name));
        source.others().stream().filter(other -> !left.contains(other.table())).forEach(other -> text.append('\n')
                .append(other));
        return TextDigest.hexOf(text.toString());
    }
}
