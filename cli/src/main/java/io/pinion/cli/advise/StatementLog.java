package io.pinion.cli.advise;

import io.pinion.routing.advice.LoggedStatement;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;

/** Statements that a server has run. Can be read more than once, in bounded memory. */
public interface StatementLog {
    /**
     * Reads all of it.
     *
     * @param findings takes what is found besides statements, in sentences
     * @throws UnreadableLog when it isn't what it is taken for
     */
    void read(Consumer<LoggedStatement> statements, Set<String> findings) throws IOException, UnreadableLog;
}
