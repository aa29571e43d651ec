/**
 * Certificates and keys in files: reads them from PEM, and again when they change. The one hard thing: a certificate
 * and its key are two files, which can't be replaced at once.
 */
@NullMarked
package io.pinion.server.tls;

import org.jspecify.annotations.NullMarked;
