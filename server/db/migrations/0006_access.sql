-- People, programs, and what they may do. Secrets are stored as hashes: passwords as argon2id, tokens and keys, which
-- are random, as sha-256.

create table users (
  key {{identity}},
  id text not null unique,
  name text not null,
  folded_name text not null unique,
  display_name text not null,
  active integer not null,
  password_hash text,
  provider_subject text unique,
  totp_secret text,
  totp_pending text,
  totp_step bigint not null default 0,
  recovery_codes text not null default '[]',
  created_at bigint not null,
  seen_at bigint
);

create table sessions (
  key {{identity}},
  id text not null unique,
  token_hash text not null unique,
  user_key bigint not null references users (key),
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null,
  address text not null,
  user_agent text not null
);

create index sessions_of_user on sessions (user_key);

create table api_keys (
  key {{identity}},
  id text not null unique,
  name text not null,
  secret_hash text not null,
  created_by text not null,
  created_at bigint not null,
  expires_at bigint,
  used_at bigint
);

-- `holder_kind` is user or key. No `project_key` means all projects. `node_key` is the key of a category or subcategory
-- (they share one sequence): a grant for a deleted one has no effect. `languages` is a JSON list, or null for all.
create table grants (
  key {{identity}},
  holder_kind text not null,
  holder_key bigint not null,
  role text not null,
  project_key bigint references projects (key),
  node_key bigint,
  languages text
);

create index grants_of_holder on grants (holder_kind, holder_key);

create table audit (
  seq {{identity}},
  at bigint not null,
  event text not null,
  actor text not null,
  subject text not null,
  address text not null,
  detail text not null
);

-- Failed sign-ins by account and by address: how many in a row, and when the next one is allowed.
create table sign_in_failures (
  bucket text primary key,
  failures integer not null,
  wait_until bigint not null,
  at bigint not null
);

-- What all nodes together have used of a budget in one window.
create table rate_counts (
  bucket text not null,
  window_start bigint not null,
  used bigint not null,
  primary key (bucket, window_start)
);
