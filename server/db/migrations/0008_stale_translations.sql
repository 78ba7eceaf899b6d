-- Translations whose original was changed since, with the original that they were made from. The log has it too, but
-- finding it would read the whole history of an item, and the log is pruned.
create table stale_translations (
  entity_key bigint not null,
  language text not null,
  field text not null,
  original text not null,
  primary key (entity_key, language, field)
);
