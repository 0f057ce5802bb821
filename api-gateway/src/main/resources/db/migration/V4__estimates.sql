-- How the starts compare with what was said of them first, by the rule that decided.
create table estimate_truth (
    name    text   not null,
    rule    text   not null,
    earlier bigint not null,
    inside  bigint not null,
    later   bigint not null,
    primary key (name, rule)
);
