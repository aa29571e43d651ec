package io.pinion.integration.export;

import io.pinion.demo.FreePorts;
import io.pinion.server.testing.Conditions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * S3Proxy, a server of S3's protocol by others, in a process of its own: it looks at signatures, and keeps objects in a
 * directory. The build puts its jar into {@code target/s3}.
 */
final class S3Server implements AutoCloseable {
    static final String KEY = "pinion";
    static final String SECRET = "s3-secret";
    static final String REGION = "us-east-1";

    private static final Path JAR = Path.of("target/s3/s3proxy.jar");
    private static final Duration START = Duration.ofMinutes(1);

    private final Process process;
    private final String endpoint;
    private final S3Client client;

    private S3Server(Process process, String endpoint) {
        this.process = process;
        this.endpoint = endpoint;
        this.client = S3Client.builder()
                .endpointOverride(URI.create(endpoint))
                .region(Region.of(REGION))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, SECRET)))
                .forcePathStyle(true)
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .build();
    }

    /** With one empty bucket. */
    static S3Server start(Path directory, String bucket) throws Exception {
        int port = FreePorts.next();
        String endpoint = "http://127.0.0.1:" + port;
        Path objects = Files.createDirectories(directory.resolve("objects"));
        Path settings = Files.writeString(
                directory.resolve("s3proxy.conf"),
                String.join(
                        "\n",
                        "s3proxy.endpoint=" + endpoint,
                        "s3proxy.authorization=aws-v2-or-v4",
                        "s3proxy.identity=" + KEY,
                        "s3proxy.credential=" + SECRET,
                        "jclouds.provider=filesystem-nio2",
                        "jclouds.identity=none",
                        "jclouds.credential=none",
                        "jclouds.filesystem.basedir=" + objects.toAbsolutePath()));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Xmx256m",
                        "-jar",
                        JAR.toString(),
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("s3proxy.log").toFile())
                .start();
        S3Server server = new S3Server(process, endpoint);
        try {
            Conditions.await("the S3 server listens", START, () -> isOpen(port));
            server.client.createBucket(request -> request.bucket(bucket));
            return server;
        } catch (Exception | AssertionError e) {
            server.close();
            throw e;
        }
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    String endpoint() {
        return endpoint;
    }

    List<String> objects(String bucket) {
        return client.listObjectsV2Paginator(request -> request.bucket(bucket)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    int unfinishedUploads(String bucket) {
        return client.listMultipartUploads(request -> request.bucket(bucket))
                .uploads()
                .size();
    }

    /** Objects become files of the same names. */
    void copyTo(Path directory, String bucket) throws Exception {
        for (String key : objects(bucket)) {
            Path file = directory.resolve(key);
            Files.createDirectories(file.getParent());
            client.getObject(request -> request.bucket(bucket).key(key), ResponseTransformer.toFile(file));
        }
    }

    @Override
    public void close() {
        client.close();
        process.destroy();
        try {
            process.onExit().get(10, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            process.destroyForcibly();
        }
    }
}
