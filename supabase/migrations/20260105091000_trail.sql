-- One entry for every write: who, when, which fields, old and new. Nobody may change or remove an entry. The trail of a
-- record with its parts, and undoing an entry.

create table public.audit_log (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default now(),
  actor uuid,
  actor_email text,
  section text not null,
  table_name text not null,
  record_id uuid not null,
  record_label text not null default '',
  tenant_id uuid,
  action text not null check (action in ('insert', 'update', 'delete', 'reveal')),
  changes jsonb not null,
  seq bigint generated always as identity,
  parent_id uuid,
  transaction_id bigint not null default (pg_current_xact_id()::text)::bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column public.audit_log.parent_id is 'The record whose part this one is, as a member is of its ring group';
comment on column public.audit_log.transaction_id is 'What was written in one go has the same';
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
create trigger keep before update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_audit_change();

alter table public.audit_log enable row level security;
revoke insert, update, delete, truncate on public.audit_log from authenticated, service_role;

create policy audit_log_select on public.audit_log for select to authenticated
  using (section = any ((select private.permitted_sections('view'))::text[]));

-- The name that people know a record by.
create function private.record_label(subject jsonb) returns text
language sql immutable set search_path = '' as $$
  select coalesce(
    nullif(btrim(concat_ws(' ', subject ->> 'extension', nullif(subject ->> 'effective_caller_id_name', ''))), ''),
    nullif(subject ->> 'name', ''), subject ->> 'number', subject ->> 'mac', subject ->> 'domain', subject ->> 'email',
    subject ->> 'role', '')
$$;
grant execute on function private.record_label(jsonb) to authenticated, service_role;

-- The entries of a record and its parts, newest first; with a tenant, only that tenant's.
create function public.record_history(
  target_table text, record uuid, before_seq bigint default null, tenant uuid default null
)
returns setof public.audit_log
language sql stable security invoker set search_path = '' as $$
  select a.* from public.audit_log a
  where ((a.table_name = target_table and a.record_id = record) or a.parent_id = record)
    and (before_seq is null or a.seq < before_seq)
    and (tenant is null or a.tenant_id = tenant)
  order by a.seq desc
  limit 200
$$;
grant execute on function public.record_history(text, uuid, bigint, uuid) to authenticated, service_role;

-- The columns that a save may write.
create function private.writable_columns(target regclass) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    and a.attname not in ('id', 'created_at', 'updated_at', 'version')
$$;
grant execute on function private.writable_columns(regclass) to authenticated, service_role;

create function private.revert_one(entry public.audit_log) returns void
language plpgsql security invoker set search_path = '' as $$
declare
  target regclass := format('public.%I', entry.table_name)::regclass;
  columns text;
  earlier jsonb;
  done integer;
begin
  select string_agg(quote_ident(field), ', '), jsonb_object_agg(field, entry.changes -> field -> 0)
    into columns, earlier
  from jsonb_object_keys(entry.changes) field
  where field = any (private.writable_columns(target)) and entry.changes -> field -> 0 is distinct from '"••••••"';
  if entry.action = 'insert' then
    execute format('delete from %s where id = $1', target) using entry.record_id;
  elsif columns is null then
    raise exception 'A secret cannot be restored. Set a new one.' using errcode = 'check_violation';
  -- What is kept apart has come back with its record.
  elsif entry.action = 'update' or exists (select 1 from private.record_lists l where l.apart = entry.table_name) then
    execute format('update %1$s t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1)) where t.id = $2',
      target, columns) using earlier, entry.record_id;
  else
    execute format('insert into %1$s (id, %2$s) select $2, %2$s from jsonb_populate_record(null::%1$s, $1)',
      target, columns) using earlier, entry.record_id;
    perform private.restore_secrets(entry.table_name, entry.record_id);
    return;
  end if;
  get diagnostics done = row_count;
  if done = 0 then
    raise exception 'This record has been deleted, or your role does not allow you to change it.' using errcode = 'TR410';
  end if;
end
$$;
grant execute on function private.revert_one(public.audit_log) to authenticated, service_role;

-- Undoes everything that was written to a record and its parts in the same transaction as this entry, with the
-- caller's own rights. `expected_version` is the version that the caller has seen; TR409 when there is a newer one.
-- With a tenant, only that tenant's entries can be undone.
create function public.revert_entry(entry uuid, expected_version integer default null, tenant uuid default null)
returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  chosen public.audit_log;
  one public.audit_log;
  root uuid;
  current_version integer;
begin
  select * into chosen from public.audit_log a where a.id = entry and (tenant is null or a.tenant_id = tenant);
  if chosen.id is null or chosen.action = 'reveal' then
    raise exception 'There is nothing to undo.' using errcode = 'TR410';
  end if;
  root := coalesce(chosen.parent_id, chosen.record_id);
  if expected_version is not null and chosen.parent_id is null and chosen.action <> 'delete' then
    execute format('select t.version from public.%I t where t.id = $1 for update', chosen.table_name)
      into current_version using root;
    if current_version is distinct from expected_version then
      raise exception 'Someone else has saved this record since you opened it.' using errcode = 'TR409';
    end if;
  end if;
  for one in
    select * from public.audit_log a
    where a.transaction_id = chosen.transaction_id and a.at = chosen.at and a.action <> 'reveal'
      and (a.record_id = root or a.parent_id = root)
    -- A deleted record comes back before its parts, which the database deleted behind it.
    order by a.action = 'delete' and a.parent_id is null desc, a.seq desc
  loop
    perform private.revert_one(one);
  end loop;
end
$$;
grant execute on function public.revert_entry(uuid, integer, uuid) to authenticated, service_role;
