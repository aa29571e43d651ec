/**
 * The command line, {@code pinion …}: one class per command.
 *
 * <p>A command reads its options, calls the other packages and prints. A failure is one line on standard error that
 * names the remedy, and an exit status ({@link io.pinion.cli.ExitStatus}); {@code --debug} adds the stack trace.
 * The root of the tree has the environment of all commands (input, variables), so that tests can replace the terminal.
 *
 * <p>One package of some sixty files, because most are commands of a page each, and all of them share the options, the
 * client and the output beside them. The reason why a command is a class and no row of a table is in
 * {@code docs/decisions/cli-verbs-are-classes.md}.
 */
@NullMarked
package io.pinion.cli;

import org.jspecify.annotations.NullMarked;
