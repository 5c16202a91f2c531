-- What the server does by itself when its time has come (lib/jobs). Several servers may do it at once, and a server that was
-- stopped catches up: each function does all that is due, and nothing when nothing is.

-- What no person does may name what did it in the setting app.acting_as. Trigger arguments: the section whose viewers may read the entry, the one that reads it while the record belongs to
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
    coalesce((select m.email from public.members m where m.user_id = (select auth.uid())),
      case when (select auth.uid()) is null then nullif(current_setting('app.acting_as', true), '') end),
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

-- Switches the flows whose time has come, of one tenant or of all, and says how many those were. The trail names the
-- schedule as the one who did. Flows that somebody else is just switching are left to them.
create or replace function private.revert_due_call_flows(tenant uuid default null) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  claims text := current_setting('request.jwt.claims', true);
  subject text := current_setting('request.jwt.claim.sub', true);
  done integer;
begin
  if (select auth.uid()) is not null and not private.has_permission('telephony', 'edit') then
    return 0;
  end if;
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true),
    set_config('app.acting_as', 'The schedule', true);
  update public.call_flows f
  set state = case f.state when 'normal' then 'alternate' else 'normal' end, reverts_at = null
  from (
    select d.id from public.call_flows d
    where d.reverts_at <= now() and (tenant is null or d.tenant_id = tenant)
    order by d.id
    for update skip locked
  ) due
  where f.id = due.id;
  get diagnostics done = row_count;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true),
    set_config('request.jwt.claim.sub', coalesce(subject, ''), true), set_config('app.acting_as', '', true);
  return done;
end
$$;

-- For the server, every few seconds.
drop function public.revert_due_call_flows(uuid);
create function public.revert_due_call_flows() returns integer
language sql volatile security invoker set search_path = '' as $$ select private.revert_due_call_flows() $$;
revoke execute on function public.revert_due_call_flows() from authenticated;
grant execute on function public.revert_due_call_flows() to service_role;

-- The recordings, of a tenant or of all, that have been kept long enough: up to 500 at a time. The product keeps them for 90
-- days, as lib/telephony/tenant-settings says.
create or replace function public.expired_call_recordings(tenant uuid default null) returns setof text
language sql stable security invoker set search_path = '' as $$
  select r.path
  from public.call_recordings r
  left join public.tenant_settings s on s.id = r.tenant_id
  where (tenant is null or r.tenant_id = tenant)
    and r.created_at < now() - make_interval(days => coalesce(s.recording_retention_days, 90))
  limit 500
$$;

-- Objects, of a tenant or of all, that no recording has used for an hour: uploads that were given up, files that were
-- replaced. Up to 500 at a time.
create or replace function private.unused_recording_paths(tenant uuid default null) returns setof text
language sql stable security definer set search_path = '' as $$
  select o.name
  from storage.objects o
  where o.bucket_id = 'recordings'
    and (tenant is null or o.name like tenant::text || '/%')
    and o.created_at < now() - interval '1 hour'
    and not exists (select 1 from public.recordings r where r.file_id = o.id)
  limit 500
$$;
create or replace function public.unused_recording_paths(tenant uuid default null) returns setof text
language sql stable security invoker set search_path = '' as $$
  select private.unused_recording_paths($1)
$$;

-- Phones' requests are kept for 90 days; says how many were removed.
create function private.forget_old_provisioning() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  done integer;
begin
  delete from public.provisioning_log l where l.requested_at < now() - interval '90 days';
  get diagnostics done = row_count;
  return done;
end
$$;
grant execute on function private.forget_old_provisioning() to service_role;
create function public.forget_old_provisioning() returns integer
language sql volatile security invoker set search_path = '' as $$ select private.forget_old_provisioning() $$;
revoke execute on function public.forget_old_provisioning() from authenticated;
grant execute on function public.forget_old_provisioning() to service_role;
