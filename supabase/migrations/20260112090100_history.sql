-- The trail of a record with its children, and the way back.

alter table public.audit_log
  add column seq bigint generated always as identity,
  add column parent_id uuid,
  add column transaction_id bigint not null default (pg_current_xact_id()::text)::bigint,
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (action in ('insert', 'update', 'delete', 'reveal'));
create index audit_log_parent_idx on public.audit_log (parent_id, at desc) where parent_id is not null;
comment on column public.audit_log.parent_id is 'The record whose part this one is, as a member is of its ring group';
comment on column public.audit_log.transaction_id is 'What was written in one go has the same';

-- What a person calls a record.
create function private.record_label(subject jsonb) returns text
language sql immutable set search_path = '' as $$
  select coalesce(
    nullif(btrim(concat_ws(' ', subject ->> 'extension', nullif(subject ->> 'effective_caller_id_name', ''))), ''),
    nullif(subject ->> 'name', ''), subject ->> 'number', subject ->> 'mac', subject ->> 'domain', subject ->> 'email',
    subject ->> 'role', '')
$$;
grant execute on function private.record_label(jsonb) to authenticated, service_role;

-- Trigger arguments: the section whose viewers may read the entry, the one that reads it while the record belongs to
-- no tenant, and the column with the record that this one is a part of.
create or replace function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  subject jsonb := case when tg_op = 'DELETE' then before else after end;
  tenant uuid := coalesce(subject ->> 'tenant_id', subject ->> 'domain_uuid',
    case when tg_table_name = 'tenants' then subject ->> 'id' end)::uuid;
  changed jsonb;
begin
  -- A secret leaves only the fact that it was set.
  select coalesce(jsonb_object_agg(f.field, case when f.field ~ '(password|secret|token|(^|_)pin)($|_)'
      then jsonb_build_array(case when f.earlier is not null then '••••••' end, case when f.later is not null then '••••••' end)
      else jsonb_build_array(f.earlier, f.later) end), '{}'::jsonb)
    into changed
  from (
    select e.key as field, nullif(before -> e.key, 'null') as earlier, nullif(after -> e.key, 'null') as later
    from jsonb_each(before || after) e
  ) f
  where f.earlier is distinct from f.later and f.field not in ('id', 'created_at', 'updated_at', 'version');
  if tg_op = 'UPDATE' and changed = '{}'::jsonb then
    return null;
  end if;
  insert into public.audit_log (actor, actor_email, section, table_name, record_id, record_label, tenant_id, action,
    changes, parent_id)
  values (
    (select auth.uid()),
    (select m.email from public.members m where m.user_id = (select auth.uid())),
    case when tenant is null and tg_nargs > 1 then tg_argv[1] else tg_argv[0] end,
    tg_table_name,
    (subject ->> 'id')::uuid,
    coalesce(subject ->> 'name', subject ->> 'extension', subject ->> 'number', subject ->> 'mac',
      subject ->> 'domain', subject ->> 'email', subject ->> 'role', ''),
    tenant,
    lower(tg_op),
    changed,
    case when tg_nargs > 2 then (subject ->> tg_argv[2])::uuid end
  );
  return null;
end
$$;

-- All entries of a record and of its parts, the newest first; on a tenant's page those of the tenant.
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

-- The columns of a table that a save may set.
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
    raise exception 'A secret cannot be brought back.' using errcode = 'check_violation';
  elsif entry.action = 'update' then
    execute format('update %1$s t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1)) where t.id = $2',
      target, columns) using earlier, entry.record_id;
  else
    execute format('insert into %1$s (id, %2$s) select $2, %2$s from jsonb_populate_record(null::%1$s, $1)',
      target, columns) using earlier, entry.record_id;
  end if;
  get diagnostics done = row_count;
  if done = 0 then
    raise exception 'The record is not there any more, or you may not change it.' using errcode = 'TR410';
  end if;
end
$$;
grant execute on function private.revert_one(public.audit_log) to authenticated, service_role;

-- Undoes what was written to a record and its parts together with this entry, with the caller's own rights.
-- `expected_version` is the version of the record the caller has seen; TR409 when there is a newer one. On a tenant's
-- page only what was done to the tenant is undone.
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
      raise exception 'Someone has saved this record in the meantime.' using errcode = 'TR409';
    end if;
  end if;
  for one in
    select * from public.audit_log a
    where a.transaction_id = chosen.transaction_id and a.at = chosen.at and a.action <> 'reveal'
      and (a.record_id = root or a.parent_id = root)
    order by a.seq desc
  loop
    perform private.revert_one(one);
  end loop;
end
$$;
grant execute on function public.revert_entry(uuid, integer, uuid) to authenticated, service_role;
