-- What staff write down about a customer, an opportunity or a tenant, and what somebody has to do about it by when.

create table public.notes (
  id uuid primary key default gen_random_uuid(),
  company_id uuid references public.companies (id) on delete cascade,
  opportunity_id uuid references public.opportunities (id) on delete cascade,
  tenant_id uuid references public.tenants (id) on delete cascade,
  subject_id uuid not null generated always as (coalesce(company_id, opportunity_id, tenant_id)) stored,
  body text not null check (length(btrim(body)) between 1 and 4000),
  author_name text not null default '' check (length(author_name) <= 254),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint notes_are_about_one_thing check (num_nonnulls(company_id, opportunity_id, tenant_id) = 1)
);
comment on column public.notes.author_name is 'Who wrote it, as they were called then; set by the database';
create index notes_company_idx on public.notes (company_id, created_at);
create index notes_opportunity_idx on public.notes (opportunity_id, created_at);
create index notes_tenant_idx on public.notes (tenant_id, created_at);

create table public.tasks (
  id uuid primary key default gen_random_uuid(),
  company_id uuid references public.companies (id) on delete cascade,
  opportunity_id uuid references public.opportunities (id) on delete cascade,
  tenant_id uuid references public.tenants (id) on delete cascade,
  subject_id uuid not null generated always as (coalesce(company_id, opportunity_id, tenant_id)) stored,
  name text not null check (length(btrim(name)) between 1 and 200),
  assignee_id uuid references public.members (id) on delete set null,
  due_on date check (due_on between date '2000-01-01' and date '2100-12-31'),
  done_at timestamptz,
  author_name text not null default '' check (length(author_name) <= 254),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint tasks_are_about_one_thing check (num_nonnulls(company_id, opportunity_id, tenant_id) = 1)
);
comment on column public.tasks.author_name is 'Who asked for it, as they were called then; set by the database';
create index tasks_company_idx on public.tasks (company_id, due_on);
create index tasks_opportunity_idx on public.tasks (opportunity_id, due_on);
create index tasks_tenant_idx on public.tasks (tenant_id, due_on);
create index tasks_assignee_idx on public.tasks (assignee_id, due_on);

select private.records('notes', section => 'sales', may_view => null, may_create => null, may_edit => null, may_delete => null,
  trail => '{tenants,sales,subject_id}');
select private.records('tasks', section => 'sales', may_view => null, may_create => null, may_edit => null, may_delete => null,
  trail => '{tenants,sales,subject_id}');

-- Whoever sees the customer, opportunity or tenant sees its notes and tasks; whoever may change it adds, changes and removes
-- them. Those who work on a tenant's telephony count as changing the tenant.
do $$
declare
  target text;
  seen constant text := '(company_id is not null and ((select private.has_permission(''customers'', ''view''))'
    ' or (select private.has_permission(''sales'', ''view''))))'
    ' or (opportunity_id is not null and (select private.has_permission(''sales'', ''view'')))'
    ' or (tenant_id is not null and (select private.has_permission(''tenants'', ''view'')))';
  changed constant text := '(company_id is not null and ((select private.has_permission(''customers'', ''edit''))'
    ' or (select private.has_permission(''sales'', ''edit''))))'
    ' or (opportunity_id is not null and (select private.has_permission(''sales'', ''edit'')))'
    ' or (tenant_id is not null and ((select private.has_permission(''tenants'', ''edit''))'
    ' or ((select private.has_permission(''tenants'', ''view'')) and (select private.has_permission(''telephony'', ''edit'')))))';
begin
  foreach target in array array['notes', 'tasks'] loop
    execute format('create policy %1$s_select on public.%1$s for select to authenticated using (%2$s)', target, seen);
    execute format('create policy %1$s_insert on public.%1$s for insert to authenticated with check (%2$s)', target, changed);
    execute format('create policy %1$s_update on public.%1$s for update to authenticated using (%2$s) with check (%2$s)',
      target, changed);
    execute format('create policy %1$s_delete on public.%1$s for delete to authenticated using (%2$s)', target, changed);
  end loop;
end
$$;

create function private.sign_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.author_name := old.author_name;
  elsif auth.uid() is not null then
    select coalesce(nullif(m.full_name, ''), m.email) into new.author_name
    from public.members m where m.user_id = auth.uid();
    new.author_name := coalesce(new.author_name, '');
  end if;
  return new;
end
$$;
create trigger sign before insert or update on public.notes for each row execute function private.sign_note();
create trigger sign before insert or update on public.tasks for each row execute function private.sign_note();

-- A note or a task stays with what it was written about. Merged companies take theirs along.
create function private.keep_subject() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'It belongs to another record. Write a new one there.' using errcode = 'check_violation';
end
$$;
create trigger keep_subject before update on public.notes for each row
  when ((new.opportunity_id, new.tenant_id, new.company_id is null)
    is distinct from (old.opportunity_id, old.tenant_id, old.company_id is null))
  execute function private.keep_subject();
create trigger keep_subject before update on public.tasks for each row
  when ((new.opportunity_id, new.tenant_id, new.company_id is null)
    is distinct from (old.opportunity_id, old.tenant_id, old.company_id is null))
  execute function private.keep_subject();

-- The sections whose viewers see what is written about a subject: 'company', 'opportunity' or 'tenant'.
create function private.subject_sections(subject text) returns text[]
language sql immutable set search_path = '' as $$
  select case subject when 'company' then array['customers', 'sales'] when 'opportunity' then array['sales']
    when 'tenant' then array['tenants'] else '{}' end
$$;

-- Who can be given a task about a subject: active members who see it.
create function private.assignees(subject text) returns table (id uuid, name text)
language sql stable security definer set search_path = '' as $$
  select m.id, coalesce(nullif(m.full_name, ''), m.email) as name
  from public.members m
  where m.status = 'active'
    and exists (select 1 from public.role_permissions p where p.role = m.user_role and p.action = 'view'
      and p.section = any (private.subject_sections(subject)))
    and exists (select 1 from unnest(private.subject_sections(subject)) s (section)
      where private.has_permission(s.section, 'view'))
  order by 2, 1
$$;
grant execute on function private.subject_sections(text), private.assignees(text) to authenticated, service_role;

create function public.assignees(subject text) returns table (id uuid, name text)
language sql stable security invoker set search_path = '' as $$ select * from private.assignees($1) $$;
grant execute on function public.assignees(text) to authenticated, service_role;

-- A task nobody sees is never done.
create function private.check_assignee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not exists (select 1 from private.assignees(case when new.company_id is not null then 'company'
      when new.opportunity_id is not null then 'opportunity' else 'tenant' end) a where a.id = new.assignee_id) then
    raise exception 'Choose somebody who can see this record.'
      using errcode = 'check_violation', detail = '{"column": "assignee_id"}';
  end if;
  return new;
end
$$;
create trigger check_assignee before insert or update of assignee_id on public.tasks for each row
  when (new.assignee_id is not null) execute function private.check_assignee();

-- Notes and tasks with what they are about, and the customer whose it is.
create view public.note_list with (security_invoker = true) as
select n.*, coalesce(n.company_id, o.company_id, t.id) as customer_id, coalesce(o.name, t.name, c.name) as subject_name
from public.notes n
left join public.companies c on c.id = n.company_id
left join public.opportunities o on o.id = n.opportunity_id
left join public.companies t on t.domain_uuid = n.tenant_id;

create view public.task_list with (security_invoker = true) as
select k.*, coalesce(k.company_id, o.company_id, t.id) as customer_id, coalesce(o.name, t.name, c.name) as subject_name,
  s.name as assignee_name
from public.tasks k
left join public.companies c on c.id = k.company_id
left join public.opportunities o on o.id = k.opportunity_id
left join public.companies t on t.domain_uuid = k.tenant_id
left join private.staff_names() s on s.id = k.assignee_id;
revoke all on public.note_list, public.task_list from anon, authenticated;
grant select on public.note_list, public.task_list to authenticated, service_role;
