/**
 * The command line, {@code pinion …}: one class per command.
 *
 * <p>A command reads its options, calls what the other packages offer and prints. What goes wrong is one line on standard
 * error that names the cure, and an exit status ({@link io.pinion.cli.ExitStatus}); {@code --debug} adds the stack
 * trace. Commands get what is around them (input, environment) through the constructor, so that a test can stand in for the
 * terminal.
 */
@NullMarked
package io.pinion.cli;

import org.jspecify.annotations.NullMarked;
