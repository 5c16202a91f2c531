import type pg from 'pg'
import { inTransaction } from './database.ts'

/**
 * The roles of a Supabase database. As on hosted Supabase, migrations run as `postgres`, which owns the schema and bypasses
 * row-level security but is not a superuser: what it may not do there fails here too.
 */
const ROLES = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'postgres') then
    create role postgres login createdb createrole replication bypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator nologin noinherit;
  end if;
end $$;
grant anon, authenticated, service_role to authenticator, postgres;
grant set on parameter session_replication_role to postgres;
alter database postgres owner to postgres;
alter schema public owner to postgres;
alter database postgres set search_path to "$user", public, extensions;
`

/** Runs as postgres. Nothing is granted by default, as in the projects that hosted Supabase creates now: migrations grant it. */
const SCHEMAS = `
create schema extensions;
grant usage on schema public, extensions to anon, authenticated, service_role;
create publication supabase_realtime;
`

/**
 * Finds a request's claims as hosted Supabase does. @supabase/lite's version reads a single setting and leaves auth.email() empty,
 * because it never sets the email claim separately. pgcrypto, which hosted Supabase includes, hashes passwords: if it were created
 * on first use, two concurrent first uses would collide. The tables mfa_… are GoTrue's: how and when each session was
 * authenticated, and second factors with their challenges.
 */
const AUTH_FUNCTIONS = `
create extension if not exists pgcrypto with schema extensions;
create table if not exists auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null,
  status text not null check (status in ('unverified', 'verified')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  last_challenged_at timestamptz
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;
grant usage on schema auth to anon, authenticated, service_role;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;
`

/** Creates the roles and sets the password of `postgres`. Needs the cluster's owner; safe to repeat. */
export async function ensureRoles(client: pg.Client, password: string): Promise<void> {
  await client.query(ROLES)
  await client.query(`alter role postgres password ${client.escapeLiteral(password)}`)
}

/** Creates the schemas and the realtime publication. As postgres, once per database: migrations may revoke what is granted here. */
export async function ensureSchemas(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_namespace where nspname = 'extensions'")
  if (!rowCount) await inTransaction(client, () => client.query(SCHEMAS))
}

/** Adds what lite lacks to schema auth, which must exist. As postgres; safe to repeat. */
export async function ensureAuthFunctions(client: pg.Client): Promise<void> {
  await client.query(AUTH_FUNCTIONS)
}
