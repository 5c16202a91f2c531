-- Possible duplicates among companies.

-- A name for comparison: letters and digits, without legal forms.
create function private.name_key(name text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(regexp_replace(lower(name),
    '\m(the|incorporated|inc|llc|llp|ltd|limited|corp|corporation|company|co|gmbh|plc)\M', '', 'g'), '[^[:alnum:]]', '', 'g')
$$;

-- The domain of a website, however it is typed: https://www.Example.com/contact → example.com.
create function private.web_domain(website text) returns text
language sql immutable set search_path = '' as $$
  select nullif(regexp_replace(regexp_replace(lower(btrim(website)), '^(https?://)?(www\.)?', ''), '[/?#:].*$', ''), '')
$$;
grant execute on function private.name_key(text), private.web_domain(text) to authenticated, service_role;

-- Companies that may be the same: they share a name, web domain or phone number; closed ones are left out. The hundred
-- largest groups; kind is 'name', 'domain' or 'phone', companies are [{id, name, status, tenant_code: null without a
-- tenant}].
create function public.company_duplicates() returns table (kind text, companies jsonb)
language sql stable security invoker set search_path = '' as $$
  select k.kind, jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'status', c.status,
    'tenant_code', case when c.domain_uuid is not null then c.tenant_code end) order by c.name, c.id)
  from public.companies c
  cross join lateral (values ('name', private.name_key(c.name)), ('domain', private.web_domain(c.website)), ('phone', c.phone))
    k (kind, value)
  where k.value <> '' and c.status <> 'closed'
  group by k.kind, k.value
  having count(*) > 1
  order by count(*) desc, min(c.name)
  limit 100
$$;
grant execute on function public.company_duplicates() to authenticated, service_role;

-- At most five companies that share a name, web domain or phone number with what is entered for `company`.
create function public.companies_like(company uuid, name text, website text default null, phone text default null)
returns table (id uuid, company_name text, kind text)
language sql stable security invoker set search_path = '' as $$
  select c.id, c.name,
    case when private.name_key(c.name) = private.name_key($2) then 'name' when c.phone = $4 then 'phone' else 'domain' end
  from public.companies c
  where c.id <> $1 and c.status <> 'closed'
    and ((private.name_key($2) <> '' and private.name_key(c.name) = private.name_key($2))
      or c.phone = $4 or private.web_domain(c.website) = private.web_domain($3))
  order by c.name, c.id
  limit 5
$$;
grant execute on function public.companies_like(uuid, text, text, text) to authenticated, service_role;

-- Merging two records of the same company.

-- Why the two companies cannot be merged this way round, as a sentence; null when they can.
create function private.merge_obstacle(survivor public.companies, duplicate public.companies) returns text
language sql stable set search_path = '' as $$
  select case
    when survivor.id = duplicate.id then 'Choose two companies.'
    when survivor.domain_uuid is not null and duplicate.domain_uuid is not null
      then format('%s and %s both have a tenant, so they cannot be merged.', survivor.name, duplicate.name)
    when duplicate.domain_uuid is not null then format('%s has a tenant. Keep that company instead.', duplicate.name)
    when (select sum(length(a.notes)) from public.company_accounts a where a.id in (survivor.id, duplicate.id)) > 3700
      then 'Their combined notes are too long. Shorten them first.'
  end
$$;

-- A company with its account.
create function private.whole_company(company public.companies) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(a) || to_jsonb(company) from public.company_accounts a where a.id = company.id
$$;
grant execute on function private.whole_company(public.companies) to authenticated, service_role;

-- What the survivor is missing and takes from the duplicate, by column.
create function private.merge_fills(survivor public.companies, duplicate public.companies) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(d.key, d.value), '{}')
  from jsonb_each(private.whole_company(duplicate)) d
  where d.key in ('website', 'phone', 'owner_id', 'billing_address', 'service_address', 'tax_id', 'time_zone', 'tenant_code')
    and coalesce(d.value #>> '{}', '') <> '' and coalesce(private.whole_company(survivor) ->> d.key, '') = ''
$$;

-- The columns that refer to companies, except those of contacts and opportunities, which move together.
create function private.company_columns() returns table (holder regclass, column_name text)
language sql stable set search_path = '' as $$
  select f.conrelid::regclass, a.attname::text
  from pg_catalog.pg_constraint f
  join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and f.confrelid = 'public.companies'::regclass and cardinality(f.conkey) = 1 and a.attname <> 'id'
    and f.conrelid not in ('public.contacts'::regclass, 'public.opportunities'::regclass)
$$;
grant execute on function private.merge_obstacle(public.companies, public.companies),
  private.merge_fills(public.companies, public.companies), private.company_columns() to authenticated, service_role;

-- A preview of merging `duplicate` into `survivor`, as far as the caller can see: {survivor, duplicate: {id, name,
-- version}, obstacle: why it cannot be done, or null, contacts, opportunities, notes, port_orders, stock: how many
-- move, fills: the columns that the survivor takes over}. Null when the caller cannot see one of them.
create function public.company_merge_preview(survivor uuid, duplicate uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'survivor', jsonb_build_object('id', s.id, 'name', s.name, 'version', s.version),
    'duplicate', jsonb_build_object('id', d.id, 'name', d.name, 'version', d.version),
    'obstacle', private.merge_obstacle(s, d),
    'contacts', (select count(*) from public.contacts c where c.company_id = d.id),
    'opportunities', (select count(*) from public.opportunities o where o.company_id = d.id),
    'notes', (select count(*) from public.note_list n where n.customer_id = d.id),
    'port_orders', (select count(*) from public.port_orders p join public.opportunities o on o.id = p.opportunity_id
      where o.company_id = d.id),
    'stock', (select count(*) from public.inventory i where i.company_id = d.id),
    'fills', (select coalesce(jsonb_agg(k order by k), '[]') from jsonb_object_keys(private.merge_fills(s, d)) k)
  )
  from public.companies s, public.companies d
  where s.id = company_merge_preview.survivor and d.id = company_merge_preview.duplicate
$$;

-- Merges `duplicate` into `survivor`, all or nothing, with the caller's own rights: everything moves, missing values
-- are taken over, an active customer stays active, and the duplicate is deleted. Both versions are those that the
-- caller has seen. TR409 and TR410 as in save_record; 23514 with the obstacle. Repeating it raises TR410.
create function public.merge_companies(
  survivor uuid, duplicate uuid, survivor_version integer, duplicate_version integer
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  kept public.companies;
  gone public.companies;
  account public.company_accounts;
  obstacle text;
  fills jsonb;
  held record;
begin
  -- In order of id, so that merging the same pair both ways at once waits instead of deadlocking.
  perform 1 from public.companies c where c.id in (survivor, duplicate) order by c.id for update;
  select * into kept from public.companies c where c.id = survivor;
  select * into gone from public.companies c where c.id = duplicate;
  if kept.id is null or gone.id is null then
    raise exception 'This record has been deleted.' using errcode = 'TR410';
  elsif (kept.version, gone.version) is distinct from (survivor_version, duplicate_version) then
    raise exception 'Someone else has saved this record since you opened it.' using errcode = 'TR409';
  end if;
  obstacle := private.merge_obstacle(kept, gone);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = 'check_violation';
  end if;

  fills := private.merge_fills(kept, gone);
  select * into account from public.company_accounts a where a.id = duplicate;

  -- One statement, because an opportunity's contact must belong to its company before and after.
  with moved as (
    update public.contacts c set company_id = survivor where c.company_id = duplicate
  )
  update public.opportunities o set company_id = survivor where o.company_id = duplicate;
  for held in select * from private.company_columns() loop
    execute format('update %1$s t set %2$I = $1 where t.%2$I = $2', held.holder, held.column_name) using survivor, duplicate;
  end loop;
  -- Deleting the duplicate must not delete contacts that the caller may not move.
  if exists (select 1 from public.contacts c where c.company_id = duplicate) then
    raise exception 'Your role does not allow you to move the contacts of %.', gone.name using errcode = 'insufficient_privilege';
  end if;

  delete from public.companies c where c.id = duplicate;
  perform private.require_step(found, 'remove companies');
  update public.companies c set (website, phone, owner_id, service_address, time_zone, tenant_code) =
      (select f.website, f.phone, f.owner_id, f.service_address, f.time_zone, f.tenant_code
        from jsonb_populate_record(c, fills) f),
    status = case when c.status = 'prospect' and gone.status in ('active', 'suspended') then gone.status else c.status end
  where c.id = survivor;
  perform private.require_step(found, 'change this company');
  update public.company_accounts a set (billing_address, tax_id) =
      (select f.billing_address, f.tax_id from jsonb_populate_record(a, fills) f),
    notes = concat_ws(E'\n\n', nullif(a.notes, ''), nullif(account.notes, ''),
      format('%s was merged into this company on %s.', gone.name, to_char(now(), 'YYYY-MM-DD')))
  where a.id = survivor;
  perform private.require_step(found, 'change this company');
end
$$;
grant execute on function public.company_merge_preview(uuid, uuid), public.merge_companies(uuid, uuid, integer, integer)
  to authenticated, service_role;
