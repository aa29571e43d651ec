package io.pinion.integration.export;

import io.pinion.integration.pair.LooseServers;
import io.pinion.integration.testing.ServerProduct;
import java.nio.file.Path;

/**
 * The programs that play a binary log again, as the page about restoring has them: {@code -Dpinion.mysql.programs} is a
 * command that runs those of MySQL by their names, where others of these names are installed.
 *
 * @param log prints a log as statements
 * @param client runs them
 */
record LogPrograms(ServerProduct product, String log, String client) {
    private static final String MYSQL = System.getProperty("pinion.mysql.programs", "");

    static LogPrograms of(ServerProduct product) {
        return product == ServerProduct.MARIADB
                ? new LogPrograms(product, "mariadb-binlog", "mariadb")
                : new LogPrograms(product, MYSQL + " mysqlbinlog", MYSQL + " mysql");
    }

    boolean areInstalled() throws Exception {
        String versions = "{ " + client + " --version && " + log + " --version; }";
        // Of MariaDB's programs under MySQL's names the client alone says whose it is.
        String itsOwn = (product == ServerProduct.MARIADB ? "" : "! ") + versions + " | grep -qi mariadb";
        return shell(versions) == 0 && shell(itsOwn) == 0;
    }

    /**
     * Plays a part of a log into the restored rows of a shard.
     *
     * @param part the options that say which
     */
    int play(String part, String database, Path file, int port) throws Exception {
        String rewritten = " --rewrite-db='" + database + "->" + database + "_restored'";
        String login = " -h 127.0.0.1 -u root --password='" + LooseServers.ROOT_PASSWORD + "' -P " + port;
        String options =
                switch (product) {
                    case MARIADB -> " --database=" + database + rewritten;
                    case MYSQL97 -> " --skip-gtids --database=" + database + "_restored" + rewritten;
                };
        String without = product == ServerProduct.MARIADB ? " | sed -E '/SET @@session.(gtid|server)_/d'" : "";
        return shell(log + " " + part + options + " " + file + without + " | " + client + login);
    }

    private static int shell(String command) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        return process.waitFor();
    }
}
