package io.kvdrill.transports.shm;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;

/**
 * Unmaps at once. Java 17 leaves that to the garbage collector, which sees the small object and not the large mapping
 * behind it, so a host whose peers come and go would fill up with dead regions.
 */
final class Unmapper {
    private Unmapper() {}

    /** Unmaps a buffer that nobody will touch again; where the JVM does not let us, the collector will. */
    static void unmap(MappedByteBuffer buffer) {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field instance = unsafe.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            Method clean = unsafe.getMethod("invokeCleaner", ByteBuffer.class);
            clean.invoke(instance.get(null), buffer);
        } catch (ClassNotFoundException
                | NoSuchFieldException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException notHere) {
            return;
        }
    }
}
