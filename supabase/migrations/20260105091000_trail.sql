-- Audit trail: one entry per write, with who, when, which fields, and old and new values. Nobody may change or delete an entry. Also a
-- record's history with its parts, and undo.

create table public.audit_log (
  like private.record_columns including all,
  at timestamptz not null default coalesce(nullif(current_setting('app.run_at', true), '')::timestamptz, now()),
  actor uuid,
  actor_email text,
  section text not null,
  table_name text not null,
  record_id uuid not null,
  record_label text not null default '',
  record_version integer,
  tenant_id uuid,
  action text not null check (action in ('insert', 'update', 'delete', 'reveal', 'hear', 'open', 'send', 'refuse')),
  changes jsonb not null,
  seq bigint generated always as identity,
  parent_id uuid,
  transaction_id bigint not null
    default coalesce(nullif(current_setting('app.run_transaction', true), ''), pg_current_xact_id()::text)::bigint
);
comment on column public.audit_log.record_version is
  'Version of a deleted record: restored, it continues above it, so that no form from before takes it for what it shows';
comment on column public.audit_log.parent_id is 'The parent record, such as the ring group of a member';
comment on column public.audit_log.transaction_id is 'Shared by everything written as one change: the id of its first transaction';
create index audit_log_at_idx on public.audit_log (at desc, transaction_id desc);
create index audit_log_transaction_idx on public.audit_log (transaction_id, at);
create index audit_log_actor_idx on public.audit_log (actor, at desc);
create index audit_log_record_idx on public.audit_log (table_name, record_id, at desc);
create index audit_log_tenant_idx on public.audit_log (tenant_id, at desc) where tenant_id is not null;
create index audit_log_parent_idx on public.audit_log (parent_id, at desc) where parent_id is not null;

create function private.refuse_audit_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Audit entries cannot be changed or removed.' using errcode = 'insufficient_privilege';
end
$$;
create trigger guard before update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_audit_change();

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated, service_role;

create policy audit_log_select on public.audit_log for select to authenticated
  using (section = any ((select private.permitted_sections('view'))::text[]));

-- A change sent as several transactions, such as a large import: the trail treats it as one.
create table private.runs (
  id uuid primary key,
  actor uuid not null,
  transaction_id bigint not null default (pg_current_xact_id()::text)::bigint,
  at timestamptz not null default now()
);
create index runs_at_idx on private.runs (at);

-- Adds this transaction to the run; with null, the transaction stands alone. A run belongs to its first caller, for an hour: its entries
-- carry the time of its first transaction, so nobody can date a change further back.
create function private.continue_run(run uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  begun private.runs;
begin
  if run is null
      or not exists (select 1 from public.members m where m.user_id = (select auth.uid()) and private.may_use_permissions(m)) then
    return;
  end if;
  delete from private.runs r where r.at < now() - interval '1 hour';
  insert into private.runs (id, actor) values (run, (select auth.uid())) on conflict do nothing;
  select * into begun from private.runs r where r.id = run and r.actor = (select auth.uid());
  if begun.id is not null then
    perform set_config('app.run_at', begun.at::text, true), set_config('app.run_transaction', begun.transaction_id::text, true);
  end if;
end
$$;

-- Records in the trail what the caller did with a record other than writing its columns.
create function private.write_audit_entry(
  section text, table_name text, record uuid, label text, tenant uuid, action text, changes jsonb default '{}'
) returns void
language sql volatile set search_path = '' as $$
  insert into public.audit_log (actor, actor_email, section, table_name, record_id, record_label, tenant_id, action, changes)
  values ((select auth.uid()), (select m.email from public.members m where m.user_id = (select auth.uid())), $1, $2, $3, $4, $5, $6, $7)
$$;

-- Whether, by the trail, the caller has opened the record's file in the last five minutes.
create function private.has_opened(table_name text, record uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.audit_log a where a.table_name = $1 and a.record_id = $2 and a.action in ('hear', 'open')
    and a.actor = (select auth.uid()) and a.at > now() - interval '5 minutes')
$$;

-- The name a record is shown by.
create function private.record_label(subject jsonb) returns text
language sql immutable set search_path = '' as $$
  select coalesce(
    -- A role's key is never shown when the role has a name.
    case when subject ? 'built_in' then nullif(subject ->> 'label', '') end,
    nullif(btrim(concat_ws(' ', subject ->> 'extension', nullif(subject ->> 'effective_caller_id_name', ''))), ''),
    nullif(subject ->> 'name', ''),
    -- The versions of a quote share its number.
    (subject ->> 'number') || coalesce(' version ' || nullif(subject ->> 'revision', '1'), ''),
    subject ->> 'mac', subject ->> 'domain', subject ->> 'email', subject ->> 'role', '')
$$;

-- The newest entries of a record and its parts, newest first; with a tenant, only that tenant's.
create function public.record_history(
  target_table text, record uuid, most integer default 200, tenant uuid default null
)
returns setof public.audit_log
language sql stable security invoker set search_path = '' as $$
  select a.* from public.audit_log a
  where ((a.table_name = target_table and a.record_id = record) or a.parent_id = record)
    and (tenant is null or a.tenant_id = tenant)
  order by a.seq desc
  limit most
$$;

-- Columns a save may write.
create function private.writable_columns(target regclass) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    and a.attname not in ('id', 'created_at', 'updated_at', 'version')
$$;

-- A row as JSON, with the columns that the caller may read; null when there is none.
create function private.readable_row(target regclass, record uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  found jsonb;
begin
  execute format('select to_jsonb(r) from (select %s from %s t where t.id = $1) r', (
    select string_agg(quote_ident(a.attname), ', ') from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and has_column_privilege(target, a.attnum, 'select')
  ), target) into found using record;
  return found;
end
$$;

-- Whether a row came back in this request, or, as the trail tells, in this run of several: restored, or by itself with its record or tenant,
-- as restricted columns and a tenant's feature codes do. Others may have restored it since the run began.
create function private.came_back_with(table_name text, stored jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((stored ->> 'created_at')::timestamptz = now(), false) or exists (
    select 1 from (
      select $1, stored ->> 'id'
      union all select 'tenants', stored ->> 'tenant_id'
      union all select r.part_of, stored ->> 'id' from private.record_tables r where r.table_name = $1 and r.part_column = 'id'
    ) whole (table_name, id)
    join public.audit_log a on a.table_name = whole.table_name and a.record_id = whole.id::uuid
    where a.action = 'insert'
      and a.transaction_id = coalesce(nullif(current_setting('app.run_transaction', true), ''), pg_current_xact_id()::text)::bigint)
$$;

-- Refuses to take back a tenant's creation once it has records of other changes, or calls and messages, which no trail keeps: they would be
-- deleted with it. Also refuses to restore a tenant without its company, whose page leads to it. It reads the whole trail: callers who see only
-- a part of it must not delete what they cannot see. For callers who may not create or delete tenants it reveals nothing; they are refused later.
create function private.guard_tenant_undo(entry public.audit_log) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  undoing bigint := coalesce(nullif(current_setting('app.run_transaction', true), ''), pg_current_xact_id()::text)::bigint;
  owned record;
begin
  if entry.action = 'insert' and private.has_permission('tenants', 'delete') and (exists (
      select 1 from public.audit_log a where a.tenant_id = entry.record_id and a.seq > entry.seq
        and a.table_name not in ('tenants', 'companies') and a.transaction_id not in (entry.transaction_id, undoing)
        and a.action in ('insert', 'update', 'delete') and not private.only_secrets(a.changes))
      or exists (select 1 from public.cdr c where c.tenant_id = entry.record_id)
      or exists (select 1 from public.voicemail_messages m where m.tenant_id = entry.record_id)
      or exists (select 1 from public.faxes f where f.tenant_id = entry.record_id)) then
    raise exception '% has records that were added since. Delete it on its settings page if nobody needs them.', entry.record_label
      using errcode = 'restrict_violation';
  end if;
  if entry.action = 'delete' and private.has_permission('tenants', 'create') then
    select c.id, c.name, c.domain_uuid into owned from public.audit_log a left join public.companies c on c.id = a.record_id
    where a.transaction_id = entry.transaction_id and a.at = entry.at and a.table_name = 'companies' and a.action = 'update'
      and a.changes -> 'domain_uuid' ->> 0 = entry.record_id::text;
    if found and owned.id is null then
      raise exception 'Its company has been deleted. Restore that first.' using errcode = 'restrict_violation';
    elsif owned.domain_uuid <> entry.record_id then
      raise exception '% already has a new tenant. Delete that one first.', owned.name using errcode = 'restrict_violation';
    end if;
  end if;
end
$$;

create function private.revert_one(entry public.audit_log) returns void
language plpgsql security invoker set search_path = '' as $$
declare
  target regclass := format('public.%I', entry.table_name)::regclass;
  columns text;
  earlier jsonb;
  done integer;
begin
  perform set_config('app.undoing', 'on', true);
  select string_agg(quote_ident(field), ', '), jsonb_object_agg(field, entry.changes -> field -> 0)
    into columns, earlier
  from jsonb_object_keys(entry.changes) field
  where field = any (private.writable_columns(target)) and entry.changes -> field -> 0 is distinct from '"••••••"'
    -- Only the server writes these; private.restore_invitation brings them back.
    and not (entry.table_name = 'portal_users' and field in ('auth_user_id', 'invited_at', 'accepted_at'));
  if entry.table_name = 'tenants' then
    perform private.guard_tenant_undo(entry);
  end if;
  -- A number's next tenant must not get its earlier one's settings. The change may have moved it in several steps.
  if entry.table_name = 'dids' and entry.action = 'update' and exists (
      select 1 from public.dids d where d.id = entry.record_id and not exists (
        select 1 from public.audit_log a
        where a.table_name = 'dids' and a.record_id = d.id and a.transaction_id = entry.transaction_id and a.at = entry.at
          and (a.tenant_id is not distinct from d.tenant_id
            or a.changes ? 'tenant_id' and (a.changes -> 'tenant_id' ->> 0)::uuid is not distinct from d.tenant_id))) then
    raise exception '% has another tenant by now, or none.', entry.record_label using errcode = 'restrict_violation';
  end if;
  -- Outside destinations that were deleted because nothing led to them come back with what does.
  perform private.destination_for(d.tenant_id, d.changes -> 'kind' ->> 0, d.changes -> 'number' ->> 0)
  from jsonb_each_text(earlier) e
  join public.audit_log d on d.table_name = 'destinations' and d.action = 'delete' and d.tenant_id = entry.tenant_id
    and d.record_id = case when pg_input_is_valid(e.value, 'uuid') then e.value::uuid end
  where not exists (select 1 from public.destinations x where x.id = d.record_id);
  if entry.table_name = 'destinations' then
    perform private.destination_for(entry.tenant_id, earlier ->> 'kind', earlier ->> 'number');
    return;
  elsif entry.action = 'insert' then
    execute format('delete from %s where id = $1', target) using entry.record_id;
  elsif entry.table_name = 'invoice_lines' and entry.action = 'delete' and earlier ->> 'kind' <> 'adjustment' then
    -- private.redraft_invoices makes these.
    return;
  elsif columns is null and entry.action = 'delete' then
    -- Restricted columns that held nothing.
    return;
  elsif columns is null then
    raise exception 'A secret cannot be restored. Set a new one.' using errcode = 'check_violation';
  elsif entry.action = 'update' or private.came_back_with(entry.table_name, private.readable_row(target, entry.record_id)) then
    -- A contact goes back to its company in one statement with the opportunities that moved with it, as when companies are merged.
    execute format('%3$s update %1$s t set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where t.id = $2',
      target, columns, case when entry.table_name = 'contacts' and earlier ? 'company_id' then 'with moved as (
        update public.opportunities o set company_id = ($1 ->> ''company_id'')::uuid
        where o.contact_id = $2 and exists (select 1 from public.audit_log a where a.transaction_id = $3 and a.at = $4
          and a.table_name = ''opportunities'' and a.record_id = o.id and a.changes -> ''company_id'' -> 0 = $1 -> ''company_id''))' else '' end)
      using earlier, entry.record_id, entry.transaction_id, entry.at;
  else
    -- What shows when it was written keeps that time.
    execute format('insert into %1$s (id, version, created_at, %2$s) select $2, $3, $4, %2$s from jsonb_populate_record(null::%1$s, $1)',
      target, columns) using earlier, entry.record_id, entry.record_version + 1, coalesce((select min(a.at) from public.audit_log a
        where a.table_name = entry.table_name and a.record_id = entry.record_id and a.action = 'insert'
          and a.table_name in ('notes', 'tasks', 'accepted_problems', 'provisioning_runs')), now());
    perform private.restore_secrets(entry.table_name, entry.record_id);
    if entry.table_name = 'portal_users' then
      perform private.restore_invitation(entry.record_id);
    end if;
    return;
  end if;
  get diagnostics done = row_count;
  if done = 0 then
    raise exception 'This record has been deleted, or your role does not allow you to change it.' using errcode = 'TR410';
  end if;
end
$$;

-- Undoes everything written to a record and its parts in the same transaction as this entry, with the caller's own permissions.
-- `expected_version` is the version of the record that the caller saw, also for an entry of a part; TR409 when there is a newer one. With a
-- tenant, only that tenant's entries can be undone.
create function public.revert_entry(entry uuid, expected_version integer default null, tenant uuid default null)
returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  chosen public.audit_log;
  one public.audit_log;
  root uuid;
  holder regclass;
  current_version integer;
  latest public.audit_log;
begin
  select * into chosen from public.audit_log a where a.id = entry and (tenant is null or a.tenant_id = tenant);
  if chosen.id is null or chosen.action not in ('insert', 'update', 'delete') then
    raise exception 'There is nothing to undo.' using errcode = 'TR410';
  end if;
  root := coalesce(chosen.parent_id, chosen.record_id);
  holder := case when chosen.parent_id is null then format('public.%I', chosen.table_name)::regclass
    else (select w.parent from private.parent_of(format('public.%I', chosen.table_name)::regclass) w) end;
  if expected_version is not null and holder is not null and (chosen.parent_id is not null or chosen.action <> 'delete') then
    execute format('select t.version from %s t where t.id = $1 for no key update', holder) into current_version using root;
    if current_version is null then
      -- Its parts may be changed by some who may not change the record itself.
      execute format('select t.version from %s t where t.id = $1', holder) into current_version using root;
    end if;
    select * into latest from public.audit_log a
    where a.table_name = chosen.table_name and a.record_id = chosen.record_id order by a.seq desc limit 1;
    if current_version = expected_version + 1 and latest.seq > chosen.seq and latest.actor = (select auth.uid())
        and not exists (select 1 from jsonb_each(latest.changes) c where c.value -> 1 is distinct from chosen.changes -> c.key -> 0) then
      -- A retry: the response to the first call was lost.
      return;
    end if;
    -- Not require_version: notes and tasks belong to records of several kinds, which they are not saved with.
    if current_version <> expected_version or current_version is null and chosen.parent_id is null then
      raise exception 'Someone else has saved this record since you opened it.' using errcode = 'TR409';
    end if;
  end if;
  for one in
    select * from public.audit_log a
    where a.transaction_id = chosen.transaction_id and a.at = chosen.at and a.action in ('insert', 'update', 'delete')
      and (a.record_id = root or a.parent_id = root)
    -- A deleted record comes back before its parts, which were deleted after it by cascade.
    order by a.action = 'delete' and a.parent_id is null desc, a.seq desc
  loop
    perform private.revert_one(one);
  end loop;
  perform private.redraft_invoices(chosen);
end
$$;

-- The trail grouped by change: a save with its parts, a deletion with its cascades, an import, a bulk change. Pages of changes, a change's
-- entries, and undo. All run with the caller's own permissions.

-- One page of changes, filtered by time range, person, section, action, search words and tenant. Each row is the entry of the first record
-- written, or of a tenant or role that was added or removed with others, with `kinds` ([{table_name, action, count}], leaving out parts
-- unless the change wrote nothing else), `only_secrets` (whether those entries wrote secrets and nothing else, so that undo_change refuses
-- them), `names` for ids among its changes, and `sort_value`. A keyset page starts after the row (after_value, after_id).
create function public.trail_page(
  from_time timestamptz, to_time timestamptz, tenant uuid default null, person uuid default null,
  in_section text default null, did text default null, search text default null, descending boolean default true,
  after_value text default null, after_id uuid default null, page_size integer default 50
)
returns setof jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  words text := private.search_words(search);
  pattern text := private.search_pattern(private.unaccented(words));
  behind bigint := (select a.transaction_id from public.audit_log a where a.id = after_id);
begin
  return query execute format($query$
    with page as (
      select a.at, a.transaction_id from public.audit_log a
      where a.at >= %1$L and a.at < %2$L %3$s
      group by a.at, a.transaction_id
      order by a.at %4$s, a.transaction_id %4$s
      limit %5$s
    )
    select to_jsonb(f) || jsonb_build_object('sort_value', p.at, 'kinds', k.kinds, 'names', private.referenced_names(f),
      'only_secrets', not exists (
        select 1 from public.audit_log a
        where a.transaction_id = p.transaction_id and a.at = p.at and (%6$L::uuid is null or a.tenant_id = %6$L)
          and (a.parent_id is null or f.parent_id is not null)
          and (a.action in ('insert', 'delete') or a.action = 'update' and not private.only_secrets(a.changes))))
    from page p
    cross join lateral (
      select a.* from public.audit_log a
      where a.transaction_id = p.transaction_id and a.at = p.at and (%6$L::uuid is null or a.tenant_id = %6$L)
      order by a.parent_id is not null, (a.table_name in ('tenants', 'roles') and a.action in ('insert', 'delete')) desc, a.seq limit 1
    ) f
    cross join lateral (
      select jsonb_agg(jsonb_build_object('table_name', g.table_name, 'action', g.action, 'count', g.n) order by g.place) as kinds
      from (
        select a.table_name, a.action, count(*) as n, min(a.seq) as place from public.audit_log a
        where a.transaction_id = p.transaction_id and a.at = p.at and (%6$L::uuid is null or a.tenant_id = %6$L)
          and (a.parent_id is null or f.parent_id is not null)
        group by a.table_name, a.action
      ) g
    ) k
    order by p.at %4$s, p.transaction_id %4$s
  $query$, from_time, to_time,
    case when tenant is null then '' else format(' and a.tenant_id = %L', tenant) end
      || case when person is null then '' else format(' and a.actor = %L', person) end
      || case when in_section is null then '' else format(' and a.section = %L', in_section) end
      || case when did is null then '' else format(' and a.action = %L', did) end
      || case when words = '' then '' else
        format(' and (%s ilike %2$L or a.actor_email ilike %2$L)', private.unaccented_expression('a.record_label'), pattern) end
      || case when after_id is null then '' else format(' and (a.at, a.transaction_id) %s (%L::timestamptz, %L::bigint)',
        case when descending then '<' else '>' end, after_value, behind) end,
    case when descending then 'desc' else 'asc' end, private.page_limit(page_size, 1001), tenant);
end
$$;

-- Names of the records to which an entry's changes refer: {key: name}, the key being an id, or a role's. A deleted record keeps the name
-- from the trail.
create function private.referenced_names(entry public.audit_log) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  target regclass := to_regclass(format('public.%I', entry.table_name));
  names jsonb := '{}';
  wanted record;
  label text;
begin
  for wanted in
    select distinct c.confrelid::regclass as holder, r.relname::text as holder_name, t.attname as key, v.value
    from jsonb_each(entry.changes) e
    cross join lateral jsonb_array_elements_text(e.value) v
    join pg_catalog.pg_attribute a on a.attrelid = target and a.attname = e.key
    join pg_catalog.pg_constraint c on c.conrelid = target and c.contype = 'f'
    join pg_catalog.pg_class r on r.oid = c.confrelid
    cross join lateral unnest(c.conkey, c.confkey) k (holder_attribute, target_attribute)
    join pg_catalog.pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.target_attribute
      and t.attname in ('id', 'name')
    where k.holder_attribute = a.attnum and v.value is not null
      and r.relnamespace = 'public'::regnamespace and has_table_privilege(c.confrelid, 'select')
  loop
    execute format('select nullif(%s, '''') from %s t where t.%I = %L', case when wanted.holder_name = 'destinations'
      then 'concat_ws('' '', t.number, nullif(t.name, ''''))' else 'private.record_label(to_jsonb(t))' end,
      wanted.holder, wanted.key, wanted.value) into label;
    if label is null and wanted.key = 'id' then
      label := (select a.record_label from public.audit_log a
        where a.table_name = wanted.holder_name and a.record_id = wanted.value::uuid order by a.at desc limit 1);
    end if;
    names := names || case when label is null then '{}' else jsonb_build_object(wanted.value, label) end;
  end loop;
  return names;
end
$$;

-- The first entries of the same change as this one, in order, each with `names` for ids among its changes. With a tenant, only that
-- tenant's.
create function public.trail_entries(entry uuid, page_size integer, tenant uuid default null) returns setof jsonb
language sql stable security invoker set search_path = '' as $$
  select to_jsonb(a) || jsonb_build_object('names', private.referenced_names(a))
  from public.audit_log chosen
  join public.audit_log a on a.transaction_id = chosen.transaction_id and a.at = chosen.at
  where chosen.id = entry and (trail_entries.tenant is null or a.tenant_id = trail_entries.tenant)
  order by a.parent_id is not null, a.seq
  limit private.page_limit(page_size, 1001)
$$;

-- Everyone who appears in the trail the caller may read, each with their latest email address.
create function public.trail_people() returns table (actor uuid, email text)
language sql stable security invoker set search_path = '' as $$
  with recursive people as (
    (select a.actor, a.actor_email from public.audit_log a where a.actor is not null order by a.actor, a.at desc limit 1)
    union all
    select n.actor, n.actor_email from people p
    cross join lateral (
      select a.actor, a.actor_email from public.audit_log a where a.actor > p.actor order by a.actor, a.at desc limit 1
    ) n
  )
  select p.actor, coalesce(p.actor_email, '') from people p order by 2
$$;

-- Whether an entry wrote secrets and nothing else: they have no earlier value to go back to.
create function private.only_secrets(changes jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(c.value @> '["••••••"]'), false) from jsonb_each(changes) c
$$;

-- Undoes one entry where it still applies; returns why not otherwise, or null when nothing is left to do. Fields changed since keep their
-- newer values; secrets stay as they are.
create function private.undo_one(entry public.audit_log) returns text
language plpgsql volatile security invoker set search_path = '' as $$
declare
  target regclass := format('public.%I', entry.table_name)::regclass;
  now_stored jsonb;
  standing jsonb;
  same boolean;
  undoing bigint := coalesce(nullif(current_setting('app.run_transaction', true), ''), pg_current_xact_id()::text)::bigint;
begin
  if entry.table_name = 'provisioning_runs' and entry.action = 'insert' then
    -- What the plan set up has entries of its own. That it has run stays known.
    return null;
  elsif entry.table_name = 'members' and entry.changes ?| '{second_factor,session}' then
    return 'Second factors and sessions are removed on the member’s own page. Only the member can add one.';
  elsif entry.table_name = 'opportunities' and exists (select 1 from public.audit_log a
      where a.transaction_id = entry.transaction_id and a.at = entry.at and a.table_name = 'provisioning_runs'
        and a.parent_id = entry.record_id) then
    -- What its plan set up goes with the change that won it.
    perform set_config('trunkline.reopened', entry.record_id::text, true);
  end if;
  now_stored := private.readable_row(target, entry.record_id);
  if entry.action = 'delete' then
    if now_stored is not null and not private.came_back_with(entry.table_name, now_stored) then
      return 'It is already there.';
    end if;
    perform private.revert_one(entry);
    return null;
  elsif now_stored is null then
    return case when entry.action = 'update' then 'It has been deleted since.' end;
  elsif entry.action = 'insert' then
    if exists (select 1 from public.audit_log a where (a.table_name = entry.table_name and a.record_id = entry.record_id
        or a.parent_id = entry.record_id) and a.transaction_id not in (entry.transaction_id, undoing) and a.seq > entry.seq
        -- A secret that was set since, such as the PIN after an import, goes with its record.
        and a.action in ('insert', 'update', 'delete') and exists (
          select 1 from jsonb_each(a.changes) c where not c.value @> '["••••••"]')) then
      return 'It has been changed since it was added.';
    elsif entry.table_name = 'extensions' and exists (
        select 1 from public.voicemail_messages m where m.extension_id = entry.record_id) then
      return 'Callers have left voicemail there since. If nobody needs it, delete the extension on its page.';
    end if;
    perform private.revert_one(entry);
    return null;
  end if;
  select jsonb_object_agg(c.key, c.value) filter (where nullif(now_stored -> c.key, 'null') is not distinct from nullif(c.value -> 1, 'null')),
      coalesce(bool_and(nullif(now_stored -> c.key, 'null') is not distinct from nullif(c.value -> 0, 'null')), true)
    into standing, same
  from jsonb_each(entry.changes) c
  where c.key = any (private.writable_columns(target)) and not c.value @> '["••••••"]';
  if same then
    return null;
  elsif standing is null then
    -- What the change wrote more than once may be back already, as with the order that wrote it: it is what it was before the first time.
    return case when exists (
      select 1 from jsonb_each(entry.changes) c
      where c.key = any (private.writable_columns(target)) and not c.value @> '["••••••"]'
        and nullif(now_stored -> c.key, 'null') is distinct from (
          select nullif(a.changes -> c.key -> 0, 'null') from public.audit_log a
          where a.table_name = entry.table_name and a.record_id = entry.record_id and a.at = entry.at
            and a.transaction_id = entry.transaction_id and a.changes ? c.key
          order by a.seq limit 1)) then 'It has been changed since.' end;
  end if;
  entry.changes := standing;
  perform private.revert_one(entry);
  return null;
end
$$;

-- Restores a deleted record without its references to records that were deleted with it, so that records which refer to each other can come
-- back; undo_one sets the references once those are back. Whatever cannot be restored so stays deleted.
create function private.restore_bare(entry public.audit_log) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  target regclass := format('public.%I', entry.table_name)::regclass;
begin
  select entry.changes || coalesce(jsonb_object_agg(a.attname, '[null]'::jsonb), '{}') into entry.changes
  from pg_catalog.pg_attribute a
  join public.audit_log d on d.transaction_id = entry.transaction_id and d.at = entry.at and d.action = 'delete'
    and d.record_id::text = entry.changes -> a.attname ->> 0
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and not a.attnotnull;
  if private.readable_row(target, entry.record_id) is null then
    perform private.revert_one(entry);
  end if;
exception
  when integrity_constraint_violation or insufficient_privilege or sqlstate 'TR410' then
    null;
end
$$;

-- Undoes these entries of one record's parts together: those that changed places cannot go back one by one. They stay as they are if their
-- places are not free even then.
create function private.undo_together(entries uuid[]) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  one public.audit_log;
begin
  set constraints all deferred;
  for one in select a.* from unnest(entries) with ordinality e (id, place) join public.audit_log a using (id) order by e.place loop
    begin
      perform private.undo_one(one);
    exception
      when integrity_constraint_violation or insufficient_privilege or sqlstate 'TR410' then
        null;
    end;
  end loop;
  perform private.check_deferred_constraints();
exception
  when integrity_constraint_violation then
    null;
end
$$;

-- Undoes the whole change of this entry: restores deleted records with their parts and the references to them, removes imported ones, puts
-- back earlier field values. Whatever was changed since or cannot go back (a number that is taken, a record in use) stays as it is and is
-- reported: {undone, kept, reasons: [{table_name, record_id, label, message}], taken, more, left}. Handles up to 250
-- entries after `skipped`, or those of `again`; `taken` is their number, `more` says whether others follow them, and `left` has the ids of
-- those that stayed, which may go back once the others have. When nothing can be undone and no entries are left, raises the entry's reason,
-- or the first one.
create function public.undo_change(
  entry uuid, tenant uuid default null, skipped integer default 0, run uuid default null, again uuid[] default null
)
returns jsonb
language plpgsql volatile security invoker set search_path = '' set statement_timeout = '60s' as $$
declare
  chosen public.audit_log;
  one public.audit_log;
  reason text;
  state text;
  entries uuid[];
  refused uuid[];
  most constant integer := 250;
  bare boolean := false;
  taken integer;
  more boolean;
  undone integer := 0;
  reasons jsonb;
begin
  select * into chosen from public.audit_log a
  where a.id = entry and (undo_change.tenant is null or a.tenant_id = undo_change.tenant);
  if chosen.id is null then
    raise exception 'There is nothing to undo.' using errcode = 'TR404';
  end if;
  perform private.continue_run(run);
  perform private.check_deferred_constraints();
  -- Stock belongs to no tenant (private.release_inventory).
  perform set_config('app.undoing_stock', case when tenant is null then 'on' else 'off' end, true);
  entries := array(
    select a.id from public.audit_log a
    where a.transaction_id = chosen.transaction_id and a.at = chosen.at and a.action in ('insert', 'update', 'delete')
      and (undo_change.tenant is null or a.tenant_id = undo_change.tenant
        -- A number's conditions were its earlier tenant's.
        or a.parent_id in (select p.record_id from public.audit_log p
          where p.transaction_id = chosen.transaction_id and p.at = chosen.at and p.tenant_id = undo_change.tenant))
      and (again is null or a.id = any (again))
    -- A deleted record comes back before its parts. A cascade deletes first what the rest needs: a tenant, then its extensions.
    order by a.action = 'delete' and a.parent_id is null desc, case a.action when 'delete' then a.seq end, a.seq desc
    offset skipped limit most + 1);
  more := cardinality(entries) > most;
  entries := entries[:most];
  taken := cardinality(entries);
  -- One that needs another waits for it.
  loop
    refused := '{}';
    reasons := '[]';
    for one in select a.* from unnest(entries) with ordinality e (id, place) join public.audit_log a using (id) order by e.place loop
      begin
        reason := private.undo_one(one);
      exception
        when integrity_constraint_violation or insufficient_privilege or sqlstate 'TR410' then
          get stacked diagnostics reason = message_text, state = returned_sqlstate;
      end;
      if reason is null then
        undone := undone + case when (one.parent_id is null or chosen.parent_id is not null)
          and (one.action <> 'update' or not private.only_secrets(one.changes)) then 1 else 0 end;
      else
        refused := refused || one.id;
        reasons := reasons || jsonb_build_object('table_name', one.table_name, 'record_id', one.record_id, 'label', one.record_label,
          'message', reason);
      end if;
    end loop;
    exit when cardinality(refused) = 0 or bare and cardinality(refused) = cardinality(entries);
    bare := cardinality(refused) = cardinality(entries);
    entries := refused;
    if bare then
      perform private.restore_bare(a) from unnest(entries) with ordinality e (id, place) join public.audit_log a using (id)
      where a.action = 'delete' order by e.place;
      perform private.undo_together(array_agg(a.id order by e.place))
      from unnest(entries) with ordinality e (id, place) join public.audit_log a using (id)
      where a.action = 'update' and a.parent_id is not null group by a.parent_id;
    end if;
  end loop;
  if not more then
    perform private.redraft_invoices(chosen);
  end if;
  if undone = 0 and skipped = 0 and not more and again is null then
    raise exception '%', coalesce((select r ->> 'message' from jsonb_array_elements(reasons) r
        where r ->> 'record_id' = chosen.record_id::text limit 1), reasons -> 0 ->> 'message', case when private.only_secrets(chosen.changes)
      then 'A secret cannot be restored. Set a new one.' else 'There is nothing to undo.' end) using errcode = coalesce(state, 'TR404');
  end if;
  return jsonb_build_object('undone', undone, 'kept', cardinality(refused), 'reasons', reasons, 'taken', taken,
    'more', more, 'left', refused);
end
$$;

select private.grant_access('{
  continue_run,has_opened,record_label,writable_columns,readable_row,came_back_with,guard_tenant_undo,revert_one,
  referenced_names,only_secrets,undo_one,restore_bare,undo_together}');
