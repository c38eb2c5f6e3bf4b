package io.kvdrill.core.profile;

import java.util.Optional;

/** The columns of the row catalogue. */
public enum Preset {
    /** vLLM {@code main} at {@code be06873198} (2026-08-19), defects included; pinned by recordings. */
    VLLM_2026_08("vllm-2026-08"),
    /** The October 2026 manager and data transport with the pull requests merged by then. */
    VLLM_2026_10("vllm-2026-10"),
    /** Keeps every law; stays wire-compatible with the other two. The default. */
    HARDENED("hardened"),
    /** {@link #VLLM_2026_08} with the October manager: what the {@code vllm-2026-10} recordings were made with. */
    CONFORMANCE_2026_10("conformance-2026-10");

    private final String publicName;

    Preset(String publicName) {
        this.publicName = publicName;
    }

    /** The name that users write. */
    public String publicName() {
        return publicName;
    }

    /** The preset of this name, if there is one. */
    public static Optional<Preset> named(String publicName) {
        for (Preset preset : values()) {
            if (preset.publicName.equals(publicName)) {
                return Optional.of(preset);
            }
        }
        return Optional.empty();
    }
}
