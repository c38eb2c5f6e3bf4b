package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.sim.world.Prompt;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Names the blocks of prompts, as vLLM does: a block's hash covers the hash of the block before it, and so the whole
 * prompt up to its end, starting from the hash seed. Engines with different seeds name equal blocks differently.
 */
public final class PromptKeys {
    private record Request(Prompt prompt, String hashSeed, int tokensPerBlock) {}

    /** Prompts that are used again are used again soon; more would only take memory. */
    private static final int MOST_KNOWN = 1_024;

    private final Map<Request, List<BlockKey>> known = new LinkedHashMap<>();

    /** The keys of the full blocks of a prompt, in order. */
    public List<BlockKey> of(Prompt prompt, String hashSeed, int tokensPerBlock) {
        Request request = new Request(prompt, hashSeed, tokensPerBlock);
        List<BlockKey> keys = known.get(request);
        if (keys == null) {
            keys = compute(request);
            if (known.size() == MOST_KNOWN) {
                known.remove(known.keySet().iterator().next());
            }
            known.put(request, keys);
        }
        return keys;
    }

    private static List<BlockKey> compute(Request request) {
        MessageDigest sha = sha256();
        byte[] parent = sha.digest(request.hashSeed().getBytes(StandardCharsets.UTF_8));
        List<BlockKey> keys = new ArrayList<>();
        int open = request.tokensPerBlock();
        sha.update(parent);
        for (Prompt.Segment segment : request.prompt().segments()) {
            byte[] text = segment.text().getBytes(StandardCharsets.UTF_8);
            int from = 0;
            while (from < segment.tokens()) {
                int taken = Math.min(open, segment.tokens() - from);
                sha.update(text);
                sha.update(ByteBuffer.allocate(9)
                        .put((byte) 0)
                        .putInt(from)
                        .putInt(taken)
                        .array());
                from += taken;
                open -= taken;
                if (open == 0) {
                    parent = sha.digest();
                    keys.add(BlockKey.of(parent, 0));
                    sha.update(parent);
                    open = request.tokensPerBlock();
                }
            }
        }
        return List.copyOf(keys);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
