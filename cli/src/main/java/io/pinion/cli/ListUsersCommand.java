package io.pinion.cli;

import picocli.CommandLine.Command;

/** {@code pinion users list}: see {@code SHOW USERS}. */
@Command(name = "list", description = "Who may log in, and what each may do.", mixinStandardHelpOptions = true)
final class ListUsersCommand extends ProxyCommand {
    @Override
    Result carryOut(AdminStatement order) throws CliFailure {
        return order.ask("SHOW USERS");
    }
}
