-- A MAC address as it is stored: six uppercase pairs with colons. All zeros and broadcast belong to no device; labels and
-- scanners give them when they fail.
create function private.is_mac_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '^[0-9A-F]{2}(:[0-9A-F]{2}){5}$' and value not in ('00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF')
$$;

-- A phone number as it is stored: ITU-T E.164 with the plus sign.
create function private.is_e164(value text) returns boolean
language sql immutable set search_path = '' as $$ select value ~ '^\+[1-9][0-9]{6,14}$' $$;
grant execute on function private.is_mac_address(text), private.is_e164(text) to authenticated, service_role;

-- A telephone number of a person: E.164, with an extension as RFC 3966 writes it, so that "tel:" and the number is a link.
create function private.is_phone(value text) returns boolean
language sql immutable set search_path = '' as $$ select value ~ '^\+[1-9][0-9]{6,14}(;ext=[0-9]{1,8})?$' $$;

-- A web address, with or without its scheme; lib/validation/web-address.ts has the same rule.
create function private.is_web_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~* '^(https?://)?[^[:space:]/?#@:.]+(\.[^[:space:]/?#@:.]+)*\.[^[:space:]/?#@:.]{2,}(:[0-9]{1,5})?([/?#][^[:space:]]*)?$'
$$;
grant execute on function private.is_phone(text), private.is_web_address(text) to authenticated, service_role;

create function private.is_email(value text) returns boolean
language sql immutable set search_path = '' as $$
  select length(value) <= 254 and value ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'
$$;
grant execute on function private.is_email(text) to authenticated, service_role;

create table public.tenants (
  like private.record_columns including all,
  domain text not null unique check (domain ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$' and length(domain) <= 253),
  time_zone text not null default 'America/New_York',
  status text not null default 'active' check (status in ('active', 'suspended')),
  suspended_at timestamptz,
  suspension_reason text not null default '' check (length(suspension_reason) <= 200),
  extension_limit integer not null default 20 check (extension_limit between 0 and 100000),
  constraint tenants_suspended_since check ((status = 'suspended') = (suspended_at is not null))
);
comment on column public.tenants.extension_limit is 'Licensed extension seats';
-- A snapshot's version is the sum of two rows: the tenant's, and the one without a tenant, which counts changes of what all
-- tenants share. `touch` counts. The first version is a time, so that a tenant deleted and restored goes on above its old one.
create table public.tenant_versions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid unique nulls not distinct references public.tenants (id) on delete cascade,
  version bigint not null default extract(epoch from clock_timestamp())::bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.read_only('tenant_versions', section => 'telephony', written_by => 'functions');
insert into public.tenant_versions (tenant_id) values (null);

create function private.begin_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.tenant_versions (tenant_id) values (new.id);
  return null;
end
$$;
create trigger begin_version after insert on public.tenants for each row execute function private.begin_version();

select private.records('tenants', section => 'tenants', snapshot => '{}');

-- Everything that decides a tenant's calls, as [{version, columns: {table: names}}, [table, value, …], …]: the values in the order
-- of the names, rows in any order. lib/tenants/snapshot-client.ts makes records of it; written as records, or in parts that are
-- put together, it takes the database twice as long. Null when the caller sees no such tenant. The version grows with every
-- transaction that changes any of it. Of secrets there is only which record has which.
create function public.tenant_snapshot(tenant uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.tenant_snapshot(t.id) from public.tenants t where t.id = tenant
$$;
grant execute on function public.tenant_snapshot(uuid) to authenticated, service_role;

create table public.companies (
  like private.record_columns including all,
  name text not null check (length(btrim(name)) between 1 and 128),
  type text not null default 'company' check (type in ('company', 'tenant')),
  status text not null default 'prospect' check (status in ('prospect', 'active', 'suspended', 'closed')),
  domain_uuid uuid unique references public.tenants (id) on delete set null,
  tenant_code text unique check (tenant_code ~ '^[a-z0-9-]{2,32}$'),
  website text check (length(website) <= 253 and private.is_web_address(website)),
  phone text check (private.is_phone(phone)),
  owner_id uuid references public.members (id) on delete set null,
  service_address text not null default '' check (length(service_address) <= 500),
  time_zone text,
  constraint companies_with_a_tenant_are_tenants check (domain_uuid is null or type = 'tenant')
);
comment on column public.companies.domain_uuid is 'The company''s tenant; the {tenantId} of every address';
create index companies_name_idx on public.companies (name, id);
create index companies_type_idx on public.companies (type) where type = 'tenant';
create index companies_owner_idx on public.companies (owner_id);
select private.records('companies', section => 'customers', may_view => null, may_create => null, may_edit => null,
  source => 'customer_list', search => '{name,tenant_code,website,phone}', sort => '{name,tenant_code,status,created_at}',
  filter => '{status,type,owner_id,in_pipeline,overdue}');

-- Users who work with tenants see the companies that are tenants; prospects and other customers are for customers and
-- sales. Sales cannot turn a company into a tenant.
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

-- What a company agreed on and how it is billed, for those who work with customers and sales only.
create table public.company_accounts (
  id uuid primary key references public.companies (id) on delete cascade,
  billing_address text not null default '' check (length(billing_address) <= 500),
  tax_id text not null default '' check (length(tax_id) <= 32),
  terms_days integer not null default 30 check (terms_days in (0, 15, 30)),
  notes text not null default '' check (length(notes) <= 4000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
select private.apart('company_accounts', of => 'companies', section => 'customers', may_view => '{view,sales.view}');
-- As with the company itself; whoever has just created it may fill this in.
create policy company_accounts_update on public.company_accounts for update to authenticated
  using ((select private.has_permission('customers', 'edit'))
    or (created_at = now() and (select private.has_permission('customers', 'create')))
    or (((select private.has_permission('sales', 'edit'))
        or (created_at = now() and (select private.has_permission('sales', 'create'))))
      and exists (select 1 from public.companies c where c.id = company_accounts.id and c.type <> 'tenant')));

create table public.contacts (
  like private.record_columns including all,
  company_id uuid not null references public.companies (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 120),
  role text not null default '' check (length(role) <= 120),
  email text check (length(email) <= 254),
  phone text check (private.is_phone(phone)),
  unique (company_id, id)
);
create index contacts_company_idx on public.contacts (company_id);
select private.records('contacts', section => 'customers', may_view => '{view,sales.view}',
  may_create => '{create,sales.create}', may_edit => '{edit,sales.edit}', may_delete => '{delete,sales.delete}',
  trail => '{customers,customers,company_id}', search => '{name,email,phone}', sort => '{name}', filter => '{company_id}');

create function private.check_time_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Some systems list names that are not IANA's, which browsers do not know.
  if not exists (select 1 from pg_catalog.pg_timezone_names where name = new.time_zone)
      or new.time_zone ~ '^(posix|right)/|^(Factory|localtime|posixrules)$' then
    raise exception '% is not a known time zone.', new.time_zone using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger check_time_zone before insert or update of time_zone on public.tenants
  for each row execute function private.check_time_zone();

create function private.check_company_time_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.time_zone is not null and (not exists (select 1 from pg_catalog.pg_timezone_names where name = new.time_zone)
      or new.time_zone ~ '^(posix|right)/|^(Factory|localtime|posixrules)$') then
    raise exception '% is not a known time zone.', new.time_zone
      using errcode = 'check_violation', detail = '{"column": "time_zone"}';
  end if;
  return new;
end
$$;
create trigger check_time_zone before insert or update of time_zone on public.companies
  for each row execute function private.check_company_time_zone();

-- Looks up the tenant even if the caller may not see it. Deleting a tenant releases its company. What blocks deleting
-- a company is named by private.company_holds (reports), which needs numbers and invoices.
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
    raise exception '% cannot be separated from its tenant while the tenant exists.', old.name using errcode = 'check_violation';
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

-- Suspension: the tenant gets nothing new. Its phones fetch no configuration (lib/provisioning), its portal users are
-- not invited, and no numbers, phones, users or anything else with a number are added. What exists stays, can be
-- changed and deleted, and is billed as before. Calls are not blocked, so that 911 stays reachable.

-- The database sets the time of suspension; an active tenant has no reason.
create function private.note_suspension() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status = 'active' then
    new.suspended_at := null;
    new.suspension_reason := '';
  else
    new.suspended_at := case when tg_op = 'UPDATE' and old.status = 'suspended' then old.suspended_at else now() end;
  end if;
  return new;
end
$$;
create trigger note_suspension before insert or update on public.tenants
  for each row execute function private.note_suspension();

-- The customer's status follows the tenant's, unless the account is closed or still a prospect.
create function private.follow_suspension() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.companies c set status = new.status
  where c.domain_uuid = new.id and c.status = old.status;
  return null;
end
$$;
create trigger follow_suspension after update of status on public.tenants
  for each row when (old.status <> new.status) execute function private.follow_suspension();

-- Staff cannot add to a suspended tenant through any function; the server's own jobs can.
create function private.keep_from_growing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null
      and exists (select 1 from public.tenants t where t.id = new.tenant_id and t.status = 'suspended') then
    raise exception 'This tenant is suspended. Resume it before you add anything.' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

-- Tenants as they are chosen: by the name and the code of their company.
create view public.tenant_choices with (security_invoker = true) as
select c.domain_uuid as id, c.name, '(' || c.tenant_code || ')' as code from public.companies c
where c.type = 'tenant' and c.domain_uuid is not null;
revoke insert, update, delete on public.tenant_choices from authenticated, service_role;
