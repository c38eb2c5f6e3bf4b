package io.kvdrill.scenarios.explain;

import io.kvdrill.scenarios.fieldcase.FieldCase;
import io.kvdrill.scenarios.fieldcase.FieldCases;
import io.kvdrill.scenarios.format.scenario.RehearsalFields;
import io.kvdrill.scenarios.format.scenario.Scenario;
import java.util.List;

/** The tables of docs/library.md. */
final class LibraryDoc {
    private LibraryDoc() {}

    /** What stands below the page's mark. */
    static String markdown(List<Scenario> scenarios) {
        StringBuilder out = new StringBuilder("\n## The scenarios\n");
        for (String kind : RehearsalFields.kinds()) {
            out.append("\n### ")
                    .append(kind)
                    .append("\n\n| scenario | what happens | field cases | noticed by |\n|---|---|---|---|\n");
            List<Scenario> cases = scenarios.stream()
                    .filter(scenario -> scenario.rehearsal().kind().equals(kind))
                    .toList();
            for (String file : FieldCaseText.files(cases)) {
                out.append(row(
                        file,
                        cases.stream()
                                .filter(scenario -> scenario.fileName().equals(file))
                                .toList()));
            }
        }
        out.append("\n## The reports\n\n| report | what happens | rehearsed by |\n|---|---|---|\n");
        FieldCases.all().stream()
                .filter(told -> !told.isOutside())
                .forEach(told -> out.append("| ")
                        .append(told.id())
                        .append(" | ")
                        .append(cell(told.title()))
                        .append(" | ")
                        .append(String.join(", ", FieldCaseText.files(FieldCaseText.rehearsals(told, scenarios))))
                        .append(" |\n"));
        out.append(
                "\n## Reports outside of the model\n\n| report | what happens | why no scenario rehearses it |\n|---|---|---|\n");
        FieldCases.all().stream()
                .filter(FieldCase::isOutside)
                .forEach(told -> out.append("| ")
                        .append(told.id())
                        .append(" | ")
                        .append(cell(told.title()))
                        .append(" | ")
                        .append(cell(told.outside()))
                        .append(" |\n"));
        return out.toString();
    }

    private static String row(String file, List<Scenario> cases) {
        List<String> told = cases.stream()
                .flatMap(scenario -> scenario.rehearsal().fieldCases().stream())
                .distinct()
                .toList();
        List<String> symptoms = cases.stream()
                .flatMap(scenario -> scenario.rehearsal().symptoms().stream())
                .distinct()
                .toList();
        return "| " + file + " | " + cell(cases.get(0).fileAbout()) + " | " + String.join(", ", told) + " | "
                + String.join(", ", symptoms) + " |\n";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
