-- Companies and tenants, each tenant's number plan, and its call destinations.

-- A stored MAC address: six uppercase pairs with colons. All zeros and broadcast are no device's address; failed labels and scanners
-- produce them.
create function private.is_mac_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '^[0-9A-F]{2}(:[0-9A-F]{2}){5}$' and value not in ('00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF')
$$;

-- A stored phone number: ITU-T E.164 with the plus sign.
create function private.is_e164(value text) returns boolean
language sql immutable set search_path = '' as $$ select value ~ '^\+[1-9][0-9]{6,14}$' $$;

-- A contact's phone number: E.164 with an RFC 3966 extension, so that prefixing "tel:" makes a link.
create function private.is_phone(value text) returns boolean
language sql immutable set search_path = '' as $$ select value ~ '^\+[1-9][0-9]{6,14}(;ext=[0-9]{1,8})?$' $$;

-- A web address, with or without its scheme; lib/validation/web-address.ts has the same rule.
create function private.is_web_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~* '^(https?://)?[^[:space:]/?#@:.]+(\.[^[:space:]/?#@:.]+)*\.[^[:space:]/?#@:.]{2,}(:[0-9]{1,5})?([/?#][^[:space:]]*)?$'
$$;

-- A single address, without characters a mail server would parse as a display name or an address list.
create function private.is_email(value text) returns boolean
language sql immutable set search_path = '' as $$
  select length(value) <= 254 and value ~ '^[^@[:space:][:cntrl:]<>,;"]+@[^@[:space:][:cntrl:]<>,;"]+\.[^@[:space:][:cntrl:]<>,;"]+$'
$$;

create table public.tenants (
  like private.record_columns including all,
  domain text not null unique check (domain ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$' and length(domain) <= 253),
  time_zone text not null default 'America/New_York',
  status text not null default 'active' check (status in ('active', 'suspended')),
  suspended_at timestamptz,
  suspension_reason text not null default '' check (length(suspension_reason) <= 200),
  extension_limit integer not null default 20 check (extension_limit between 0 and 100000),
  constraint tenants_suspended_at_matches_status check ((status = 'suspended') = (suspended_at is not null))
);
create index tenants_search_idx on public.tenants using gin (domain extensions.gin_trgm_ops);
comment on column public.tenants.extension_limit is 'Licensed extension seats';
-- A snapshot's version is the sum of two rows: the tenant's, and the one with a null tenant, which counts changes to data all tenants
-- share. `touch` increments it. It starts at the current time, so that a deleted and restored tenant continues above its old version.
create table public.tenant_versions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid unique nulls not distinct references public.tenants (id) on delete cascade,
  version bigint not null default extract(epoch from clock_timestamp())::bigint,
  checked bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.tenant_versions.checked is 'Snapshot version of the stored check result (tenant_checks); null before the first';
-- When nothing has changed since, `checked - version` equals the shared version; after a change it is smaller.
create index tenant_versions_checked_idx on public.tenant_versions (coalesce(checked - version, -1)) where tenant_id is not null;
select private.declare_read_only('tenant_versions', section => 'telephony', written_by => 'functions', touch => false);
-- Recording a check does not change the configuration, and renew_snapshots states the version.
create trigger touch before update on public.tenant_versions
  for each row when (new.checked is not distinct from old.checked and new.version = old.version) execute function private.touch();
insert into public.tenant_versions (tenant_id) values (null);

-- Call after restoring an older database. Agents and servers may hold snapshots from the lost time under versions that will be reached again.
-- Versions start as seconds and rise more slowly, so the new ones are higher than any held. Each tenant's own version is raised: for shared
-- data alone, an agent would fetch only that. What agents have told since the backup is lost, too, so they tell it again.
create function private.renew_snapshots() returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.installation set renewed_at = clock_timestamp();
  -- Locked in the order in which a transaction raises them.
  with locked as materialized (select t.id from public.tenant_versions t order by t.tenant_id nulls first for update)
  update public.tenant_versions v set version = greatest(v.version + 1, extract(epoch from clock_timestamp())::bigint), updated_at = now()
  from locked l where l.id = v.id;
end
$$;

create function private.create_tenant_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.tenant_versions (tenant_id) values (new.id);
  return null;
end
$$;
create trigger create_tenant_version after insert on public.tenants for each row execute function private.create_tenant_version();

select private.declare_records('tenants', section => 'tenants', snapshot => '{}');

-- Everything that decides a tenant's calls, as [{version, columns: {table: names}}, [table, value, …], …]: values in the order of the
-- names, rows in any order. lib/tenants/snapshot-client.ts turns it into records; building it as records, or from parts that are joined,
-- takes the database twice as long. Null when the caller cannot see the tenant. The version grows with every transaction that changes any
-- of it. For secrets it only says which record has which.
create function public.tenant_snapshot(tenant uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.tenant_snapshot(t.id) from public.tenants t where t.id = tenant
$$;

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
  constraint companies_type_matches_tenant check (domain_uuid is null or type = 'tenant')
);
comment on column public.companies.domain_uuid is 'The company''s tenant; the {tenantId} in URLs';
create index companies_name_idx on public.companies (name, id);
-- Sort orders of the tenant list.
create index companies_tenant_name_idx on public.companies (name, domain_uuid) where domain_uuid is not null;
create index companies_tenant_code_idx on public.companies (coalesce(tenant_code, ''), domain_uuid) where domain_uuid is not null;
create index tenants_time_zone_idx on public.tenants (time_zone, id);
create index tenants_created_idx on public.tenants (created_at, id);
create index companies_type_idx on public.companies (type) where type = 'tenant';
create index companies_owner_idx on public.companies (owner_id);
select private.declare_records('companies', section => 'customers', may_view => null, may_create => null, may_edit => null,
  source => 'customer_list', search => '{name,tenant_code,website,phone}', sort => '{name,tenant_code,status,created_at}',
  filter => '{status,type,owner_id,in_pipeline,overdue}');

-- Users who work with tenants see companies that are tenants; prospects and other customers are limited to the customers and sales
-- sections. Sales cannot turn a company into a tenant.
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

-- A company's contract and billing details, for the customers and sales sections only.
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
select private.declare_restricted_columns('company_accounts', of => 'companies', section => 'customers', may_view => '{view,sales.view}');
-- Same as the company's policy; whoever has just created the company may fill this in.
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
select private.declare_records('contacts', section => 'customers', may_view => '{view,sales.view}',
  may_create => '{create,sales.create}', may_edit => '{edit,sales.edit}', may_delete => '{edit,sales.edit}',
  trail => '{customers,customers,company_id}', search => '{name,email,phone}', sort => '{name}', filter => '{company_id}');
select private.count_parts('contacts', 'companies', 'company_id');

-- The provider's own company, which quotes, invoices and mail to customers name as their sender. The oldest row counts: two people who
-- fill it in at the same moment leave one that nothing reads.
create table public.company_profiles (
  like private.record_columns including all,
  name text not null check (length(btrim(name)) between 1 and 128),
  address text not null default '' check (length(address) <= 500),
  phone text not null default '' check (length(phone) <= 40),
  email text check (private.is_email(email)),
  tax_id text not null default '' check (length(tax_id) <= 32),
  payment_instructions text not null default '' check (length(payment_instructions) <= 1000),
  quote_terms text not null default '' check (length(quote_terms) <= 4000),
  time_zone text not null default 'America/New_York'
);
comment on table public.company_profiles is 'The provider''s own company; quotes and invoices keep it as it was when they were sent';
comment on column public.company_profiles.time_zone is 'Decides when the business day ends (private.business_today)';
select private.declare_records('company_profiles', section => 'superadmin', sort => '{name}');

-- The provider's own company, the oldest profile; no row before there is one.
create function private.company_profile() returns setof public.company_profiles
language sql stable set search_path = '' as $$
  select p.* from public.company_profiles p order by p.created_at, p.id limit 1
$$;

-- What quotes and invoices are headed with: the company's name, then address, phone number, email address and tax ID on lines of their
-- own; and how to pay. Both are empty without a profile.
create function private.letterhead(out issuer text, out payment_instructions text)
language sql stable set search_path = '' as $$
  select coalesce(max(concat_ws(E'\n', btrim(p.name), nullif(btrim(p.address, E' \n\r\t'), ''), nullif(p.phone, ''),
      p.email, 'Tax ID ' || nullif(p.tax_id, ''))), ''),
    coalesce(max(p.payment_instructions), '')
  from private.company_profile() p
$$;

-- The business day is the company's, wherever staff and servers are: docs/decisions/208-the-business-day-is-the-companys.md. UTC's without
-- a profile. Staff who may not see the profile need its zone, too. In views and where one query asks for many rows, a condition takes
-- `(select private.business_today())`, which is computed once.
create function private.business_time_zone() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select p.time_zone from private.company_profile() p), 'UTC')
$$;

create function private.business_today() returns date
language sql stable set search_path = '' as $$
  select (now() at time zone private.business_time_zone())::date
$$;

-- When a business day began or will begin.
create function private.business_midnight(day date) returns timestamptz
language sql stable set search_path = '' as $$
  select day::timestamp at time zone private.business_time_zone()
$$;

-- What the app asks for beside the member, in one request: {permissions: [{section, action}], time_zone, business_day: {today, ends_at}}. Zone
-- and day are the company's, and null for whoever has no permission.
create function public.own_standing() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('permissions', coalesce(jsonb_agg(p), '[]'),
    'time_zone', case when count(*) > 0 then private.business_time_zone() end,
    'business_day', case when count(*) > 0 then jsonb_build_object('today', private.business_today(),
      'ends_at', private.business_midnight(private.business_today() + 1)) end)
  from private.own_permissions() p
$$;

-- Some systems list names outside the IANA database, which browsers do not know.
create view private.postgres_time_zones with (security_invoker = true) as
select z.name from pg_catalog.pg_timezone_names z where z.name !~ '^(posix|right)/|^(Factory|localtime|posixrules)$';

-- A copy of these names, because PostgreSQL opens every zone's file to list them, which takes longer than storing a tenant.
create table private.time_zones (name text primary key);
alter table private.time_zones enable row level security;
insert into private.time_zones select name from private.postgres_time_zones;

create function private.check_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A newer PostgreSQL may know more.
  if not exists (select 1 from private.time_zones z where z.name = new.time_zone)
      and not exists (select 1 from private.postgres_time_zones z where z.name = new.time_zone) then
    raise exception '% is not a known time zone.', new.time_zone
      using errcode = 'check_violation', detail = '{"column": "time_zone"}';
  end if;
  return new;
end
$$;
create trigger check_time_zone before insert or update of time_zone on public.tenants
  for each row execute function private.check_time_zone();
create trigger check_time_zone before insert or update of time_zone on public.companies
  for each row when (new.time_zone is not null) execute function private.check_time_zone();
create trigger check_time_zone before insert or update of time_zone on public.company_profiles
  for each row execute function private.check_time_zone();

-- Looks up the tenant even if the caller may not see it. Deleting a tenant releases its company. What blocks deleting a company is reported
-- by private.company_delete_blockers (reports), which needs numbers and invoices.
create function private.guard_companies() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.domain_uuid is not null then
      raise exception '% cannot be deleted while it has %.', old.name, private.company_delete_blockers(old.domain_uuid)
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

-- Suspension: the tenant gets nothing new. New phones fetch no configuration (serveFile in lib/telephony/provisioning), its portal users are
-- not invited, and no numbers, phones, users or anything else with a number are added. Existing records stay, can be changed and
-- deleted, and are billed as before. Calls are not blocked, so that 911 stays reachable.

-- The database sets the suspension time; an active tenant has no reason. Undoing a change restores the time.
create function private.stamp_suspension() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status = 'active' then
    new.suspended_at := null;
    new.suspension_reason := '';
  else
    new.suspended_at := case
      when current_setting('app.undoing', true) = 'on' then coalesce(new.suspended_at, now())
      when tg_op = 'UPDATE' and old.status = 'suspended' then old.suspended_at
      else now()
    end;
  end if;
  return new;
end
$$;
create trigger stamp_suspension before insert or update on public.tenants
  for each row execute function private.stamp_suspension();

-- The customer's status follows the tenant's, unless the account is closed or still a prospect.
create function private.sync_company_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.companies c set status = new.status
  where c.domain_uuid = new.id and c.status = old.status;
  return null;
end
$$;
create trigger sync_company_status after update of status on public.tenants
  for each row when (old.status <> new.status) execute function private.sync_company_status();

-- Staff cannot add to a suspended tenant through any function; the server's own jobs can.
create function private.guard_suspended_tenant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null
      and exists (select 1 from public.tenants t where t.id = new.tenant_id and t.status = 'suspended'
        -- A suspended tenant comes back with everything it had.
        and not private.came_back_with('tenants', to_jsonb(t))) then
    raise exception 'This tenant is suspended. Resume it before you add anything.' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

-- Tenants for pickers: the name and code of their company.
create view public.tenant_choices with (security_invoker = true) as
select c.domain_uuid as id, c.name, '(' || c.tenant_code || ')' as code from public.companies c
where c.type = 'tenant' and c.domain_uuid is not null;

-- Each tenant's number plan, and the list of its call destinations. Triggers on the tables with numbers maintain both; nobody writes to
-- them directly.

create table public.number_plan (
  like private.tenant_columns including all,
  number text not null check (number ~ '^[0-9*#]{1,15}$'),
  kind text not null,
  record_id uuid not null,
  column_name text not null,
  name text not null default '',
  unique (tenant_id, number)
);
comment on table public.number_plan is 'Which of a tenant''s records holds which dialed number';
create index number_plan_record_idx on public.number_plan (record_id, column_name);
select private.declare_read_only('number_plan', section => 'telephony', written_by => 'functions');

create table public.destinations (
  like private.tenant_columns including all,
  kind text not null check (kind in ('extensions', 'voicemails', 'ring_groups', 'ivr_menus', 'call_centers', 'call_flows',
    'time_conditions', 'conference_rooms', 'paging_groups', 'fax_boxes', 'recordings', 'external', 'other', 'unknown')),
  record_id uuid,
  number text not null,
  name text not null default '',
  enabled boolean not null default true,
  unique (kind, record_id)
);
comment on table public.destinations is 'Everything a tenant''s calls can be sent to; routes refer to these ids';
comment on column public.destinations.number is
  'The number dialed, a recording''s file, an external E.164 number, or the identifier of an unknown destination';
create index destinations_tenant_idx on public.destinations (tenant_id, kind, number);
create index destinations_record_idx on public.destinations (record_id);
-- Destinations that are no record of the tenant are deleted with it, and come back with it; also those that the schedule deletes.
create trigger audit after delete on public.destinations
  for each row when (old.kind in ('external', 'unknown')) execute function private.audit('telephony');
select private.declare_read_only('destinations', section => 'telephony', written_by => 'functions', snapshot => '{}');

create function private.kind_noun(kind text) returns text
language sql immutable set search_path = '' as $$
  select case kind when 'ivr_menus' then 'IVR menu' when 'call_centers' then 'queue' when 'fax_boxes' then 'fax box'
    else regexp_replace(replace(kind, '_', ' '), 's$', '') end
$$;

-- 911, its test number 933 and the 988 crisis line: dialed directly, never an internal number, never blocked (47 CFR 9.16 and 52.200).
create function private.emergency_numbers() returns text[]
language sql immutable set search_path = '' as $$
  select array['911', '933', '988']
$$;

-- A number and the `following` consecutive numbers after it; none for null. Checks call it before others have bounded `following`.
create function private.consecutive_numbers(number text, following integer) returns text[]
language sql immutable set search_path = '' as $$
  select case when following between 1 and 1000 and number ~ '^[1-9][0-9]{0,8}$'
    then array(select (number::integer + n)::text from generate_series(0, following) n) else array[number] end
$$;

-- Claims numbers for rows of one table, given as JSON. `arguments`: the kind, the number column, the name column, and optionally the column
-- with how many consecutive numbers after it are claimed too. A null number claims nothing. Nobody could dial an internal number that is an
-- emergency number: calls to those go to the dispatcher before anything else.
create function private.claim_numbers(arguments text[], subjects jsonb[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused record;
  holder public.number_plan;
begin
  with wanted as (
    select n.number, (s ->> 'tenant_id')::uuid as tenant_id, (s ->> 'id')::uuid as record_id,
      coalesce(s ->> arguments[3], '') as name
    from unnest(subjects) s
    cross join lateral unnest(private.consecutive_numbers(s ->> arguments[2], (s ->> arguments[4])::integer)) n (number)
    where n.number is not null
  ), claimed as (
    insert into public.number_plan (tenant_id, number, kind, record_id, column_name, name)
    select w.tenant_id, w.number, arguments[1], w.record_id, arguments[2], w.name from wanted w
    on conflict (tenant_id, number) do nothing
    returning record_id, number
  )
  select w.* into refused from wanted w
  where w.number = any (private.emergency_numbers())
    or not exists (select 1 from claimed c where c.record_id = w.record_id and c.number = w.number)
  order by w.number limit 1;
  if not found then
    return;
  end if;
  if refused.number = any (private.emergency_numbers()) then
    raise exception '% is an emergency number.', refused.number
      using errcode = 'check_violation', detail = jsonb_build_object('column', arguments[2])::text;
  end if;
  select * into holder from public.number_plan p where p.tenant_id = refused.tenant_id and p.number = refused.number;
  raise exception '% is already taken by the %.', refused.number, btrim(private.kind_noun(holder.kind) || ' ' || holder.name)
    using errcode = 'unique_violation',
      detail = jsonb_build_object('kind', holder.kind, 'id', holder.record_id, 'column', arguments[2])::text;
end
$$;

create function private.claim_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_level = 'STATEMENT' then
    perform private.claim_numbers(tg_argv[0:tg_nargs], array(select to_jsonb(a) from added a));
    return null;
  end if;
  delete from public.number_plan p
  where p.tenant_id = old.tenant_id and p.kind = tg_argv[0] and p.record_id = old.id and p.column_name = tg_argv[1];
  if tg_op = 'UPDATE' then
    perform private.claim_numbers(tg_argv[0:tg_nargs], array[to_jsonb(new)]);
  end if;
  return null;
end
$$;

-- Deterministic ids for destinations that are not the record's own: a retry adds nothing.
create function private.derived_id(parts text) returns uuid
language sql immutable set search_path = '' as $$
  select overlay(overlay(md5(parts) placing '5' from 13) placing '8' from 17)::uuid
$$;

-- The id of the destination that a record is published as. An extension has its mailbox besides.
create function private.destination_id(kind text, record uuid) returns uuid
language sql immutable set search_path = '' as $$
  select case when kind = 'voicemails' then private.derived_id('voicemail ' || record) else record end
$$;

-- Publishes rows of one table as destinations, given as JSON. `arguments`: the kind, the number column, the name column, and optionally a
-- column that says whether calls can be sent there (besides enabled and suspended).
create function private.publish(arguments text[], subjects jsonb[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.destinations as d (id, tenant_id, kind, record_id, number, name, enabled)
  select private.destination_id(arguments[1], (s ->> 'id')::uuid),
    (s ->> 'tenant_id')::uuid, arguments[1], (s ->> 'id')::uuid, coalesce(s ->> arguments[2], ''),
    coalesce(s ->> arguments[3], ''),
    coalesce((s ->> 'enabled')::boolean, true) and not coalesce((s ->> 'suspended')::boolean, false)
      and (cardinality(arguments) < 4 or (s ->> arguments[4])::boolean)
  from unnest(subjects) s
  on conflict (id) do update set number = excluded.number, name = excluded.name, enabled = excluded.enabled
  where (d.tenant_id, d.kind, d.record_id) = (excluded.tenant_id, excluded.kind, excluded.record_id)
    and (d.number, d.name, d.enabled) is distinct from (excluded.number, excluded.name, excluded.enabled);
  -- Clients choose the ids of records: a new one must not take over a destination of another.
  if exists (
    select 1 from unnest(subjects) s join public.destinations d on d.id = private.destination_id(arguments[1], (s ->> 'id')::uuid)
    where (d.tenant_id, d.kind, d.record_id) is distinct from ((s ->> 'tenant_id')::uuid, arguments[1], (s ->> 'id')::uuid)
  ) then
    raise exception 'Another record already has this id.' using errcode = 'unique_violation';
  end if;
end
$$;

-- A destination a route refers to cannot be deleted.
create function private.publish_destination() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_level = 'STATEMENT' then
    perform private.publish(tg_argv[0:tg_nargs], array(select to_jsonb(a) from added a));
  elsif tg_op = 'DELETE' then
    -- Deleting the tenant cascades to everything, in the order the database picks.
    if exists (select 1 from public.tenants t where t.id = old.tenant_id) then
      delete from public.destinations d where d.kind = tg_argv[0] and d.record_id = old.id;
    end if;
  else
    if tg_op = 'UPDATE' and new.tenant_id <> old.tenant_id then
      raise exception 'A record cannot move to another tenant.' using errcode = 'check_violation';
    end if;
    perform private.publish(tg_argv[0:tg_nargs], array[to_jsonb(new)]);
  end if;
  return null;
end
$$;

-- Feature codes dialed on phones. Each tenant has one for every feature of private.default_feature_codes, and can change it.
create table public.feature_codes (
  like private.tenant_columns including all,
  feature text not null,
  name text not null check (length(btrim(name)) between 1 and 60),
  code text not null check (code ~ '^\*[0-9*#]{1,6}$' and code !~ '^\*99[0-9]'),
  enabled boolean not null default true,
  unique (tenant_id, feature)
);
comment on column public.feature_codes.code is '*99 followed by a number is that extension''s voicemail and stays reserved';
comment on column public.feature_codes.feature is 'call_forward may be followed by a number, directed_pickup by an extension';
select private.declare_records('feature_codes', section => 'telephony', may_create => '{}', may_delete => '{}', trail => '{}',
  number => 'code', search => '{name,code}', sort => '{name,code}', filter => '{enabled}', snapshot => '{}');

-- Codes created with their tenant write no entries: the tenant's entry covers them. One deleted with it writes one if it was changed, so
-- that it comes back with the tenant.
create trigger audit after insert or update on public.feature_codes
  for each row when (pg_trigger_depth() = 0) execute function private.audit('telephony');
create trigger audit_deletion after delete on public.feature_codes
  for each row when (old.version > 1) execute function private.audit('telephony');
create trigger publish_destination after insert or update on public.feature_codes
  for each row when (new.feature in ('check_voicemail', 'company_directory', 'record'))
  execute function private.publish_destination('other', 'code', 'name');
create trigger withdraw_destination after delete on public.feature_codes
  for each row execute function private.publish_destination('other', 'code', 'name');

create function private.default_feature_codes() returns table (feature text, name text, code text)
language sql immutable set search_path = '' as $$
  values ('check_voicemail', 'Check voicemail', '*98'), ('own_voicemail', 'Own voicemail', '*97'),
    ('company_directory', 'Company directory', '*411'), ('record', 'Record', '*732'),
    ('call_forward', 'Call forwarding', '*72'), ('do_not_disturb', 'Do not disturb', '*78'), ('follow_me', 'Follow me', '*21'),
    ('group_pickup', 'Group pickup', '*8'), ('directed_pickup', 'Pick up an extension', '**'), ('park', 'Park a call', '*59'),
    ('agent_sign_in', 'Agent sign in or out', '*22'), ('agent_break', 'Agent break', '*23')
$$;

-- Defaults for every new tenant.
create function private.create_tenant_defaults() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.feature_codes (id, tenant_id, feature, name, code)
  select private.derived_id(f.feature || ' ' || new.id), new.id, f.feature, f.name, f.code
  from private.default_feature_codes() f;
  insert into public.destinations (id, tenant_id, kind, number, name)
  values (private.derived_id('hangup ' || new.id), new.id, 'other', 'hangup', 'Hang up');
  return null;
end
$$;
create trigger insert_defaults after insert on public.tenants for each row execute function private.create_tenant_defaults();
revoke insert, delete on public.feature_codes from authenticated, service_role;

-- Since when the schedule has found destinations that are no record of their tenant unused.
create table private.unused_destinations (
  destination_id uuid primary key,
  found_at timestamptz not null default now()
);
alter table private.unused_destinations enable row level security;

-- Called every hour by the server (lib/jobs). Deletes destinations that are no record of their tenant and to which nothing has led for 30
-- days: numbers that were mistyped, or to which a phone was forwarded once.
create function private.delete_unused_destinations() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  referring text := (
    select string_agg(format('select t.%1$I from %2$s t where t.%1$I is not null', a.attname, f.conrelid::regclass), ' union all ')
    from pg_catalog.pg_constraint f
    cross join lateral unnest(f.conkey, f.confkey) k (holder_attribute, target_attribute)
    join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.holder_attribute
    join pg_catalog.pg_attribute t on t.attrelid = f.confrelid and t.attnum = k.target_attribute and t.attname = 'id'
    where f.contype = 'f' and f.confrelid = 'public.destinations'::regclass);
begin
  perform set_config('app.acting_as', 'The schedule', true);
  execute format($query$
    with unused as materialized (
      select d.id from public.destinations d
      where d.kind in ('external', 'unknown') and not exists (select 1 from (%s) u (id) where u.id = d.id)
    ), used as (
      delete from private.unused_destinations n where not exists (select 1 from unused u where u.id = n.destination_id)
    ), noted as (
      insert into private.unused_destinations (destination_id) select u.id from unused u on conflict do nothing
    )
    delete from public.destinations d using unused u, private.unused_destinations n
    where d.id = u.id and n.destination_id = u.id and n.found_at < now() - private.kept('dropped')
  $query$, referring);
end
$$;
select private.expose('delete_unused_destinations', 'service_role');

-- Finds or creates a destination that is no record of the tenant. It is about to be used.
create function private.put_destination(tenant uuid, kind text, value text) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  found_id uuid := private.derived_id(kind || ' ' || tenant || ' ' || value);
begin
  insert into public.destinations (id, tenant_id, kind, number) values (found_id, tenant, kind, value)
  on conflict (id) do nothing;
  delete from private.unused_destinations n where n.destination_id = found_id;
  -- Clients choose the ids of records: one with this id must not get the calls.
  if not exists (select 1 from public.destinations d where d.id = found_id and d.kind = put_destination.kind) then
    raise exception 'Another record already has the id of %.', value using errcode = 'unique_violation';
  end if;
  return found_id;
end
$$;

create function private.destination_for(tenant uuid, kind text, value text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission(private.has_permission('telephony', 'edit') or private.has_permission('telephony', 'create'));
  if kind = 'external' and not coalesce(private.is_e164(value), false) then
    raise exception '% is not a phone number with its country code.', value using errcode = 'check_violation';
  end if;
  if kind not in ('external', 'unknown') or coalesce(length(btrim(value)), 0) not between 1 and 255 then
    raise exception 'Unknown destination: % (%).', value, kind using errcode = 'check_violation';
  end if;
  return private.put_destination(tenant, kind, value);
end
$$;

-- Finds or creates the tenant's destination for an external number (kind 'external', E.164) or an identifier the app does not recognize
-- (kind 'unknown', stored as is).
select private.expose('destination_for');

-- The tenant's destinations, disabled ones included, optionally limited to these ids, these kinds, those with each of these words in the
-- number or name, and `most` rows.
create function public.tenant_destinations(
  tenant uuid, ids uuid[] default null, kinds text[] default null, words text[] default null, most integer default null
) returns table (id uuid, kind text, number text, name text, enabled boolean, domain text)
language sql stable security invoker set search_path = '' as $$
  select d.id, d.kind, d.number, d.name, d.enabled, t.domain
  from public.tenants t
  join public.destinations d on d.tenant_id = t.id
  where t.id = tenant and (ids is null or d.id = any (ids)) and (kinds is null or d.kind = any (kinds))
    and not exists (select from unnest(private.first_words(words)) word
      where strpos(lower(private.unaccented(d.number || ' ' || d.name)), lower(private.unaccented(word))) = 0)
  order by d.kind, length(d.number), d.number, d.id
  limit most
$$;

-- The same as one document without ids, for machines, in half the time: {version, domain, destinations: [[kind, number, name, enabled]]},
-- by length of number, then number; {version} alone when the caller already has that version. Null when there is no such tenant.
create function public.tenant_destination_list(tenant uuid, known bigint default null) returns json
language sql stable security invoker set search_path = '' as $$
  select case when v.version = known then json_build_object('version', v.version) else
    json_build_object('version', v.version, 'domain', t.domain, 'destinations', coalesce((
      select json_agg(json_build_array(d.kind, d.number, d.name, d.enabled) order by length(d.number), d.number collate "C", d.id)
      from public.destinations d where d.tenant_id = t.id), '[]'))
    end
  from public.tenants t
  cross join lateral (
    select sum(s.version)::bigint as version from public.tenant_versions s where s.tenant_id = t.id or s.tenant_id is null) v
  where t.id = tenant
$$;

select private.grant_access('{
  is_mac_address,is_e164,is_phone,is_web_address,is_email,emergency_numbers,consecutive_numbers,destination_id,
  business_time_zone,business_today,business_midnight}');
