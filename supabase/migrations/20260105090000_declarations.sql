-- Declares a record table in one line: row-level security and policies, version, audit trail, tenant scope, numbers it claims, destination
-- it publishes, secrets, list.
--
--   select private.declare_records('ring_groups', section => 'telephony', number => 'number', …)    a table of records
--   select private.declare_parts('ring_group_members', of => 'ring_groups', by => 'ring_group_id', …)    rows owned by a record
--   select private.declare_restricted_columns('did_costs', of => 'dids', section => 'numbers')                   columns with narrower access
--   select private.declare_read_only('cdr', section => 'telephony')                                 rows no user writes
--
-- Declarations are stored in private.record_tables; tests/database/declarations.test.ts checks the catalog against them. Anything a table
-- has beyond its declaration is written out next to it, with the reason.

-- Indexes substring search.
create extension if not exists pg_trgm with schema extensions;

-- The app does not use the GraphQL that hosted Supabase offers with this extension. It would describe every table to all who sign in.
drop extension if exists pg_graphql;

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- What hosted Supabase grants on new tables and functions depends on when the project was created
-- (https://supabase.com/changelog/45329-breaking-change-tables-not-exposed-to-data-and-graphql-api-automatically). Here nothing is granted
-- unless a migration says so: private.declare_records opens tables, private.expose and private.grant_access functions and views, to staff
-- and the server. Anonymous callers get nothing.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

-- Errors that the functions raise with a message for users, which lib/supabase/refusal.ts shows as it is:
--   TR401 the caller has to enter the password again
--   TR404 there is nothing to do
--   TR409 someone else has saved it since the caller saw it
--   TR410 it was deleted, belongs to another tenant or was never visible to the caller
--   TR412 what it depends on is not what the caller saw
--   TR422 an earlier attempt has already done it with other values
--   TR429 too many in the time that has passed
-- Besides those, PostgreSQL's own codes for what they mean there, such as 42501: the caller's role does not allow it. TR000 reaches nobody:
-- it rolls back what was only tried.

create function private.require_permission(held boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if held is not true then
    raise exception 'Your role does not allow this.' using errcode = 'insufficient_privilege';
  end if;
end
$$;

create function private.require_found(visible boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if visible is not true then
    raise exception 'This record has been deleted by someone else.' using errcode = 'TR410';
  end if;
end
$$;

-- A null expected version skips the check.
create function private.require_version(current_version integer, expected_version integer) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.require_found(current_version is not null);
  if current_version <> expected_version then
    raise exception 'Someone else has saved this record since you opened it.' using errcode = 'TR409';
  end if;
end
$$;

-- TR422: an earlier attempt, whose response was lost, has already done this with other values (`same` is false; null where the caller may
-- not see what is stored). What was changed in between is not stored, so the repeated attempt must not be told as done.
create function private.require_same_attempt(same boolean, has_done text) returns void
language plpgsql set search_path = '' as $$
begin
  if not same then
    raise exception 'An earlier attempt has already %, with other values. Leave this form and change them there.', has_done
      using errcode = 'TR422';
  end if;
end
$$;

-- Exposes a function in schema private over the API, under the same name and arguments. Security definer functions stay in private, which
-- the API cannot reach. `callers` may call both: staff (subject to the function's own checks) and the server, or 'service_role' for the
-- server alone.
create function private.expose(function_name text, callers text default 'authenticated, service_role') returns void
language plpgsql set search_path = '' as $$
declare
  made pg_catalog.pg_proc;
begin
  select * into strict made from pg_catalog.pg_proc p
  where p.pronamespace = 'private'::regnamespace and p.proname = function_name;
  execute format('create function public.%1$I(%2$s) returns %3$s language sql %4$s set search_path = '''' as %5$L', function_name,
    pg_get_function_arguments(made.oid), pg_get_function_result(made.oid),
    case made.provolatile when 'v' then 'volatile' when 's' then 'stable' else 'immutable' end,
    format(case when made.proretset then 'select * from private.%I(%s)' else 'select private.%I(%s)' end, function_name,
      (select string_agg('$' || n, ', ' order by n) from generate_series(1, made.pronargs) n)));
  execute format('grant execute on function private.%1$I(%2$s), public.%1$I(%2$s) to %3$s', function_name,
    pg_get_function_identity_arguments(made.oid), callers);
end
$$;

-- Ends each file of the schema. Functions of the schema private, which only other functions and policies call, may be called on behalf of
-- staff and the server (`callable`) or of the server alone (`of_server`); all others stay closed. Staff and the server may call functions in
-- schema public, unless these were granted where they are defined, as those of the server alone. Views are read and never written.
create function private.grant_access(callable text[] default '{}', of_server text[] default '{}') returns void
language plpgsql set search_path = '' as $$
declare
  name text;
  made regprocedure;
  shown regclass;
begin
  foreach name in array callable || of_server loop
    select p.oid into strict made from pg_catalog.pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname = name;
    execute format('grant execute on function %s to service_role', made);
    if name = any (callable) then
      execute format('grant execute on function %s to authenticated', made);
    end if;
  end loop;
  for made in select p.oid from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace
      and p.prorettype <> 'event_trigger'::regtype and not has_function_privilege('service_role', p.oid, 'execute') loop
    execute format('grant execute on function %s to authenticated, service_role', made);
  end loop;
  for shown in select c.oid from pg_catalog.pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' loop
    execute format('revoke all on %1$s from anon, authenticated, service_role; grant select on %1$s to authenticated, service_role', shown);
  end loop;
end
$$;

-- After how many days things are deleted or no longer shown, which pages tell (lib/supabase/kept-days.ts): emails, what a deleted record
-- had (secrets, audio, letters, outside destinations), rejected call records of unknown tenants, an extension's last call, a number's calls
-- where it is looked up, closed opportunities on the board, and requests for provisioning files.
create function private.kept_days() returns jsonb
language sql immutable set search_path = '' as $$
  select '{"mails": 90, "dropped": 30, "rejected": 90, "idle": 60, "looked_up": 30, "closed": 90, "provisioning": 90}'::jsonb
$$;

-- The same as an interval: null, and so nothing is ever old enough, for a name that is not there.
create function private.kept(what text) returns interval
language sql immutable set search_path = '' as $$ select make_interval(days => (private.kept_days() ->> what)::integer) $$;

-- Columns of every record; a table includes them with `like private.record_columns including all`.
create table private.record_columns (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

-- The same for a tenant's records, which are deleted with it.
create table private.tenant_columns (like private.record_columns including all, tenant_id uuid not null);

-- Maintains updated_at and version. A save filters on the version it read; zero rows updated means a conflict. A signed-in user's request to
-- a table, PATCH or upsert, must send the version it produces, one more than the one it read: otherwise the last save would overwrite newer
-- ones. The same write once more, as after a lost response, changes nothing. Functions lock and compare themselves.
create function private.touch() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- Generated columns are computed later.
  computed text[];
begin
  if new.version <> old.version + 1 and current_setting('request.path', true) ~ '^/(?!rpc/)' and current_user = 'authenticated'
      and pg_trigger_depth() = 1 then
    computed := array(select a.attname from pg_catalog.pg_attribute a where a.attrelid = tg_relid and a.attgenerated <> '');
    if to_jsonb(new) - computed = to_jsonb(old) - computed then
      return old;
    end if;
    raise exception 'Someone else has saved this record since you opened it.' using errcode = 'TR409',
      hint = 'State "version" in the body: one more than the version that was read.';
  end if;
  new.id := old.id;
  new.created_at := old.created_at;
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end
$$;

-- Clients may send the columns that the database maintains with a new row. A version near the largest integer would keep everybody from
-- changing the row, and a creation time in the future would exempt it from age-based deletion.
create function private.guard_new() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'A new record cannot have a later version or a creation date in the future.' using errcode = 'check_violation';
end
$$;

-- A record never moves to another tenant: such a save is rejected. Only phone numbers move, by their own rules.
create function private.guard_tenant_id() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'A record cannot move to another tenant.' using errcode = 'check_violation', detail = '{"column": "tenant_id"}';
end
$$;

-- Writes the audit trail. Trigger arguments: the section whose viewers may read the entry, the section used while the record has no tenant,
-- and the column with the parent record's id. The setting app.acting_as names the actor when it is not a person; app.undone says that
-- what is being written will be undone (public.import_records).
create function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb;
  after jsonb;
  subject jsonb;
  tenant uuid;
  changed jsonb;
begin
  if current_setting('app.undone', true) = 'on' then
    return null;
  end if;
  before := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  after := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  subject := case when tg_op = 'DELETE' then before else after end;
  tenant := coalesce(subject ->> 'tenant_id', subject ->> 'domain_uuid',
    case when tg_table_name = 'tenants' then subject ->> 'id' end)::uuid;
  -- Secrets are masked: the entry only shows that one was set.
  select coalesce(jsonb_object_agg(f.field, case when f.field ~ '(password|secret|token|(^|_)pin)($|_)'
      then jsonb_build_array(case when f.earlier is not null then '••••••' end, case when f.later is not null then '••••••' end)
      else jsonb_build_array(f.earlier, f.later) end), '{}'::jsonb)
    into changed
  from (
    select e.key as field, nullif(before -> e.key, 'null') as earlier, nullif(after -> e.key, 'null') as later
    from jsonb_each(before || after) e
  ) f
  where f.earlier is distinct from f.later and f.field not in ('id', 'created_at', 'updated_at', 'version');
  -- That the server has mailed a quote is no change of its own (pages/api/sales/quotes/[id]/send.ts).
  if tg_op = 'UPDATE' and changed - 'emailed_at' = '{}'::jsonb then
    return null;
  end if;
  insert into public.audit_log (actor, actor_email, section, table_name, record_id, record_label, record_version, tenant_id,
    action, changes, parent_id)
  values (
    (select auth.uid()),
    coalesce((select m.email from public.members m where m.user_id = (select auth.uid())),
      case when (select auth.uid()) is null then nullif(current_setting('app.acting_as', true), '') end),
    case when tenant is null and tg_nargs > 1 then tg_argv[1] else tg_argv[0] end,
    tg_table_name,
    (subject ->> 'id')::uuid,
    private.record_label(subject),
    case when tg_op = 'DELETE' then (subject ->> 'version')::integer end,
    tenant,
    lower(tg_op),
    changed,
    case when tg_nargs > 2 then (subject ->> tg_argv[2])::uuid end
  );
  return null;
end
$$;

-- Lists: the tables that public.record_page, record_count, save_record, import_records and repoint accept, and the columns they search,
-- sort and filter by. The first sortable column is the default order.
create table private.record_lists (
  table_name text primary key,
  section text not null,
  -- A security_invoker view with the same ids as the table, where the list shows more than the table holds.
  source text,
  -- The table of columns with narrower access (private.declare_restricted_columns).
  restricted_table text,
  searchable text[] not null default '{}',
  sortable text[] not null default '{}',
  filterable text[] not null default '{}',
  -- Whether search uses an index (private.create_search_index).
  indexed boolean not null default false
);
grant select on private.record_lists to authenticated, service_role;

-- List order: case-insensitive, with digits compared as numbers ("Phone 9" before "Phone 10").
create collation private.natural_order (provider = icu, locale = 'und-u-kn-true-ks-level2', deterministic = false);

-- A column's type. Raises 22023 when the relation has no such column.
create function private.column_type(relation regclass, column_name text) returns text
language plpgsql stable set search_path = '' as $$
declare
  found_type text;
begin
  select pg_catalog.format_type(a.atttypid, null) into found_type
  from pg_catalog.pg_attribute a
  where a.attrelid = relation and a.attname = column_name and a.attnum > 0 and not a.attisdropped;
  if found_type is null then
    raise exception 'Unknown field: %.', column_name using errcode = 'invalid_parameter_value';
  end if;
  return found_type;
end
$$;

-- Whether a table has a column; with `required`, also that it is not null.
create function private.has_column(target regclass, column_name text, required boolean default false) returns boolean
language sql stable set search_path = '' as $$
  select exists (select 1 from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attname = column_name and a.attnum > 0 and not a.attisdropped
      and (a.attnotnull or not required))
$$;

-- The sort expression for a column of the table or its view, nulls first. Shared by the indexes of private.declare_records and the pages of
-- public.record_page. Leakproof operators and no functions: under row-level security PostgreSQL searches an index with nothing else. (The
-- operators of numeric are not leakproof; their indexes only provide the order.)
create function private.sort_expression(target regclass, source regclass, column_name text, prefix text default 't.')
returns text
language plpgsql stable set search_path = '' as $$
declare
  type text := private.column_type(source, column_name);
  value text := prefix || quote_ident(column_name);
begin
  if not private.has_column(target, column_name, true) then
    value := format('case when %1$s is null then %2$s else %1$s end', value, case type
      when 'text' then quote_literal('')
      when 'timestamp with time zone' then quote_literal('-infinity') || '::timestamptz'
      when 'date' then quote_literal('-infinity') || '::date'
      when 'boolean' then 'false'
      when 'uuid' then quote_literal('00000000-0000-0000-0000-000000000000') || '::uuid'
      else '-999999999' end);
  end if;
  return '(' || value || ')' || case type when 'text' then ' collate private.natural_order' else '' end;
end
$$;

-- Declarations, as passed to private.declare_records, declare_parts and declare_read_only.
create table private.record_tables (
  table_name text primary key,
  section text not null,
  -- The parent table, and the column with the parent's id.
  part_of text references private.record_tables (table_name),
  part_column text,
  -- Who is allowed: an action in the table's own section, or 'section.action'. Any one of them suffices. An empty array means nobody; null
  -- means the policy is written out next to the table.
  may_view text[],
  may_create text[],
  may_edit text[],
  may_delete text[],
  -- Arguments of private.audit; empty for a table with no trail or with its own trigger.
  trail text[] not null,
  -- Whether the `touch` trigger counts versions, and whether `guard_tenant_id` pins rows to their tenant.
  touched boolean not null,
  keeps_tenant boolean not null,
  -- The column that claims a number in the tenant's number plan, the column with how many consecutive numbers after `number` are claimed
  -- too, further columns that claim numbers, the column published as a destination, the column with the name for both, and the kind for
  -- both.
  number text,
  following text,
  codes text[] not null,
  destination text,
  named text not null,
  kind text not null,
  -- {field: kind}: secrets a record owns (private.secret_rules).
  secrets jsonb not null,
  -- Whether they give access to other secrets (private.set_secret).
  opens_others boolean not null,
  -- Whether staff are kept from adding rows while the tenant is suspended.
  not_while_suspended boolean not null,
  -- The column with the record without which a row is nothing, as a member without its extension: it goes with that (public.repoint).
  goes_with text,
  -- Whether the row is one person's, as a phone's line or a block rule: it goes with the record also when another one takes that one's
  -- place.
  personal boolean not null
);
create index record_tables_part_of_idx on private.record_tables (part_of);

-- A policy's condition: any of the permissions. Each check is a scalar subquery, so it runs once per statement.
create function private.permission_condition(section text, rights text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(format('(select private.has_permission(%L, %L))',
    case when r like '%.%' then split_part(r, '.', 1) else section end,
    case when r like '%.%' then split_part(r, '.', 2) else r end), ' or ' order by place)
  from unnest(rights) with ordinality u (r, place)
$$;

-- Whether a record was made by this request, or, as the trail tells, by this run of several requests. Others may have made records since the
-- run began.
create function private.is_new(table_name text, record uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  found boolean;
begin
  execute format('select true from public.%I t where t.id = $1 and t.created_at = now()', table_name) into found using record;
  return coalesce(found, false) or exists (select 1 from public.audit_log a
    where a.table_name = $1 and a.record_id = record and a.action = 'insert'
      and a.transaction_id = nullif(current_setting('app.run_transaction', true), '')::bigint);
end
$$;

-- Parts are added to records that exist by those who may edit them; whoever may only create records adds parts to new ones.
create function private.create_policies(made private.record_tables) returns void
language plpgsql set search_path = '' as $$
declare
  kind text;
  condition text;
begin
  foreach kind in array array['select', 'insert', 'update', 'delete'] loop
    condition := private.permission_condition(made.section,
      case kind when 'select' then made.may_view when 'insert' then made.may_create when 'update' then made.may_edit
        else made.may_delete end);
    if kind = 'insert' and made.part_of is not null and 'create' = any (made.may_create) then
      condition := format('%s or (%s and private.is_new(%L, %I))',
        private.permission_condition(made.section, array_remove(made.may_create, 'create')),
        private.permission_condition(made.section, '{create}'), made.part_of, made.part_column);
    end if;
    if condition is not null then
      execute format('create policy %1$I on public.%2$I for %3$s to authenticated', made.table_name || '_' || kind,
          made.table_name, kind)
        || case when kind <> 'insert' then format(' using (%s)', condition) else '' end
        || case when kind in ('insert', 'update') then format(' with check (%s)', condition) else '' end;
    end if;
  end loop;
end
$$;

-- Runs `call` for inserted rows (`added`, the whole statement at once), for deleted rows, and for rows where one of these columns changes:
-- most updates leave number and name alone, and an import inserts a thousand rows at a time. Skips columns the table does not have.
create function private.create_sync_triggers(table_name text, trigger_name text, columns text[], call text) returns void
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', table_name)::regclass;
  had text[] := array(select c from unnest(columns) c where private.has_column(target, c));
begin
  execute format('create trigger %I after insert on %s referencing new table as added for each statement execute function %s',
    trigger_name || '_of_new', target, call);
  execute format('create trigger %I after update on %s for each row when ((%s) is distinct from (%s)) execute function %s',
    trigger_name || '_of_changed', target, (select string_agg('old.' || quote_ident(c), ', ') from unnest(had) c),
    (select string_agg('new.' || quote_ident(c), ', ') from unnest(had) c), call);
  execute format('create trigger %I after delete on %s for each row execute function %s', trigger_name || '_of_deleted', target,
    call);
end
$$;

create function private.create_triggers(made private.record_tables) returns void
language plpgsql set search_path = '' as $$
declare
  code text;
  arguments text := (select string_agg(quote_literal(t), ', ' order by place)
    from unnest(made.trail) with ordinality u (t, place));
begin
  if made.touched then
    execute format('create trigger touch before update on public.%I for each row execute function private.touch()',
      made.table_name);
  end if;
  if made.may_create is distinct from '{}'::text[] and private.has_column(format('public.%I', made.table_name)::regclass, 'version') then
    -- After, because an upsert sends the version it produces.
    execute format('create trigger guard_new after insert on public.%I
      for each row when (new.version > 1000000 or new.created_at > clock_timestamp()) execute function private.guard_new()', made.table_name);
  end if;
  if made.keeps_tenant then
    execute format('create trigger guard_tenant_id before update of tenant_id on public.%I for each row
      when (new.tenant_id <> old.tenant_id) execute function private.guard_tenant_id()', made.table_name);
  end if;
  if arguments is not null then
    -- Restricted columns start blank with their record, whose own entry covers the insert.
    execute format('create trigger audit after %s update or delete on public.%I
      for each row execute function private.audit(%s)', case when made.part_column = 'id' then '' else 'insert or' end,
      made.table_name, arguments);
  end if;
  if made.number is not null then
    perform private.create_sync_triggers(made.table_name, 'claim_number',
      array_remove(array['tenant_id', made.number, made.following, made.named], null),
      case when made.following is null then format('private.claim_number(%L, %L, %L)', made.kind, made.number, made.named)
        else format('private.claim_number(%L, %L, %L, %L)', made.kind, made.number, made.named, made.following) end);
  end if;
  foreach code in array made.codes loop
    perform private.create_sync_triggers(made.table_name, 'claim_' || code, array['tenant_id', code, made.named],
      format('private.claim_number(%L, %L, %L)', made.kind, code, made.named));
  end loop;
  if made.destination is not null then
    perform private.create_sync_triggers(made.table_name, 'publish_destination',
      array['tenant_id', made.destination, made.named, 'enabled', 'suspended'],
      format('private.publish_destination(%L, %L, %L)', made.kind, made.destination, made.named));
  end if;
  if made.secrets <> '{}' then
    execute format('create trigger drop_secrets after delete on public.%I
      for each row execute function private.drop_secrets()', made.table_name);
    insert into private.secret_rules (owner_table, field, kind, section, opens_others)
    select made.table_name, s.key, s.value, made.section, made.opens_others from jsonb_each_text(made.secrets) s;
  end if;
  if made.not_while_suspended then
    execute format('create trigger guard_suspended_tenant before insert on public.%I
      for each row execute function private.guard_suspended_tenant()', made.table_name);
  end if;
end
$$;

-- Adds a foreign key to another record of the same tenant, with an index on the referencing column; `cascade` deletes with that record.
create function private.add_tenant_foreign_key(table_name text, column_name text, to_table text, cascade boolean default false) returns void
language plpgsql set search_path = '' as $$
begin
  if not exists (select 1 from pg_catalog.pg_constraint c where c.conname = to_table || '_tenant_id_id_key') then
    execute format('alter table public.%I add unique (tenant_id, id)', to_table);
  end if;
  execute format('alter table public.%I add constraint %I foreign key (tenant_id, %I) references public.%I (tenant_id, id)%s',
    table_name, table_name || '_' || column_name || '_fkey', column_name, to_table, case when cascade then ' on delete cascade' end);
  execute format('create index %I on public.%I (tenant_id, %I%s)', table_name || '_' || column_name || '_idx', table_name, column_name,
    case when cascade and private.has_column(format('public.%I', table_name)::regclass, 'position') then ', position' end);
end
$$;

-- An index per sortable column of the table itself, so that a list page is read in order: within a tenant, and across tenants where rows
-- may have none. Columns that only the view has get no index.
create function private.create_indexes(made private.record_tables, sort text[]) returns void
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', made.table_name)::regclass;
  sort_column text;
  expression text;
begin
  foreach sort_column in array sort loop
    continue when not private.has_column(target, sort_column);
    expression := private.sort_expression(target, target, sort_column, '');
    if private.has_column(target, 'tenant_id') then
      execute format('create index %I on %s (tenant_id, %s, id)', made.table_name || '_of_tenant_by_' || sort_column, target,
        expression);
    end if;
    if not private.has_column(target, 'tenant_id', true) then
      execute format('create index %I on %s (%s, id)', made.table_name || '_by_' || sort_column, target, expression);
    end if;
  end loop;
end
$$;

-- A text with plain digits, letters and separators for full-width ones, as Asian keyboards and documents write them, with plain spaces for
-- those that break no line, and without invisible marks, as web pages and chats add them. The browser does the same (lib/half-width.ts).
create function private.half_width(words text) returns text
language sql immutable set search_path = '' as $$
  select translate(words, '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ＋－．／（）：　'
      || E'\u00a0\u202f\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff',
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-./():   ')
$$;

-- A search uses the first 200 characters: comparing megabytes with every row would block everyone. Replacing characters in megabytes takes
-- seconds, so most are cut off before.
create function private.search_words(search text) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(private.half_width(left(coalesce(search, ''), 1000))), 200)
$$;

-- The same of words that are given one by one.
create function private.first_words(words text[]) returns text[]
language sql immutable set search_path = '' as $$
  select string_to_array(private.search_words(array_to_string(words, ' ')), ' ')
$$;

-- The pattern that finds words in a text, for ilike. Apostrophes and dashes match each other: phones type others than keyboards do, and
-- names are pasted with any of them.
create function private.search_pattern(words text) returns text
language sql immutable set search_path = '' as $$
  select '%' || regexp_replace(regexp_replace(words, '([\\%_])', '\\\1', 'g'), '[''‘’ʼ´`‐‑‒–—-]', '_', 'g') || '%'
$$;

-- An expression of SQL for a text without its accents, to compare it without regard to case: "José" as "Jose", "Søren Weiß" as "Soren
-- Weiss". An index can hold it, and a query need not call a function. Letters are decomposed and lose their combining marks; those that
-- Unicode does not decompose are replaced. Most text is ASCII: it is compared as it is. The browser does the same (lib/unaccented.ts).
create function private.unaccented_expression(of text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$case when octet_length(%1$s) = length(%1$s) then %1$s else
    replace(replace(replace(replace(
      translate(regexp_replace(normalize(private.half_width(%1$s), nfd), '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđÐðĦħŦŧŊŋıẞÆŒÞ', 'OoLlDdDdHhTtNnißæœþ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end$sql$, of)
$$;

do $$
begin
  execute format('create function private.unaccented(words text) returns text language sql immutable set search_path = '''' as %L',
    'select ' || private.unaccented_expression('words'));
end
$$;

-- A record's tags as one text without accents. Of a list of texts it is immutable, so that an index can hold it.
create function private.tag_words(tags text[]) returns text
language sql immutable set search_path = '' as $$ select private.unaccented(array_to_string(tags, ',')) $$;

-- Expressions that a search compares a column with: its text without accents, its digits, and a MAC address without colons.
create function private.search_expressions(searched text, prefix text default 't.')
returns table (of_text text, of_digits text, of_hex text)
language sql stable set search_path = '' as $$
  select case when searched = 'tags' then c.as_text else private.unaccented_expression(c.as_text) end,
    format('regexp_replace(%s, ''\D'', '''', ''g'')', c.as_text),
    case when searched = 'mac' then format('replace(%s, '':'', '''')', c.as_text) end
  from (select format(case when searched = 'tags' then 'private.tag_words(%s%I)' else '%s%I::text' end, prefix, searched) as as_text) c
$$;

-- The digits of words that are a phone number or part of one, as people and screens write it: "(406) 555", "+44 (0)20 7946 0018",
-- "406–555–0114 ext. 12" (without its extension), also with the invisible marks that phones add when copying. Null for other words.
create function private.searched_digits(words text) returns text
language sql immutable set search_path = '' as $$
  select case
    when words ~* '^[-+().,;/‐‑‒–—−\s\u00a0\u202f\u200e\u200f\u202a-\u202e\u2066-\u2069\d]+((ext(ension)?|x|#)[.:=\s]*\d{1,8}\s*)?$'
      then regexp_replace(words, '(ext|x|#).*$|\(0\)|\D', '', 'gi') end
$$;

-- The condition for rows that have the words in one of the columns: in their text, or, for words that are part of a phone number or of a
-- MAC address (00-15-65, 0015.65aa, 001565aabbcc), in their digits.
create function private.search_condition(searched text[], words text, prefix text default 't.') returns text
language sql stable set search_path = '' as $$
  select format('(%s)', string_agg(c.condition, ' or '))
  from (select private.searched_digits(words) as digits, upper(regexp_replace(words, '\W', '', 'g')) as hex) w,
    unnest(searched) column_name cross join private.search_expressions(column_name, prefix) s
    cross join lateral (values
      (format('%s ilike %L', s.of_text, private.search_pattern(private.unaccented(words)))),
      (case when length(w.digits) >= 3 then format('%s like %L', s.of_digits, '%' || w.digits || '%') end),
      (case when s.of_hex is not null and w.hex ~ '^[0-9A-F]{4,12}$' then format('%s like %L', s.of_hex, '%' || w.hex || '%') end)) c (condition)
$$;

-- A trigram index on the searchable columns, for lists searched across tenants whose columns are all in the table. Returns whether it made
-- one.
create function private.create_search_index(table_name text, search text[]) returns boolean
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', table_name)::regclass;
begin
  if cardinality(search) = 0 or private.has_column(target, 'tenant_id', true)
    or exists (select 1 from unnest(search) c
      where case when private.has_column(target, c) then private.column_type(target, c) <> 'text' and c <> 'tags' else true end)
  then
    return false;
  end if;
  execute format('create index %I on %s using gin (%s)', table_name || '_search_idx', target, (
    select string_agg(format('(%s) extensions.gin_trgm_ops', e.expression), ', ')
    from unnest(search) c cross join private.search_expressions(c, '') s
    cross join unnest(array[s.of_text, s.of_digits, s.of_hex]) e (expression) where e.expression is not null));
  return true;
end
$$;

-- Rejects NaN (a sum of many records would be NaN, too), infinite dates and years without four digits (no page can show them), and lists with
-- nulls or nested lists (no mail could go to them).
create function private.bound_values(target regclass) returns void
language plpgsql set search_path = '' as $$
declare
  bounded record;
begin
  for bounded in
    select a.attname, c.rule
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type t on t.oid = a.atttypid
    cross join lateral (select case when t.typcategory = 'A'
        then 'case when array_ndims(%1$I) > 1 then false else array_position(%1$I, null) is null end'
      when t.oid = 'numeric'::regtype then '%1$I <> ''NaN'''
      when t.oid in ('date'::regtype, 'timestamptz'::regtype) then '%1$I between ''0001-01-01'' and ''9999-12-31''' end as rule) c
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.rule is not null
  loop
    execute format('alter table %s add check (%s)', target, format(bounded.rule, bounded.attname));
  end loop;
end
$$;

-- Declares a table of records. With only a section: users with view, create, edit and delete in that section may do so; every save counts a
-- version and writes the trail in that section; rows stay with their tenant.
--   may_view … may_delete   replaces the default (syntax: private.record_tables); null: written out next to the table
--   trail                   the section whose viewers read the trail, and the one used while the record has no tenant
--   touch                   false when the `touch` trigger is written out; `keeps_tenant`: false when no user writes
--   number, codes           columns that claim a number in the tenant's number plan; `following`: the column with how many
--                           consecutive numbers after `number` are claimed too
--   destination             the column published as a destination; `named`: the column with the name; `kind`: the kind for both
--   secrets                 passwords and PINs: {field: kind}, as in private.secret_rules; `opens_others`: false if they reveal no others
--   not_while_suspended     staff add no rows while the tenant is suspended
--   goes_with, personal     the column with the record without which a row is nothing, and whether it is one person's
--                           (private.record_tables)
--   refers                  {column: table}: foreign keys to the tenant's other records (private.add_tenant_foreign_key)
--   snapshot                part of the tenant's snapshot, without these columns, on which no call depends (private.add_to_snapshot)
--   source, search, sort, filter   its list (private.record_lists); no `sort`, no list
create function private.declare_records(
  table_name text, section text,
  may_view text[] default '{view}', may_create text[] default '{create}', may_edit text[] default '{edit}',
  may_delete text[] default '{delete}', trail text[] default null, touch boolean default true,
  number text default null, following text default null, codes text[] default '{}', destination text default null, named text default 'name',
  kind text default null, secrets jsonb default '{}', opens_others boolean default true,
  not_while_suspended boolean default false,
  source text default null, search text[] default '{}', sort text[] default null, filter text[] default '{}',
  part_of text default null, part_column text default null, snapshot text[] default null, refers jsonb default '{}',
  keeps_tenant boolean default true, goes_with text default null, personal boolean default false
) returns void
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', table_name)::regclass;
  made private.record_tables;
begin
  insert into private.record_tables values (
    table_name, section, part_of, part_column, may_view, may_create, may_edit, may_delete,
    coalesce(trail, array[section]), touch and private.has_column(target, 'version'),
    keeps_tenant and private.has_column(target, 'tenant_id', true), number, following, codes, destination, named,
    coalesce(kind, table_name), secrets, opens_others, not_while_suspended, goes_with, personal)
  returning * into made;
  execute format('alter table public.%I enable row level security', table_name);
  execute format('grant select, insert, update, delete on public.%I to authenticated, service_role', table_name);
  if private.has_column(target, 'tenant_id', true) and not exists (select 1 from pg_catalog.pg_constraint c
      where c.conrelid = target and c.contype = 'f' and pg_get_constraintdef(c.oid) like 'FOREIGN KEY (tenant_id) %') then
    execute format('alter table %s add foreign key (tenant_id) references public.tenants (id) on delete cascade', target);
  end if;
  perform private.add_tenant_foreign_key(table_name, r.key, r.value) from jsonb_each_text(refers) r;
  perform private.create_policies(made);
  perform private.create_triggers(made);
  if may_create is distinct from '{}'::text[] or may_edit is distinct from '{}'::text[] then
    perform private.bound_values(target);
  end if;
  if sort is not null then
    insert into private.record_lists (table_name, section, source, searchable, sortable, filterable, indexed)
    values (table_name, section, source, search, sort, filter, private.create_search_index(table_name, search));
    perform private.create_indexes(made, sort);
    -- An index alone counts rows only once they are vacuumed, and by default a tenant's new rows wait for a fifth of what all tenants have.
    execute format('alter table %s set (autovacuum_vacuum_insert_scale_factor = 0.01)', target);
  end if;
  if snapshot is not null then
    perform private.add_to_snapshot(table_name, snapshot);
  end if;
end
$$;

-- Declares rows owned by the records of `of` through column `by` and saved with them: they share its section, and their trail belongs to
-- the parent record. Whoever may edit the parent may add, change and remove its parts, and whoever may create it adds them along with it.
-- `counted`: false when no form of the parent saves them (private.count_parts). `goes_with` and `personal` as in
-- declare_records.
create function private.declare_parts(
  table_name text, of text, by text,
  may_view text[] default '{view}', may_create text[] default '{create,edit}', may_edit text[] default '{edit}',
  may_delete text[] default '{edit}', trail text default null,
  search text[] default '{}', sort text[] default null, filter text[] default '{}',
  snapshot text[] default null, refers jsonb default '{}', counted boolean default true, goes_with text default null,
  personal boolean default false
) returns void
language plpgsql set search_path = '' as $$
declare
  whole private.record_tables;
begin
  select * into strict whole from private.record_tables r where r.table_name = of;
  perform private.declare_records(table_name, whole.section, may_view, may_create, may_edit, may_delete,
    array[coalesce(trail, whole.section), coalesce(trail, whole.section), by],
    search => search, sort => sort, filter => filter, part_of => of, part_column => by,
    snapshot => snapshot, refers => refers, goes_with => goes_with, personal => personal);
  if private.has_column(format('public.%I', table_name)::regclass, 'tenant_id', true)
      and private.has_column(format('public.%I', of)::regclass, 'tenant_id') then
    perform private.add_tenant_foreign_key(table_name, by, of, true);
  end if;
  if counted then
    perform private.count_parts(table_name, of, by);
  end if;
end
$$;

create function private.create_restricted_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute format('insert into public.%I (id) select m.id from made m', tg_argv[0]);
  return null;
end
$$;

-- Declares columns with narrower access than their record: a table with one row per record, with the same id, inserted and deleted with it.
-- The update policy is written out next to it. Lists show the columns through the record's view; public.save_record and import_records
-- write them together with the record's own.
create function private.declare_restricted_columns(table_name text, of text, section text, may_view text[] default '{view}') returns void
language plpgsql set search_path = '' as $$
begin
  perform private.declare_records(table_name, section, may_view, '{}', null, '{}', array[section, section, 'id'], part_of => of,
    part_column => 'id');
  perform private.count_parts(table_name, of, 'id', 'update');
  execute format('revoke insert, delete on public.%I from authenticated, service_role', table_name);
  execute format('create trigger create_restricted_rows after insert on public.%I referencing new table as made
    for each statement execute function private.create_restricted_rows(%L)', of, table_name);
  update private.record_lists l set restricted_table = declare_restricted_columns.table_name where l.table_name = of;
end
$$;

-- Declares rows users only read: the server writes them with the service key, or functions do (`written_by` = 'functions'), and they leave
-- no trail. `touch`: false when that trigger is written out.
create function private.declare_read_only(
  table_name text, section text, may_view text[] default '{view}', written_by text default 'service_role',
  snapshot text[] default null, touch boolean default true
) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.declare_records(table_name, section, may_view, '{}', '{}', '{}', trail => '{}', touch => touch, keeps_tenant => false,
    snapshot => snapshot);
  execute format('revoke insert, update, delete on public.%I from authenticated', table_name);
  if written_by = 'functions' then
    execute format('revoke insert, update, delete on public.%I from service_role', table_name);
  end if;
end
$$;

-- public.tenant_snapshot: everything that decides a tenant's calls as one document, with a version that every change bumps. A table is
-- included when its declaration says so (snapshot => the columns no call depends on).

-- What the current transaction has changed, until it commits: a record's parts, a list (records.sql), or a tenant's snapshot; none of these
-- stands for all snapshots.
create table private.changed_versions (
  id uuid primary key default gen_random_uuid(),
  transaction_id xid8 not null default pg_current_xact_id(),
  tenant_id uuid,
  table_name text,
  record_id uuid,
  unique nulls not distinct (transaction_id, tenant_id, table_name, record_id)
);
alter table private.changed_versions enable row level security;

-- Bumps the versions at the end of the transaction: once, however much it changed, and without blocking other writers to the same tenant for
-- the whole of a long import. The first row bumps them all, in one order, so that two transactions cannot deadlock here: records first,
-- because whoever saves one holds its lock while waiting for a list. Whoever saves a record while another transaction has changed one of the
-- same parts alone still can: one of the two is rolled back and told to try again (lib/supabase/refusal.ts). A record that the transaction has
-- changed itself has its version already.
create function private.bump_versions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed private.changed_versions;
  wholes record;
begin
  if not exists (select 1 from private.changed_versions c where c.id = new.id) then
    return null;
  end if;
  for wholes in
    with noted as (
      delete from private.changed_versions c where c.transaction_id = new.transaction_id and c.record_id is not null returning *
    )
    select n.table_name, array_agg(n.record_id) as ids from noted n group by n.table_name order by n.table_name
  loop
    execute format('with locked as materialized (
        select w.id from public.%1$I w where w.id = any ($1) and w.updated_at <> now() order by w.id for no key update
      )
      update public.%1$I w set updated_at = now() from locked l where w.id = l.id', wholes.table_name) using wholes.ids;
  end loop;
  for changed in
    with noted as (delete from private.changed_versions c where c.transaction_id = new.transaction_id returning *)
    select * from noted n order by n.table_name nulls first, n.tenant_id
  loop
    if changed.table_name is not null then
      update public.list_versions v set updated_at = now() where v.table_name = changed.table_name;
    elsif changed.tenant_id is not null then
      update public.tenant_versions v set updated_at = now() where v.tenant_id = changed.tenant_id;
    else
      update public.tenant_versions v set updated_at = now() where v.tenant_id is null;
    end if;
  end loop;
  return null;
end
$$;
create constraint trigger bump_versions after insert on private.changed_versions
  deferrable initially deferred for each row execute function private.bump_versions();

create function private.note_changed_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('app.undone', true) = 'on' or not exists (select 1 from changed) then
    return null;
  end if;
  execute format('insert into private.changed_versions (table_name, record_id)
    select distinct %1$L, w.id from (%2$s) c join public.%1$I w on w.id = c.whole where w.updated_at <> now()
    on conflict do nothing', tg_argv[0], format(case tg_op
      -- A part can move to another record.
      when 'UPDATE' then 'select %1$I as whole from changed union select %1$I from earlier'
      else 'select %1$I as whole from changed' end, tg_argv[1]));
  return null;
end
$$;

-- Has the version of a record in table `of` rise with what happens to its parts other than by its own save: a form that was opened before
-- saves them as a whole, and would remove what was added since.
create function private.count_parts(table_name text, of text, by text, variadic events text[] default '{insert,update,delete}') returns void
language plpgsql set search_path = '' as $$
declare
  event text;
begin
  foreach event in array events loop
    execute format('create trigger count_parts_on_%1$s after %1$s on public.%2$I referencing %3$s
      for each statement execute function private.note_changed_parts(%4$L, %5$L)', event, table_name,
      case event when 'delete' then 'old table as changed' when 'insert' then 'new table as changed'
        else 'old table as earlier new table as changed' end, of, by);
  end loop;
end
$$;

-- Checks deferred constraints now, and from here on with each statement instead of at the end of the transaction, so that a failure can be
-- traced to its record. Not `all`: the versions are still bumped at the end, when it also shows whose phones a switch is not to serve.
create function private.check_deferred_constraints() returns void
language plpgsql set search_path = '' as $$
begin
  execute (select format('set constraints %s immediate', string_agg(format('public.%I', c.conname), ', '))
    from pg_catalog.pg_constraint c
    where c.connamespace = 'public'::regnamespace and c.condeferrable and c.conname <> 'lose_unserved_phones');
end
$$;

create table private.snapshot_tables (
  table_name text primary key,
  -- The tenant column; null when the rows are in every tenant's snapshot.
  tenant_column text,
  -- The columns of a row in the snapshot, in this order.
  columns text[] not null
);
alter table private.snapshot_tables enable row level security;

-- Snapshot rows, already serialized: building thousands as JSON takes longer than a call may wait.
create table private.snapshot_rows (
  table_name text not null references private.snapshot_tables (table_name),
  record_id uuid not null,
  tenant_id uuid,
  row json not null,
  primary key (table_name, record_id)
);
create index snapshot_rows_tenant_idx on private.snapshot_rows (tenant_id);
alter table private.snapshot_rows enable row level security;

-- [table, value, …], values in column order; json_agg would put a space before each.
create function private.snapshot_row(kept private.snapshot_tables, whole jsonb) returns json
language sql immutable set search_path = '' as $$
  select ('[' || string_agg(case place when 1 then to_json(c)::text else coalesce((whole -> c)::text, 'null') end, ',' order by place)
    || ']')::json
  from unnest(kept.table_name || kept.columns) with ordinality u (c, place)
$$;

-- Syncs the snapshot rows with the table's rows, and notes the tenants whose snapshot changed. A number in stock is in no snapshot.
create function private.sync_snapshot_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept private.snapshot_tables;
  tenants uuid[];
begin
  if current_setting('app.undone', true) = 'on' or not exists (select 1 from changed) then
    return null;
  end if;
  select * into strict kept from private.snapshot_tables s where s.table_name = tg_table_name;
  if tg_op = 'DELETE' then
    with gone as (
      delete from private.snapshot_rows s using changed c
      where s.table_name = kept.table_name and s.record_id = c.id
      returning s.tenant_id
    )
    select array_agg(distinct g.tenant_id) into tenants from gone g;
  else
    with stated as materialized (
      select c.id, (w.whole ->> kept.tenant_column)::uuid as tenant_id,
        case when kept.tenant_column is null or w.whole ->> kept.tenant_column is not null then private.snapshot_row(kept, w.whole) end as row
      from changed c
      cross join lateral (select to_jsonb(c) as whole) w
    ), differing as materialized (
      select n.id, n.tenant_id, n.row, n.tenant_id is not null or kept.tenant_column is null as belongs,
        s.tenant_id as earlier_tenant
      from stated n
      left join private.snapshot_rows s on s.table_name = kept.table_name and s.record_id = n.id
      where s.record_id is null or s.tenant_id is distinct from n.tenant_id or s.row::text <> n.row::text
    ), removed as (
      delete from private.snapshot_rows s using differing d
      where s.table_name = kept.table_name and s.record_id = d.id and not d.belongs
    ), stored as (
      insert into private.snapshot_rows (table_name, record_id, tenant_id, row)
      select kept.table_name, d.id, d.tenant_id, d.row from differing d where d.belongs
      on conflict on constraint snapshot_rows_pkey do update set tenant_id = excluded.tenant_id, row = excluded.row
    )
    select array_agg(distinct t.id) into tenants
    from differing d
    cross join lateral (values (d.tenant_id), (d.earlier_tenant)) t (id);
  end if;
  insert into private.changed_versions (tenant_id)
  select t from unnest(tenants) t where t is not null or kept.tenant_column is null order by t
  on conflict do nothing;
  return null;
end
$$;

-- Puts a table into the snapshots without the columns `left_out`. A migration that adds a column to such a table calls it again.
create function private.add_to_snapshot(table_name text, left_out text[] default '{}') returns void
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', table_name)::regclass;
  kept private.snapshot_tables;
begin
  insert into private.snapshot_tables values (table_name,
    case when table_name = 'tenants' then 'id' when private.has_column(target, 'tenant_id') then 'tenant_id' end,
    array(select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = target and a.attnum > 0 and not a.attisdropped
        and a.attname <> all ('{tenant_id,created_at,updated_at,version}'::text[] || left_out)
      order by a.attnum))
  on conflict on constraint snapshot_tables_pkey do update set columns = excluded.columns
  returning * into kept;
  execute format('create or replace trigger keep_snapshot_of_new after insert on %s referencing new table as changed
    for each statement execute function private.sync_snapshot_rows()', target);
  execute format('create or replace trigger keep_snapshot_of_changed after update on %s referencing new table as changed
    for each statement execute function private.sync_snapshot_rows()', target);
  execute format('create or replace trigger keep_snapshot_of_deleted after delete on %s referencing old table as changed
    for each statement execute function private.sync_snapshot_rows()', target);
  perform private.rebuild_snapshots(table_name);
end
$$;

-- Rebuilds the snapshot rows of one table, or of all: for data loaded without triggers.
create function private.rebuild_snapshots(only_table text default null) returns void
language plpgsql set search_path = '' as $$
declare
  kept private.snapshot_tables;
begin
  for kept in select * from private.snapshot_tables s where only_table is null or s.table_name = only_table loop
    delete from private.snapshot_rows s where s.table_name = kept.table_name;
    execute format($rows$
      insert into private.snapshot_rows (table_name, record_id, tenant_id, row)
      select %1$L, t.id, %2$s, private.snapshot_row($1, to_jsonb(t)) from public.%1$I t where %3$s$rows$, kept.table_name,
      coalesce('t.' || quote_ident(kept.tenant_column), 'null'),
      coalesce('t.' || quote_ident(kept.tenant_column) || ' is not null', 'true')) using kept;
  end loop;
  insert into public.tenant_versions (tenant_id) select t.id from public.tenants t union all select null
  on conflict (tenant_id) do update set updated_at = now();
end
$$;

create function private.tenant_snapshot(tenant uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission((select auth.uid()) is null
    or private.has_permission('telephony', 'view') and private.has_permission('tenants', 'view'));
  return (
    select json_agg(d.part) from (
      select json_build_object(
        'version', (select sum(v.version)::bigint from public.tenant_versions v where v.tenant_id = tenant or v.tenant_id is null),
        'columns', (select json_object_agg(s.table_name, s.columns) from private.snapshot_tables s)) as part
      union all
      select s.row from private.snapshot_rows s where s.tenant_id = tenant or s.tenant_id is null
    ) d
  );
end
$$;

-- The rows of a page: at least one, and not more than its function answers at once. Whoever asks for more is refused, because a shorter page
-- than asked for is taken for the last one.
create function private.page_limit(page_size integer, most integer) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  if page_size > most then
    raise exception 'A page has at most % rows.', most using errcode = 'invalid_parameter_value';
  end if;
  return greatest(page_size, 1);
end
$$;

select private.grant_access('{
  is_new,require_permission,require_found,require_version,require_same_attempt,check_deferred_constraints,column_type,has_column,
  sort_expression,search_words,first_words,half_width,search_pattern,searched_digits,unaccented,unaccented_expression,tag_words,
  search_expressions,search_condition,tenant_snapshot,kept_days,kept,page_limit}');
