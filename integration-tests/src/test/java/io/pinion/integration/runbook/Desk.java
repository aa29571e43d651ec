package io.pinion.integration.runbook;

import io.pinion.cli.Cli;
import io.pinion.cli.Transcript;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.server.admin.AdminAnswer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where an operator sits: statements to proxies and servers, and commands on each machine. One thread's. */
final class Desk implements AutoCloseable {
    private static final int LINE_LENGTH = 130;

    private final RunbookCluster cluster;
    private final Path directory;
    private final Uniform uniform;
    private final PromptSessions sessions;

    /**
     * The application and the operator are there already.
     *
     * @param directory in which the operator's own commands run
     */
    Desk(RunbookCluster cluster, Path directory) throws SQLException {
        this.cluster = cluster;
        this.directory = directory;
        this.uniform = cluster.uniform();
        this.sessions = new PromptSessions(cluster::connect);
        sessions.open("app");
        sessions.open("mysql");
    }

    /** Blocks; what it answers, everything that varies made uniform. */
    String type(Prompt prompt) throws Exception {
        String typed = uniform.typed(prompt.typed());
        String answer = prompt.shell() ? command(prompt.place(), typed) : statement(prompt.place(), typed);
        return broken(answer);
    }

    private String statement(String place, String typed) throws Exception {
        boolean vertical = typed.endsWith("\\G");
        String sql = vertical ? typed.substring(0, typed.length() - 2) : typed.replaceFirst(";$", "");
        return Transcript.print(uniform(sessions.ask(place, sql)), vertical);
    }

    private AdminAnswer uniform(AdminAnswer answer) {
        return switch (answer) {
            case AdminAnswer.Failed(int code, String state, String message) ->
                new AdminAnswer.Failed(code, state, uniform.text(message));
            case AdminAnswer.Answered(LocalAnswer.Rows rows) -> new AdminAnswer.Answered(uniform(rows));
            case AdminAnswer.Answered done -> done;
        };
    }

    private LocalAnswer.Rows uniform(LocalAnswer.Rows found) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (List<@Nullable String> row : found.rows()) {
            List<@Nullable String> cells = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                String cell = row.get(i);
                cells.add(
                        cell == null
                                ? null
                                : uniform.cell(found.columns().get(i).name(), cell));
            }
            rows.add(cells);
        }
        return new LocalAnswer.Rows(found.columns(), rows);
    }

    private String command(String place, String typed) throws Exception {
        if (!place.isEmpty()) {
            cluster.act(place, typed);
            return "";
        }
        String[] words = typed.split(" ");
        String answer =
                switch (words[0]) {
                    case "pinion" -> pinion(typed.substring("pinion ".length()));
                    case "curl" -> curl(words[words.length - 1]);
                    default -> shell(typed);
                };
        return uniform.text(answer);
    }

    /** As it is seen on a terminal once it has ended; what it draws over meanwhile isn't. */
    private String pinion(String typed) throws IOException {
        int file = typed.indexOf(" > ");
        if (file >= 0) {
            Files.writeString(
                    directory.resolve(typed.substring(file + 3)),
                    run(typed.substring(0, file)).out());
            return "";
        }
        Cli.Outcome outcome = run(typed);
        return (outcome.out() + outcome.err().replaceAll("[^\n]*\r", "")).replace(directory + "/", "");
    }

    private Cli.Outcome run(String typed) throws IOException {
        Cli cli = typed.startsWith("topology ")
                ? new Cli().environment(Map.of())
                : Cli.at(cluster.port(1), RunbookCluster.USER, RunbookCluster.PASSWORD);
        String found = Arrays.stream(typed.split(" "))
                .map(word -> word.endsWith(".json") || word.endsWith(".yaml")
                        ? directory.resolve(Path.of(word).getFileName()).toString()
                        : word)
                .collect(Collectors.joining(" "));
        return cli.terminal("y").type(found, directory);
    }

    private static String curl(String address) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (java.net.ConnectException e) {
            return "curl: (7) Failed to connect";
        }
    }

    private String shell(String typed) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", typed)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return answer;
    }

    /** Long messages are read more easily in several lines. Tables stay as they are. */
    private static String broken(String answer) {
        StringBuilder out = new StringBuilder();
        answer.lines().forEach(line -> {
            String rest = line;
            while (rest.length() > LINE_LENGTH && !line.startsWith("|") && !line.startsWith("+")) {
                int end = rest.lastIndexOf(' ', LINE_LENGTH);
                if (end <= 0) {
                    break;
                }
                out.append(rest, 0, end).append('\n');
                rest = rest.substring(end + 1);
            }
            out.append(rest).append('\n');
        });
        return out.toString();
    }

    @Override
    public void close() throws SQLException {
        sessions.close();
    }
}
