-- A file of rows that becomes items. `holder_kind` and `holder_key` are who sent it, as in grants, or anyone where nobody
-- signs in. `origin` is the address of the service that they used. `digest` is that of the file and of what was chosen for it. `position` is the next chunk, `done` the rows
-- before it, and the counts are those of these rows. `checked` is the JSON of the counts of the dry run, if there was
-- one. `undo_below` is the number of the change below which the undo goes on, `undo_kept` the JSON list of what it has
-- kept, `undo_by` the JSON of who asked for it. The lease is as that of a webhook.
create table imports (
  key {{identity}},
  id text not null unique,
  project_key bigint not null references projects (key),
  state text not null,
  dry_run integer not null,
  file_name text not null,
  format text not null,
  header text not null,
  options text not null,
  digest text not null,
  origin text not null,
  actor text not null,
  holder_kind text not null,
  holder_key bigint not null,
  created_at bigint not null,
  changed_at bigint not null,
  finished_at bigint,
  row_count bigint not null,
  chunk_count bigint not null,
  position bigint not null,
  done bigint not null,
  created bigint not null,
  changed bigint not null,
  unchanged bigint not null,
  refused bigint not null,
  conflicts bigint not null,
  nodes bigint not null,
  checked text not null,
  error text not null,
  undo_below bigint,
  undo_kept text not null,
  undo_by text not null,
  lease_owner text not null,
  lease_term bigint not null,
  lease_beat bigint not null,
  lease_until bigint not null
);

create index imports_of_project on imports (project_key, key);
create index imports_by_digest on imports (digest);
create index imports_by_state on imports (state);

-- Rows of a file, and what became of them, as compressed JSON.
-- `told` counts the faults and conflicts, `written` the rows that were created or changed.
create table import_chunks (
  import_key bigint not null references imports (key),
  number bigint not null,
  row_count integer not null,
  contents {{bytes}} not null,
  result {{bytes}},
  told integer not null,
  written integer not null,
  primary key (import_key, number)
);

-- The pictures that came in an archive beside the file of an import, by their names in it.
create table import_pictures (
  import_key bigint not null references imports (key),
  name text not null,
  url text not null,
  primary key (import_key, name)
);

-- Where pictures were fetched from, so that a file that is imported again fetches nothing and changes nothing.
create table picture_sources (
  address text primary key,
  url text not null,
  fetched_at bigint not null
);

-- The columns that people chose for the headers of their suppliers, as JSON.
create table import_mappings (
  project_key bigint not null references projects (key),
  name text not null,
  columns text not null,
  changed_at bigint not null,
  primary key (project_key, name)
);
