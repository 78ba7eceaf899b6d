-- Undo reads all changes of one request.
create index changes_of_set on changes (set_id);

-- The parent before and after a move, as the key of a category or subcategory: the ids in `before` and `after` may belong
-- to another one by now.
alter table changes add column from_key bigint;
alter table changes add column to_key bigint;

-- What was deleted, as long as it can be restored. The rows keep their keys and versions, so that an undo restores them
-- exactly. The tables of the catalog contain no deleted rows.
create table deletions (
  seq {{key}},
  set_id text not null,
  project_key bigint not null,
  kind text not null,
  entity_key bigint not null,
  id text not null,
  name text not null,
  actor text not null,
  at bigint not null,
  subcategories integer not null,
  items integer not null
);

create index deletions_of_project on deletions (project_key, seq);

-- `deleted_by` is the number of the deletion, the same for a whole cascade.
create table trash_categories (
  key {{key}},
  deleted_by bigint not null,
  id text not null,
  project_key bigint not null,
  name text not null,
  visible integer not null,
  priority double precision not null,
  img text not null,
  translations text not null,
  version bigint not null
);

create index trash_categories_of_id on trash_categories (id);

create table trash_subcategories (
  key {{key}},
  deleted_by bigint not null,
  id text not null,
  category_key bigint not null,
  parent_key bigint,
  name text not null,
  visible integer not null,
  priority double precision not null,
  img text not null,
  translations text not null,
  child_count integer not null,
  item_count integer not null,
  version bigint not null
);

create index trash_subcategories_of_id on trash_subcategories (id);
create index trash_subcategories_of_deletion on trash_subcategories (deleted_by, parent_key);

create table trash_items (
  key {{key}},
  deleted_by bigint not null,
  id text not null,
  subcategory_key bigint not null,
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

create index trash_items_of_id on trash_items (id);
create index trash_items_of_deletion on trash_items (deleted_by, subcategory_key);

-- Former ids of subcategories, each with the key of its last owner. As it is a key and not another id, there are no
-- chains and no loops.
create table id_aliases (
  id text primary key,
  key bigint not null
);

-- The responses to requests with an Idempotency-Key. `answer` is null only while its transaction runs.
create table idempotency_keys (
  actor text not null,
  key text not null,
  request text not null,
  at bigint not null,
  answer text,
  primary key (actor, key)
);

create index idempotency_keys_in_order on idempotency_keys (at);

-- One row after the retention has removed something: the number of the newest change that was removed.
create table pruned_log (
  key {{key}},
  up_to bigint not null
);
