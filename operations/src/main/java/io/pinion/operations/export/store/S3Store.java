package io.pinion.operations.export.store;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * A bucket, below a prefix. A long file is sent in parts: it is an object once the last of them is there, and the parts of
 * one that never gets there are thrown away.
 */
public final class S3Store implements ExportStore {
    private static final String SCHEME = "s3://";
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(60);

    /** Of a request with one part of a file, also where the other side stops reading it. */
    private static final Duration LONGEST_ATTEMPT = Duration.ofMinutes(5);

    /** A request that is answered by 503, or whose connection breaks, is sent again so often. */
    private static final int ATTEMPTS = 6;

    private static final int MISSING = 404;
    private static final String TYPE = "application/octet-stream";

    private final String bucket;

    /** With a slash at its end. */
    private final String prefix;

    private final S3Client client;

    private S3Store(String bucket, String prefix, S3Client client) {
        this.bucket = bucket;
        this.prefix = prefix;
        this.client = client;
    }

    /** Whether a place is one of a bucket. */
    public static boolean isUrl(String place) {
        return place.startsWith(SCHEME);
    }

    /** @throws IOException of a URL that names no place, or without a region or an access key */
    public static S3Store open(String url, S3Login login) throws IOException {
        String[] parts = url.substring(SCHEME.length()).split("/", 2);
        String prefix = parts.length < 2 ? "" : parts[1].replaceAll("/+$", "");
        if (parts[0].isEmpty() || prefix.isEmpty()) {
            throw new IOException("'" + url + "' names no place in a bucket: write s3://bucket/prefix");
        }
        return told(() -> new S3Store(parts[0], prefix + "/", client(login)));
    }

    private static S3Client client(S3Login login) {
        S3ClientBuilder builder = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT)
                        .socketTimeout(SILENCE))
                .overrideConfiguration(configuration -> configuration
                        .apiCallAttemptTimeout(LONGEST_ATTEMPT)
                        .retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(ATTEMPTS)
                                .build()))
                // Others than Amazon don't all know its newer checksums.
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .serviceConfiguration(service -> service.chunkedEncodingEnabled(false));
        login.endpoint()
                .ifPresent(endpoint -> builder.endpointOverride(endpoint).forcePathStyle(true));
        login.region().map(Region::of).ifPresent(builder::region);
        login.key()
                .ifPresent(key -> builder.credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create(key.id(), key.secret()))));
        return builder.build();
    }

    /** An answer of S3, whose failures are told as those of files. */
    private static <T> T told(Supplier<T> question) throws IOException {
        try {
            return question.get();
        } catch (SdkException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    private String key(String path) {
        return prefix + path;
    }

    // --- files

    @Override
    public StoredFile begin(String path) {
        return new Upload(key(path));
    }

    private final class Upload extends StoredFile {
        /** An upload has 10,000 parts at most: they grow with the file. */
        private static final int PART_BYTES = 8 << 20;

        private static final int PARTS_OF_ONE_SIZE = 1_000;
        private static final int FIRST_BYTES = 1 << 16;

        private final String key;
        private final List<CompletedPart> parts = new ArrayList<>();
        private byte[] part = new byte[FIRST_BYTES];
        private int length;
        private String uploadId = "";

        Upload(String key) {
            this.key = key;
        }

        private int partBytes() {
            return PART_BYTES * (1 + parts.size() / PARTS_OF_ONE_SIZE);
        }

        @Override
        protected void store(byte[] more, int from, int count) throws IOException {
            int at = from;
            while (at < from + count) {
                int some = Math.min(from + count - at, partBytes() - length);
                if (length + some > part.length) {
                    part = Arrays.copyOf(part, Math.min(partBytes(), Math.max(length + some, 2 * part.length)));
                }
                System.arraycopy(more, at, part, length, some);
                length += some;
                at += some;
                if (length == partBytes()) {
                    sendPart();
                }
            }
        }

        private RequestBody body() {
            int bytes = length;
            return RequestBody.fromContentProvider(() -> new ByteArrayInputStream(part, 0, bytes), bytes, TYPE);
        }

        private void sendPart() throws IOException {
            if (uploadId.isEmpty()) {
                uploadId = told(() -> client.createMultipartUpload(
                                upload -> upload.bucket(bucket).key(key).contentType(TYPE))
                        .uploadId());
            }
            int number = parts.size() + 1;
            String tag = told(() -> client.uploadPart(
                            upload -> upload.bucket(bucket)
                                    .key(key)
                                    .uploadId(uploadId)
                                    .partNumber(number),
                            body())
                    .eTag());
            parts.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
            length = 0;
        }

        @Override
        public void publish() throws IOException {
            if (uploadId.isEmpty()) {
                told(() -> client.putObject(
                        object -> object.bucket(bucket).key(key).contentType(TYPE), body()));
                return;
            }
            if (length > 0) {
                sendPart();
            }
            told(() -> client.completeMultipartUpload(upload ->
                    upload.bucket(bucket).key(key).uploadId(uploadId).multipartUpload(all -> all.parts(parts))));
            uploadId = "";
        }

        @Override
        public void close() throws IOException {
            if (!uploadId.isEmpty()) {
                abort(key, uploadId);
            }
        }
    }

    private void abort(String key, String uploadId) throws IOException {
        told(() -> client.abortMultipartUpload(
                upload -> upload.bucket(bucket).key(key).uploadId(uploadId)));
    }

    @Override
    public Optional<byte[]> read(String path) throws IOException {
        return told(() -> {
            try {
                return Optional.of(
                        client.getObjectAsBytes(object -> object.bucket(bucket).key(key(path)))
                                .asByteArray());
            } catch (NoSuchKeyException missing) {
                return Optional.empty();
            }
        });
    }

    @Override
    public InputStream open(String path) throws IOException {
        return told(() -> client.getObject(object -> object.bucket(bucket).key(key(path))));
    }

    @Override
    public OptionalLong size(String path) throws IOException {
        return told(() -> {
            try {
                return OptionalLong.of(
                        client.headObject(object -> object.bucket(bucket).key(key(path)))
                                .contentLength());
            } catch (S3Exception e) {
                if (e.statusCode() == MISSING) {
                    return OptionalLong.empty();
                }
                throw e;
            }
        });
    }

    @Override
    public boolean isEmpty() throws IOException {
        return told(() -> client.listObjectsV2(
                        list -> list.bucket(bucket).prefix(prefix).maxKeys(1))
                .contents()
                .isEmpty());
    }

    // --- what is thrown away

    @Override
    public void discardUnfinished() throws IOException {
        List<MultipartUpload> uploads = told(() ->
                client.listMultipartUploadsPaginator(list -> list.bucket(bucket).prefix(prefix)).uploads().stream()
                        .toList());
        for (MultipartUpload upload : uploads) {
            abort(upload.key(), upload.uploadId());
        }
    }

    /**
     * One after the other: a list of many is a request for which the SDK sends a newer checksum in the place of the digest that
     * services of others ask for.
     */
    @Override
    public void remove(String path) throws IOException {
        List<String> keys = told(
                () -> client.listObjectsV2Paginator(list -> list.bucket(bucket).prefix(key(path))).contents().stream()
                        .map(S3Object::key)
                        .filter(key -> key.equals(key(path)) || key.startsWith(key(path) + "/"))
                        .toList());
        for (String key : keys) {
            told(() -> client.deleteObject(object -> object.bucket(bucket).key(key)));
        }
    }

    @Override
    public String toString() {
        return SCHEME + bucket + "/" + prefix;
    }

    @Override
    public void close() {
        client.close();
    }
}
