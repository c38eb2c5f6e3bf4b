package io.kvdrill.scenarios.conform.vector;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes effects as vectors spell them. */
public final class EffectJson {
    private EffectJson() {}

    /** The effect as an object; what FORMAT.md leaves out is left out. */
    public static ObjectNode of(Effect effect) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (effect instanceof Effect.Send send) {
            json.put("effect", "send").put("peer", send.peer());
            json.set("msg", MessageJson.toJson(send.message()));
        } else if (effect instanceof Effect.Dial dial) {
            json.put("effect", "dial").put("peer", dial.peer());
        } else if (effect instanceof Effect.Close close) {
            json.put("effect", "close").put("peer", close.peer());
        } else if (effect instanceof Effect.AddPeer add) {
            addPeer(json, add);
        } else if (effect instanceof Effect.RemovePeer remove) {
            json.put("effect", "remove_peer").put("peer", remove.peer());
        } else if (effect instanceof Effect.Write write) {
            write(json, write);
        } else if (effect instanceof Effect.Cancel cancel) {
            json.put("effect", "cancel").put("mode", cancel.immediate() ? "immediate" : "wait");
            ArrayNode transfers = json.putArray("transfers");
            cancel.transfers().forEach(transfer -> putTransfer(transfers, transfer));
        } else if (effect instanceof Effect.Parent parent) {
            parent(json, parent);
        } else if (effect instanceof Effect.CloseControl) {
            json.put("effect", "close_control");
        } else if (effect instanceof Effect.CloseData) {
            json.put("effect", "close_data");
        }
        return json;
    }

    private static void addPeer(ObjectNode json, Effect.AddPeer add) {
        json.put("effect", "add_peer").put("peer", add.peer());
        if (add.region() != null) {
            json.put("agent_metadata", add.region().agentMetadata());
            json.put("base_addr", add.region().baseAddress());
            json.put("num_blocks", add.region().blockCount());
            json.put("block_len", add.region().blockBytes());
        }
        if (add.failed() != null) {
            json.put("failed", add.failed());
        }
    }

    private static void write(ObjectNode json, Effect.Write write) {
        json.put("effect", "write").put("peer", write.peer());
        if (write.transfer() == null) {
            json.putNull("transfer");
        } else {
            ArrayNode holder = JsonNodeFactory.instance.arrayNode();
            putTransfer(holder, write.transfer());
            json.set("transfer", holder.required(0));
        }
        ArrayNode local = json.putArray("local");
        ArrayNode remote = json.putArray("remote");
        for (Effect.Blocks blocks : write.blocks()) {
            local.add(blocks.local());
            remote.add(blocks.remote());
        }
        json.put("outcome", write.outcome().publicName());
    }

    private static void parent(ObjectNode json, Effect.Parent parent) {
        json.put("effect", "parent").put("call", parent.call().publicName()).put("ctx", parent.context());
        if (parent.key() != null) {
            json.put("key", parent.key());
        }
        if (parent.call() == Effect.ParentCall.CREATE_STORE_JOB) {
            ArrayNode keys = json.putArray("keys");
            parent.keys().forEach(keys::add);
        }
        if (parent.job() != null) {
            json.put("job", parent.job());
        }
    }

    private static void putTransfer(ArrayNode list, String transfer) {
        if (transfer.matches("[0-9]{1,15}")) {
            list.add(Long.parseLong(transfer));
        } else {
            list.add(transfer);
        }
    }
}
