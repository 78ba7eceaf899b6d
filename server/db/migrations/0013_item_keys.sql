-- The key that an item has elsewhere, such as a supplier's number, which is unique in its project. The column holds the
-- key of the project, a colon and that key; it is empty for an item without one.
alter table items add column external_key text not null default '';
alter table trash_items add column external_key text not null default '';
create unique index items_of_external_key on items (external_key) where external_key <> '';
