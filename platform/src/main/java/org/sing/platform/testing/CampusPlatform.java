package org.sing.platform.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives a Quarkus test a real broker and a real database, and a world of its own in them; with the argument
 * {@code identity=true} a real identity provider too, with {@code signatures=true} agents have to sign. Tests without Quarkus use {@link #shared()}.
 */
public final class CampusPlatform implements QuarkusTestResourceLifecycleManager {

    private boolean identity;
    private boolean signatures;
    private World world;

    public static SharedPlatform shared() {
        return SharedPlatform.get();
    }

    @Override
    public void init(Map<String, String> arguments) {
        identity = Boolean.parseBoolean(arguments.get("identity"));
        signatures = Boolean.parseBoolean(arguments.get("signatures"));
    }

    @Override
    public Map<String, String> start() {
        world = shared().newWorld();
        var configuration = new HashMap<>(world.configuration());
        if (identity) {
            configuration.put(
                    "quarkus.oidc.auth-server-url", shared().identity().issuer());
        }
        if (signatures) {
            configuration.remove("sing.bus.unsigned-nodes");
        }
        return configuration;
    }

    @Override
    public void stop() {
        world.close();
    }
}
