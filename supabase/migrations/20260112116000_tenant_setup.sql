-- Making a tenant of a company, suspending and resuming it, and the list with the calls of the day.

create function private.require_tenants(action text) returns void
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not (select private.has_permission('tenants', action)) then
    raise exception 'You may not do this.' using errcode = 'insufficient_privilege';
  end if;
end
$$;
grant execute on function private.require_tenants(text) to authenticated, service_role;

-- Gives a company a tenant under an id of the client's making and returns that id; sent again it is there once. Needs
-- the right to make tenants and to edit customers. A domain or tenant code that is taken is refused with 23505, detail
-- {"column"}; a company that has a tenant already with 23514.
create function public.create_tenant(
  company uuid, domain text, tenant_code text, time_zone text, extension_limit integer, id uuid
) returns uuid
language plpgsql volatile security invoker set search_path = '' as $$
declare
  subject public.companies;
  wanted text := lower(btrim(domain));
begin
  perform private.require_tenants('create');
  select * into subject from public.companies c where c.id = company;
  if subject.id is null then
    raise exception 'The company is not there any more.' using errcode = 'TR410';
  elsif subject.domain_uuid = create_tenant.id then
    return create_tenant.id;
  elsif subject.domain_uuid is not null then
    raise exception '% already has a tenant.', subject.name
      using errcode = 'check_violation', detail = '{"column": "company"}';
  elsif exists (select 1 from public.tenants t where t.domain = wanted) then
    raise exception 'Another tenant has the domain %.', wanted
      using errcode = 'unique_violation', detail = '{"column": "domain"}';
  elsif exists (select 1 from public.companies c where c.tenant_code = create_tenant.tenant_code and c.id <> company) then
    raise exception 'Another company has the tenant code %.', tenant_code
      using errcode = 'unique_violation', detail = '{"column": "tenant_code"}';
  end if;
  insert into public.tenants (id, domain, time_zone, extension_limit)
  values (create_tenant.id, wanted, create_tenant.time_zone, create_tenant.extension_limit);
  update public.companies c set type = 'tenant', domain_uuid = create_tenant.id, tenant_code = create_tenant.tenant_code,
    status = case c.status when 'prospect' then 'active' else c.status end
  where c.id = company and c.domain_uuid is null;
  if not found then
    raise exception 'This company cannot be given a tenant.' using errcode = 'insufficient_privilege';
  end if;
  return create_tenant.id;
end
$$;
grant execute on function public.create_tenant(uuid, text, text, text, integer, uuid) to authenticated, service_role;

-- Suspends a tenant ('suspended') for a reason, or resumes it ('active'). Its configuration stays. TR410 when it is gone.
create function public.set_tenant_status(tenant uuid, status text, reason text default '') returns void
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform private.require_tenants('edit');
  update public.tenants t set status = set_tenant_status.status, suspension_reason = btrim(reason)
  where t.id = tenant and t.status is distinct from set_tenant_status.status;
  if not found and not exists (select 1 from public.tenants t where t.id = tenant) then
    raise exception 'The tenant is not there any more.' using errcode = 'TR410';
  end if;
end
$$;
grant execute on function public.set_tenant_status(uuid, text, text) to authenticated, service_role;

-- When the day began where the time zone is.
create function private.start_of_day(time_zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select date_trunc('day', now() at time zone time_zone) at time zone time_zone
$$;
grant execute on function private.start_of_day(text) to authenticated, service_role;

-- One page of tenants. sort_by is one of code, company, domain, time_zone, created; a keyset page starts
-- after (after_value, after_id), the sort value and the tenant id of the last row seen; the page before a
-- row is asked for by turning the order round. only_full leaves tenants whose licensed seats are all used.
-- Figures are counted for the rows of the page only; calls_today are those since midnight in the tenant's time zone.
drop function public.tenant_list(text, text, text, boolean, text, boolean, text, uuid, integer);
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
  extension_limit integer, extensions bigint, dids bigint, devices bigint, calls_today bigint, created_at timestamptz, sort_value text
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
      (select coalesce(sum(h.calls), 0) from public.cdr_hourly h
        where h.tenant_id = p.id and h.hour >= private.start_of_day(p.time_zone)),
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

-- How many tenants public.tenant_list has in all for these filters, as far as 10,001: whoever shows it says "10,000+".
create function public.tenant_count(
  search text default null, only_status text default null, only_time_zone text default null, only_full boolean default false
) returns integer
language plpgsql stable security invoker set search_path = '' as $$
declare
  pattern text := nullif('%' || replace(replace(replace(btrim(search), '\', '\\'), '%', '\%'), '_', '\_') || '%', '%%');
begin
  return (select count(*) from (
    select 1 from public.tenants t join public.companies c on c.domain_uuid = t.id
    where (pattern is null or c.name ilike pattern or c.tenant_code ilike pattern or t.domain ilike pattern)
      and (only_status is null or t.status = only_status)
      and (only_time_zone is null or t.time_zone = only_time_zone)
      and (not only_full or t.extension_limit <= (select count(*) from public.extensions e where e.tenant_id = t.id))
    limit 10001) counted);
end
$$;
grant execute on function public.tenant_count(text, text, text, boolean) to authenticated, service_role;
