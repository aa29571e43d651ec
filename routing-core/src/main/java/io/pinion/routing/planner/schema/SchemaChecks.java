package io.pinion.routing.planner.schema;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.catalog.Colocation;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.KeyType;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.definition.Definition;
import io.pinion.routing.definition.ForeignKeys;
import io.pinion.routing.definition.TableBody;
import io.pinion.routing.definition.TableBody.DefinedColumn;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.planner.dml.ChangingDefault;
import io.pinion.routing.planner.dml.CopyPlanning;
import io.pinion.routing.template.UnplannableException;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.TokenType;
import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that a table can be what it is declared as: its columns hold the values that routing needs, and keep them. */
final class SchemaChecks {
    private static final Set<String> NARROW = Set.of("INT", "INTEGER", "MEDIUMINT", "SMALLINT", "TINYINT");

    /** More digits than an AUTO_INCREMENT has with zeros in front. */
    private static final int MOST_DIGITS = 40;

    private final Keyspace.Sharded keyspace;
    private final Tokens tokens;
    private final String charset;
    private final Definition definition;
    private final Set<String> warnings = new LinkedHashSet<>();

    SchemaChecks(Keyspace.Sharded keyspace, Tokens tokens, String charset, Definition definition) {
        this.keyspace = keyspace;
        this.tokens = tokens;
        this.charset = charset;
        this.definition = definition;
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    // --- a new table

    void newTable(String name, Declaration declaration) {
        refuseVariables();
        refuseOtherKind(declaration);
        foreignKeys(name, declaration.table(name, 0));
        if (definition.body() < 0) {
            return;
        }
        TableBody body = TableBody.read(tokens, definition.body(), charset);
        declaration.sequence().ifPresent(column -> sequenceColumn(name, needed(name, body, column)));
        switch (declaration) {
            case Declaration.ObjectRows object -> ofObject(name, object, body);
            case Declaration.MappingRows(String from, Set<String> ids, var sequence, var queue) -> {
                ids.forEach(column -> idColumn(name, needed(name, body, column)));
                uniqueOnOneShard(name, from, sequence, body);
            }
            case Declaration.HashedRows(String key, var sequence, var queue) -> {
                keyColumn(name, needed(name, body, key));
                uniqueOnOneShard(name, key, sequence, body);
            }
            case Declaration.ReferenceRows reference -> {}
            case Declaration.SingleRows single -> {}
        }
    }

    private void refuseOtherKind(Declaration declaration) {
        boolean right =
                switch (declaration) {
                    case Declaration.ObjectRows object -> keyspace instanceof Keyspace.Id;
                    case Declaration.MappingRows mapping -> keyspace instanceof Keyspace.Id;
                    case Declaration.HashedRows hashed -> keyspace instanceof Keyspace.Mod;
                    case Declaration.ReferenceRows reference -> true;
                    case Declaration.SingleRows single -> true;
                };
        if (!right) {
            throw unsupported(
                    switch (keyspace) {
                        case Keyspace.Id id ->
                            keyspace.name() + " finds its shards by ids, so that it has no hashed tables: declare"
                                    + " object, mapping, reference or single";
                        case Keyspace.Mod mod ->
                            keyspace.name() + " finds its shards by a hash, so that it has no objects and mappings:"
                                    + " declare hashed, reference or single";
                    });
        }
        if (declaration instanceof Declaration.ObjectRows(var type, var colocate, var hashed, var queue)
                && type.isPresent()
                && keyspace instanceof Keyspace.Id id) {
            Table.ObjectTable other = id.tableOfType(type.getAsInt());
            if (other != null
                    && !other.name()
                            .equals(tokens.name(definition.subjects().getFirst().name(), charset))) {
                throw unsupported("type " + type.getAsInt() + " belongs to " + other.name()
                        + " already: leave type out, and the lowest free number is taken");
            }
        }
    }

    private void ofObject(String name, Declaration.ObjectRows object, TableBody body) {
        numbers();
        DefinedColumn local = body.column(Table.ObjectTable.LOCAL_ID)
                .or(() -> body.column(Table.ObjectTable.ID))
                .orElseThrow(() -> unsupported("an object table has the column id (on shards: local_id): add id BIGINT"
                        + " UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY"));
        if (!local.autoIncrement()) {
            throw unsupported("the id of " + name + " is made of the shard's own numbers: make " + local.name()
                    + " BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY");
        }
        if (!local.type().equals("BIGINT")) {
            warnings.add("column " + local.name() + " of " + name + " is " + local.type()
                    + ", so that a shard is full long before its 2^36 ids are used: make it BIGINT UNSIGNED");
        }
        object.colocate().ifPresent(path -> needed(name, body, path.split("\\.", 2)[0]));
        for (TableBody.UniqueKey key : body.uniqueKeys()) {
            boolean own = key.columns().stream().anyMatch(column -> column.equalsIgnoreCase(local.name()));
            if (!own) {
                warnUnique(name, key);
            }
        }
    }

    private static DefinedColumn needed(String table, TableBody body, String column) {
        return body.column(column)
                .orElseThrow(() -> unsupported("the declaration of " + table + " names the column " + column
                        + ", which the table doesn't have: it has "
                        + String.join(
                                ", ",
                                body.columns().stream().map(DefinedColumn::name).toList())));
    }

    /** Without strict mode servers silently store 2147483647 for an id that is too big for INT. */
    private static void idColumn(String table, DefinedColumn column) {
        idType(table, column.name(), column.type());
    }

    private static void idType(String table, String column, String type) {
        if (!type.equals("BIGINT") && !type.equals("SERIAL")) {
            throw unsupported("column " + column + " of " + table + " holds ids of 64 bits and can't be " + type
                    + (NARROW.contains(type) ? ", which ends at 2^31 or before" : "") + ": make it BIGINT");
        }
    }

    private void keyColumn(String table, DefinedColumn key) {
        keyType(table, key.name(), key.type());
        if (KeyType.of(key.type()) == KeyType.TEXT && !key.exactly()) {
            warnings.add("key column " + key.name() + " of " + table
                    + " may compare without regard to case, accents or spaces at the"
                    + " end, but is hashed as it is written: 'A' and 'a' would be equal and on different shards; state a"
                    + " collation that ends in _bin");
        }
    }

    private static void keyType(String table, String column, String type) {
        if (KeyType.of(type) == KeyType.NONE) {
            throw unsupported("key column " + column + " of " + table + " is " + type
                    + ", whose values have no single text to hash: " + KeyType.CURE);
        }
    }

    private static void sequenceColumn(String table, DefinedColumn column) {
        if (!column.type().equals("BIGINT") && !NARROW.contains(column.type())) {
            throw unsupported("column " + column.name() + " of " + table + " can't have a sequence, being "
                    + column.type() + ": make it BIGINT");
        }
    }

    private void uniqueOnOneShard(String table, String routing, Optional<String> sequence, TableBody body) {
        for (TableBody.UniqueKey key : body.uniqueKeys()) {
            // A sequence never gives a number twice.
            boolean unique = key.columns().stream()
                    .anyMatch(
                            column -> column.equalsIgnoreCase(routing) || column.equalsIgnoreCase(sequence.orElse("")));
            if (!unique) {
                warnUnique(table, key);
            }
        }
        body.columns().stream()
                .filter(DefinedColumn::autoIncrement)
                .filter(column -> !column.name().equalsIgnoreCase(sequence.orElse("")))
                .forEach(column -> warnings.add("AUTO_INCREMENT column " + column.name() + " of " + table
                        + " counts on each shard for itself: its numbers are unique on a shard only"));
    }

    private void warnUnique(String table, TableBody.UniqueKey key) {
        warnings.add("the key (" + String.join(", ", key.columns()) + ") of " + table
                + " is unique on each shard, not over all of them");
    }

    // --- a table that has rows

    void alteration(Table table) {
        refuseVariables();
        foreignKeys(table.name(), table);
        Set<String> needed = new LinkedHashSet<>(idColumns(table));
        String key = table.placingColumn();
        if (key != null) {
            needed.add(key.toLowerCase(Locale.ROOT));
        }
        if (table instanceof Table.ObjectTable) {
            needed.add(Table.ObjectTable.ID);
            numbers();
        }
        for (int token = 0; token < tokens.count(); token++) {
            alteration(table, needed, token);
        }
        refuseNewSequences(table);
        refuseConversion(table);
        refuseDifferentCopies(table);
        refuseAnotherOrder(table);
    }

    /** A row would get what a connection happens to have, which serves one session after the other. */
    private void refuseVariables() {
        if (tokens.statement().mentions(Mention.USER_VARIABLE)) {
            throw unsupported(
                    "a user variable is one session's, and a row would get that of the connection which writes it:"
                            + " write the value");
        }
    }

    private void refuseAnotherOrder(Table table) {
        boolean moves = new ReorderedColumns(tokens).changes();
        if (moves && !(table instanceof Table.ReferenceTable) && !(table instanceof Table.SingleTable)) {
            throw unsupported(
                    "the columns of " + table.name() + " can't change their order, by which rows without a list of"
                            + " columns are placed: leave FIRST and AFTER out, which a column that is added alone may have, and drop,"
                            + " add, hide or show columns by a statement each");
        }
    }

    /** Rows that are there get the default of a new column, or the value of a generated one, on each shard by itself. */
    private void refuseDifferentCopies(Table table) {
        if (!(table instanceof Table.ReferenceTable) || !tokens.has(token -> tokens.isWord(token, "ADD"))) {
            return;
        }
        String different = CopyPlanning.differentValue(tokens);
        if (different == null && ChangingDefault.isIn(tokens)) {
            different = "a default may be another value on each: add the column without it, and fill it by UPDATE";
        }
        if (different != null) {
            throw unsupported(table.name() + " is a reference table, changed on every shard alike, and " + different);
        }
    }

    /** {@code CONVERT TO CHARACTER SET} gives every column of text another type or collation, the key too. */
    private void refuseConversion(Table table) {
        if (!(table instanceof Table.HashedTable hashed)) {
            return;
        }
        Column key = table.column(hashed.keyColumn());
        for (int token = 0; token < tokens.count(); token++) {
            boolean converts = tokens.isWord(token, "CONVERT") && tokens.isWord(token + 1, "TO");
            if (converts
                    && (key == null || KeyType.of(key.type()) == KeyType.TEXT)
                    && !keepsCollation(token + 2, key)) {
                throw unsupported("CONVERT TO changes the key column " + hashed.keyColumn() + " of " + table.name()
                        + ", which places rows by the hash of its values, as another type or collation may not:"
                        + " change the other columns one by one (MODIFY), or state the collation that the key has");
            }
        }
    }

    /** Only COLLATE is certain: the default collation of a character set is the server's setting. */
    private boolean keepsCollation(int from, @Nullable Column key) {
        for (int token = from; token < tokens.count() && !tokens.isSymbol(token, ","); token++) {
            if (tokens.isWord(token, "COLLATE")) {
                int name = tokens.isSymbol(token + 1, "=") ? token + 2 : token + 1;
                String collation = tokens.text(name).replaceAll("['\"`]", "");
                return key != null
                        && key.collation().map(collation::equalsIgnoreCase).orElse(false);
            }
        }
        return false;
    }

    /** Existing rows would have no number, and the topology would not know the sequence. */
    private void refuseNewSequences(Table table) {
        String column = "column";
        for (int token = 0; token < tokens.count(); token++) {
            boolean changes = tokens.isOneOf(token, "ADD", "MODIFY");
            if (changes || tokens.isWord(token, "CHANGE")) {
                int at = tokens.isWord(token + 1, "COLUMN") ? token + 2 : token + 1;
                String named = column(changes ? at : at + 1);
                column = named == null ? "column" : named;
            }
            if (TableBody.declaresSequence(tokens, token) && !table.isOfSequence(column)) {
                throw unsupported(
                        "ALTER TABLE gives " + table.name() + " no sequence: give the column to the table without"
                                + " this comment, give its rows numbers, and declare it then (FORGET TABLE, DECLARE TABLE … AS '… sequence="
                                + column + "')");
            }
        }
    }

    private static Set<String> idColumns(Table table) {
        Set<String> ids = new LinkedHashSet<>();
        if (table instanceof Table.MappingTable mapping) {
            mapping.idColumns().forEach(column -> ids.add(column.toLowerCase(Locale.ROOT)));
        }
        return ids;
    }

    private void alteration(Table table, Set<String> needed, int token) {
        boolean drop = tokens.isWord(token, "DROP");
        boolean change = tokens.isWord(token, "CHANGE");
        boolean rename = tokens.isWord(token, "RENAME") && tokens.isWord(token + 1, "COLUMN");
        boolean modify = tokens.isWord(token, "MODIFY");
        if (!drop && !change && !rename && !modify) {
            return;
        }
        if (drop && TableBody.beginsKey(tokens, token + 1)) {
            return;
        }
        int at = ReorderedColumns.name(tokens, token + 1);
        String column = column(at);
        if (column != null
                && table.isOfSequence(column)
                && !(table instanceof Table.ReferenceTable)
                && (drop || rename || (change && !column.equals(column(at + 1))))) {
            throw unsupported(
                    "column " + column + " of " + table.name() + " gets its numbers from a sequence, as the topology"
                            + " declares it: it can't be dropped or renamed before that is withdrawn (FORGET TABLE, DECLARE"
                            + " TABLE)");
        }
        if (column == null || !needed.contains(column)) {
            return;
        }
        boolean keepsName = change && column.equals(column(at + 1));
        if (drop || rename || (change && !keepsName)) {
            throw unsupported(
                    "column " + column + " of " + table.name()
                            + " says which shard a row belongs to, as the topology declares it: it can't be dropped or renamed");
        }
        String type = tokens.text(change ? at + 2 : at + 1).toUpperCase(Locale.ROOT);
        if (table instanceof Table.HashedTable) {
            throw unsupported(
                    "key column " + column + " of " + table.name() + " places rows by the hash of its values, which"
                            + " another type or collation may change: make a new table and copy the rows");
        }
        idType(table.name(), column, type);
    }

    private @Nullable String column(int token) {
        return tokens.isName(token) ? tokens.name(token, charset).toLowerCase(Locale.ROOT) : null;
    }

    // --- foreign keys

    /** A server looks for the parent in the child's own database, so both rows must be on one shard. */
    private void foreignKeys(String name, Table child) {
        for (ForeignKeys.ForeignKey key : ForeignKeys.of(tokens, charset, definition)) {
            String parentName =
                    tokens.name(definition.others().get(key.parent()).name(), charset);
            Table parent = parentName.equals(name) ? child : keyspace.table(parentName);
            if (parent == null) {
                throw new UnplannableException(Refusals.unknownTable(keyspace.name(), parentName));
            }
            refusePlacingChanges(child, key);
            if (!onOneShard(child, parent, key)) {
                throw unsupported("a row of " + name + " and the row of " + parentName
                        + " that it refers to may be on different shards, where no server can check a foreign key: leave it"
                        + " out, or refer to a reference table, or include the columns that place the rows of both");
            }
        }
    }

    /**
     * A server that changed the column with its parent would leave the row on a shard where no statement looks for it.
     */
    private static void refusePlacingChanges(Table child, ForeignKeys.ForeignKey key) {
        for (String column : placing(child)) {
            if (key.changing().isPresent() && key.columns().contains(column)) {
                throw unsupported("column " + column + " of " + child.name()
                        + " says which shard a row belongs to, and "
                        + key.changing().get()
                        + " would change it where the row is: leave that out, or write RESTRICT or NO ACTION");
            }
        }
    }

    /** The columns that place a row of the table, in lower case. */
    private static Set<String> placing(Table table) {
        Set<String> columns = new LinkedHashSet<>();
        if (table.keyColumn() != null) {
            columns.add(table.keyColumn().toLowerCase(Locale.ROOT));
        }
        if (table instanceof Table.ObjectTable object) {
            columns.add(Table.ObjectTable.LOCAL_ID);
            String colocating =
                    switch (object.colocation()) {
                        case Colocation.WithColumn(String column) -> column;
                        case Colocation.WithJsonPath(String column, var path) -> column;
                        case Colocation.Anywhere anywhere -> Table.ObjectTable.ID;
                    };
            columns.add(colocating.toLowerCase(Locale.ROOT));
        }
        return columns;
    }

    private static boolean onOneShard(Table child, Table parent, ForeignKeys.ForeignKey key) {
        return switch (parent) {
            case Table.ReferenceTable reference -> !(child instanceof Table.SingleTable);
            case Table.SingleTable single ->
                child instanceof Table.SingleTable other && other.shard().equals(single.shard());
            // Its id is global in the child and local in the parent.
            case Table.ObjectTable object -> false;
            case Table.MappingTable mapping ->
                child instanceof Table.MappingTable other && key.binds(other.fromColumn(), mapping.fromColumn());
            case Table.HashedTable hashed ->
                child instanceof Table.HashedTable other && key.binds(other.keyColumn(), hashed.keyColumn());
        };
    }

    // --- numbers of objects

    /** A row whose number doesn't fit into an id would look like one with another id. */
    private void numbers() {
        for (int token = 0; token < tokens.count(); token++) {
            int number = tokens.isSymbol(token + 1, "=") ? token + 2 : token + 1;
            boolean begins = tokens.isWord(token, "AUTO_INCREMENT")
                    && tokens.type(number).isLiteral();
            if (begins && !isLocalId(number)) {
                throw unsupported("AUTO_INCREMENT = " + tokens.text(number)
                        + " isn't one of the numbers that an id has room for, up to " + GlobalId.MAX_LOCAL
                        + ": leave it out, or state a lower one");
            }
        }
    }

    private boolean isLocalId(int number) {
        return tokens.type(number) == TokenType.INTEGER
                && tokens.text(number).length() <= MOST_DIGITS
                && new BigInteger(tokens.text(number)).compareTo(BigInteger.valueOf(GlobalId.MAX_LOCAL)) <= 0;
    }
}
