package io.kvdrill.transports.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files of regions whose owners were killed before they could remove them. */
final class Leftovers {
    private Leftovers() {}

    /** Removes those whose owner is known to be over; answers how many. */
    static int sweep(Path directory, ProcessLife self) throws IOException {
        int removed = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.{region,region.new}")) {
            for (Path file : files) {
                if (isLeftover(file, self) && Files.deleteIfExists(file)) {
                    removed++;
                }
            }
        }
        return removed;
    }

    private static boolean isLeftover(Path file, ProcessLife self) {
        ByteBuffer header = ByteBuffer.allocate(RegionLayout.HEADER_BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            channel.read(header, 0);
        } catch (IOException unreadable) {
            return false;
        }
        return !header.hasRemaining()
                && header.getLong(RegionLayout.MAGIC_AT) == RegionLayout.MAGIC
                && ProcessLife.get(header, RegionLayout.OWNER_AT).over(self);
    }
}
