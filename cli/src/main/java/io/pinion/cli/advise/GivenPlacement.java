package io.pinion.cli.advise;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.transfer.TablesDocument;
import io.pinion.operations.transfer.TablesDocument.Numbers;
import io.pinion.operations.transfer.TablesDocument.Wish;
import io.pinion.routing.advice.UnshardedSchema;
import io.pinion.routing.advice.UnshardedTable;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Declaration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The placement of {@code --placement}: a document of the form that IMPORT DATABASE takes. */
public final class GivenPlacement {
    private final Path file;
    private final Map<String, Wish> wishes;

    private GivenPlacement(Path file, Map<String, Wish> wishes) {
        this.file = file;
        this.wishes = wishes;
    }

    /**
     * By the name of the table; those that are skipped are missing.
     *
     * @throws UnreadableLog when it is no document of tables, or not of these
     */
    public static Map<String, Declaration> read(Path file, UnshardedSchema schema) throws IOException, UnreadableLog {
        Map<String, Wish> wishes;
        try {
            wishes = TablesDocument.read(Files.readString(file)).wishes();
        } catch (OperationRefused e) {
            throw new UnreadableLog(file + ": " + e.getMessage());
        }
        return new GivenPlacement(file, wishes).declarations(schema);
    }

    private Map<String, Declaration> declarations(UnshardedSchema schema) throws UnreadableLog {
        for (Map.Entry<String, Wish> wish : wishes.entrySet()) {
            // Views, and those of other databases, are named to be skipped.
            if (schema.table(wish.getKey()).isEmpty() && !(wish.getValue() instanceof Wish.Skip)) {
                throw new UnreadableLog(
                        file + " names " + wish.getKey() + ", which is no table of " + schema.database());
            }
        }
        Map<String, Declaration> declarations = new LinkedHashMap<>();
        for (UnshardedTable table : schema.tables().values()) {
            Optional<Declaration> declaration = declaration(table);
            if (declaration.isPresent()) {
                declarations.put(table.name(), declaration.get());
            }
        }
        return declarations;
    }

    /** A table of which nothing is said is placed by its primary key, as IMPORT DATABASE does. */
    private Optional<Declaration> declaration(UnshardedTable table) throws UnreadableLog {
        Wish wish = wishes.getOrDefault(table.name(), new Wish.Hashed(Optional.empty(), new Numbers.AsBefore(), false));
        return switch (wish) {
            case Wish.Skip skip -> Optional.empty();
            case Wish.Reference(Numbers numbers, var ids) ->
                Optional.of(new Declaration.ReferenceRows(sequence(table, numbers)));
            case Wish.Hashed(Optional<String> key, Numbers numbers, boolean perShard) ->
                Optional.of(new Declaration.HashedRows(key(table, key), sequence(table, numbers)));
            case Wish.Objects objects -> throw ofIds(table);
            case Wish.Mappings mappings -> throw ofIds(table);
            case Wish.Arising arising -> throw ofIds(table);
            case Wish.Single single -> throw ofIds(table);
        };
    }

    private UnreadableLog ofIds(UnshardedTable table) {
        return new UnreadableLog(
                file + " says of " + table.name() + " what keyspaces of ids have, whose statements aren't"
                        + " known yet: write {\"key\": \"…\"}, \"reference\" or \"skip\"");
    }

    private String key(UnshardedTable table, Optional<String> named) throws UnreadableLog {
        Optional<String> key = named.or(() -> table.primaryKey().stream().findFirst());
        if (key.isEmpty()) {
            throw new UnreadableLog(file + " names no key of " + table.name() + ", which has no primary key");
        }
        return column(table, key.get());
    }

    private Optional<String> sequence(UnshardedTable table, Numbers numbers) throws UnreadableLog {
        return switch (numbers) {
            case Numbers.AsBefore before -> table.counting();
            case Numbers.None none -> Optional.empty();
            case Numbers.Of(String column) -> Optional.of(column(table, column));
        };
    }

    private String column(UnshardedTable table, String named) throws UnreadableLog {
        Column column = table.column(named);
        if (column == null) {
            throw new UnreadableLog(file + " names column " + named + ", which " + table.name() + " doesn't have");
        }
        return column.name();
    }
}
