package org.sing.platform.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/**
 * Gives a Quarkus test a real broker and a real database, and a world of its own in them.
 * Tests without Quarkus use {@link #shared()}.
 */
public final class CampusPlatform implements QuarkusTestResourceLifecycleManager {

    private World world;

    public static SharedPlatform shared() {
        return SharedPlatform.get();
    }

    @Override
    public Map<String, String> start() {
        world = shared().newWorld();
        return world.configuration();
    }

    @Override
    public void stop() {
        world.close();
    }
}
