CREATE TABLE access_links (
  key integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  user_key bigint not null unique references users (key),
  token_hash text not null unique,
  created_by text not null,
  created_at bigint not null,
  expires_at bigint not null
);

CREATE TABLE api_keys (
  key integer primary key autoincrement,
  id text not null unique,
  name text not null,
  secret_hash text not null,
  created_by text not null,
  created_at bigint not null,
  expires_at bigint,
  used_at bigint
);

CREATE TABLE audit (
  seq integer primary key autoincrement,
  at bigint not null,
  event text not null,
  actor text not null,
  subject text not null,
  address text not null,
  detail text not null
);

CREATE TABLE categories (
  key integer primary key,
  id text not null unique,
  project_key bigint not null references projects (key),
  name text not null,
  visible integer not null,
  priority double precision not null,
  img text not null,
  translations text not null,
  version bigint not null
, stale text not null default '{}');

CREATE TABLE changes (
  seq integer primary key autoincrement,
  transaction_id bigint not null default 0,
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
, from_key bigint, to_key bigint);

CREATE TABLE comment_states (
  key integer primary key autoincrement,
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

CREATE TABLE deletions (
  seq integer primary key,
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

CREATE TABLE grants (
  key integer primary key autoincrement,
  holder_kind text not null,
  holder_key bigint not null,
  role text not null,
  project_key bigint references projects (key),
  node_key bigint,
  languages text
);

CREATE TABLE id_aliases (
  id text primary key,
  key bigint not null
);

CREATE TABLE idempotency_keys (
  actor text not null,
  key text not null,
  request text not null,
  at bigint not null,
  answer text,
  primary key (actor, key)
);

CREATE TABLE import_chunks (
  import_key bigint not null references imports (key),
  number bigint not null,
  row_count integer not null,
  contents blob not null,
  result blob,
  told integer not null,
  written integer not null, matches blob,
  primary key (import_key, number)
);

CREATE TABLE import_mappings (
  project_key bigint not null references projects (key),
  name text not null,
  columns text not null,
  changed_at bigint not null,
  primary key (project_key, name)
);

CREATE TABLE import_pictures (
  import_key bigint not null references imports (key),
  name text not null,
  url text not null,
  primary key (import_key, name)
);

CREATE TABLE imports (
  key integer primary key autoincrement,
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
, matched integer not null default 0, scopes text not null default '[]', contents text not null default '', again text not null default '', revision integer not null default 1, read_as text not null default '', starter_kind text, starter_key bigint, starter_scopes text);

CREATE TABLE items (
  key integer primary key,
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
  details blob not null,
  version bigint not null
, stale text not null default '{}', external_key text not null default '');

CREATE TABLE mentions (
  item_key bigint not null,
  comment_id text not null,
  user_key bigint not null references users (key),
  change_seq bigint not null,
  primary key (item_key, comment_id, user_key)
);

CREATE TABLE notices (
  key integer primary key autoincrement,
  user_key bigint not null references users (key),
  item_key bigint not null,
  comment_id text not null,
  actor text not null,
  at bigint not null,
  read_at bigint
);

CREATE TABLE passkey_challenges (
  challenge_hash text primary key,
  purpose text not null,
  user_key bigint,
  address text not null,
  expires_at bigint not null
);

CREATE TABLE passkeys (
  key integer primary key autoincrement,
  id text not null unique,
  user_key bigint not null references users (key),
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at bigint not null,
  used_at bigint
);

CREATE TABLE picture_sources (
  address text primary key,
  url text not null,
  fetched_at bigint not null
);

CREATE TABLE picture_stores (
  node text primary key,
  store text not null,
  seen_at bigint not null
);

CREATE TABLE presence (
  project_key bigint not null references projects (key),
  client_id text not null,
  name text not null,
  item_id text,
  since bigint not null,
  until bigint not null,
  primary key (project_key, client_id)
);

CREATE TABLE projects (
  key integer primary key autoincrement,
  id text not null unique,
  name text not null,
  display_name text not null,
  active integer not null,
  logo_url text not null
);

CREATE TABLE pruned_log (
  key integer primary key,
  up_to bigint not null
);

CREATE TABLE rate_counts (
  bucket text not null,
  window_start bigint not null,
  used bigint not null,
  primary key (bucket, window_start)
);

CREATE TABLE sessions (
  key integer primary key autoincrement,
  id text not null unique,
  token_hash text not null unique,
  user_key bigint not null references users (key),
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null,
  address text not null,
  user_agent text not null
);

CREATE TABLE sign_in_failures (
  bucket text primary key,
  failures integer not null,
  wait_until bigint not null,
  at bigint not null
);

CREATE TABLE stale_translations (
  entity_key bigint not null,
  language text not null,
  field text not null,
  original text not null,
  primary key (entity_key, language, field)
);

CREATE TABLE subcategories (
  key integer primary key,
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
  version bigint not null, stale text not null default '{}',
  check (child_count >= 0 and item_count >= 0 and (child_count = 0 or item_count = 0))
);

CREATE TABLE trash_categories (
  key integer primary key,
  deleted_by bigint not null,
  id text not null,
  project_key bigint not null,
  name text not null,
  visible integer not null,
  priority double precision not null,
  img text not null,
  translations text not null,
  version bigint not null
, stale text not null default '{}');

CREATE TABLE trash_items (
  key integer primary key,
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
  details blob not null,
  version bigint not null
, stale text not null default '{}', external_key text not null default '');

CREATE TABLE trash_subcategories (
  key integer primary key,
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
, stale text not null default '{}');

CREATE TABLE undos (
  key integer primary key autoincrement,
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

CREATE TABLE users (
  key integer primary key autoincrement,
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
, email text);

CREATE TABLE views (
  key integer primary key autoincrement,
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

CREATE TABLE webhook_deliveries (
  key integer primary key autoincrement,
  webhook_key bigint not null references webhooks (key),
  event_id text not null,
  transaction_id bigint not null,
  seq bigint not null,
  type text not null,
  resource text not null,
  resource_id text not null,
  changed_at bigint not null,
  body text not null,
  state text not null,
  attempts integer not null,
  first_attempt_at bigint,
  last_attempt_at bigint,
  next_attempt_at bigint not null,
  status integer,
  error text not null,
  duration_ms double precision
, saves integer not null default 1, first_seq bigint);

CREATE TABLE webhooks (
  key integer primary key autoincrement,
  id text not null unique,
  project_key bigint not null references projects (key),
  url text not null,
  description text not null,
  events text not null,
  paused integer not null,
  reason text not null,
  secret text not null,
  previous_secret text,
  previous_secret_until bigint,
  position_transaction bigint not null,
  position_seq bigint not null,
  position_mark bigint not null,
  failures integer not null,
  failing_since bigint,
  hold_until bigint not null,
  last_success_at bigint,
  lease_owner text,
  lease_until bigint not null,
  created_at bigint not null
, lease_term bigint not null default 0, lease_beat bigint not null default 0, hold_from bigint not null default 0);

CREATE INDEX categories_in_order on categories (project_key, priority, key);

CREATE INDEX changes_by_time on changes (project_key, at, seq);

CREATE INDEX changes_in_order on changes (project_key, transaction_id, seq, at);

CREATE INDEX changes_of_actor on changes (project_key, actor, transaction_id, seq);

CREATE INDEX changes_of_set on changes (set_id);

CREATE INDEX comment_states_open on comment_states (project_key, created_at, key)
  where resolved_at is null and removed_at is null;

CREATE INDEX comment_states_removed on comment_states (removed_at) where removed_at is not null;

CREATE INDEX comment_states_resolved on comment_states (project_key, created_at, key)
  where resolved_at is not null and removed_at is null;

CREATE INDEX deletions_of_project on deletions (project_key, seq);

CREATE INDEX grants_of_holder on grants (holder_kind, holder_key);

CREATE INDEX idempotency_keys_in_order on idempotency_keys (at);

CREATE INDEX imports_by_digest on imports (digest);

CREATE INDEX imports_by_state on imports (state);

CREATE INDEX imports_of_project on imports (project_key, key);

CREATE INDEX imports_waiting on imports
  (state, holder_kind, holder_key, key, lease_owner, lease_term, lease_beat, lease_until)
  where state in ('checking', 'running', 'undoing');

CREATE INDEX items_in_order on items (subcategory_key, priority, key);

CREATE UNIQUE INDEX items_of_external_key on items (external_key) where external_key <> '';

CREATE INDEX mentions_of_change on mentions (change_seq);

CREATE INDEX mentions_of_user on mentions (user_key);

CREATE INDEX notices_by_age on notices (at);

CREATE INDEX notices_of_comment on notices (item_key, comment_id);

CREATE INDEX notices_of_user on notices (user_key, key);

CREATE INDEX passkey_challenges_by_address on passkey_challenges (address, expires_at);

CREATE INDEX passkeys_of_user on passkeys (user_key);

CREATE INDEX presence_by_end on presence (until);

CREATE INDEX sessions_of_user on sessions (user_key);

CREATE INDEX subcategories_of_category on subcategories (category_key);

CREATE INDEX subcategories_of_parent on subcategories (parent_key);

CREATE INDEX trash_categories_of_id on trash_categories (id);

CREATE INDEX trash_items_of_deletion on trash_items (deleted_by, subcategory_key);

CREATE INDEX trash_items_of_id on trash_items (id);

CREATE INDEX trash_subcategories_of_deletion on trash_subcategories (deleted_by, parent_key);

CREATE INDEX trash_subcategories_of_id on trash_subcategories (id);

CREATE INDEX undos_by_state on undos (state);

CREATE INDEX undos_of_request on undos (request);

CREATE INDEX undos_of_set on undos (change_set);

CREATE INDEX views_of_holder on views (holder_kind, holder_key, project_key);

CREATE INDEX views_of_project on views (project_key, shared);

CREATE INDEX webhook_deliveries_by_age on webhook_deliveries (state, last_attempt_at);

CREATE INDEX webhook_deliveries_in_order on webhook_deliveries (webhook_key, state, key);

CREATE INDEX webhooks_of_project on webhooks (project_key);
