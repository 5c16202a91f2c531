-- What the office keeps about a customer, and the list of them.

alter table public.companies
  add column billing_address text not null default '' check (length(billing_address) <= 500),
  add column service_address text not null default '' check (length(service_address) <= 500),
  add column tax_id text not null default '' check (length(tax_id) <= 32),
  add column terms_days integer not null default 30 check (terms_days in (0, 15, 30)),
  add column time_zone text,
  add column notes text not null default '' check (length(notes) <= 4000);

create function private.check_company_time_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.time_zone is not null and (not exists (select 1 from pg_catalog.pg_timezone_names where name = new.time_zone)
      or new.time_zone ~ '^(posix|right)/|^(Factory|localtime|posixrules)$') then
    raise exception '% is not an IANA time zone.', new.time_zone
      using errcode = 'check_violation', detail = '{"column": "time_zone"}';
  end if;
  return new;
end
$$;
create trigger check_time_zone before insert or update of time_zone on public.companies
  for each row execute function private.check_company_time_zone();

-- With what the list shows besides: seats in use, what is owed, whose customer it is. What the reader may not see is null.
create view public.customer_list with (security_invoker = true) as
select c.*,
  (select count(*) from public.extensions e where e.tenant_id = c.domain_uuid) as seats,
  t.extension_limit as seats_licensed,
  (select coalesce(sum(i.total - i.paid), 0) from public.invoices i
    where i.tenant_id = c.domain_uuid and i.status = 'issued') as balance,
  m.full_name as owner_name
from public.companies c
left join public.tenants t on t.id = c.domain_uuid
left join public.members m on m.id = c.owner_id;
revoke all on public.customer_list from anon, authenticated;
grant select on public.customer_list to authenticated, service_role;

insert into private.record_lists (table_name, section, source, searchable, sortable, filterable) values
  ('companies', 'customers', 'customer_list', '{name,tenant_code,website,phone}',
    '{name,tenant_code,status,created_at}', '{status,type,owner_id}'),
  ('contacts', 'customers', null, '{name,email,phone}', '{name}', '{company_id}');

-- Those who may own a customer or an opportunity, as far as the caller's work needs their names.
create function private.owners() returns table (id uuid, name text)
language sql stable security definer set search_path = '' as $$
  select m.id, coalesce(nullif(m.full_name, ''), m.email) from public.members m
  where m.status = 'active'
    and (private.has_permission('customers', 'view') or private.has_permission('sales', 'view'))
    and exists (select 1 from public.role_permissions p
      where p.role = m.user_role and p.section in ('customers', 'sales') and p.action = 'edit')
  order by 2
$$;
grant execute on function private.owners() to authenticated, service_role;
create function public.owners() returns table (id uuid, name text)
language sql stable security invoker set search_path = '' as $$ select * from private.owners() $$;
grant execute on function public.owners() to authenticated, service_role;

-- What stands beside a customer: the newest of their opportunities, numbers, stock and invoices, and how many of each there
-- are. What the caller may not see is null.
create function public.customer_records(company uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'opportunities', case when (select private.has_permission('sales', 'view')) then (
      select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(o order by o.place) filter (where o.place <= 10), '[]')) from (
        select o.id, o.name, o.status, o.amount, o.close_date, row_number() over (order by o.created_at desc, o.id) as place
        from public.opportunities o where o.company_id = c.id) o) end,
    'numbers', case when (select private.has_permission('telephony', 'view')) or (select private.has_permission('numbers', 'view')) then (
      select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(d order by d.place) filter (where d.place <= 10), '[]')) from (
        select d.id, d.number, d.description, row_number() over (order by d.number) as place
        from public.dids d where d.tenant_id = c.domain_uuid) d) end,
    'stock', case when (select private.has_permission('inventory', 'view')) then (
      select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(i order by i.place) filter (where i.place <= 10), '[]')) from (
        select i.id, i.name, i.mac, i.status, row_number() over (order by i.name, i.id) as place
        from public.inventory i where i.company_id = c.id) i) end,
    'invoices', case when (select private.has_permission('billing', 'view')) then (
      select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(v order by v.place) filter (where v.place <= 10), '[]')) from (
        select v.id, v.number, v.status, v.total, v.currency, v.issued_on,
          row_number() over (order by v.period_start desc, v.number desc nulls first) as place
        from public.invoices v where v.tenant_id = c.domain_uuid) v) end
  )
  from public.companies c where c.id = company
$$;
grant execute on function public.customer_records(uuid) to authenticated, service_role;

-- What a company with this tenant cannot be deleted with, whatever the caller may see: "the tenant acme.pbx.example,
-- 4 numbers, 2 open invoices".
create function private.company_holds(tenant uuid) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(', ', 'the tenant ' || t.domain,
    (select count(*) || case count(*) when 1 then ' number' else ' numbers' end
      from public.dids d where d.tenant_id = t.id having count(*) > 0),
    (select count(*) || case count(*) when 1 then ' open invoice' else ' open invoices' end
      from public.invoices i where i.tenant_id = t.id and i.status in ('draft', 'issued') having count(*) > 0))
  from public.tenants t where t.id = tenant
$$;

-- Why a company cannot be deleted, as a sentence; null when it can, or is not the caller's to see.
create function private.company_kept(company uuid) returns text
language sql stable security definer set search_path = '' as $$
  select format('%s cannot be deleted while it has %s.', c.name, private.company_holds(c.domain_uuid))
  from public.companies c
  where c.id = company and c.domain_uuid is not null and (select private.has_permission('customers', 'view'))
$$;
grant execute on function private.company_kept(uuid) to authenticated, service_role;
create function public.company_kept(company uuid) returns text
language sql stable security invoker set search_path = '' as $$ select private.company_kept($1) $$;
grant execute on function public.company_kept(uuid) to authenticated, service_role;
