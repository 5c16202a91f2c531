-- The catalogue of services and the sales pipeline.

create table public.services (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(btrim(name)) between 1 and 128),
  description text not null default '' check (length(description) <= 2000),
  one_off_price numeric(12, 2) not null default 0 check (one_off_price >= 0),
  monthly_price numeric(12, 2) not null default 0 check (monthly_price >= 0),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table public.opportunities (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 160),
  company_id uuid not null references public.companies (id),
  status text not null default 'lead'
    check (status in ('lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost')),
  amount numeric(12, 2) not null default 0 check (amount >= 0),
  probability integer not null default 10 check (probability between 0 and 100),
  close_date date,
  lost_reason text check (length(lost_reason) <= 500),
  owner_id uuid references public.members (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint opportunities_lost_reason_given
    check (status <> 'lost' or length(btrim(coalesce(lost_reason, ''))) > 0)
);
create index opportunities_company_idx on public.opportunities (company_id);
create index opportunities_status_idx on public.opportunities (status, created_at desc);
create index opportunities_owner_idx on public.opportunities (owner_id);

create trigger touch before update on public.services for each row execute function private.touch();
create trigger touch before update on public.opportunities for each row execute function private.touch();
create trigger audit after insert or update or delete on public.services
  for each row execute function private.audit('sales');
create trigger audit after insert or update or delete on public.opportunities
  for each row execute function private.audit('sales');

alter table public.services enable row level security;
alter table public.opportunities enable row level security;

create policy services_select on public.services for select to authenticated
  using ((select private.has_permission('sales', 'view')) or (select private.has_permission('billing', 'view')));
create policy services_insert on public.services for insert to authenticated
  with check ((select private.has_permission('sales', 'create')));
create policy services_update on public.services for update to authenticated
  using ((select private.has_permission('sales', 'edit')))
  with check ((select private.has_permission('sales', 'edit')));
create policy services_delete on public.services for delete to authenticated
  using ((select private.has_permission('sales', 'delete')));

create policy opportunities_select on public.opportunities for select to authenticated
  using ((select private.has_permission('sales', 'view')));
create policy opportunities_insert on public.opportunities for insert to authenticated
  with check ((select private.has_permission('sales', 'create')));
create policy opportunities_update on public.opportunities for update to authenticated
  using ((select private.has_permission('sales', 'edit')))
  with check ((select private.has_permission('sales', 'edit')));
create policy opportunities_delete on public.opportunities for delete to authenticated
  using ((select private.has_permission('sales', 'delete')));
