-- Undos of many changes, which go in pieces. `id` is the change set of the undo, `change_set` what it was asked to
-- undo, and `source` the JSON of where the changes are; those from the number `below` on are undone. In the state
-- `back` the undo was refused, and takes back what it had done: the changes of `id` above the number `above`, the
-- highest when it began. Several undos can have one `id`, which a client may name. `holder_kind` and `holder_key` are
-- who asked for it, as in imports, and `request` their Idempotency-Key, if they sent one. `undone` and `kept` count
-- what it has done so far. `result` is the JSON of the answer, `problem` that of the refusal. The lease is as that of a
-- webhook.
create table undos (
  key {{identity}},
  id text not null,
  change_set text not null,
  source text not null,
  project_key bigint not null,
  actor text not null,
  holder_kind text not null,
  holder_key bigint not null,
  request text not null,
  state text not null,
  above bigint not null,
  below bigint not null,
  undone bigint not null,
  kept bigint not null,
  changed_at bigint not null,
  result text not null,
  problem text not null,
  lease_owner text not null,
  lease_term bigint not null,
  lease_beat bigint not null,
  lease_until bigint not null
);

create index undos_by_state on undos (state);
create index undos_of_set on undos (change_set);
create index undos_of_request on undos (request);
