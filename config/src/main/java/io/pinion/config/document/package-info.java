/**
 * Reads a JSON or YAML document so that every mistake in it can be told at once, with its place and its cure.
 *
 * <p>Text flows {@link io.pinion.config.document.DocumentParser} → {@link io.pinion.config.document.DocumentNode} (a
 * tree that remembers lines) → {@link io.pinion.config.document.FieldReader} (typed fields; a field that the reader
 * never asks for is unknown). Binding to Java objects by reflection would stop at the first mistake and speak of Java
 * classes; that is the reason for this package. {@link io.pinion.config.document.JsonFields} and {@link
 * io.pinion.config.document.JsonText} go the way back.
 */
@NullMarked
package io.pinion.config.document;

import org.jspecify.annotations.NullMarked;
