package io.pinion.server.frontend.command;

/** Names in commands that have no text: what is longer than any name is wrong as well when it is cut. */
final class LongNames {
    /** More characters than a name may have; the error shows as much of it. */
    private static final int MOST = 1024;

    private LongNames() {}

    static String cut(String name) {
        return name.length() <= MOST ? name : name.substring(0, MOST);
    }
}
