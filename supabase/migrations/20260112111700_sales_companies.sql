-- Companies as sales sees them: what is open, when something last happened, and which may be there twice.

create or replace view public.customer_list with (security_invoker = true) as
select c.*,
  (select count(*) from public.extensions e where e.tenant_id = c.domain_uuid) as seats,
  t.extension_limit as seats_licensed,
  (select coalesce(sum(i.total - i.paid), 0) from public.invoices i
    where i.tenant_id = c.domain_uuid and i.status = 'issued') as balance,
  m.full_name as owner_name,
  (select count(*) from public.opportunities o
    where o.company_id = c.id and o.status not in ('won', 'lost')) as open_opportunities,
  (select coalesce(sum(o.amount), 0) from public.opportunities o
    where o.company_id = c.id and o.status not in ('won', 'lost')) as open_amount,
  exists (select 1 from public.opportunities o
    where o.company_id = c.id and o.status not in ('won', 'lost')) as in_pipeline,
  greatest(c.updated_at,
    (select max(o.updated_at) from public.opportunities o where o.company_id = c.id),
    (select max(n.created_at) from public.opportunity_notes n join public.opportunities o on o.id = n.opportunity_id
      where o.company_id = c.id)) as last_activity
from public.companies c
left join public.tenants t on t.id = c.domain_uuid
left join public.members m on m.id = c.owner_id;
update private.record_lists set filterable = filterable || '{in_pipeline}'::text[] where table_name = 'companies';

-- What makes two names the same: letters and digits, without the words for a legal form.
create function private.name_key(name text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(regexp_replace(lower(name),
    '\m(the|incorporated|inc|llc|llp|ltd|limited|corp|corporation|company|co|gmbh|plc)\M', '', 'g'), '[^[:alnum:]]', '', 'g')
$$;
-- The domain of a website, however it was typed: https://www.Example.com/contact → example.com.
create function private.web_domain(website text) returns text
language sql immutable set search_path = '' as $$
  select nullif(regexp_replace(regexp_replace(lower(btrim(website)), '^(https?://)?(www\.)?', ''), '[/?#:].*$', ''), '')
$$;
grant execute on function private.name_key(text), private.web_domain(text) to authenticated, service_role;

-- Companies that may be the same: those that share a name, a web domain or a phone number, closed ones left out. The
-- hundred largest groups; kind is 'name', 'domain' or 'phone', companies are [{id, name, status}].
create function public.company_duplicates() returns table (kind text, companies jsonb)
language sql stable security invoker set search_path = '' as $$
  select k.kind, jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'status', c.status) order by c.name, c.id)
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

-- The companies, at most five, that share a name, web domain or phone number with what is typed for `company`.
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
