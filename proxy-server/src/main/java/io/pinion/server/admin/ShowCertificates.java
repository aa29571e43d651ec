package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.server.observe.CertificateSnapshot;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW CERTIFICATES}: the proxy's certificates, their expiry, and why a newer one isn't in use. */
final class ShowCertificates extends AdminTable<CertificateSnapshot> {
    ShowCertificates() {
        super(
                "SHOW CERTIFICATES",
                "the certificates in use, and why a newer one isn't",
                text("use", CertificateSnapshot::use, "The connections that the certificate is for"),
                text("subject", CertificateSnapshot::subject, "Its subject; NULL where only authorities are trusted"),
                time("expires", CertificateSnapshot::notAfter, "The end of its validity"),
                time("in_use_since", CertificateSnapshot::since, "The time from which this proxy uses it"),
                text("refused", CertificateSnapshot::refused, "Why changed files aren't in use; NULL when they are"));
    }

    @Override
    CompletionStage<List<CertificateSnapshot>> rows(StatementArguments arguments, AdminContext context) {
        return CompletableFuture.completedStage(context.proxy().certificates());
    }
}
