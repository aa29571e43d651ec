package io.pinion.cli;

import io.pinion.server.admin.AdminCommands;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** The words behind SHOW of the statements that this version of Pinion has, for shells to complete; no proxy is asked. */
abstract class ShownWords implements Iterable<String> {
    private final int place;

    /** @param place behind SHOW, from 1 */
    ShownWords(int place) {
        this.place = place;
    }

    /** Made when a shell's page is: no other command needs the list. */
    @Override
    public final Iterator<String> iterator() {
        return new AdminCommands()
                .names().stream()
                        .map(name -> List.of(name.toLowerCase(Locale.ROOT).split(" ")))
                        .filter(words -> words.getFirst().equals("show") && words.size() > place)
                        .map(words -> words.get(place))
                        .sorted()
                        .distinct()
                        .iterator();
    }

    /** The first one. */
    static final class First extends ShownWords {
        First() {
            super(1);
        }
    }

    /** The second one. */
    static final class Second extends ShownWords {
        Second() {
            super(2);
        }
    }
}
