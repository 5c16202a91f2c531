-- Rating of calls and the run that drafts invoices. lib/billing computes the same figures; a test compares the two.

create function private.cycle_months(cycle text) returns integer
language sql immutable set search_path = '' as $$
  select case cycle when 'monthly' then 1 when 'quarterly' then 3 when 'yearly' then 12 end
$$;

-- The first day of the calendar month, quarter or year that holds the day.
create function private.cycle_start(day date, cycle text) returns date
language sql immutable set search_path = '' as $$
  select date_trunc(case cycle when 'monthly' then 'month' when 'quarterly' then 'quarter' else 'year' end, day::timestamp)::date
$$;

create function private.cycle_end(first_day date, cycle text) returns date
language sql immutable set search_path = '' as $$
  select (first_day + make_interval(months => private.cycle_months(cycle)) - interval '1 day')::date
$$;

-- The part of a cycle's price that falls on the days from..to (both counted), to the cent. It is the difference of two
-- shares since the cycle's first day, so that the parts of a cycle always add up to the whole.
create function private.prorated(price numeric, first_day date, last_day date, from_day date, to_day date) returns numeric
language sql immutable set search_path = '' as $$
  select case when from_day > to_day then 0 else
    round(price * (to_day - first_day + 1) / (last_day - first_day + 1), 2)
      - round(price * (from_day - first_day) / (last_day - first_day + 1), 2) end
$$;

-- The digits by which a dialled number is rated: E.164 without its plus. Ten digits and a leading 011 are North American
-- ways of dialling.
create function private.rated_digits(number text) returns text
language sql immutable set search_path = '' as $$
  select case
    when number like '+%' then digits
    when digits like '011%' then substr(digits, 4)
    when length(digits) = 10 then '1' || digits
    else digits
  end
  from (select regexp_replace(number, '[^0-9]', '', 'g') as digits) d
$$;

-- Seconds that are charged by the minute: beyond the included ones, rounded up to the first and then the next increments.
create function private.billed_seconds(talk integer, included integer, first_increment integer, next_increment integer)
returns integer
language sql immutable set search_path = '' as $$
  select case
    when talk <= included then 0
    when talk - included <= first_increment then first_increment
    else first_increment
      + (talk - included - first_increment + next_increment - 1) / next_increment * next_increment
  end
$$;

create function private.call_cost(billed_seconds integer, connect_fee numeric, cost_per_minute numeric) returns numeric
language sql immutable set search_path = '' as $$
  select round(connect_fee + billed_seconds * cost_per_minute / 60, 4)
$$;

-- A tenant's answered outbound calls that started in [from_time, to_time), by the rate that applies; calls that no rate
-- covers stand in one row without a rate. Each number dialled is matched once, by looking up its leading digits, and each
-- length of a call is charged once a rate: a month of a hundred thousand calls is then rated in a few seconds.
create function private.rated_usage(tenant uuid, from_time timestamptz, to_time timestamptz)
returns table (rate_id uuid, prefix text, description text, calls bigint, talk_seconds bigint, billed_seconds bigint, cost numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  plan uuid := (select a.rate_plan_id from public.billing_accounts a where a.tenant_id = tenant);
begin
  return query
  with dialled as materialized (
    select c.to_number as number, c.talk_seconds as talk, count(*) as times
    from public.cdr c
    where c.tenant_id = tenant and c.start_at >= from_time and c.start_at < to_time
      and c.direction = 'outbound' and c.answer_at is not null
    group by 1, 2
  ),
  numbers as materialized (
    select n.number, private.rated_digits(n.number) as digits
    from (select distinct d.number from dialled d) n
  ),
  destination as materialized (
    select n.number, matching.id
    from numbers n
    left join lateral (
      select r.id
      from generate_series(least(length(n.digits), 15), 0, -1) size
      join public.rate_plan_rates r on r.rate_plan_id = plan and r.prefix = left(n.digits, size)
      order by size desc
      limit 1
    ) matching on true
  ),
  lengths as materialized (
    select destination.id, d.talk, sum(d.times) as times
    from dialled d
    join destination on destination.number = d.number
    group by 1, 2
  ),
  charged as (
    select r.id, r.prefix, r.description, l.times, l.talk, r.connect_fee, r.cost_per_minute,
      private.billed_seconds(l.talk, r.included_seconds, r.first_increment, r.next_increment) as billed
    from lengths l
    left join public.rate_plan_rates r on r.id = l.id
  )
  select c.id, c.prefix, c.description, sum(c.times)::bigint, sum(c.times * c.talk)::bigint,
    coalesce(sum(c.times * c.billed), 0)::bigint,
    sum(c.times * private.call_cost(c.billed, c.connect_fee, c.cost_per_minute))
  from charged c
  group by c.id, c.prefix, c.description;
end
$$;

-- Midnight of the day where the tenant is.
create function private.tenant_midnight(tenant uuid, day date) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select day::timestamp at time zone t.time_zone from public.tenants t where t.id = tenant
$$;

-- What an invoice of the period should charge, given all other invoices that are not void: cycles that have begun and
-- are not invoiced yet, credits for cycles that ended early, set-up fees, and the calls of the month before.
create function private.due_lines(tenant uuid, period date, this_invoice uuid)
returns table (line_key text, kind text, line_position integer, subscription_id uuid, cycle_start date, service_from date,
  service_to date, description text, quantity numeric, unit_price numeric, amount numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  period_end date := (period + interval '1 month' - interval '1 day')::date;
begin
  return query
  with invoiced as (
    select l.subscription_id, l.cycle_start, l.kind, sum(l.amount) as amount
    from public.invoice_lines l join public.invoices i on i.id = l.invoice_id
    where i.tenant_id = tenant and i.status <> 'void' and i.id is distinct from this_invoice
      and l.subscription_id is not null
    group by 1, 2, 3
  ),
  cycles as (
    select s.*, coalesce(nullif(s.description, ''), v.name) as label, first_day::date as first_day,
      private.cycle_end(first_day::date, s.cycle) as last_day
    from public.subscriptions s
    join public.services v on v.id = s.service_id
    cross join lateral generate_series(private.cycle_start(s.starts_on, s.cycle)::timestamp, period_end::timestamp,
      make_interval(months => private.cycle_months(s.cycle))) first_day
    where s.tenant_id = tenant
  ),
  charges as (
    select c.id, c.first_day, c.last_day, c.label, c.quantity, c.unit_price, 'recurring' as kind,
      greatest(c.starts_on, c.first_day) as day_from, least(c.ends_on, c.last_day) as day_to,
      case
        when c.ends_on < c.first_day then 0
        when c.prorate then private.prorated(c.quantity * c.unit_price, c.first_day, c.last_day,
          greatest(c.starts_on, c.first_day), least(c.ends_on, c.last_day))
        else c.quantity * c.unit_price
      end as due
    from cycles c where c.starts_on <= period_end
    union all
    select c.id, c.first_day, c.last_day, c.label || case when c.unit_price > 0 then ', set-up' else '' end, c.quantity, c.setup_fee, 'one_off', c.starts_on, c.starts_on,
      c.quantity * c.setup_fee
    from cycles c where c.starts_on between c.first_day and least(c.last_day, period_end) and c.setup_fee > 0
  ),
  lines as (
    select c.*, c.due - coalesce(i.amount, 0) as difference
    from charges c
    left join invoiced i on i.subscription_id = c.id and i.cycle_start = c.first_day and i.kind = c.kind
  )
  select 'subscription ' || l.id || ' ' || l.kind || ' ' || l.first_day, l.kind,
    (row_number() over (order by l.kind desc, l.label, l.first_day, l.id))::integer,
    l.id, l.first_day,
    case when l.difference < 0 then greatest(l.first_day, l.day_to + 1) else l.day_from end,
    case when l.difference < 0 then l.last_day else l.day_to end,
    left(case when l.difference < 0 then 'Credit: ' else '' end || l.label, 255),
    l.quantity::numeric, l.unit_price::numeric, l.difference
  from lines l where l.difference <> 0
  union all
  select 'usage ' || u.prefix, 'usage', 5000 + (row_number() over (order by u.prefix))::integer, null, null,
    (period - interval '1 month')::date, period - 1,
    left('Calls to ' || case when u.description = '' then coalesce(nullif('+' || u.prefix, '+'), 'all other destinations')
      else u.description end, 255),
    u.calls::numeric, null, round(u.cost, 2)
  from private.rated_usage(tenant, private.tenant_midnight(tenant, (period - interval '1 month')::date),
    private.tenant_midnight(tenant, period)) u
  where u.rate_id is not null;
end
$$;

-- Makes a draft anew. Lines that are due as before keep their rows, so that a run that finds nothing new changes nothing.
create function private.refresh_draft(invoice uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  draft public.invoices;
begin
  select * into draft from public.invoices i where i.id = invoice and i.status = 'draft' for no key update;
  if draft.id is null then
    return;
  end if;
  update public.invoices i set currency = a.currency, terms_days = a.terms_days
  from public.billing_accounts a
  where i.id = invoice and a.tenant_id = draft.tenant_id
    and (i.currency, i.terms_days) is distinct from (a.currency, a.terms_days);
  with due as materialized (
    select * from private.due_lines(draft.tenant_id, draft.period_start, invoice)
  ), gone as (
    delete from public.invoice_lines l
    where l.tenant_id = draft.tenant_id and l.invoice_id = invoice and l.kind <> 'adjustment'
      and l.line_key not in (select d.line_key from due d)
  )
  insert into public.invoice_lines as l (tenant_id, invoice_id, line_key, kind, position, subscription_id, cycle_start,
    service_from, service_to, description, quantity, unit_price, amount)
  select draft.tenant_id, invoice, d.line_key, d.kind, d.line_position, d.subscription_id, d.cycle_start,
    d.service_from, d.service_to, d.description, d.quantity, d.unit_price, d.amount
  from due d
  on conflict on constraint invoice_lines_invoice_id_line_key_key do update
    set position = excluded.position, service_from = excluded.service_from, service_to = excluded.service_to,
      description = excluded.description, quantity = excluded.quantity, unit_price = excluded.unit_price,
      amount = excluded.amount
    where (l.position, l.service_from, l.service_to, l.description, l.quantity, l.unit_price, l.amount) is distinct from
      (excluded.position, excluded.service_from, excluded.service_to, excluded.description, excluded.quantity,
        excluded.unit_price, excluded.amount);
end
$$;

-- Staff need the permission; the service key and the owner, as a nightly job would be, do not.
create function private.require_billing(action text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_setting('role', true) not in ('service_role', 'none', '') and not private.has_permission('billing', action) then
    raise exception 'Your role does not include this.' using errcode = 'insufficient_privilege';
  end if;
end
$$;

create function private.run_billing_cycle(tenant uuid, period date) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_invoice public.invoices;
begin
  perform private.require_billing('create');
  if period is distinct from private.cycle_start(period, 'monthly') then
    raise exception 'A period starts on the first of a month.' using errcode = 'check_violation';
  end if;
  perform private.lock_billing(tenant);
  select * into found_invoice from public.invoices i
  where i.tenant_id = tenant and i.period_start = period and i.status <> 'void';
  if found_invoice.id is null then
    if not exists (select 1 from private.due_lines(tenant, period, null)) then
      return null;
    end if;
    insert into public.invoices (tenant_id, period_start) values (tenant, period) returning * into found_invoice;
  end if;
  perform private.refresh_draft(found_invoice.id);
  return found_invoice.id;
end
$$;

create function private.issue_invoice(tenant uuid, invoice uuid, expected_total numeric) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  draft public.invoices;
begin
  perform private.require_billing('edit');
  select * into draft from public.invoices i where i.tenant_id = tenant and i.id = invoice;
  if draft.id is null then
    raise exception 'The draft is not there any more.' using errcode = 'TR410';
  end if;
  perform private.lock_billing(draft.tenant_id);
  perform private.refresh_draft(invoice);
  select * into draft from public.invoices i where i.id = invoice for no key update;
  if draft.status <> 'draft' then
    raise exception 'This invoice has been issued already.' using errcode = 'TR409';
  end if;
  if expected_total is not null and draft.total <> expected_total then
    raise exception 'The draft has changed to %. Look at it again before it is issued.', draft.total using errcode = 'TR412';
  end if;
  update public.invoices i
  set status = 'issued',
    bill_to = coalesce((select c.name from public.companies c where c.domain_uuid = draft.tenant_id),
      (select t.domain from public.tenants t where t.id = draft.tenant_id))
  where i.id = invoice;
end
$$;

create function private.void_invoice(tenant uuid, invoice uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  target public.invoices;
begin
  perform private.require_billing('edit');
  select * into target from public.invoices i where i.tenant_id = tenant and i.id = invoice;
  if target.id is null then
    raise exception 'The invoice is not there any more.' using errcode = 'TR410';
  end if;
  perform private.lock_billing(target.tenant_id);
  update public.invoices i set status = 'void', voided_at = now(), void_reason = btrim(reason) where i.id = invoice;
end
$$;

create function private.change_subscription(
  tenant uuid, subscription uuid, from_day date, new_quantity integer, new_price numeric
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  old public.subscriptions;
  successor uuid;
begin
  perform private.require_billing('edit');
  select * into old from public.subscriptions s where s.tenant_id = tenant and s.id = subscription for update;
  if old.id is null then
    raise exception 'The subscription is not there any more.' using errcode = 'TR410';
  end if;
  if from_day <= old.starts_on or from_day > old.ends_on then
    raise exception 'The change takes effect on a day within the subscription, after its first.' using errcode = 'check_violation';
  end if;
  perform private.lock_billing(old.tenant_id);
  insert into public.subscriptions (tenant_id, service_id, description, quantity, unit_price, cycle, starts_on, ends_on, prorate)
  values (old.tenant_id, old.service_id, old.description, new_quantity, new_price, old.cycle, from_day, old.ends_on, old.prorate)
  returning id into successor;
  update public.subscriptions s set ends_on = from_day - 1 where s.id = subscription;
  return successor;
end
$$;

-- Drafts the tenant's invoice for the month that starts on period_start, or makes the draft anew; what has been issued is
-- left alone. Answers the invoice's id, null when nothing is due. May be repeated, also at the same time.
create function public.run_billing_cycle(tenant uuid, period_start date) returns uuid
language sql volatile security invoker set search_path = '' as $$
  select private.run_billing_cycle(tenant, period_start)
$$;

-- Makes the draft anew, numbers it and fixes it. TR412 when its total is not the one that was seen.
create function public.issue_invoice(tenant uuid, invoice uuid, expected_total numeric default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.issue_invoice(tenant, invoice, expected_total)
$$;

-- Takes an issued invoice back. Its number stays used, its payments go to the account, its charges are due again.
create function public.void_invoice(tenant uuid, invoice uuid, reason text) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.void_invoice(tenant, invoice, reason)
$$;

-- From a day on another quantity or price: the subscription ends the day before and another takes over. Answers its id.
create function public.change_subscription(
  tenant uuid, subscription uuid, from_day date, quantity integer, unit_price numeric
) returns uuid
language sql volatile security invoker set search_path = '' as $$
  select private.change_subscription(tenant, subscription, from_day, quantity, unit_price)
$$;

create function private.tenant_usage(tenant uuid, month date)
returns table (prefix text, description text, calls bigint, talk_seconds bigint, billed_seconds bigint, cost numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_billing('view');
  return query
  select u.prefix, u.description, u.calls, u.talk_seconds, u.billed_seconds, u.cost
  from private.rated_usage(tenant, private.tenant_midnight(tenant, month),
    private.tenant_midnight(tenant, (month + interval '1 month')::date)) u
  order by u.prefix;
end
$$;

-- A tenant's outbound calls of a month (its first day) by rate; no prefix and no cost where no rate applies.
create function public.tenant_usage(tenant uuid, month date)
returns table (prefix text, description text, calls bigint, talk_seconds bigint, billed_seconds bigint, cost numeric)
language sql stable security invoker set search_path = '' as $$
  select * from private.tenant_usage(tenant, month)
$$;

-- What each tenant owes (below zero: has in credit) and how much of it is past due; all tenants unless some are named.
create function public.tenant_balances(tenants uuid[] default null)
returns table (tenant_id uuid, balance numeric, overdue numeric)
language sql stable security invoker set search_path = '' as $$
  select moves.tenant_id, sum(moves.amount), sum(moves.overdue)
  from (
    select i.tenant_id, i.total as amount,
      case when i.status = 'issued' and i.due_on < current_date then i.total - i.paid else 0 end as overdue
    from public.invoices i where i.status in ('issued', 'paid') and (tenants is null or i.tenant_id = any (tenants))
    union all
    select p.tenant_id, -p.amount, 0 from public.payments p where tenants is null or p.tenant_id = any (tenants)
  ) moves
  group by moves.tenant_id
$$;

-- A tenant's account at a glance: balance, what is overdue, drafts, and the last twelve months.
create function public.billing_overview(tenant uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'currency', coalesce(a.currency, 'USD'),
    'terms_days', coalesce(a.terms_days, 30),
    'rate_plan_id', a.rate_plan_id,
    'rate_plan', (select p.name from public.rate_plans p where p.id = a.rate_plan_id),
    'balance', coalesce((select b.balance from public.tenant_balances(array[tenant]) b), 0),
    'overdue', coalesce((select b.overdue from public.tenant_balances(array[tenant]) b), 0),
    'open_invoices', (select count(*) from public.invoices i where i.tenant_id = tenant and i.status = 'issued'),
    'next_due', (select min(i.due_on) from public.invoices i where i.tenant_id = tenant and i.status = 'issued'),
    'recurring', (select coalesce(sum(round(s.quantity * s.unit_price / private.cycle_months(s.cycle), 2)), 0)
      from public.subscriptions s
      where s.tenant_id = tenant and s.starts_on <= current_date and coalesce(s.ends_on, current_date) >= current_date),
    'draft', (select jsonb_build_object('id', i.id, 'period_start', i.period_start, 'total', i.total)
      from public.invoices i where i.tenant_id = tenant and i.status = 'draft' order by i.period_start limit 1),
    'months', (
      select jsonb_agg(jsonb_build_object('month', m.month,
        'total', coalesce((select sum(i.total) from public.invoices i
          where i.tenant_id = tenant and i.period_start = m.month and i.status in ('issued', 'paid')), 0),
        'paid', coalesce((select sum(i.paid) from public.invoices i
          where i.tenant_id = tenant and i.period_start = m.month and i.status in ('issued', 'paid')), 0)
      ) order by m.month)
      from (select generate_series(date_trunc('month', current_date::timestamp) - interval '11 months',
        date_trunc('month', current_date::timestamp), interval '1 month')::date as month) m)
  )
  from (select tenant as id) wanted
  left join public.billing_accounts a on a.tenant_id = wanted.id
$$;

-- The rate plans with the number of their rates and of the tenants that use them.
create function public.rate_plan_list()
returns table (id uuid, name text, description text, currency text, version integer, rates bigint, tenants bigint)
language sql stable security invoker set search_path = '' as $$
  select p.id, p.name, p.description, p.currency, p.version,
    (select count(*) from public.rate_plan_rates r where r.rate_plan_id = p.id),
    (select count(*) from public.billing_accounts a where a.rate_plan_id = p.id)
  from public.rate_plans p
  order by p.name
$$;

grant execute on function private.cycle_months(text), private.require_billing(text), private.run_billing_cycle(uuid, date),
  private.issue_invoice(uuid, uuid, numeric), private.void_invoice(uuid, uuid, text),
  private.change_subscription(uuid, uuid, date, integer, numeric), private.tenant_usage(uuid, date)
  to authenticated, service_role;
grant execute on function public.run_billing_cycle(uuid, date), public.issue_invoice(uuid, uuid, numeric),
  public.void_invoice(uuid, uuid, text), public.change_subscription(uuid, uuid, date, integer, numeric),
  public.tenant_usage(uuid, date), public.tenant_balances(uuid[]), public.billing_overview(uuid), public.rate_plan_list()
  to authenticated, service_role;

-- What public.save_record may write.
insert into private.record_lists (table_name, section, searchable, sortable, filterable) values
  ('subscriptions', 'billing', '{description}', '{starts_on}', '{cycle}'),
  ('invoices', 'billing', '{number}', '{period_start}', '{status}'),
  ('rate_plan_rates', 'billing', '{prefix,description}', '{prefix}', '{rate_plan_id}');
