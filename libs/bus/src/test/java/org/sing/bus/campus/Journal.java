package org.sing.bus.campus;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.sing.schemas.Envelope;

/** What was applied, in the order in which it was. */
@Entity
@Table(name = "journal")
public class Journal {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long position;

    String id;
    String topic;
    String subject;
    long sequence;

    protected Journal() {}

    Journal(Envelope heard) {
        id = heard.id();
        topic = heard.topic();
        subject = heard.subject();
        sequence = heard.sequence();
    }
}
