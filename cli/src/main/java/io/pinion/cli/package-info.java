/**
 * The command line, {@code pinion …}: a class for each command that works on this machine, and {@link
 * io.pinion.cli.StatementCommand one} for all statements of operators.
 *
 * <p>A command reads its options, calls the other packages and prints. A failure is one line on standard error that
 * names the remedy, and an exit status ({@link io.pinion.cli.ExitStatus}); {@code --debug} adds the stack trace.
 * The root of the tree has the environment of all commands (input, variables), so that tests can replace the terminal.
 *
 * <p>The reason why the words of a command are those of a statement is in {@code docs/decisions/cli-words-are-the-statement.md}.
 */
@NullMarked
package io.pinion.cli;

import org.jspecify.annotations.NullMarked;
