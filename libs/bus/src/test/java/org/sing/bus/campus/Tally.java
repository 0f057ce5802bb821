package org.sing.bus.campus;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** How much was heard about a subject. */
@Entity
@Table(name = "tally")
public class Tally {
    @Id
    String subject;

    long total;
    long version;

    protected Tally() {}

    Tally(String subject) {
        this.subject = subject;
    }
}
