package io.pinion.server.session;

import io.pinion.routing.plan.SessionView.SqlModeFlags;
import java.util.Locale;
import java.util.Set;

/** The few flags of {@code sql_mode} that change how a statement's bytes are read. */
public final class SqlMode {
    /** What servers start with: none of these flags. */
    public static final SqlMode DEFAULT = new SqlMode(SqlModeFlags.DEFAULT);

    private static final Set<String> ANSI_LIKE = Set.of("ANSI", "DB2", "MAXDB", "MSSQL", "ORACLE", "POSTGRESQL");

    private final SqlModeFlags flags;

    private SqlMode(SqlModeFlags flags) {
        this.flags = flags;
    }

    /** @param value as written: a list of names, in quotes or not; anything else counts as the default */
    public static SqlMode of(String value) {
        boolean ansiQuotes = false;
        boolean noBackslashEscapes = false;
        boolean pipesAsConcat = false;
        boolean ignoreSpace = false;
        for (String word : SettingText.unquoted(value).split(",", -1)) {
            String name = word.strip().toUpperCase(Locale.ROOT);
            boolean ansi = ANSI_LIKE.contains(name);
            ansiQuotes |= ansi || name.equals("ANSI_QUOTES");
            pipesAsConcat |= ansi || name.equals("PIPES_AS_CONCAT");
            ignoreSpace |= ansi || name.equals("IGNORE_SPACE");
            noBackslashEscapes |= name.equals("NO_BACKSLASH_ESCAPES");
        }
        return new SqlMode(new SqlModeFlags(ansiQuotes, noBackslashEscapes, pipesAsConcat, ignoreSpace));
    }

    /**
     * The value of an expression that only a server can work out, as near as its text tells: {@code CONCAT(@@sql_mode,
     * ',ANSI')} adds flags to the session's own and {@code REPLACE(@@sql_mode, …)} takes some away; any other mostly
     * restores what was saved at first.
     */
    static SqlMode computed(String expression, SqlMode before) {
        String text =
                expression.toUpperCase(Locale.ROOT).replace("@@SESSION.", "@@").replace("@@LOCAL.", "@@");
        if (!text.contains("@@SQL_MODE")) {
            return DEFAULT;
        }
        SqlModeFlags old = before.flags;
        SqlModeFlags named = of(text.replaceAll("[^A-Z0-9_]+", ",")).flags;
        boolean removes = text.contains("REPLACE");
        return new SqlMode(new SqlModeFlags(
                after(old.ansiQuotes(), named.ansiQuotes(), removes),
                after(old.noBackslashEscapes(), named.noBackslashEscapes(), removes),
                after(old.pipesAsConcat(), named.pipesAsConcat(), removes),
                after(old.ignoreSpace(), named.ignoreSpace(), removes)));
    }

    private static boolean after(boolean old, boolean named, boolean removes) {
        return removes ? old && !named : old || named;
    }

    public SqlModeFlags flags() {
        return flags;
    }

    /** Clients choose how to escape by it, so it is a status flag in every answer. */
    public boolean noBackslashEscapes() {
        return flags.noBackslashEscapes();
    }
}
