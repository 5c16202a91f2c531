-- What needs someone today. The counts of calls, port orders, stock levels and invoices came after the first dashboard.

drop view public.customer_list;
create view public.customer_list with (security_invoker = true) as
select c.*,
  (select count(*) from public.extensions e where e.tenant_id = c.domain_uuid) as seats,
  t.extension_limit as seats_licensed,
  (select coalesce(sum(i.total - i.paid), 0) from public.invoices i
    where i.tenant_id = c.domain_uuid and i.status = 'issued') as balance,
  m.full_name as owner_name,
  exists (select 1 from public.invoices i
    where i.tenant_id = c.domain_uuid and i.status = 'issued' and i.due_on < current_date) as overdue,
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
revoke all on public.customer_list from anon, authenticated;
grant select on public.customer_list to authenticated, service_role;
update private.record_lists set filterable = filterable || '{overdue}'::text[] where table_name = 'companies';

-- The calls of today by the hour of the day (24 counts), each tenant's by its own clock.
create function private.calls_by_hour() returns integer[]
language sql stable security invoker set search_path = '' as $$
  select array_agg(coalesce(counted.calls, 0)::int order by hours.hour)
  from generate_series(0, 23) hours (hour)
  left join (
    select extract(hour from h.hour at time zone t.time_zone)::int as hour, sum(h.calls) as calls
    from public.cdr_hourly h
    join public.tenants t on t.id = h.tenant_id
    -- The second condition cuts by the tenant's own day; the first finds the rows.
    where h.hour > now() - interval '26 hours' and h.hour >= private.start_of_day(t.time_zone)
    group by 1
  ) counted on counted.hour = hours.hour
$$;
grant execute on function private.calls_by_hour() to authenticated, service_role;

-- What the dashboard shows; a section the caller may not view is null, not zero.
create function public.dashboard_figures() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'sales', case when (select private.has_permission('sales', 'view')) then (
      select jsonb_build_object('leads', count(*), 'lead_value', coalesce(sum(o.amount), 0))
      from public.opportunities o where o.status = 'lead') end,
    'billing', case when (select private.has_permission('billing', 'view')) then (
      select jsonb_build_object('overdue', count(*),
        'overdue_dollars', coalesce(sum(i.total - i.paid) filter (where i.currency = 'USD'), 0))
      from public.invoices i where i.status = 'issued' and i.due_on < current_date) end,
    'telephony', case when (select private.has_permission('telephony', 'view'))
      and (select private.has_permission('tenants', 'view')) then (
      select jsonb_build_object('calls_today', (select sum(n) from unnest(h.calls) n), 'calls_by_hour', h.calls)
      from (select private.calls_by_hour() as calls) h) end,
    'tenants', case when (select private.has_permission('tenants', 'view')) then (
      select jsonb_build_object('active', count(*) filter (where t.status = 'active'),
        'suspended', count(*) filter (where t.status = 'suspended'),
        'full', case when (select private.has_permission('telephony', 'view')) then
          count(*) filter (where t.extension_limit <= coalesce(used.seats, 0)) end)
      from public.tenants t
      left join (select e.tenant_id, count(*) as seats from public.extensions e group by e.tenant_id) used
        on used.tenant_id = t.id) end,
    'numbers', case when (select private.has_permission('numbers', 'view')) then (
      select jsonb_build_object('assigned', count(*) filter (where n.status = 'assigned'),
        'available', count(*) filter (where n.status = 'available'),
        'porting', count(*) filter (where n.status in ('porting_in', 'porting_out')),
        'ports_due', (select count(*) from public.port_orders p
          where p.state = 'foc_confirmed' and p.foc_date <= current_date))
      from public.dids n) end,
    'inventory', case when (select private.has_permission('inventory', 'view')) then (
      select jsonb_build_object('in_stock', count(*) filter (where i.status = 'in_stock'),
        'rma', count(*) filter (where i.status = 'rma'),
        'below_minimum', (select count(*) from public.stock_levels() l where l.in_stock < l.minimum))
      from public.inventory i) end
  )
$$;
grant execute on function public.dashboard_figures() to authenticated, service_role;

-- What the dashboard counts as overdue: {count, invoices: [{id, number, tenant_id, company, due_on, open, currency}]}, the
-- longest due first, at most `shown` of them (200).
create function public.overdue_invoices(shown integer) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'count', (select count(*) from public.invoices i where i.status = 'issued' and i.due_on < current_date),
    'invoices', coalesce((select jsonb_agg(o) from (
      select i.id, i.number, i.tenant_id, coalesce(c.name, '') as company, i.due_on, i.total - i.paid as open, i.currency
      from public.invoices i left join public.companies c on c.domain_uuid = i.tenant_id
      where i.status = 'issued' and i.due_on < current_date
      order by i.due_on, i.number limit least(greatest(shown, 1), 200)) o), '[]'))
$$;
grant execute on function public.overdue_invoices(integer) to authenticated, service_role;
