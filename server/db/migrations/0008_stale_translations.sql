-- A translation whose original was changed since, with the original as it was when the two belonged together. The log
-- knows it too, but only by walking back through everything that ever happened to a thing, and only until it is pruned.
create table stale_translations (
  entity_key bigint not null,
  language text not null,
  field text not null,
  original text not null,
  primary key (entity_key, language, field)
);
