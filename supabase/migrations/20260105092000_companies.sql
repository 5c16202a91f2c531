-- Companies and their contacts; a tenant is a company with telephony of its own.

-- A MAC address as stored everywhere: six upper-case pairs joined by colons.
create function private.is_mac_address(value text) returns boolean
language sql immutable set search_path = '' as $$ select value ~ '^[0-9A-F]{2}(:[0-9A-F]{2}){5}$' $$;
-- A telephone number as stored everywhere: ITU-T E.164 with its plus.
create function private.is_e164(value text) returns boolean
language sql immutable set search_path = '' as $$ select value ~ '^\+[1-9][0-9]{6,14}$' $$;
grant execute on function private.is_mac_address(text), private.is_e164(text) to authenticated, service_role;

create table public.tenants (
  id uuid primary key default gen_random_uuid(),
  domain text not null unique check (domain ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$' and length(domain) <= 253),
  time_zone text not null default 'America/New_York',
  status text not null default 'active' check (status in ('active', 'suspended')),
  suspended_at timestamptz,
  suspension_reason text not null default '' check (length(suspension_reason) <= 200),
  extension_limit integer not null default 20 check (extension_limit between 0 and 100000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column public.tenants.extension_limit is 'Licensed extension seats';

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 128),
  type text not null default 'company' check (type in ('company', 'tenant')),
  status text not null default 'prospect' check (status in ('prospect', 'active', 'suspended', 'closed')),
  domain_uuid uuid unique references public.tenants (id) on delete set null,
  tenant_code text unique check (tenant_code ~ '^[a-z0-9-]{2,32}$'),
  website text check (length(website) <= 253),
  phone text check (private.is_e164(phone)),
  owner_id uuid references public.members (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint companies_with_a_tenant_are_tenants check (domain_uuid is null or type = 'tenant')
);
comment on column public.companies.domain_uuid is 'The company''s tenant; the {tenantId} of every address';
create index companies_name_idx on public.companies (name, id);
create index companies_type_idx on public.companies (type) where type = 'tenant';
create index companies_owner_idx on public.companies (owner_id);

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 120),
  role text not null default '' check (length(role) <= 120),
  email text check (length(email) <= 254),
  phone text check (private.is_e164(phone)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index contacts_company_idx on public.contacts (company_id);

create function private.check_time_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Some systems list more than the IANA names, which browsers do not know.
  if not exists (select 1 from pg_catalog.pg_timezone_names where name = new.time_zone)
      or new.time_zone ~ '^(posix|right)/|^(Factory|localtime|posixrules)$' then
    raise exception '% is not an IANA time zone.', new.time_zone using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger check_time_zone before insert or update of time_zone on public.tenants
  for each row execute function private.check_time_zone();

-- Looks for the tenant whatever the caller may see. When the tenant is deleted, its company is let go. What a company
-- cannot be deleted with (numbers and invoices are its tenant's) is named by private.company_holds, made later.
create function private.guard_companies() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.domain_uuid is not null then
      raise exception '% cannot be deleted while it has %.', old.name, private.company_holds(old.domain_uuid)
        using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if old.domain_uuid is distinct from new.domain_uuid
      and exists (select 1 from public.tenants t where t.id = old.domain_uuid) then
    raise exception '% keeps its tenant as long as that exists.', old.name using errcode = 'check_violation';
  end if;
  if old.domain_uuid is not null and new.domain_uuid is not null
      and new.tenant_code is distinct from old.tenant_code and old.tenant_code is not null then
    raise exception 'The tenant code is fixed once the tenant is live.' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger guard before update or delete on public.companies
  for each row execute function private.guard_companies();

create trigger touch before update on public.tenants for each row execute function private.touch();
create trigger touch before update on public.companies for each row execute function private.touch();
create trigger touch before update on public.contacts for each row execute function private.touch();
create trigger audit after insert or update or delete on public.tenants
  for each row execute function private.audit('tenants');
create trigger audit after insert or update or delete on public.companies
  for each row execute function private.audit('customers');
create trigger audit after insert or update or delete on public.contacts
  for each row execute function private.audit('customers');

alter table public.tenants enable row level security;
alter table public.companies enable row level security;
alter table public.contacts enable row level security;

create policy tenants_select on public.tenants for select to authenticated
  using ((select private.has_permission('tenants', 'view')));
create policy tenants_insert on public.tenants for insert to authenticated
  with check ((select private.has_permission('tenants', 'create')));
create policy tenants_update on public.tenants for update to authenticated
  using ((select private.has_permission('tenants', 'edit')))
  with check ((select private.has_permission('tenants', 'edit')));
create policy tenants_delete on public.tenants for delete to authenticated
  using ((select private.has_permission('tenants', 'delete')));

-- Whoever works with tenants sees the companies that are tenants; prospects and plain customers are
-- for customers and sales. Sales may not turn a company into a tenant.
create policy companies_select on public.companies for select to authenticated
  using ((select private.has_permission('customers', 'view'))
    or (select private.has_permission('sales', 'view'))
    or (type = 'tenant' and (select private.has_permission('tenants', 'view'))));
create policy companies_insert on public.companies for insert to authenticated
  with check ((select private.has_permission('customers', 'create'))
    or (type <> 'tenant' and (select private.has_permission('sales', 'create'))));
create policy companies_update on public.companies for update to authenticated
  using ((select private.has_permission('customers', 'edit'))
    or (type <> 'tenant' and (select private.has_permission('sales', 'edit'))))
  with check ((select private.has_permission('customers', 'edit'))
    or (type <> 'tenant' and (select private.has_permission('sales', 'edit'))));
create policy companies_delete on public.companies for delete to authenticated
  using ((select private.has_permission('customers', 'delete')));

create policy contacts_select on public.contacts for select to authenticated
  using ((select private.has_permission('customers', 'view')) or (select private.has_permission('sales', 'view')));
create policy contacts_insert on public.contacts for insert to authenticated
  with check ((select private.has_permission('customers', 'create')) or (select private.has_permission('sales', 'create')));
create policy contacts_update on public.contacts for update to authenticated
  using ((select private.has_permission('customers', 'edit')) or (select private.has_permission('sales', 'edit')))
  with check ((select private.has_permission('customers', 'edit')) or (select private.has_permission('sales', 'edit')));
create policy contacts_delete on public.contacts for delete to authenticated
  using ((select private.has_permission('customers', 'delete')) or (select private.has_permission('sales', 'delete')));
