-- How far this service has applied each partition. It moves in the transaction of the batch, from the value that the
-- consumer believes in: a consumer that was replaced moves nothing and rolls back.
create table consumer_position (
    topic       text   not null,
    partition   int    not null,
    next_offset bigint not null,
    primary key (topic, partition)
);

-- The last applied sequence of each subject: a sequenced event at or below it is a repetition.
create table bus_mark (
    topic    text   not null,
    source   text   not null,
    subject  text   not null,
    sequence bigint not null,
    primary key (topic, source, subject)
);

-- The ids of applied messages that have no sequence, for seven days.
create table bus_inbox (
    source  text        not null,
    id      text        not null,
    seen_at timestamptz not null default now(),
    primary key (source, id)
);
create index bus_inbox_age on bus_inbox using brin (seen_at);

-- Keys whose messages wait: after a gap until the missing sequence arrives, after a failure until somebody releases them.
create table bus_parked_key (
    topic     text        not null,
    key       text        not null,
    reason    text        not null check (reason in ('gap', 'failure')),
    source    text        not null, -- with subject and sequence: the message that is missing, or that failed
    subject   text        not null,
    sequence  bigint      not null,
    error     text        not null,
    attempts  int         not null,
    parked_at timestamptz not null default now(),
    primary key (topic, key)
);

-- The waiting messages of parked keys, in the order of the topic.
create table bus_parked (
    topic       text   not null,
    partition   int    not null,
    at_offset   bigint not null,
    key         text   not null,
    envelope    json   not null,
    primary key (topic, partition, at_offset)
);
create index bus_parked_of_key on bus_parked (topic, key, at_offset);

-- Messages on their way to the broker. Published rows stay seven days and can be published again after a loss there.
create table bus_outbox (
    id           bigint generated always as identity primary key,
    topic        text        not null,
    key          text        not null,
    source       text        not null,
    subject      text        not null,
    sequence     bigint      not null,
    envelope     json        not null,
    created_at   timestamptz not null default now(),
    published_at timestamptz
);
create index bus_outbox_unpublished on bus_outbox (id) where published_at is null;
create index bus_outbox_age on bus_outbox using brin (created_at);

-- Who acts for the service, by the clock of the database. A lease, because a paused process would hold an advisory lock
-- for ever. The epoch grows with every new holder.
create table bus_leader (
    name       text        primary key,
    owner      text        not null,
    epoch      bigint      not null,
    expires_at timestamptz not null
);
