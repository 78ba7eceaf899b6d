-- The notes of stale translations, in the row of their entity: a JSON object from language and field, `ru.name`, to the
-- original that the translation was made from. {{string_agg}} is the function that joins texts.

alter table categories add column stale text not null default '{}';
alter table subcategories add column stale text not null default '{}';
alter table items add column stale text not null default '{}';
alter table trash_categories add column stale text not null default '{}';
alter table trash_subcategories add column stale text not null default '{}';
alter table trash_items add column stale text not null default '{}';

-- Languages and fields have no character that JSON would escape, and an original is JSON already.
{{update}} categories set stale = (
    select '{' || {{string_agg}}('"' || language || '.' || field || '":' || original, ',') || '}'
    from stale_translations where entity_key = key
  ) where key in (select entity_key from stale_translations);
{{update}} subcategories set stale = (
    select '{' || {{string_agg}}('"' || language || '.' || field || '":' || original, ',') || '}'
    from stale_translations where entity_key = key
  ) where key in (select entity_key from stale_translations);
{{update}} items set stale = (
    select '{' || {{string_agg}}('"' || language || '.' || field || '":' || original, ',') || '}'
    from stale_translations where entity_key = key
  ) where key in (select entity_key from stale_translations);
{{update}} trash_categories set stale = (
    select '{' || {{string_agg}}('"' || language || '.' || field || '":' || original, ',') || '}'
    from stale_translations where entity_key = key
  ) where key in (select entity_key from stale_translations);
{{update}} trash_subcategories set stale = (
    select '{' || {{string_agg}}('"' || language || '.' || field || '":' || original, ',') || '}'
    from stale_translations where entity_key = key
  ) where key in (select entity_key from stale_translations);
{{update}} trash_items set stale = (
    select '{' || {{string_agg}}('"' || language || '.' || field || '":' || original, ',') || '}'
    from stale_translations where entity_key = key
  ) where key in (select entity_key from stale_translations);

-- The table stays for nodes of the previous version, which run during an upgrade. A later version drops it.
