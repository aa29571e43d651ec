package io.pinion.routing.text;

import io.pinion.routing.cases.CaseFile;
import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class TextCasesTest {
    private static final TextRules MARIADB = TextRules.defaults(SqlDialect.MARIADB, 101119);
    private static final TextRules MYSQL = TextRules.defaults(SqlDialect.MYSQL, 90704);
    private static final TextRules ANSI =
            new TextRules(true, true, true, true, CharsetClass.ASCII_SAFE, SqlDialect.MYSQL, 90704);
    private static final TextRules GBK =
            new TextRules(false, false, false, false, CharsetClass.GBK, SqlDialect.MYSQL, 90704);
    private static final TextRules EUC =
            new TextRules(false, false, false, false, CharsetClass.EUC, SqlDialect.MARIADB, 101119);
    private static final ShardNames SHARDS = new DecimalShardNames("db");

    private final SqlTokenizer tokenizer = new SqlTokenizer(new FingerprintKey(11, 13), SHARDS);

    private String scan(String sql, TextRules rules) {
        return scan(sql, rules, StandardCharsets.UTF_8);
    }

    private String scan(String sql, TextRules rules, Charset charset) {
        return ShapeText.of(tokenizer.scan(sql.getBytes(charset), rules));
    }

    @TestFactory
    Stream<DynamicNode> shapes() {
        return CaseFile.tests("text/shapes.txt", sql -> scan(sql, MARIADB));
    }

    @TestFactory
    Stream<DynamicNode> selectLists() {
        return CaseFile.tests("text/select-lists.txt", sql -> scan(sql, MARIADB));
    }

    @TestFactory
    Stream<DynamicNode> kinds() {
        return CaseFile.tests("text/kinds.txt", sql -> scan(sql, MARIADB));
    }

    @TestFactory
    Stream<DynamicNode> comments() {
        return CaseFile.tests("text/comments-mariadb.txt", sql -> scan(sql, MARIADB));
    }

    @TestFactory
    Stream<DynamicNode> commentsOnMySql() {
        return CaseFile.tests("text/comments-mysql.txt", sql -> scan(sql, MYSQL));
    }

    @TestFactory
    Stream<DynamicNode> mentions() {
        return CaseFile.tests("text/mentions.txt", sql -> scan(sql, MARIADB));
    }

    @TestFactory
    Stream<DynamicNode> problems() {
        return CaseFile.tests("text/problems.txt", sql -> scan(sql, MARIADB));
    }

    @TestFactory
    Stream<DynamicNode> gbk() {
        return CaseFile.tests("text/gbk.txt", sql -> scan(sql, GBK, Charset.forName("GBK")));
    }

    @TestFactory
    Stream<DynamicNode> euc() {
        return CaseFile.tests("text/euc.txt", sql -> scan(sql, EUC, Charset.forName("EUC-KR")));
    }

    @TestFactory
    Stream<DynamicNode> ansiMode() {
        return CaseFile.tests("text/ansi-mode.txt", sql -> scan(sql, ANSI));
    }
}
