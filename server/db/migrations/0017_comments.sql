-- What belongs to a comment beside the fields of the contract, which are in the row of its item. A row has no end of its
-- own: if the item is in the trash, the row waits there with it, and if the comment alone was deleted, `removed_at` says
-- when, so that an undo of either brings back the same state. `created_at` is that of the comment, ISO 8601. `actor` is
-- who wrote it, or empty if it is older than this table.
create table comment_states (
  key {{identity}},
  item_key bigint not null,
  comment_id text not null,
  project_key bigint not null references projects (key),
  actor text not null,
  created_at text not null,
  resolved_by text,
  resolved_at bigint,
  removed_at bigint,
  unique (item_key, comment_id)
);

create index comment_states_open on comment_states (project_key, created_at, key)
  where resolved_at is null and removed_at is null;
create index comment_states_resolved on comment_states (project_key, created_at, key)
  where resolved_at is not null and removed_at is null;
create index comment_states_removed on comment_states (removed_at) where removed_at is not null;

-- The people whom a comment names. `change_seq` is the number of the change that first named them.
create table mentions (
  item_key bigint not null,
  comment_id text not null,
  user_key bigint not null references users (key),
  change_seq bigint not null,
  primary key (item_key, comment_id, user_key)
);

create index mentions_of_user on mentions (user_key);
create index mentions_of_change on mentions (change_seq);

-- What a person is told: that `actor` has named them in a comment.
create table notices (
  key {{identity}},
  user_key bigint not null references users (key),
  item_key bigint not null,
  comment_id text not null,
  actor text not null,
  at bigint not null,
  read_at bigint
);

create index notices_of_user on notices (user_key, key);
create index notices_of_comment on notices (item_key, comment_id);
create index notices_by_age on notices (at);

-- The comments that exist are open. {{each_comment}} is a row for each of them.
insert into comment_states (item_key, comment_id, project_key, actor, created_at)
  select i.key, e.value ->> 'id', c.project_key, '', e.value ->> 'createdAt'
  from items i join subcategories s on s.key = i.subcategory_key join categories c on c.key = s.category_key
    cross join {{each_comment}};
insert into comment_states (item_key, comment_id, project_key, actor, created_at)
  select i.key, e.value ->> 'id', d.project_key, '', e.value ->> 'createdAt'
  from trash_items i join deletions d on d.seq = i.deleted_by cross join {{each_comment}};
