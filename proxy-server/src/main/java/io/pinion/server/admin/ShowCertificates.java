package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.server.observe.CertificateSnapshot;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW CERTIFICATES}: the proxy's certificates, their expiry, and why a newer one isn't in use. */
final class ShowCertificates extends ListCommand {
    ShowCertificates() {
        super(
                "SHOW CERTIFICATES",
                "the certificates in use, and why a newer one isn't",
                text("use"),
                text("subject"),
                text("expires"),
                text("in_use_since"),
                text("refused"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        for (CertificateSnapshot certificate : context.proxy().certificates()) {
            table.row(
                    certificate.use(),
                    certificate.subject().orElse(null),
                    certificate.notAfter().map(ShowCertificates::seconds).orElse(null),
                    seconds(certificate.since()),
                    certificate.refused().orElse(null));
        }
        return CompletableFuture.completedStage(table);
    }

    private static Instant seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }
}
