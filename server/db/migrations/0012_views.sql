-- Saved searches over the items of a project. `holder_kind` is user or key, as in grants, or anyone where nobody signs
-- in. `owner` is the holder's name in the log, to be shown: a new user with the name of a removed one owns nothing.
-- `query` is a JSON object, `columns` a JSON list. `branch_key` is the category or subcategory that the query names, so
-- that the view follows it when its id changes.
create table views (
  key {{identity}},
  id text not null unique,
  project_key bigint not null references projects (key),
  holder_kind text not null,
  holder_key bigint not null,
  owner text not null,
  shared integer not null,
  name text not null,
  query text not null,
  columns text not null,
  branch_key bigint,
  created_at bigint not null,
  changed_at bigint not null
);

create index views_of_project on views (project_key, shared);
create index views_of_holder on views (holder_kind, holder_key, project_key);
