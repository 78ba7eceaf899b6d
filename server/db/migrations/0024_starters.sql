-- Whoever started an import that was let go on since, and what they saw then, as `holder_kind`, `holder_key` and `scopes`:
-- they still see it, also if somebody else let it go on. Null until then: the holder has started it.
alter table imports add column starter_kind text;
alter table imports add column starter_key bigint;
alter table imports add column starter_scopes text;
