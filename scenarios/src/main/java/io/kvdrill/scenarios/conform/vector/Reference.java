package io.kvdrill.scenarios.conform.vector;

import io.kvdrill.core.profile.Preset;

/** What a vector was recorded from, and so the preset that replays it. */
public enum Reference {
    /** Manager and sessions of August 2026. */
    AUGUST("vllm-2026-08", Preset.VLLM_2026_08),
    /** The October 2026 manager over the sessions of August. */
    OCTOBER("vllm-2026-10", Preset.CONFORMANCE_2026_10);

    private final String publicName;
    private final Preset preset;

    Reference(String publicName, Preset preset) {
        this.publicName = publicName;
        this.preset = preset;
    }

    /** The name in vectors. */
    public String publicName() {
        return publicName;
    }

    /** The preset under which such a vector replays exactly. */
    public Preset preset() {
        return preset;
    }
}
