import { describe, expect, test } from 'vitest'
import { query } from '../support/database'

/**
 * What Supabase's database linter would find here, by the names of its lints (https://supabase.com/docs/guides/database/database-advisors):
 * queries of our own for the same faults, each of which answers the objects at fault. Lints about use (unused_index, table_bloat)
 * and about the project's settings are no matter of the migrations.
 */
const LINTS: Record<string, string> = {
  unindexed_foreign_keys: `
    select f.conrelid::regclass || ' ' || f.conname as object from pg_constraint f
    where f.contype = 'f' and f.conparentid = 0 and f.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (
        select 1 from pg_index i
        where i.indrelid = f.conrelid and i.indpred is null
          and (select array_agg(k) from unnest((i.indkey::int2[])[0:cardinality(f.conkey) - 1]) k) @> f.conkey)`,
  auth_users_exposed: `
    select c.oid::regclass::text as object from pg_class c
    join pg_rewrite r on r.ev_class = c.oid
    join pg_depend d on d.objid = r.oid and d.refobjid = 'auth.users'::regclass
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')`,
  auth_rls_initplan: `
    select tablename || '.' || policyname as object from pg_policies
    where schemaname in ('public', 'storage')
      and regexp_replace(concat_ws(' ', qual, with_check), '\\(\\s*SELECT\\s+(auth\\.\\w+\\(\\)|current_setting\\([^)]*\\))', '', 'gi')
        ~* 'auth\\.(uid|jwt|role|email)\\(\\)|current_setting\\('`,
  no_primary_key: `
    select c.oid::regclass::text as object from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
      and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  multiple_permissive_policies: `
    select tablename || ' ' || cmd || ' ' || role as object
    from pg_policies cross join unnest(roles) role
    where schemaname = 'public' and permissive = 'PERMISSIVE'
    group by tablename, cmd, role having count(*) > 1
    union all
    select tablename || ' ALL' from pg_policies where schemaname = 'public' and cmd = 'ALL'`,
  policy_exists_rls_disabled: `
    select distinct p.tablename as object from pg_policies p
    join pg_class c on c.relname = p.tablename and c.relnamespace = p.schemaname::regnamespace
    where p.schemaname = 'public' and not c.relrowsecurity`,
  rls_enabled_no_policy: `
    select c.oid::regclass::text as object from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and not c.relispartition
      and not exists (select 1 from pg_policy p where p.polrelid = c.oid)`,
  duplicate_index: `
    select string_agg(i.indexrelid::regclass::text, ' = ' order by i.indexrelid::regclass::text) as object
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    group by i.indrelid, regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX \\S+ ON', '')
    having count(*) > 1`,
  security_definer_view: `
    select c.oid::regclass::text as object from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
      and not coalesce('security_invoker=true' = any (c.reloptions), false)`,
  function_search_path_mutable: `
    select p.oid::regprocedure::text as object from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select 1 from unnest(p.proconfig) setting where setting like 'search_path=%')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  auth_allow_anonymous_sign_ins: `
    select tablename || '.' || policyname as object from pg_policies
    where schemaname in ('public', 'storage') and roles && array['anon', 'public']::name[]`,
  rls_disabled_in_public: `
    select c.oid::regclass::text as object from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  extension_in_public: `select extname::text as object from pg_extension where extnamespace = 'public'::regnamespace`,
  rls_references_user_metadata: `
    select tablename || '.' || policyname as object from pg_policies
    where concat_ws(' ', qual, with_check) ~* 'user_metadata'`,
  materialized_view_in_api: `
    select c.oid::regclass::text as object from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'm'`,
  foreign_table_in_api: `
    select c.oid::regclass::text as object from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'f'`,
  unsupported_reg_types: `
    select a.attrelid::regclass || '.' || a.attname as object from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p') and a.attnum > 0
      and a.atttypid in ('regcollation'::regtype, 'regconfig'::regtype, 'regdictionary'::regtype, 'regnamespace'::regtype,
        'regoper'::regtype, 'regoperator'::regtype, 'regproc'::regtype, 'regprocedure'::regtype)`,
  fkey_to_auth_unique: `
    select f.conrelid::regclass || ' ' || f.conname as object from pg_constraint f
    join pg_index i on i.indexrelid = f.conindid
    where f.contype = 'f' and f.confrelid::regclass::text like 'auth.%' and f.connamespace = 'public'::regnamespace
      and not i.indisprimary`,
  rls_policy_always_true: `
    select tablename || '.' || policyname as object from pg_policies
    where schemaname in ('public', 'storage') and (btrim(qual, '() ') = 'true' or btrim(with_check, '() ') = 'true')`,
  insecure_queue_exposed_in_api: `select nspname::text as object from pg_namespace where nspname in ('pgmq', 'pgmq_public')`,
  extension_versions_outdated: `
    select name::text as object from pg_available_extensions where installed_version <> default_version`,
  // Whether or not the columns are named like secrets: what the API reaches and no row-level security protects.
  sensitive_columns_exposed: `
    select c.oid::regclass::text as object from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
      and (has_any_column_privilege('anon', c.oid, 'select') or has_any_column_privilege('authenticated', c.oid, 'select'))`,
  public_bucket_allows_listing: `select id as object from storage.buckets where public`,
  // Both lints of the tables that it shows, to visitors and to those who have signed in.
  pg_graphql_table_exposed: `select extname::text as object from pg_extension where extname = 'pg_graphql'`,
  // Likewise.
  security_definer_function_executable: `
    select p.oid::regprocedure::text as object from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef`,
}

/** Accepted findings, and why. */
const ALLOWED: Record<string, Record<string, string>> = {
  no_primary_key: {
    'private.phone_keys': 'a template of columns, without rows',
    'private.phone_settings': 'a template of columns, without rows',
  },
  rls_enabled_no_policy: { secrets: 'no user reads or writes it; functions do' },
}

describe('the database linter', () => {
  test.each(Object.entries(LINTS))('reports nothing for %s', async (lint, text) => {
    const found = await query<{ object: string }>(`select object from (${text}) l order by 1`)
    const allowed = ALLOWED[lint] ?? {}
    expect(found.map(({ object }) => object).filter((object) => !(object in allowed))).toEqual([])
  })
})
