package org.sing.rules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The rules, each as a value. A rule that finds nothing to look at fails. */
final class Rules {
    /** What modules of different services may share. */
    static final List<String> SHARED =
            List.of("org.sing.schemas", "org.sing.bus", "org.sing.profile", "org.sing.traces");

    private static final Set<String> CLOCKS_AND_DICE = Set.of(
            "now",
            "random",
            "randomUUID",
            "currentTimeMillis",
            "nanoTime",
            "systemUTC",
            "systemDefaultZone",
            "getenv",
            "getProperty");

    /** The machine behind the language: files, sockets, threads of its own, databases. */
    private static final String[] OUTSIDE = {
        "java.io..", "java.net.http..", "java.nio.file..", "java.nio.channels..", "java.sql.."
    };

    private static final Set<String> REQUEST_PARAMETERS = Set.of(
            "QueryParam",
            "PathParam",
            "HeaderParam",
            "CookieParam",
            "FormParam",
            "MatrixParam",
            "RestQuery",
            "RestPath",
            "RestHeader",
            "RestCookie",
            "RestForm",
            "RestMatrix");

    private Rules() {}

    static ArchRule domainIsPlainJava(String domain, List<String> allowed) {
        var packages = Stream.concat(Stream.of("java..", domain, "org.sing.schemas.."), allowed.stream())
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(domain)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(packages)
                .as("the domain imports only Java, itself and the schemas");
    }

    static ArchRule domainTouchesNoMachine(String domain) {
        return noClasses()
                .that()
                .resideInAPackage(domain)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(OUTSIDE)
                .as("the domain does no input or output");
    }

    static ArchRule domainIsDeterministic(String domain) {
        return noClasses()
                .that()
                .resideInAPackage(domain)
                .should()
                .accessTargetWhere(clockOrDice().or(unseededDice()))
                .as("the domain is deterministic: time, ids and randomness are arguments");
    }

    /** @param own root package of the module, such as {@code org.sing.submission} */
    static ArchRule importsNoOtherService(String own, List<String> allowed) {
        return noClasses()
                .should()
                .dependOnClassesThat(describe("belong to another service", type -> foreign(type, own, allowed)))
                .as("services share nothing but the schemas and the libraries");
    }

    static ArchRule noRequestParameterIsAField() {
        return noFields()
                .should()
                .beAnnotatedWith(describe("a request parameter", Rules::requestParameter))
                .as("request parameters are method parameters: fields leak between requests (CVE-2025-1247)");
    }

    static ArchRule noTestSleeps() {
        return noClasses()
                .should()
                .accessTargetWhere(describe("sleep", access -> access.getName().equals("sleep") && ofJava(access)))
                .as("tests wait for conditions, they never sleep");
    }

    private static boolean foreign(JavaClass type, String own, List<String> allowed) {
        var name = type.getPackageName() + ".";
        return name.startsWith("org.sing.")
                && Stream.of(List.of(own), SHARED, allowed)
                        .flatMap(List::stream)
                        .noneMatch(root -> name.startsWith(root + "."));
    }

    /** Accesses, not calls: {@code Instant::now} reads the clock as well. */
    private static DescribedPredicate<JavaAccess<?>> clockOrDice() {
        return describe(
                "clock or dice",
                access -> CLOCKS_AND_DICE.contains(access.getName()) && ofJava(access)
                        || ownerIs(access, "java.util.concurrent.ThreadLocalRandom"));
    }

    private static DescribedPredicate<JavaAccess<?>> unseededDice() {
        return describe(
                "dice without a seed",
                access -> ownerIs(access, "java.security.SecureRandom")
                        || ownerIs(access, "java.util.Random")
                                && access.getTarget() instanceof CodeUnitAccessTarget target
                                && target.getName().equals("<init>")
                                && target.getRawParameterTypes().isEmpty());
    }

    private static boolean ownerIs(JavaAccess<?> access, String owner) {
        return access.getTargetOwner().getName().equals(owner);
    }

    private static boolean ofJava(JavaAccess<?> access) {
        return access.getTargetOwner().getPackageName().startsWith("java.");
    }

    private static boolean requestParameter(JavaAnnotation<?> annotation) {
        return REQUEST_PARAMETERS.contains(annotation.getRawType().getSimpleName());
    }
}
