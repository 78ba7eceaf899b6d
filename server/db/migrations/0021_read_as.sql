-- How the file of an import was read, as JSON: its encoding, its header and such. Empty for older imports.
alter table imports add column read_as text not null default '';
