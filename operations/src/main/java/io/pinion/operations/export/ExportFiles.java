package io.pinion.operations.export;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.export.store.ExportStore;
import io.pinion.operations.journal.ShardSet;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What stands beside the files of an export: whose they are, what each pair has, and at last the manifest. Thread-safe;
 * blocks.
 */
record ExportFiles(ExportStore store, TableExport task, RunningOperation operation) implements AutoCloseable {
    static final String MANIFEST = Manifest.FILE;

    /** Until the manifest is there. Readers of directories leave such a name out. */
    private static final String WORK = "_pinion";

    private static final String OWNER = WORK + "/export.json";

    /** The fact that names the proxy on which the place was taken. */
    private static final String TAKEN_BY = "taken_by";

    /** How the facts begin that tell which shards a document beside the files has. */
    private static final String READ = "read ";

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    /** What is done at the place; an {@link IOException} is told as a refusal. */
    @FunctionalInterface
    private interface Work<T> {
        T run() throws IOException, OperationRefused;
    }

    private <T> T at(Work<T> work) throws OperationRefused {
        try {
            return work.run();
        } catch (IOException e) {
            throw new OperationRefused(store + " can't be read or written: " + e.getMessage());
        }
    }

    // --- whose they are

    void requireFree() throws OperationRefused {
        boolean empty = at(() -> {
            store.requireWritable();
            return store.isEmpty();
        });
        if (!empty) {
            throw new OperationRefused(store + " isn't empty: name a place where nothing is, or remove what is there");
        }
    }

    /** Makes the place that of this operation, unless it is already. */
    void take(String proxy) throws OperationRefused {
        Optional<Manifest.Owner> owner = owner();
        if (owner.isPresent()) {
            requireAsAsked(owner.get().statement());
            return;
        }
        Optional<String> takenBy = operation.noted(TAKEN_BY);
        if (takenBy.isPresent()) {
            throw new ServerAway(elsewhere(takenBy.get()) + ", where it goes on: start proxy " + takenBy.get()
                    + ", or CANCEL OPERATION " + operation.number());
        }
        requireFree();
        at(() -> {
            store.write(OWNER, new Manifest.Owner(operation.number(), task.statement()).write());
            return true;
        });
        operation.note(TAKEN_BY, proxy);
    }

    private String elsewhere(String proxy) {
        return "the files are in " + store + " of the machine of proxy " + proxy;
    }

    /** An earlier version may have begun it with more than this one knows: files of both would be taken for one export. */
    private void requireAsAsked(String statement) throws OperationRefused {
        if (!statement.equals(task.statement())) {
            throw new OperationRefused("another version of Pinion has begun it as " + statement
                    + ", which this one doesn't do: CANCEL OPERATION " + operation.number() + ", and export anew");
        }
    }

    /** What says that the place is this operation's; empty while it isn't. */
    private Optional<Manifest.Owner> owner() throws OperationRefused {
        Optional<byte[]> written = at(() -> store.read(OWNER));
        return written.isEmpty()
                ? Optional.empty()
                : Optional.of(at(() -> Manifest.Owner.read(written.get())))
                        .filter(owner -> owner.operation() == operation.number());
    }

    // --- what there is

    /** Writes down what a pair has: from now on its shards are done. */
    void keep(Manifest.OfPair read) throws OperationRefused {
        ShardSet shards = ShardSet.parse(read.position().shards());
        String name = PartExport.directory(read.position().pair()) + "-"
                + shards.list().getFirst();
        at(() -> {
            store.write(path(name), read.write());
            return true;
        });
        operation.update(progress -> progress.withShards(
                        progress.done().with(shards.list()), progress.begun(), progress.failed())
                .withFact(READ + name, shards.toString()));
    }

    private static String path(String name) {
        return WORK + "/" + name + ".json";
    }

    boolean hasManifest() throws OperationRefused {
        return at(() -> store.read(MANIFEST).isPresent());
    }

    /**
     * The number of rows and of files, in words.
     *
     * @param mostBehind how far a standby may have been behind when it was read
     */
    String writeManifest(Duration mostBehind) throws OperationRefused {
        return at(() -> {
            Optional<byte[]> there = store.read(MANIFEST);
            // Behind the manifest nothing but what only an unfinished export needs is left to be removed.
            Manifest manifest = there.isPresent() ? Manifest.read(there.get()) : assembled(mostBehind);
            if (there.isEmpty()) {
                store.discardUnfinished();
                store.write(MANIFEST, manifest.write());
            }
            store.remove(WORK);
            int files = manifest.tables().stream()
                    .mapToInt(table -> table.parts().size())
                    .sum();
            return manifest.rows() + " rows in " + files + " files of " + manifest.bytes() + " bytes";
        });
    }

    private Manifest assembled(Duration mostBehind) throws IOException, OperationRefused {
        List<Manifest.ReadPosition> positions = new ArrayList<>();
        Map<String, Manifest.Table> tables = new LinkedHashMap<>();
        for (String fact : operation.progress().facts().keySet()) {
            if (fact.startsWith(READ)) {
                String path = path(fact.substring(READ.length()));
                byte[] json = store.read(path).orElseThrow(() -> new IOException(path + " is missing"));
                Manifest.OfPair pair = Manifest.OfPair.read(json);
                positions.add(pair.position());
                for (Manifest.Table table : pair.tables()) {
                    requireFiles(table);
                    Manifest.Table before = tables.get(table.name());
                    tables.put(table.name(), before == null ? table : joined(before, table));
                }
            }
        }
        List<Manifest.Table> all = List.copyOf(tables.values());
        return new Manifest(
                Manifest.VERSION,
                task.statement(),
                operation.number(),
                task.keyspace(),
                task.format().name().toLowerCase(Locale.ROOT),
                task.compression().name().toLowerCase(Locale.ROOT),
                task.since(),
                sinceNext(positions, mostBehind),
                Optional.of(task.placement()),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                all.stream().mapToLong(Manifest.Table::rows).sum(),
                all.stream()
                        .flatMap(table -> table.parts().stream())
                        .mapToLong(Manifest.Part::bytes)
                        .sum(),
                positions,
                all);
    }

    /** A row has its time from its primary, and is on the standby when that has got it. */
    private static Optional<String> sinceNext(List<Manifest.ReadPosition> positions, Duration mostBehind) {
        return positions.stream()
                .map(position -> LocalDateTime.parse(position.takenAt().replace(' ', 'T')))
                .min(LocalDateTime::compareTo)
                .map(first -> SECONDS.format(first.minus(mostBehind)));
    }

    /** A file that somebody has removed or replaced is found before the manifest promises it. */
    private void requireFiles(Manifest.Table table) throws IOException {
        for (Manifest.Part part : table.parts()) {
            long size = store.size(part.path()).orElse(-1);
            if (size != part.bytes()) {
                throw new IOException(part.path() + (size < 0 ? " is gone" : " has another size than it was written")
                        + ": CANCEL OPERATION " + operation.number() + ", and export anew");
            }
        }
    }

    private Manifest.Table joined(Manifest.Table one, Manifest.Table other) throws OperationRefused {
        if (!one.columns().equals(other.columns())) {
            throw new OperationRefused("table " + task.keyspace() + "." + one.name()
                    + " has other columns on one pair than on another (SHOW SCHEMA DRIFT FROM " + task.keyspace()
                    + "): make them alike, CANCEL OPERATION " + operation.number() + ", and export anew");
        }
        List<Manifest.Part> parts = new ArrayList<>(one.parts());
        parts.addAll(other.parts());
        return new Manifest.Table(one.name(), one.columns(), one.definition(), parts);
    }

    /**
     * Removes all that the export has made.
     *
     * @return what is left, for people; empty for nothing
     */
    String remove() throws OperationRefused {
        if (owner().isEmpty()) {
            return operation.noted(TAKEN_BY).map(this::elsewhere).orElse("");
        }
        return at(() -> {
            store.discardUnfinished();
            store.remove(MANIFEST);
            for (String table : task.tables()) {
                store.remove(PartExport.directory(table));
            }
            // By this another attempt knows that the rest is its own.
            store.remove(WORK);
            return "";
        });
    }

    @Override
    public void close() {
        store.close();
    }
}
