package io.pinion.cli;

import io.pinion.config.change.Author;
import io.pinion.config.change.HistoryEntry;
import io.pinion.config.change.LineDiff;
import io.pinion.config.reload.TopologyDiff;
import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.StoredDocument;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.TopologyWriter;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The commands {@code pinion topology get}, {@code diff} and {@code set} on a store. */
record StoreCommands(OpenStore opened, PrintWriter out, PrintWriter err) {
    /** Prints the stored document as it stands. */
    void get() throws CliFailure, StoreUnavailable {
        StoredDocument stored = opened.store()
                .read()
                .orElseThrow(() -> new CliFailure(
                        opened.name() + " holds no topology yet; write one with" + " pinion topology set"));
        out.print(stored.json().endsWith("\n") ? stored.json() : stored.json() + "\n");
        out.flush();
    }

    /** Prints the changes if the wanted topology replaced the stored one: in sentences, then line by line. */
    void diff(Topology wanted, String origin) throws CliFailure, StoreUnavailable {
        Optional<StoredDocument> stored = opened.store().read();
        String before = "";
        if (stored.isPresent()) {
            Topology running = running(stored.get());
            before = canonical(running);
            for (String step : TopologyDiff.between(running, wanted)) {
                out.println("* " + step);
            }
        }
        String changes = LineDiff.of(before, canonical(wanted));
        if (changes.isEmpty()) {
            out.println(origin + " and " + opened.name() + " hold the same topology");
        } else {
            out.println("--- " + opened.name());
            out.println("+++ " + origin);
            out.print(changes);
        }
        out.flush();
    }

    /** The document without the generation, which is a counter and not a part of the wanted topology. */
    private static String canonical(Topology topology) {
        return new TopologyWriter().write(topology.withGeneration(0));
    }

    /**
     * Writes a topology, unless another writer was faster. Its generation tells which topology it was made from: with
     * the stored generation, or none, it replaces the stored one; with an older generation nothing is written. A stored
     * document that is refused may be replaced by any.
     *
     * @param command stands in the history, with the user and the machine
     */
    void set(Topology wanted, String origin, String command) throws CliFailure, StoreUnavailable {
        Optional<StoredDocument> stored = opened.store().read();
        OptionalLong basedOn = OptionalLong.empty();
        if (stored.isPresent() && new TopologyReader().read(stored.get().json()) instanceof Reading.Accepted running) {
            refuseAnotherCluster(wanted, running.topology(), origin);
            if (canonical(wanted).equals(canonical(running.topology()))) {
                out.println(opened.name() + " holds this topology already, generation "
                        + running.topology().generation());
                out.flush();
                return;
            }
            basedOn = basedOn(wanted, running.topology());
        }
        switch (write(wanted, basedOn, command)) {
            case Outcome.Written written ->
                out.println("generation "
                        + written.topology().generation() + " is in " + opened.name()
                        + "; SHOW PROXIES tells which proxies serve it");
            case Outcome.Refused refused -> throw Documents.refused(origin, refused.problems());
        }
        out.flush();
    }

    private void refuseAnotherCluster(Topology wanted, Topology running, String origin) throws CliFailure {
        if (!wanted.cluster().equals(running.cluster())) {
            throw new CliFailure(origin + " is the topology of cluster " + wanted.cluster() + ", but " + opened.name()
                    + " holds that of cluster " + running.cluster());
        }
    }

    /** A higher generation than the stored one comes from before the store was restored, and doesn't count as older. */
    private static OptionalLong basedOn(Topology wanted, Topology running) {
        boolean states = wanted.generation() != 0 && wanted.generation() <= running.generation();
        return states ? OptionalLong.of(wanted.generation()) : OptionalLong.empty();
    }

    private Outcome write(Topology topology, OptionalLong basedOn, String command) throws CliFailure, StoreUnavailable {
        try {
            return new TopologyEditor(opened.store(), author(command))
                    .set(new TopologyWriter().write(topology), basedOn);
        } catch (VersionConflict e) {
            throw new CliFailure("nothing was written: " + e.getMessage(), e);
        }
    }

    private static Author author(String command) {
        return new Author(System.getProperty("user.name", ""), machine(), command);
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }

    /** Prints the last changes, or the lines of the one that has made this generation. */
    void history(Optional<Long> generation) throws CliFailure, StoreUnavailable {
        List<HistoryEntry> entries = opened.store()
                .history()
                .orElseThrow(() -> new CliFailure(
                        opened.name() + " has no history; a topology in ZooKeeper keeps its last changes"));
        if (generation.isEmpty()) {
            entries.forEach(this::print);
        } else {
            HistoryEntry entry = HistoryEntry.ofGeneration(generation.get(), entries)
                    .orElseThrow(() -> new CliFailure(opened.name() + " keeps no change of generation "
                            + generation.get() + "; pinion topology history lists those that it keeps"));
            print(entry);
            out.print(entry.diff());
        }
        out.flush();
    }

    private void print(HistoryEntry entry) {
        Author author = entry.author();
        out.println("generation " + entry.generation() + ", " + entry.time()
                + (author.user().isEmpty() ? "" : ", " + author.user())
                + (author.from().isEmpty() ? "" : ", " + author.from())
                + (author.statement().isEmpty() ? "" : ": " + author.statement()));
        entry.changes().forEach(change -> out.println("* " + change));
    }

    private Topology running(StoredDocument stored) throws CliFailure {
        return Documents.read(stored.json(), opened.name(), err);
    }
}
