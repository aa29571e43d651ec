package io.pinion.server.admin;

import static io.pinion.operations.statement.AnswerTable.number;

import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.routing.plan.LocalAnswer.Column;
import io.pinion.routing.plan.LocalAnswer.ColumnType;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.session.XaTag;
import io.pinion.server.xa.PreparedBranch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * {@code XA RECOVER}: a user sees the user's own branches by the ids that the client gave them; an operator sees all
 * branches by the ids that the servers have.
 */
final class XaRecover extends AdminCommand {
    XaRecover() {
        super(
                "XA RECOVER [CONVERT XID | FORMAT = 'SQL' | FROM pair]",
                "one's own prepared branches of XA on the pair of the current database; for operators everybody's, on any pair",
                // Planning inserts FROM and the pair of the client's XA statements, unless an operator names a pair.
                SyntaxLine.of("XA RECOVER FROM pair {RAW | HEX | SQL}"));
    }

    @Override
    public boolean isForEverybody() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        String pair = arguments.text("pair");
        Form form = arguments.choice(Form.class).orElse(Form.RAW);
        return context.proxy().preparedBranches(pair).thenApply(branches -> answer(branches, form, context.session()));
    }

    private static AdminAnswer answer(List<PreparedBranch> branches, Form form, SessionView session) {
        AnswerTable table = AnswerTable.of(
                number("formatID"),
                number("gtrid_length"),
                number("bqual_length"),
                new Column("data", ColumnType.BYTES));
        for (PreparedBranch branch : branches) {
            seen(branch, session)
                    .ifPresent(own -> table.row(own.formatId(), own.gtrid().length, own.bqual().length, form.of(own)));
        }
        return new AdminAnswer.Answered(table.rows());
    }

    private static Optional<PreparedBranch> seen(PreparedBranch branch, SessionView session) {
        return session.admin()
                ? Optional.of(branch)
                : XaTag.untagged(branch.bqual(), session.userName())
                        .map(bqual -> new PreparedBranch(branch.formatId(), branch.gtrid(), bqual));
    }

    /** The form of {@code data}, one character for each byte. */
    private enum Form {
        RAW {
            @Override
            String of(PreparedBranch branch) {
                return text(branch.gtrid()) + text(branch.bqual());
            }
        },
        /** MySQL's CONVERT XID. */
        HEX {
            @Override
            String of(PreparedBranch branch) {
                return "0x" + HexFormat.of().withUpperCase().formatHex(joined(branch));
            }
        },
        /** MariaDB's FORMAT = 'SQL': a literal for XA COMMIT. */
        SQL {
            @Override
            String of(PreparedBranch branch) {
                boolean printable = isPrintable(joined(branch));
                StringBuilder out = new StringBuilder(quoted(branch.gtrid(), printable));
                if (branch.bqual().length > 0 || branch.formatId() != 1) {
                    out.append(',').append(quoted(branch.bqual(), printable));
                }
                if (branch.formatId() != 1) {
                    out.append(',').append(branch.formatId());
                }
                return out.toString();
            }
        };

        abstract String of(PreparedBranch branch);

        private static String quoted(byte[] part, boolean printable) {
            return printable ? "'" + text(part) + "'" : "X'" + HexFormat.of().formatHex(part) + "'";
        }

        /** MariaDB 11.4 counts {@code ~} as not printable. */
        private static boolean isPrintable(byte[] bytes) {
            for (byte value : bytes) {
                if (value < ' ' || value >= '~' || value == '\'' || value == '\\') {
                    return false;
                }
            }
            return true;
        }

        private static byte[] joined(PreparedBranch branch) {
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            joined.writeBytes(branch.gtrid());
            joined.writeBytes(branch.bqual());
            return joined.toByteArray();
        }

        private static String text(byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }
}
