-- Reports over all tenants, for who may view them, from the counts by day and by hour and not from single calls.

insert into private.record_lists (table_name, section, searchable, sortable, filterable) values
  ('audit_log', 'reports', '{record_label,actor_email}', '{at}', '{at,table_name,action,section,actor_email}');

create function private.require_reports() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (select private.has_permission('reports', 'view')) then
    raise exception 'You may not do this.' using errcode = 'insufficient_privilege';
  end if;
end
$$;

create function private.report_calls(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  perform private.require_reports();
  if until_day < from_day or until_day - from_day > 400 or (from_day is null) <> (until_day is null) then
    raise exception 'A report covers up to 401 days.' using errcode = 'invalid_parameter_value';
  end if;
  with within as materialized (
    select d.tenant_id, d.day, sum(d.calls) as calls, sum(d.calls) filter (where d.status = 'answered') as answered,
      sum(d.calls) filter (where d.direction = 'inbound') as inbound,
      sum(d.calls) filter (where d.direction = 'inbound' and d.status = 'answered') as inbound_answered,
      sum(d.talk_seconds) as talk_seconds
    from public.cdr_daily d
    join public.tenants t on t.id = d.tenant_id
    where d.day between coalesce(from_day, current_date - 1) and coalesce(until_day, current_date + 1)
      and (from_day is not null or d.day = (now() at time zone t.time_zone)::date)
    group by 1, 2
  ),
  spans as materialized (
    select t.id, t.time_zone,
      coalesce(from_day, (now() at time zone t.time_zone)::date)::timestamp at time zone t.time_zone as since,
      (coalesce(until_day, (now() at time zone t.time_zone)::date) + 1)::timestamp at time zone t.time_zone as until
    from public.tenants t
  ),
  by_hour as (
    select extract(hour from h.hour at time zone s.time_zone)::int as hour, sum(h.calls) as calls,
      coalesce(sum(h.answered), 0) as answered
    from (
      -- Added up before anything is asked of their zones. Those reach a day further than UTC's days on both sides.
      select tenant_id, hour, sum(calls) as calls, sum(calls) filter (where status = 'answered') as answered
      from public.cdr_hourly
      where hour >= coalesce(from_day, current_date)::timestamptz - interval '1 day'
        and hour < coalesce(until_day, current_date)::timestamptz + interval '2 days'
      group by 1, 2
    ) h
    join spans s on s.id = h.tenant_id and h.hour >= s.since and h.hour < s.until
    group by 1
  )
  select jsonb_build_object(
    'totals', (select jsonb_build_object('calls', coalesce(sum(calls), 0), 'answered', coalesce(sum(answered), 0),
        'inbound', coalesce(sum(inbound), 0), 'inbound_answered', coalesce(sum(inbound_answered), 0),
        'talk_seconds', coalesce(sum(talk_seconds), 0)) from within),
    'days', coalesce((select jsonb_agg(d order by d.day) from (
      select day, sum(calls) as calls, coalesce(sum(answered), 0) as answered from within group by day) d), '[]'),
    'hours', coalesce((select jsonb_agg(h order by h.hour) from by_hour h), '[]'),
    'tenants', coalesce((select jsonb_agg(t order by t.calls desc, t.name) from (
      select w.tenant_id as id, coalesce(c.name, n.domain) as name, sum(w.calls) as calls,
        coalesce(sum(w.answered), 0) as answered, coalesce(sum(w.talk_seconds), 0) as talk_seconds
      from within w join public.tenants n on n.id = w.tenant_id
      left join public.companies c on c.domain_uuid = w.tenant_id
      group by w.tenant_id, c.name, n.domain) t), '[]')
  ) into answer;
  return answer;
end
$$;

create function private.report_business(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_reports();
  return jsonb_build_object(
    'revenue', coalesce((select jsonb_agg(r order by r.month, r.currency) from (
      select to_char(i.issued_on, 'YYYY-MM') as month, i.currency, count(*) as invoices, sum(i.total) as invoiced, sum(i.paid) as paid
      from public.invoices i
      where i.status in ('issued', 'paid') and i.issued_on between from_day and until_day
      group by 1, 2) r), '[]'),
    'pipeline', coalesce((select jsonb_agg(p) from (
      select o.status as stage, count(*) as count, sum(o.amount) as amount,
        round(sum(o.amount * o.probability / 100), 2) as weighted
      from public.opportunities o
      where o.status not in ('won', 'lost') or o.updated_at::date between from_day and until_day
      group by o.status) p), '[]'),
    'seats', coalesce((select jsonb_agg(s order by s.used - s.billed desc, s.name) from (
      select t.id, coalesce(c.name, t.domain) as name, t.extension_limit as licensed,
        (select count(*) from public.extensions e where e.tenant_id = t.id) as used,
        coalesce((select sum(u.quantity) from public.subscriptions u join public.services v on v.id = u.service_id
          where u.tenant_id = t.id and v.seat_product = 'extension' and u.starts_on <= until_day
            and coalesce(u.ends_on, until_day) >= until_day), 0) as billed
      from public.tenants t left join public.companies c on c.domain_uuid = t.id) s), '[]'),
    'ports', coalesce((select jsonb_agg(p) from (
      select o.state, count(*) as orders, sum((select count(*) from public.port_order_numbers n where n.port_order_id = o.id)) as numbers
      from public.port_orders o
      where o.state not in ('ported', 'cancelled') or o.updated_at::date between from_day and until_day
      group by o.state) p), '[]'),
    'numbers', coalesce((select jsonb_agg(n order by n.count desc) from (
      select d.status, count(*) as count from public.dids d group by d.status) n), '[]'),
    'stock', coalesce((select jsonb_agg(k order by k.count desc) from (
      select i.status, count(*) as count, coalesce(sum(i.purchase_cost), 0) as cost
      from public.inventory i group by i.status) k), '[]')
  );
end
$$;
grant execute on function private.report_calls(date, date), private.report_business(date, date) to authenticated, service_role;

-- Calls of all tenants in a span of days (both included, each tenant's by its own clock): totals, by day, by hour of the
-- day, by tenant. Without days: of today, wherever the tenant is. Seconds.
create function public.report_calls(from_day date default null, until_day date default null) returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.report_calls($1, $2) $$;
-- Revenue by month of issue and currency, the pipeline and the port orders (closed ones as far as they were last changed
-- within the days, UTC), seats used against billed at the last day, numbers and stock as they are now.
create function public.report_business(from_day date, until_day date) returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.report_business($1, $2) $$;
grant execute on function public.report_calls(date, date), public.report_business(date, date) to authenticated, service_role;
