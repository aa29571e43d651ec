package io.pinion.routing.planner.load;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.KnownSchema;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.load.FileFormat;
import io.pinion.routing.load.LoadFacts;
import io.pinion.routing.load.LoadFacts.Field;
import io.pinion.routing.load.LoadReader;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.dml.ChangingDefault;
import io.pinion.routing.planner.dml.CopyPlanning;
import io.pinion.routing.planner.names.RowIdAlias;
import io.pinion.routing.planner.shard.ShardFinder;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.Request;
import io.pinion.routing.template.UnplannableException;
import io.pinion.routing.text.Hint;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.MysqlCharsets;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * LOAD DATA LOCAL INFILE on a logical table → the placement of each row of the file, and the text for each shard. Used
 * once.
 */
public final class LoadPlanning {
    private static final Pattern GENERATED = Pattern.compile("(?i)\\b(?:VIRTUAL|STORED|PERSISTENT)\\b");

    /** Functions that a value behind SET must not call: a shard's connection has another result than the client's. */
    private static final Set<Mention> OF_SESSION = Set.of(
            Mention.LAST_INSERT_ID,
            Mention.FOUND_ROWS,
            Mention.ROW_COUNT,
            Mention.USER,
            Mention.DATABASE,
            Mention.CONNECTION_ID,
            Mention.USER_LOCK,
            Mention.WAITS,
            Mention.ROWNUM,
            Mention.SEQUENCE);

    private final Request request;
    private final SessionEffects effects;
    private final String name;
    private final Keyspace.Sharded keyspace;
    private final String charset;
    private final Tokens tokens;
    private final Edits edits;
    private final LoadFacts facts;
    private final Table table;
    private final List<String> columns;

    private LoadPlanning(Request request, String name, SessionEffects effects) {
        this.request = request;
        this.effects = effects;
        this.name = name;
        if (!(request.catalog().keyspace(name) instanceof Keyspace.Sharded sharded)) {
            throw new IllegalStateException(name + " was sharded a moment ago");
        }
        this.keyspace = sharded;
        this.charset = request.session().charset();
        this.tokens = Tokens.of(request.statement());
        this.edits = new Edits(request.statement());
        this.facts = facts();
        this.table = table();
        RowIdAlias.refuse(tokens, charset, token -> RowIdAlias.isColumnOf(table) || tokens.isSymbol(token + 1, "."));
        this.columns = columns();
    }

    /** The literals describe the file, so each statement is planned anew. */
    public static RoutePlan plan(Request request, String keyspace, SessionEffects effects) {
        if (request.described()) {
            return Refusals.unpreparable();
        }
        if (request.statement().parameterCount() > 0) {
            return request.withLiterals();
        }
        if (!request.session().rights().mayUse(keyspace)) {
            return Refusals.accessDenied(request.session(), keyspace);
        }
        try {
            return new LoadPlanning(request, keyspace, effects).plan();
        } catch (UnplannableException e) {
            return e.refused();
        }
    }

    private LoadFacts facts() {
        try {
            return LoadReader.read(tokens, charset);
        } catch (LoadReader.Unreadable e) {
            throw unsupported(e.reason());
        }
    }

    private RoutePlan plan() {
        FileFormat format = format();
        Optional<FileNumbering> numbering = FileNumbering.of(request, name, table, columns, facts, format);
        refuseUnlikeValues();
        FileLoad.Where where = where();
        List<FileLoad.Given> given = given();
        qualify();
        if (facts.charset().isEmpty()) {
            edits.insert(facts.charsetPlace(), Piece.Fixed.of(" CHARACTER SET " + format.charset()));
        }
        facts.ignoring().ifPresent(edits::replace);
        writeFields(numbering.filter(FileNumbering::isInFront).map(FileNumbering::sequence));
        return new RoutePlan.LoadRows(
                name,
                facts.file(),
                new FileLoad(
                        request,
                        keyspace,
                        format,
                        facts.ignoredLines(),
                        columns.size(),
                        where,
                        given,
                        numbering,
                        edits.inOrder(),
                        SessionEffects.PLAIN));
    }

    private Table table() {
        String written = tokens.name(facts.table(), charset);
        Table found = keyspace.table(written);
        if (found == null) {
            throw new UnplannableException(Refusals.unknownTable(name, written));
        }
        if (found.columns().isEmpty()) {
            throw unsupported(
                    "the columns of " + written + " are not known, so Pinion can't tell which field of the file"
                            + " says where a row goes: RELOAD SCHEMA says why, or state them in the topology");
        }
        return found;
    }

    // --- the fields

    /** The target of each field of a row: a column's logical name in lower case, or empty for a variable. */
    private List<String> columns() {
        List<String> found = new ArrayList<>();
        if (facts.fields().isEmpty()) {
            for (Column column : table.columns()) {
                if (GENERATED.matcher(column.extra()).find()) {
                    throw unsupported(table.name() + " has columns that servers compute (" + column.name()
                            + "): name the columns that the fields of the file are for");
                }
                if (!column.isInvisible()) {
                    found.add(logical(column.name()));
                }
            }
            return found;
        }
        for (Field field : facts.fields()) {
            found.add(
                    switch (field) {
                        case Field.OfColumn(String column, var span) -> known(column);
                        case Field.OfVariable variable -> "";
                    });
        }
        for (String column : found) {
            if (!column.isEmpty() && found.indexOf(column) != found.lastIndexOf(column)) {
                throw unsupported(
                        "column '" + column + "' is named twice: give each field a column or a variable of its own");
            }
        }
        return found;
    }

    private String logical(String column) {
        return table.logical(column).toLowerCase(Locale.ROOT);
    }

    private String known(String column) {
        if (table instanceof Table.ObjectTable && column.equalsIgnoreCase(Table.ObjectTable.LOCAL_ID)) {
            throw unsupported("local_id can't be given by the logical name of " + table.name() + ": give id");
        }
        boolean exists = table.columns().stream()
                .anyMatch(known -> logical(known.name()).equals(column.toLowerCase(Locale.ROOT)));
        if (!exists) {
            throw new UnplannableException(
                    new RoutePlan.Refused(1054, "42S22", "Unknown column '" + column + "' in 'field list'"));
        }
        return column.toLowerCase(Locale.ROOT);
    }

    // --- the format

    private FileFormat format() {
        LoadFacts.Separators said = facts.separators();
        boolean backslash = !request.session().sqlMode().noBackslashEscapes();
        FileFormat format = new FileFormat(
                said.fieldsTerminated().orElse(new byte[] {'\t'}),
                said.enclosed().map(LoadPlanning::character).orElse(FileFormat.NONE),
                said.escaped().map(LoadPlanning::character).orElse(backslash ? '\\' : FileFormat.NONE),
                said.linesStarting().orElse(new byte[0]),
                said.linesTerminated().orElse(new byte[] {'\n'}),
                facts.charset().orElseGet(this::defaultCharset));
        format.problem().ifPresent(problem -> {
            throw unsupported(problem);
        });
        if (table instanceof Table.ObjectTable && !format.keepsDigits()) {
            throw unsupported(
                    "a digit that separates fields, lines or escapes could be part of an id: use another sign");
        }
        return format;
    }

    private static int character(byte[] text) {
        if (text.length > 1) {
            throw new UnplannableException(new RoutePlan.Refused(
                    1083, "42000", "Field separator argument is not what is expected; check the manual"));
        }
        return text.length == 0 ? FileFormat.NONE : text[0] & 0xFF;
    }

    /** The default is the character set of the current database, which connections to shards don't have. */
    private String defaultCharset() {
        KnownSchema.KnownKeyspace known = request.catalog().schema().keyspaces().get(name);
        if (known == null) {
            throw unsupported("the character set of the databases of " + name
                    + ", which the file is read in, isn't known:" + " write CHARACTER SET utf8mb4 behind the table");
        }
        return known.charset();
    }

    // --- where rows go

    private FileLoad.Where where() {
        OptionalInt only = named();
        return switch (table) {
            case Table.ReferenceTable reference -> {
                if (only.isPresent()) {
                    throw unsupported(
                            "a reference table is the same on every shard, and the hint or the session names one:"
                                    + " leave it out");
                }
                yield new FileLoad.Where.EveryShard(shards());
            }
            case Table.SingleTable single -> {
                if (only.isPresent() && only.getAsInt() != single.shard().number()) {
                    throw unsupported(table.name() + " is on shard " + single.shard()
                            + ", and the hint or the session names" + " another: leave it out");
                }
                yield new FileLoad.Where.OnShard(open(single.shard().number()));
            }
            case Table.ObjectTable object ->
                byField(Table.ObjectTable.ID, new FilePlacement.ById((Keyspace.Id) keyspace, object), only);
            case Table.MappingTable mapping ->
                byField(mapping.fromColumn(), new FilePlacement.ByOtherId((Keyspace.Id) keyspace), only);
            case Table.HashedTable hashed ->
                byField(
                        hashed.keyColumn(),
                        FilePlacement.ByHash.of((Keyspace.Mod) keyspace, table, hashed.keyColumn()),
                        only);
        };
    }

    private FileLoad.Where byField(String column, FilePlacement placement, OptionalInt only) {
        int field = columns.indexOf(column.toLowerCase(Locale.ROOT));
        if (field < 0 || facts.assigns(column)) {
            throw unsupported(
                    table instanceof Table.ObjectTable
                            ? "ids that servers make can't be told by LAST_INSERT_ID() behind LOAD DATA: let the file give"
                                    + " the id of each row of " + table.name() + ", or use INSERT"
                            : column + " places each row of " + table.name()
                                    + " on its shard: let a field of the file give it as it is, without SET");
        }
        return new FileLoad.Where.ByField(field, column, placement, only);
    }

    /** The shard that a hint or the session names. */
    private OptionalInt named() {
        Hint hint = request.statement().hint().orElse(null);
        if (hint != null) {
            ShardFinder found = new ShardFinder(keyspace, request);
            RoutePlan.Refused refused = found.addHinted(hint);
            if (refused != null) {
                throw new UnplannableException(refused);
            }
            return OptionalInt.of(open(found.shard()));
        }
        return request.current() instanceof CurrentDatabase.OneShard one
                        && one.keyspace().name().equals(name)
                ? OptionalInt.of(open(one.shard()))
                : OptionalInt.empty();
    }

    private int open(int shard) {
        if (keyspace.ranges().pairOf(shard) == null) {
            throw new UnplannableException(Refusals.notOpen(name, shard));
        }
        return shard;
    }

    private int[] shards() {
        ShardFinder found = new ShardFinder(keyspace, request);
        found.addAll(keyspace.ranges(), 0, ShardId.MAX);
        if (found.several() != null) {
            return found.several().stream().toArray();
        }
        if (found.shard() == ShardFinder.NONE) {
            throw new UnplannableException(Refusals.general("no shard of " + name + " is open"));
        }
        return new int[] {found.shard()};
    }

    // --- values that servers make

    private List<FileLoad.Given> given() {
        List<FileLoad.Given> given = new ArrayList<>();
        for (Column column : table.columns()) {
            String logical = logical(column.name());
            boolean placed = table instanceof Table.ObjectTable && logical.equals(Table.ObjectTable.ID);
            int field = columns.indexOf(logical);
            boolean counted = table.isOfSequence(column.name());
            if (!placed && !counted && column.isNumbered()) {
                if (field < 0 || facts.assigns(column.name())) {
                    throw unsupported(
                            "the value of " + column.name() + " would be made by the server of each shard, and"
                                    + " LAST_INSERT_ID() couldn't tell it: let the file give it");
                }
                given.add(new FileLoad.Given(field, column.name()));
            } else if (table instanceof Table.ReferenceTable
                    && ChangingDefault.isOf(column)
                    && field < 0
                    && !facts.assigns(column.name())) {
                throw unsupported("the value of " + column.name()
                        + " would be made by each server for itself: let the file" + " give it");
            }
        }
        return given;
    }

    private void refuseUnlikeValues() {
        if (effects.callsStored()) {
            throw unsupported(
                    "what a stored function does can't be put together from several servers: leave it out of SET");
        }
        if (facts.assignments().isEmpty()) {
            return;
        }
        for (Mention mention : OF_SESSION) {
            if (request.statement().mentions(mention)) {
                throw unsupported(
                        "a value behind SET asks for what is the session's own, and would be a shard's: write the"
                                + " value");
            }
        }
        if (table instanceof Table.ReferenceTable) {
            String different = CopyPlanning.differentValue(tokens);
            boolean changing = table.columns().stream().anyMatch(ChangingDefault::isOf);
            if (different == null && changing && tokens.has(token -> tokens.isWord(token, "DEFAULT"))) {
                different = "a default may be another value on each: write the value";
            }
            if (different != null) {
                throw unsupported(
                        table.name() + " is a reference table, loaded on every shard alike, and " + different);
            }
        }
        facts.assigning().ifPresent(span -> {
            for (int token = tokens.at(span.from()); token < tokens.count(); token++) {
                boolean id = table instanceof Table.ObjectTable
                        && tokens.isName(token)
                        && Set.of(Table.ObjectTable.ID, Table.ObjectTable.LOCAL_ID)
                                .contains(tokens.name(token, charset).toLowerCase(Locale.ROOT));
                boolean counted = tokens.isName(token) && table.isOfSequence(tokens.name(token, charset));
                boolean qualified = tokens.isName(token) && tokens.isSymbol(token + 1, ".");
                if (id || counted || qualified) {
                    throw unsupported("Pinion can't tell what '" + tokens.text(token)
                            + "' behind SET is on a shard: use the" + " names of other columns, or variables, alone");
                }
            }
        });
    }

    // --- the text

    private void qualify() {
        if (facts.schema() >= 0) {
            edits.replace(
                    new Span(tokens.start(facts.schema()), tokens.end(facts.schema())), new Piece.ShardDatabase());
        } else {
            edits.insert(tokens.start(facts.table()), new Piece.ShardDatabase(), Piece.Fixed.of("."));
        }
    }

    /**
     * Writes the fields' columns by their names, whatever a shard's columns are; and renames variables to names that no
     * session uses, so that a connection keeps nothing that a client could read.
     *
     * @param inFront the sequence of the numbers in front of the rows
     */
    private void writeFields(Optional<Sequence> inFront) {
        Charset client = MysqlCharsets.find(charset).orElse(StandardCharsets.UTF_8);
        String first = inFront.map(sequence -> SqlNames.quoted(sequence.column()) + ", ")
                .orElse("");
        if (facts.fields().isEmpty()) {
            String list = columns.stream().map(this::physical).collect(Collectors.joining(", ", " (" + first, ")"));
            edits.insert(facts.fieldsPlace(), new Piece.Fixed(list.getBytes(client)));
            return;
        }
        if (!first.isEmpty()) {
            edits.insert(facts.fields().getFirst().span().from(), new Piece.Fixed(first.getBytes(client)));
        }
        Set<String> variables = new HashSet<>();
        for (Field field : facts.fields()) {
            switch (field) {
                case Field.OfColumn(String column, var span) -> {
                    if (!physical(column).equals(SqlNames.quoted(column))) {
                        edits.replace(span, Piece.Fixed.of(Table.ObjectTable.LOCAL_ID));
                    }
                }
                case Field.OfVariable(String variable, var span) -> {
                    variables.add(key(variable));
                    edits.replace(span, Piece.Fixed.of(own(variable)));
                }
            }
        }
        facts.assignments().stream()
                .flatMap(assignment -> assignment.variables().stream())
                .filter(variable -> variables.contains(key(variable.name())))
                .forEach(variable -> edits.replace(variable.span(), Piece.Fixed.of(own(variable.name()))));
    }

    private String physical(String logical) {
        boolean id = table instanceof Table.ObjectTable && logical.equalsIgnoreCase(Table.ObjectTable.ID);
        return SqlNames.quoted(id ? Table.ObjectTable.LOCAL_ID : logical);
    }

    private static String key(String variable) {
        return variable.toLowerCase(Locale.ROOT);
    }

    private static String own(String variable) {
        return "@pinion_load_" + variable;
    }
}
