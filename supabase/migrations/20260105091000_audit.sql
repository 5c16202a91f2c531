-- One audit entry for every write: who, when, which fields, old and new. Nobody may change or remove an entry.

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
  action text not null check (action in ('insert', 'update', 'delete')),
  changes jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index audit_log_at_idx on public.audit_log (at desc, id desc);
create index audit_log_record_idx on public.audit_log (table_name, record_id, at desc);
create index audit_log_tenant_idx on public.audit_log (tenant_id, at desc) where tenant_id is not null;

-- Trigger arguments: the section whose viewers may read the entry, and optionally the one that reads it
-- while the record belongs to no tenant.
create function private.audit() returns trigger
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
  insert into public.audit_log (actor, actor_email, section, table_name, record_id, record_label, tenant_id, action, changes)
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
    changed
  );
  return null;
end
$$;

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

create trigger audit after insert or update or delete on public.roles
  for each row execute function private.audit('superadmin');
create trigger audit after insert or update or delete on public.role_permissions
  for each row execute function private.audit('superadmin');
create trigger audit after insert or update or delete on public.members
  for each row execute function private.audit('superadmin');
