package io.kvdrill.scenarios.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/**
 * The standard output of this process. Where nobody reads it any more, as with {@code kvdrill list | head -1}, writing
 * throws {@link ClosedPipeException}; what cannot be written for another reason is noted, and nothing is thrown.
 */
final class StandardOutput extends OutputStream {
    private static final int DESCRIPTOR = 1;

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);
    private boolean failed;

    /** Whether something could not be written. */
    boolean failed() {
        return failed;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            if (isClosedPipe(e)) {
                throw new ClosedPipeException();
            }
            failed = true;
        }
    }

    /** A pipe fails for no other reason; where there is no telling what the stream is, the system's own words do. */
    private static boolean isClosedPipe(IOException failure) {
        return Terminal.isPipe(DESCRIPTOR)
                || String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }
}
