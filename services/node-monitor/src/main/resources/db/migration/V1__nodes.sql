-- One row per node; the document is the whole node, the columns are what timers look for.
create table node (
    name            text        primary key,
    phase           text        not null,
    connected       boolean     not null,
    last_renewal_at timestamptz,
    document        jsonb       not null
);

-- Tokens with which one agent each may join; only their hashes are known here.
create table join_token (
    hash       text        primary key,
    expires_at timestamptz not null,
    used_by    text
);

-- Allocations that are over, for a day: a cordon's acknowledgement may name one whose release was heard before it.
create table released_allocation (
    allocation  text        primary key,
    released_at timestamptz not null default now()
);
create index released_allocation_age on released_allocation using brin (released_at);
