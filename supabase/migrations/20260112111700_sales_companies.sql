-- Companies as sales sees them: with what is open, and which may be there twice.

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
-- hundred largest groups; kind is 'name', 'domain' or 'phone', companies are [{id, name, status,
-- tenant_code: null without a tenant}].
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
