package org.sing.example.bad.api;

import jakarta.ws.rs.QueryParam;
import java.util.List;
import org.sing.example.good.domain.Queue;

/** Keeps a request parameter in a field, borrows from another service, and sleeps. */
public class Leaking {
    @QueryParam("after")
    String after;

    public Queue borrowed() throws InterruptedException {
        Thread.sleep(1);
        return new Queue(List.of(after), null);
    }
}
