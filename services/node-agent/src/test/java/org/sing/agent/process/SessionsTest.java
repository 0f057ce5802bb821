package org.sing.agent.process;

class SessionsTest extends ContainmentContract {
    @Override
    Containment containment() {
        return new Sessions();
    }
}
