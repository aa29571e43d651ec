/**
 * Text made of the tree of commands: completion for bash.
 *
 * <p>The tree is picocli's model, so a command or an option that is added is in the script by itself. The one hard thing
 * is that zsh runs the same script. Data flows one way: a model in, a text out. Pages of other commands break their
 * lines by {@link io.pinion.cli.pages.Paragraph}.
 */
@NullMarked
package io.pinion.cli.pages;

import org.jspecify.annotations.NullMarked;
