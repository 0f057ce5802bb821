-- Under which rule each group is, as it was last said, and whether an administrator chose it.
create table group_rule (
    resource_group text  primary key,
    document       jsonb not null,
    rule           text generated always as (document ->> 'rule') stored
);
