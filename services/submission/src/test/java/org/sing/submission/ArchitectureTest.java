package org.sing.submission;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.sing.submission", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    /** The words of the schemas are the domain's words; how they travel is not. */
    @ArchTest
    static final ArchRule the_domain_is_plain_java = classes()
            .that()
            .resideInAPackage("..domain..")
            .should()
            .onlyDependOnClassesThat(
                    resideInAnyPackage("..submission.domain..", "java.lang..", "java.util..", "java.time..")
                            .or(resideInAnyPackage("org.sing.schemas")
                                    .and(simpleName("Envelope")
                                            .or(simpleName("Envelopes"))
                                            .or(simpleName("Json"))
                                            .or(simpleName("Topics"))
                                            .or(simpleName("Catalogue"))
                                            .negate())));

    @ArchTest
    static final ArchRule the_domain_is_deterministic = noClasses()
            .that()
            .resideInAPackage("..domain..")
            .should()
            .callMethodWhere(target(nameMatching("now|random|randomUUID|currentTimeMillis|nanoTime")));
}
