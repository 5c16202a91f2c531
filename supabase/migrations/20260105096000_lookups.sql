-- Questions the app asks in one call each. All run with the caller's own rights, so that the policies decide.

-- The tenant that holds a device (kind 'mac', value as stored) or a number (kind 'phone', E.164); null if none.
create function public.find_tenant(kind text, value text) returns uuid
language sql stable security invoker set search_path = '' as $$
  select case kind
    when 'mac' then (select d.tenant_id from public.devices d where d.mac = value)
    when 'phone' then (select n.tenant_id from public.dids n where n.number = value)
  end
$$;
grant execute on function public.find_tenant(text, text) to authenticated, service_role;

-- Everything a call of this tenant can be sent to, disabled targets included.
create function public.tenant_destinations(tenant uuid)
returns table (kind text, number text, name text, enabled boolean, domain text)
language sql stable security invoker set search_path = '' as $$
  select d.kind, d.number, d.name, d.enabled, t.domain
  from public.tenants t
  cross join lateral (
    select 'extensions' as kind, e.extension as number, e.effective_caller_id_name as name, e.enabled
    from public.extensions e where e.tenant_id = t.id
    union all
    select 'voicemails', e.extension, e.effective_caller_id_name, e.enabled
    from public.extensions e where e.tenant_id = t.id and e.voicemail_enabled
    union all
    select 'other', null, null, true
  ) d
  where t.id = tenant
  order by d.kind, length(d.number), d.number
$$;
grant execute on function public.tenant_destinations(uuid) to authenticated, service_role;

-- One page of tenants. sort_by is one of code, company, domain, time_zone, created; a keyset page starts
-- after (after_value, after_id), the sort value and the tenant id of the last row seen; the page before a
-- row is asked for by turning the order round. only_full leaves tenants whose licensed seats are all used.
-- Figures are counted for the rows of the page only.
create function public.tenant_list(
  search text default null,
  only_status text default null,
  only_time_zone text default null,
  only_full boolean default false,
  sort_by text default 'company',
  descending boolean default false,
  after_value text default null,
  after_id uuid default null,
  page_size integer default 50
)
returns table (
  id uuid, company_id uuid, company_name text, tenant_code text, domain text, time_zone text, status text,
  extension_limit integer, extensions bigint, dids bigint, devices bigint, created_at timestamptz, sort_value text
)
language plpgsql stable security invoker set search_path = '' as $$
declare
  sort_expression text := case sort_by
    when 'code' then 'coalesce(c.tenant_code, '''')'
    when 'company' then 'c.name'
    when 'domain' then 't.domain'
    when 'time_zone' then 't.time_zone'
    when 'created' then 'to_char(t.created_at at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.US'')'
  end;
  direction text := case when descending then 'desc' else 'asc' end;
  comparison text := case when descending then '<' else '>' end;
  pattern text := '%' || replace(replace(replace(btrim(search), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if sort_expression is null then
    raise exception 'Tenants cannot be sorted by %.', sort_by using errcode = 'invalid_parameter_value';
  end if;
  return query execute format($query$
    with page as (
      select t.id, c.id as company_id, c.name as company_name, c.tenant_code, t.domain, t.time_zone, t.status,
        t.extension_limit, t.created_at, %1$s as sort_value
      from public.tenants t
      join public.companies c on c.domain_uuid = t.id
      where ($1 is null or c.name ilike $1 or c.tenant_code ilike $1 or t.domain ilike $1)
        and ($2 is null or t.status = $2)
        and ($3 is null or t.time_zone = $3)
        and ($5 is null or (%1$s, t.id) %3$s ($4, $5))
        and (not $7 or t.extension_limit <= (select count(*) from public.extensions e where e.tenant_id = t.id))
      order by %1$s %2$s, t.id %2$s
      limit $6
    )
    select p.id, p.company_id, p.company_name, p.tenant_code, p.domain, p.time_zone, p.status, p.extension_limit,
      (select count(*) from public.extensions e where e.tenant_id = p.id),
      (select count(*) from public.dids n where n.tenant_id = p.id),
      (select count(*) from public.devices v where v.tenant_id = p.id),
      p.created_at, p.sort_value
    from page p
    order by p.sort_value %2$s, p.id %2$s
  $query$, sort_expression, direction, comparison)
  using nullif(pattern, '%%'), only_status, only_time_zone, after_value, after_id, least(greatest(page_size, 1), 200),
    only_full;
end
$$;
grant execute on function public.tenant_list(text, text, text, boolean, text, boolean, text, uuid, integer)
  to authenticated, service_role;

-- The time zones that a list of tenants can be filtered by.
create function public.tenant_time_zones() returns table (time_zone text)
language sql stable security invoker set search_path = '' as $$
  select distinct t.time_zone from public.tenants t order by t.time_zone
$$;
grant execute on function public.tenant_time_zones() to authenticated, service_role;

-- The figures of one tenant's overview; null when there is no such tenant for the caller.
create function public.tenant_overview(tenant uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', t.id, 'domain', t.domain, 'time_zone', t.time_zone, 'status', t.status,
    'suspended_at', t.suspended_at, 'suspension_reason', t.suspension_reason,
    'extension_limit', t.extension_limit, 'created_at', t.created_at,
    'company_id', c.id, 'company_name', c.name, 'tenant_code', c.tenant_code,
    'extensions', (select count(*) from public.extensions e where e.tenant_id = t.id),
    'extensions_disabled', (select count(*) from public.extensions e where e.tenant_id = t.id and not e.enabled),
    'voicemails', (select count(*) from public.extensions e where e.tenant_id = t.id and e.voicemail_enabled),
    'dids', (select count(*) from public.dids n where n.tenant_id = t.id),
    'dids_e911', (select count(*) from public.dids n where n.tenant_id = t.id and n.e911),
    'devices', (select count(*) from public.devices v where v.tenant_id = t.id),
    'devices_provisioned', (select count(*) from public.devices v where v.tenant_id = t.id and v.last_provisioned_at is not null)
  )
  from public.tenants t
  left join public.companies c on c.domain_uuid = t.id
  where t.id = tenant
$$;
grant execute on function public.tenant_overview(uuid) to authenticated, service_role;
