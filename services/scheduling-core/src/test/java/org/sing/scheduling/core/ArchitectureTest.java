package org.sing.scheduling.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.sing.scheduling.core", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule the_core_is_plain_java =
            classes().should().onlyDependOnClassesThat().resideInAnyPackage("org.sing.scheduling.core", "java..");

    @ArchTest
    static final ArchRule the_core_is_deterministic = noClasses()
            .should()
            .callMethodWhere(describe(
                    "reads a clock or rolls a dice",
                    (JavaMethodCall call) ->
                            call.getTarget().getName().matches("now|random|randomUUID|currentTimeMillis|nanoTime")));
}
