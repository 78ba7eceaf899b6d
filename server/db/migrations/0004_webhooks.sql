-- Who uses the editor and what they have open. An entry expires at `until`.
create table presence (
  project_key bigint not null references projects (key),
  client_id text not null,
  name text not null,
  item_id text,
  since bigint not null,
  until bigint not null,
  primary key (project_key, client_id)
);

create index presence_by_end on presence (until);

-- A webhook follows the log: all changes up to its position are in webhook_deliveries or need no delivery.
-- `lease_owner` is the node that delivers for it until `lease_until`.
create table webhooks (
  key {{identity}},
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
);

create index webhooks_of_project on webhooks (project_key);

-- Deliveries made from the log. `body` is stored while the delivery is pending: the retention may remove the change
-- meanwhile. Deliveries with the same `resource` must be sent in order.
create table webhook_deliveries (
  key {{identity}},
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
);

create index webhook_deliveries_in_order on webhook_deliveries (webhook_key, state, key);
create index webhook_deliveries_by_age on webhook_deliveries (state, last_attempt_at);
