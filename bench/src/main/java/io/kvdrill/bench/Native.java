package io.kvdrill.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** What others do in C, to be measured against ({@code src/main/c/bench_native.c}). */
public final class Native {
    private Native() {}

    /**
     * Loads it. Loading it again does no harm.
     *
     * @throws IllegalStateException if it was not built, for want of gcc or of the JDK's headers
     */
    public static void load() {
        System.load(unpack("libbench_native.so").toString());
    }

    /**
     * A library of this module, as a file that is removed when the JVM ends.
     *
     * @throws IllegalStateException if it was not built, for want of gcc or of the JDK's headers
     */
    public static Path unpack(String name) {
        try (InputStream built = Native.class.getResourceAsStream("/native/" + name)) {
            if (built == null) {
                throw new IllegalStateException(
                        "not measured: " + name + " was not built; gcc and the JDK's headers are" + " needed");
            }
            Path copy = Files.createTempFile("kvdrill-bench-", ".so");
            copy.toFile().deleteOnExit();
            Files.copy(built, copy, StandardCopyOption.REPLACE_EXISTING);
            return copy;
        } catch (IOException failure) {
            throw new IllegalStateException("not measured: " + name + " cannot be unpacked: " + failure, failure);
        }
    }

    /** {@code memcpy} of {@code bytes} bytes from one direct buffer into another. */
    static native void copy(ByteBuffer target, int targetAt, ByteBuffer source, int sourceAt, int bytes);

    /**
     * Two peers of libzmq that are connected both ways, each with a context, a ROUTER and a DEALER.
     *
     * @return 0 if libzmq is not there, or does not do it
     */
    static native long zmqOpen(String library);

    /** Sends {@code bytes} bytes there and back, as often as {@code count} says. */
    static native void zmqRoundTrips(long pair, int bytes, int count);

    static native void zmqClose(long pair);
}
