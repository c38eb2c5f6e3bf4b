package io.kvdrill.scenarios.format.expand;

import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes out peers by count, hosts with their ranks, and pods. */
final class PeerCopies {
    private static final String PEERS = "peers";
    private static final String PODS = "pods";
    private static final String HOST = "host";
    private static final String RANK = "rank";
    private static final String DOMAIN = "failure_domain";
    private static final String OWN = "own";

    private final Problems problems;
    private final Groups groups = new Groups();
    private final List<YamlValue.Entry> written = new ArrayList<>();

    PeerCopies(Problems problems) {
        this.problems = problems;
    }

    /** The names of the peers. */
    Groups groups() {
        return groups;
    }

    /** The document with one entry of {@code peers} for each peer, and without {@code pods}. */
    YamlValue.Mapping writeOut(YamlValue.Mapping document) {
        Optional<YamlValue> peers = document.get(PEERS);
        Optional<YamlValue> pods = document.get(PODS);
        boolean readable = peers.isEmpty() || peers.get() instanceof YamlValue.Mapping;
        if (!readable || (peers.isEmpty() && !(pods.orElse(null) instanceof YamlValue.Mapping))) {
            return document;
        }
        entriesOf(peers).forEach(entry -> add(entry, false));
        entriesOf(pods).forEach(entry -> add(entry, true));
        Span span = peers.or(() -> pods).map(YamlValue::span).orElse(document.span());
        Span nameSpan = document.entry(PEERS)
                .or(() -> document.entry(PODS))
                .map(YamlValue.Entry::nameSpan)
                .orElse(span);
        YamlValue.Mapping result = pods.orElse(null) instanceof YamlValue.Mapping ? document.without(PODS) : document;
        return result.with(new YamlValue.Entry(PEERS, nameSpan, YamlValue.Mapping.of(span, written)));
    }

    private static List<YamlValue.Entry> entriesOf(Optional<YamlValue> section) {
        return section.orElse(null) instanceof YamlValue.Mapping mapping ? mapping.entries() : List.of();
    }

    private void add(YamlValue.Entry entry, boolean pod) {
        YamlValue.Mapping peer = entry.value() instanceof YamlValue.Mapping mapping
                ? mapping
                : YamlValue.Mapping.of(entry.value().span(), List.of());
        Field<Integer> rankField = pod ? CountFields.POD_RANKS : CountFields.RANKS;
        Integer count = number(CountFields.PEERS, peer);
        Integer ranks = number(rankField, peer);
        if (pod && ranks == null && peer.entry(rankField.name()).isEmpty()) {
            problems.add(entry.nameSpan(), "a pod needs 'ranks': " + rankField.about(), "such as ranks: 8");
        }
        if (ranks != null && peer.entry(RANK).isPresent()) {
            problems.add(
                    peer.get(RANK).orElse(peer).span(), "'rank' stands beside 'ranks', which counts them from 0", "");
        }
        if (count == null && ranks == null) {
            one(entry);
            return;
        }
        long all = written.size() + (count == null ? 1L : count) * (ranks == null ? 1L : ranks);
        if (all > CountFields.MOST_PEERS) {
            problems.add(
                    entry.nameSpan(),
                    Texts.count(all) + " peers; at most " + Texts.count(CountFields.MOST_PEERS) + " fit in a file");
            return;
        }
        YamlValue.Mapping plain = peer.without(CountFields.PEERS.name()).without(rankField.name());
        for (int i = 0; i < (count == null ? 1 : count); i++) {
            String name = count == null ? entry.name() : entry.name() + "-" + i;
            YamlValue.Mapping copy = count == null ? plain : Numbered.mapping(plain, i);
            if (ranks == null) {
                add(name, entry, copy, List.of(entry.name()));
            } else {
                ranks(name, entry, copy, ranks);
            }
        }
    }

    private void ranks(String name, YamlValue.Entry entry, YamlValue.Mapping pod, int ranks) {
        YamlValue.Mapping placed = pod.entry(HOST).isPresent()
                ? pod
                : pod.with(new YamlValue.Entry(
                        HOST, entry.nameSpan(), text(entry.nameSpan(), DefaultHosts.of(written.size()))));
        if (placed.get(DOMAIN).orElse(null) instanceof YamlValue.Scalar scalar
                && scalar.text().equals(OWN)) {
            placed = placed.with(new YamlValue.Entry(DOMAIN, scalar.span(), text(scalar.span(), name)));
        }
        for (int r = 0; r < ranks; r++) {
            YamlValue.Mapping rank = placed.with(
                    new YamlValue.Entry(RANK, entry.nameSpan(), text(entry.nameSpan(), Integer.toString(r))));
            add(name + "-" + r, entry, rank, name.equals(entry.name()) ? List.of(name) : List.of(name, entry.name()));
        }
    }

    private void one(YamlValue.Entry entry) {
        groups.add(entry.name(), List.of(host(entry.value())));
        written.add(entry);
    }

    private void add(String name, YamlValue.Entry from, YamlValue.Mapping peer, List<String> memberOf) {
        List<String> all = new ArrayList<>(memberOf);
        all.add(host(peer));
        groups.add(name, all);
        written.add(new YamlValue.Entry(name, from.nameSpan(), peer));
    }

    private String host(YamlValue peer) {
        return peer instanceof YamlValue.Mapping mapping
                        && mapping.get(HOST).orElse(null) instanceof YamlValue.Scalar scalar
                ? scalar.text()
                : DefaultHosts.of(written.size());
    }

    private @Nullable Integer number(Field<Integer> field, YamlValue.Mapping peer) {
        YamlValue value = peer.get(field.name()).orElse(null);
        return value == null ? null : field.type().read(value, new Reading(problems));
    }

    private static YamlValue text(Span span, String text) {
        return new YamlValue.Scalar(span, text, false);
    }
}
