package io.pinion.cli;

import picocli.CommandLine.Command;

/** {@code pinion users}: the users of the topology document, by way of a running proxy. */
@Command(
        name = "users",
        description = "Add, change, drop and list those who may log in to Pinion.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading =
                "%nA password is asked for at a terminal; with --password-stdin it is the first line of standard input. Examples:%n",
        footer = {
            "  pinion users list",
            "  pinion users add app --keyspaces pinterest,lookup",
            "  pinion users add reports --all-keyspaces --read-only --password-stdin < password.txt",
            "  pinion users alter app --password",
            "  pinion users drop app --dry-run"
        })
final class UsersCommand extends GroupCommand {}
