-- {{key}} is a primary key that we assign, {{identity}} one that the engine assigns, {{bytes}} the type of bytes.
--
-- The catalog. Keys are internal. Public ids are in a separate unique column, so that changing an id writes one row. The
-- key of a category, subcategory or item is the number of the change that created it: unique over the three tables,
-- never used again, and in creation order. `version` is the number of the last change of the row. `changes.previous`
-- leads from each change to the one before, so that the history of a row needs no index.

create table projects (
  key {{identity}},
  id text not null unique,
  name text not null,
  display_name text not null,
  active integer not null,
  logo_url text not null
);

create table categories (
  key {{key}},
  id text not null unique,
  project_key bigint not null references projects (key),
  name text not null,
  visible integer not null,
  priority double precision not null,
  img text not null,
  translations text not null,
  version bigint not null
);

create index categories_in_order on categories (project_key, priority, key);

-- `category_key` is the root of the tree, `parent_key` the direct parent, null on level 1. `child_count` and
-- `item_count` decide the leaf rule in one guarded statement. Reads never recount them.
create table subcategories (
  key {{key}},
  id text not null unique,
  category_key bigint not null references categories (key),
  parent_key bigint references subcategories (key),
  name text not null,
  visible integer not null,
  priority double precision not null,
  img text not null,
  translations text not null,
  child_count integer not null default 0,
  item_count integer not null default 0,
  version bigint not null,
  check (child_count >= 0 and item_count >= 0 and (child_count = 0 or item_count = 0))
);

create index subcategories_of_category on subcategories (category_key);
create index subcategories_of_parent on subcategories (parent_key);

-- `imgs` and `tags` are JSON text, because image usage and filters read them. `details` is one JSON object with badges,
-- simpleDescription, description, translations and comments, stored as bytes: a response copies it without decoding,
-- parsing or encoding. `folded` is the name as search compares it, then one line `language:name` for each translated
-- name.
create table items (
  key {{key}},
  id text not null unique,
  subcategory_key bigint not null references subcategories (key),
  priority double precision not null,
  visible integer not null,
  name text not null,
  folded text not null,
  quantity double precision not null,
  price double precision not null,
  discount integer not null,
  currency text not null,
  imgs text not null,
  tags text not null,
  details {{bytes}} not null,
  version bigint not null
);

create index items_in_order on items (subcategory_key, priority, key);

-- One row for each category, subcategory or item that a write changed, read in the order (transaction_id, seq): on
-- PostgreSQL `seq` alone is not the order of commits. {{transaction}} is the number of the running transaction there,
-- and always 0 on SQLite. Changes of one request share a `set_id`. `before` and `after` hold the fields that changed. On
-- a creation `entity_key` is null and means the row's own `seq`.
create table changes (
  seq {{identity}},
  transaction_id bigint not null default {{transaction}},
  set_id text not null,
  project_key bigint not null,
  kind text not null,
  action text not null,
  entity_key bigint,
  entity_id text not null,
  actor text not null,
  at bigint not null,
  previous bigint,
  before text not null,
  after text not null
);

create index changes_of_project on changes (project_key, transaction_id, seq);
