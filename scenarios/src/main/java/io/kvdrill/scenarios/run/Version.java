package io.kvdrill.scenarios.run;

/** Which kvdrill this is. */
public final class Version {
    private Version() {}

    /** As in the manifest of the jar. */
    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(not from a jar)" : version;
    }
}
