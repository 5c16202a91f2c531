import type pg from 'pg'
import { inTransaction } from '../database.ts'

/**
 * The tables of Supabase Storage with the columns, grants and helper functions that hosted Supabase has, as far as
 * they are used: policies on storage.objects in the migrations mean the same here and there.
 */
const SCHEMA = `
create schema storage;
create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now()
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

create function storage.foldername(name text) returns text[] language sql immutable as $$
  select parts[1 : array_length(parts, 1) - 1] from string_to_array(name, '/') parts
$$;
create function storage.filename(name text) returns text language sql immutable as $$
  select parts[array_length(parts, 1)] from string_to_array(name, '/') parts
$$;
create function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

grant usage on schema storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant execute on all functions in schema storage to anon, authenticated, service_role;
`

/** Creates schema storage once in the life of a database. As postgres, before the migrations. */
export async function ensureStorageSchema(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_namespace where nspname = 'storage'")
  if (!rowCount) await inTransaction(client, () => client.query(SCHEMA))
}
