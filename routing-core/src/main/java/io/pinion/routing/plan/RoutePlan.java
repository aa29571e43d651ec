package io.pinion.routing.plan;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.merge.MergePlan;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The destination of a statement, decided once and never changed. */
public sealed interface RoutePlan {
    /** One server answers: the text goes to it, and its answer to the client. */
    sealed interface OnServer extends RoutePlan {
        String pair();

        StatementText text();

        DatabaseContext context();

        SessionEffects effects();

        List<PreviousDiagnostics.Condition> warnings();

        default OnServer with(StatementText other) {
            return with(other, context(), effects());
        }

        default OnServer with(DatabaseContext other) {
            return with(text(), other, effects());
        }

        default OnServer with(SessionEffects other) {
            return with(text(), context(), other);
        }

        private OnServer with(StatementText text, DatabaseContext context, SessionEffects effects) {
            return switch (this) {
                case SingleShard single ->
                    new SingleShard(single.target, text, context, single.insertedId, effects, single.warnings);
                case AnyServer any -> new AnyServer(any.pair, text, context, effects, any.warnings);
            };
        }
    }

    /**
     * Every row the statement can touch lives in one database: pass its answer through.
     *
     * @param text the client's own bytes, or those with edits applied
     * @param context the current database that the backend connection must have before the text may be sent
     * @param insertedId how the insert id in the answer's OK becomes the one that the client sees
     * @param effects the statement's needs from its connection and effects on it
     * @param warnings Pinion's own about the statement, beside those of the server
     */
    record SingleShard(
            Target target,
            StatementText text,
            DatabaseContext context,
            InsertedId insertedId,
            SessionEffects effects,
            List<PreviousDiagnostics.Condition> warnings)
            implements OnServer {
        public SingleShard {
            warnings = List.copyOf(warnings);
        }

        @Override
        public String pair() {
            return target.pair();
        }

        /** A plan without warnings. */
        public SingleShard(
                Target target,
                StatementText text,
                DatabaseContext context,
                InsertedId insertedId,
                SessionEffects effects) {
            this(target, text, context, insertedId, effects, List.of());
        }
    }

    /**
     * Rows of several shards: each shard gets a text of its own, and the answers are merged.
     *
     * @param keyspace the keyspace of the shards
     * @param targets of the statements, one for each
     * @param statements in the order of their shards, at least two; made one by one on access, from the client's text,
     *     so that thousands of them take no room
     * @param merging the way to merge the answers
     * @param scatter no condition of the statement names shards, so that it goes to all open ones
     * @param atOneMoment the statement asks for the time, which must be the same for all shards
     * @param effects of each of the texts
     * @param warnings Pinion's own about the statement, beside those of servers
     * @param policy the limits of a scatter; free for any other fan-out
     */
    record FanOut(
            String keyspace,
            List<Target> targets,
            List<ShardStatement> statements,
            Merging merging,
            boolean scatter,
            boolean atOneMoment,
            SessionEffects effects,
            List<PreviousDiagnostics.Condition> warnings,
            ScatterPolicy policy)
            implements RoutePlan {
        public FanOut {
            targets = List.copyOf(targets);
            warnings = List.copyOf(warnings);
        }

        /** A fan-out that no policy limits. */
        public FanOut(
                String keyspace,
                List<Target> targets,
                List<ShardStatement> statements,
                Merging merging,
                boolean scatter,
                boolean atOneMoment,
                SessionEffects effects,
                List<PreviousDiagnostics.Condition> warnings) {
            this(keyspace, targets, statements, merging, scatter, atOneMoment, effects, warnings, ScatterPolicy.FREE);
        }

        /**
         * A statement of one shard, answered as one of several.
         *
         * @param text of the statement
         */
        private static FanOut ofOne(String keyspace, SingleShard single, StatementText.Edited text, Merging merging) {
            return new FanOut(
                    keyspace,
                    List.of(single.target()),
                    List.of(new ShardStatement(single.target(), text, single.insertedId())),
                    merging,
                    false,
                    false,
                    single.effects(),
                    single.warnings());
        }

        /**
         * A plan for one shard or for several, answered as one for several.
         *
         * @param sql the planned text
         * @param ofOne how the answer of one shard is merged
         * @return empty for any other plan
         */
        public static Optional<FanOut> of(RoutePlan plan, String keyspace, byte[] sql, Merging ofOne) {
            return switch (plan) {
                case FanOut fanOut -> Optional.of(fanOut);
                case SingleShard single
                when single.text() instanceof StatementText.Edited text ->
                    Optional.of(ofOne(keyspace, single, text, ofOne));
                case SingleShard single
                when single.text() instanceof StatementText.Original
                        && !(single.context() instanceof DatabaseContext.Required) ->
                    Optional.of(ofOne(keyspace, single, new StatementText.Edited(sql), ofOne));
                default -> Optional.empty();
            };
        }

        /** The statements of {@code first} and then those of this fan-out, merged as this one's. */
        public FanOut behind(FanOut first) {
            return new FanOut(
                    keyspace,
                    Stream.concat(first.targets.stream(), targets.stream()).toList(),
                    Stream.concat(first.statements.stream(), statements.stream())
                            .toList(),
                    merging,
                    scatter,
                    atOneMoment,
                    effects,
                    warnings,
                    policy);
        }

        /**
         * The same with one text for each server, which sorts the rows of all of its shards: for answers that exceed
         * the cap of rows held. Empty when servers can't sort by the keys of the merge.
         */
        public Optional<FanOut> asSortedStreams() {
            return SortedStreams.of(this);
        }
    }

    /** One shard's part of a {@link FanOut}. Every name in the text is qualified. */
    record ShardStatement(Target target, StatementText.Edited text, InsertedId insertedId) {}

    /**
     * The rows that filters leave of each table go into temporary tables on one server, which then runs the statement
     * over them: exact for whatever servers can do.
     *
     * @param at the server's pair, and a database on it for the temporary tables
     * @param fetches in order
     * @param ahead the first rows of the first table, read in place of the first fetch; all rows follow if these are
     *     too few
     * @param text the statement over the temporary tables
     * @param catalog under which the fetches are planned
     * @param reason why the statement isn't merged otherwise: a clause that begins in lower case
     * @param hashes MariaDB joins by hashes rightly, because each equality compares values of one simple type
     * @param changes it finds the rows that an UPDATE or a DELETE of one table changes
     * @param scatter a fetch goes to several shards because no condition names the keys of its rows
     * @param policy the limits of a scatter; free for any other gather
     */
    record Gather(
            String keyspace,
            Target at,
            List<Fetch> fetches,
            Optional<RowsAhead> ahead,
            StatementText.Edited text,
            Catalog catalog,
            String reason,
            SessionEffects effects,
            List<PreviousDiagnostics.Condition> warnings,
            boolean hashes,
            boolean changes,
            boolean scatter,
            ScatterPolicy policy)
            implements RoutePlan {
        public Gather {
            fetches = List.copyOf(fetches);
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * The read of one table, by a statement on logical tables.
     *
     * @param definition the statement that makes the temporary table
     * @param table its qualified name
     * @param copies the qualified names of further temporary tables that get the same rows
     * @param sql the query, in the client's character set; must not be changed. With {@code bound}, up to the values
     * @param end the text behind the values
     * @param bound the fetch and the column of it whose values select the rows
     */
    record Fetch(
            String definition,
            String table,
            List<String> copies,
            byte[] sql,
            String end,
            List<GatheredColumn> columns,
            Optional<BoundBy> bound) {
        public Fetch {
            copies = List.copyOf(copies);
            columns = List.copyOf(columns);
        }

        /** The whole text; {@code values} separated by commas, empty when the fetch isn't bound. */
        public byte[] whole(String values) {
            byte[] rest = (values + end).getBytes(StandardCharsets.US_ASCII);
            byte[] whole = Arrays.copyOf(sql, sql.length + rest.length);
            System.arraycopy(rest, 0, whole, sql.length, rest.length);
            return whole;
        }
    }

    /**
     * The first rows of the first fetched table in the statement's order; a LIMIT may need no more.
     *
     * @param sql the query; must not be changed
     * @param rows the most that it reads: fewer mean that these are all rows of the table
     * @param wanted by the statement, its OFFSET included
     * @param count the text that counts the statement's rows without LIMIT; must not be changed
     */
    record RowsAhead(byte[] sql, long rows, long wanted, byte[] count) {}

    /** @param fetch an earlier one, counted from 0 */
    record BoundBy(int fetch, int column) {}

    /**
     * A query finds rows, and writes follow from them; both in one transaction.
     *
     * @param sql the query, in the client's character set; must not be changed
     * @param query its plan: a statement on one shard or on several, or a gather
     * @param catalog under which the writes are planned
     * @param unshownDigits the query may compute a DECIMAL of more digits than its text has
     */
    record ReadThenWrite(
            String keyspace,
            byte[] sql,
            RoutePlan query,
            Writing write,
            Catalog catalog,
            boolean unshownDigits,
            List<PreviousDiagnostics.Condition> warnings)
            implements RoutePlan {
        public ReadThenWrite {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * A file that the client sends is loaded into the shards of a table, row by row; all in one transaction.
     *
     * @param file the name that the client is asked for, as it wrote it; must not be changed
     */
    record LoadRows(String keyspace, byte[] file, FileRouting load) implements RoutePlan {}

    /**
     * Rows need numbers of a sequence: they are written into the text, which {@code RoutePlanner#planNumbered} then
     * plans.
     *
     * @param pieces of the text, in the client's character set; a number stands between each two. Must not be changed
     * @param largest of the numbers that the text itself gives, or 0: those of later statements are larger
     * @param rows of the text, with numbers of their own and without
     * @param told when the first of the numbers is the client's insert id
     * @param catalog under which the text is planned
     */
    record Numbered(Sequence sequence, List<byte[]> pieces, long largest, int rows, Told told, Catalog catalog)
            implements RoutePlan {
        public Numbered {
            pieces = List.copyOf(pieces);
        }

        /** The count of numbers to take. */
        public int count() {
            return pieces.size() - 1;
        }

        /** The whole text with the numbers from {@code first} on. */
        public byte[] text(long first) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            for (int i = 0; i < pieces.size(); i++) {
                text.writeBytes(
                        i == 0 ? new byte[0] : Long.toString(first + i - 1).getBytes(StandardCharsets.US_ASCII));
                text.writeBytes(pieces.get(i));
            }
            return text.toByteArray();
        }

        /** The condition under which a new row certainly has the first number. */
        public enum Told {
            ALWAYS,
            /** IGNORE leaves rows out: certain when the OK counts as many rows as the text has. */
            WHEN_ALL_ARE_NEW,
            /** For an existing row the server reports the row's own number: {@code seq = LAST_INSERT_ID(seq)}. */
            UNLESS_REPORTED,
            /** An existing row is changed instead, or no row needs a number. */
            NEVER
        }

        /** The insert id for the client when the numbers begin with {@code first}. */
        public InsertedId.Given inserted(long first) {
            return new InsertedId.Given(
                    first,
                    switch (told) {
                        case ALWAYS -> InsertedId.Given.ANY;
                        case WHEN_ALL_ARE_NEW -> rows;
                        case UNLESS_REPORTED -> InsertedId.Given.UNREPORTED;
                        case NEVER -> InsertedId.Given.NONE;
                    });
        }
    }

    /** The writes that follow from the rows of a query. */
    sealed interface Writing {
        /** Whether the statement says IGNORE: rows that can't be written are left out, and errors are warnings. */
        boolean ignores();
    }

    /**
     * Inserts the rows into a table.
     *
     * @param before a statement on logical tables up to its rows, VALUES included; must not be changed
     * @param after ON DUPLICATE KEY UPDATE, or empty; must not be changed
     * @param types of the columns that get the values: first words, in lower case, or empty
     */
    record InsertRows(byte[] before, byte[] after, List<String> types, boolean ignores) implements Writing {
        public InsertRows {
            types = List.copyOf(types);
        }

        public FoundDuplicates duplicates() {
            return FoundDuplicates.of(ignores, after.length > 0);
        }
    }

    /**
     * Changes the rows by their keys, table after table.
     *
     * @param tables in the order of the query's columns
     */
    record ChangeByKey(List<ReadThenWriteChange> tables, boolean ignores) implements Writing {
        public ChangeByKey {
            tables = List.copyOf(tables);
        }
    }

    /**
     * Deletes the rows by their old keys, and inserts them at their new key's shard. That shard's pair joins the
     * transaction before the others, so that it commits first: a reader of the old and then the new key finds the row.
     *
     * @param joining reads nothing of the new key's shard, ahead of the query's statements
     * @param into an INSERT on logical tables up to its rows; must not be changed
     * @param row the text of a row, cut where kept values stand. Must not be changed
     * @param kept the values that the query returns behind the keys
     * @param whole the columns of {@code SELECT *} as Pinion knows them, which the query returns behind those: where a
     *     shard has others, a row would lose some
     */
    record MoveRows(
            FanOut joining,
            ReadThenWriteChange deleted,
            byte[] into,
            List<byte[]> row,
            List<GatheredColumn> kept,
            List<String> whole)
            implements Writing {
        /** The answer of a TIMESTAMP whose text in the session's time zone is also that of another moment. */
        public static final int AMBIGUOUS = -1;

        public MoveRows {
            row = List.copyOf(row);
            kept = List.copyOf(kept);
            whole = List.copyOf(whole);
            if (row.size() != kept.size() + 1) {
                throw new IllegalArgumentException(row.size() + " texts for " + kept.size() + " values");
            }
        }

        @Override
        public boolean ignores() {
            return false;
        }
    }

    /** The way to merge the answers of several shards. */
    sealed interface Merging {
        /** Whether shards only read. */
        default boolean reads() {
            return switch (this) {
                case Rows rows -> true;
                case Counts counts -> false;
                case Copies copies -> false;
                case InsertedRows rows -> false;
                case Returned rows -> false;
            };
        }

        /**
         * Rows.
         *
         * @param columns the number of columns that each shard must return for {@code plan} to fit, or -1 for any
         *     number
         */
        record Rows(MergePlan plan, int columns) implements Merging {
            /** Rows with any columns. */
            public static final Rows AS_THEY_COME = new Rows(MergePlan.CONCAT, -1);
        }

        /** An OK of each shard: the counts of changed rows are added. */
        record Counts() implements Merging {}

        /**
         * An OK of each shard, all of which say the same as the first: the copies of a reference table were changed.
         * The first statement ends before the others begin, so that sessions that change the same rows wait for each
         * other there.
         */
        record Copies() implements Merging {}

        /**
         * As {@link Counts}, for new rows.
         *
         * @param insertId the index of the statement whose insert id is the client's
         * @param duplicates the effect on existing rows of the same key
         */
        record InsertedRows(int insertId, FoundDuplicates duplicates) implements Merging {}

        /**
         * The rows that a change returns.
         *
         * @param statements for each new row, in their order, the number of the statement that has it; empty when the
         *     rows may come in any order
         * @param insertId as of {@link InsertedRows}, or -1
         */
        record Returned(List<Integer> statements, int insertId) implements Merging {
            public Returned {
                statements = List.copyOf(statements);
            }
        }
    }

    /**
     * Reads or changes no table ({@code SELECT 1}, {@code SHOW VARIABLES}): any server of the session's keyspace can
     * answer. A statement that reads the state of the previous one should run on the server of that one.
     *
     * @param pair the pair to ask when the session holds no connection
     * @param warnings Pinion's own about the statement, beside those of the server
     */
    record AnyServer(
            String pair,
            StatementText text,
            DatabaseContext context,
            SessionEffects effects,
            List<PreviousDiagnostics.Condition> warnings)
            implements OnServer {
        public AnyServer {
            warnings = List.copyOf(warnings);
        }

        /** A plan without warnings. */
        public AnyServer(String pair, StatementText text, DatabaseContext context, SessionEffects effects) {
            this(pair, text, context, effects, List.of());
        }
    }

    /**
     * Changes the session: settings, current database, transaction.
     *
     * @param text for a server, with the values that the session itself gives written in
     */
    record ChangeSession(SessionChange change, StatementText text) implements RoutePlan {
        /** By the client's text unchanged. */
        public ChangeSession(SessionChange change) {
            this(change, new StatementText.Original());
        }
    }

    /** Answered by the proxy without a server: {@code SHOW TABLES} of a sharded keyspace, {@code SELECT DATABASE()}. */
    record Local(LocalAnswer answer) implements RoutePlan {}

    /**
     * Answered by the proxy from its own state, such as {@code SHOW SHARDS} or {@code SHOW PROCESSLIST}; the admin
     * package parses the text.
     */
    record Admin(String sql) implements RoutePlan {}

    /**
     * Several statements in one text: each is planned by itself when its turn comes, since its effect may depend on
     * those before it. After an error the rest is not run.
     *
     * @param statements in order, each without its semicolon; must not be changed
     */
    record Split(List<byte[]> statements) implements RoutePlan {
        public Split {
            statements = List.copyOf(statements);
        }
    }

    /**
     * Defines or maintains tables of a sharded keyspace: runs on each of its shards as one operation, outside of the
     * session.
     */
    record ChangeSchema(SchemaChange change, Wanted wanted) implements RoutePlan {
        /** What a client wants of a change. */
        public enum Wanted {
            DONE,
            /** The steps alone, by {@code EXPLAIN}. */
            EXPLAINED
        }

        public ChangeSchema(SchemaChange change) {
            this(change, Wanted.DONE);
        }
    }

    /**
     * The PREPARE, EXECUTE or DEALLOCATE of a text that Pinion keeps; an EXECUTE is planned with its values written in.
     */
    record Named(TextPreparedStatement action) implements RoutePlan {}

    /** Pinion can't answer correctly, so it returns an error. {@code sqlState} has five characters. */
    record Refused(int code, String sqlState, String reason) implements RoutePlan {
        /** Whether the reason is a limitation of Pinion, rather than a mistake or a missing right. */
        public boolean isUnsupported() {
            return code == Refusals.NOT_SUPPORTED_YET;
        }

        /** Whether the statement could run, but goes to more shards than its keyspace or user allow. */
        public boolean isOfScatterPolicy() {
            return code == Refusals.TOO_BIG_SELECT;
        }
    }

    /** The current database that the backend must have before a statement may run there. */
    sealed interface DatabaseContext {
        /** Every name in the text is qualified: any current database, or none, will do. */
        record Irrelevant() implements DatabaseContext {}

        /**
         * The session's database is unknown to servers, or there is none, and the text is unchanged: a name that Pinion
         * has missed in it must cause error 1046, and not mean a table of the database that the connection was left in.
         */
        record None() implements DatabaseContext {}

        /** Unqualified names mean this database: the switch to it must be acknowledged before the text is sent. */
        record Required(String database) implements DatabaseContext {}
    }

    /** The conversion of the insert id that the server reports. */
    sealed interface InsertedId {
        /** The client sees the server's own number. */
        record AsReported() implements InsertedId {}

        /**
         * The server reports a local id; the client sees {@code base | local}, the id of that shard and type.
         *
         * @param generated the server makes the id, so that it is the session's {@code LAST_INSERT_ID()}; false when
         *     the text gives it
         */
        record Composed(long base, boolean generated) implements InsertedId {}

        /**
         * Pinion has written its own number into the text.
         *
         * @param rows the client sees the number when as many rows were changed, or in one of the cases below zero
         */
        record Given(long number, int rows) implements InsertedId {
            /** Any number of rows. */
            static final int ANY = -1;

            /** Any number of rows, if the server reports no insert id. */
            static final int UNREPORTED = -2;

            /** Never: what the server reports is the id of a row that has it from the text, or had it before. */
            static final int NONE = -3;

            /** Whether the number is the insert id in any case. */
            public boolean isCertain() {
                return rows == ANY;
            }

            /** Whether a number that the client is told is the session's {@code LAST_INSERT_ID()} from then on. */
            public boolean isGenerated() {
                return rows != NONE;
            }

            /**
             * The insert id for the client, given the server's count of changed rows and its own insert id; 0 for none.
             */
            public long told(long affectedRows, long reported) {
                boolean kept = rows == NONE || (rows == UNREPORTED && reported != 0);
                return kept ? reported : rows == ANY || rows == UNREPORTED || rows == affectedRows ? number : 0;
            }
        }
    }
}
