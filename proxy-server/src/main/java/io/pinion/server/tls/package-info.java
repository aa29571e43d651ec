/**
 * Certificates and keys in files: reading them from PEM, and reading them again when they change. The one hard thing: a
 * certificate and its key are two files, which nobody can replace at once.
 */
@NullMarked
package io.pinion.server.tls;

import org.jspecify.annotations.NullMarked;
