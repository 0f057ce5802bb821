-- Under which rule each resource group is, since when, and who chose it.
create table group_rule (
    name     text        primary key,
    sequence bigint      not null,
    rule     text        not null,
    since    timestamptz not null,
    by       text        not null
);
