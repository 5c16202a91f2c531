-- Views across all tenants: configuration problems, customers, reports and the dashboard.

-- The stored configuration check of every tenant, and the problems staff have accepted.

-- Problems that lib/telephony/routing/problems.ts found in a tenant, written by the server's job (lib/jobs).
create table public.tenant_checks (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null unique references public.tenants (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  -- [{severity, kind, record, text, href, key, repair}], the worst first.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  errors integer not null default 0,
  warnings integer not null default 0,
  notices integer not null default 0,
  accepted integer not null default 0
);
create index tenant_checks_checked_at_idx on public.tenant_checks (checked_at);
comment on column public.tenant_checks.errors is 'Problems of that severity nobody has accepted; likewise warnings and notices';
select private.declare_read_only('tenant_checks', section => 'telephony', written_by => 'functions');

-- A problem stays accepted as long as its text is the same. Users who may edit telephony accept problems and withdraw acceptances; the note
-- cannot be edited.
create table public.accepted_problems (
  like private.tenant_columns including all,
  problem_key text not null check (length(problem_key) between 1 and 20000),
  name text not null check (length(name) between 1 and 4000),
  note text not null check (length(btrim(note)) between 1 and 500),
  accepted_by text not null default ''
);
comment on column public.accepted_problems.problem_key is 'The problem''s key, stable while it lasts';
comment on column public.accepted_problems.name is 'The problem''s text when it was accepted';
comment on column public.accepted_problems.accepted_by is 'Name of the member who accepted it';
create unique index accepted_problems_unique on public.accepted_problems (tenant_id, md5(problem_key || ' ' || name));
select private.declare_records('accepted_problems', section => 'telephony', may_create => '{edit}', may_edit => '{}', may_delete => '{edit}');

-- A restored one keeps the name.
create function private.stamp_acceptance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('app.undoing', true) = 'on' then
    return new;
  end if;
  new.accepted_by := coalesce((select coalesce(nullif(m.full_name, ''), m.email) from public.members m
    where m.user_id = (select auth.uid())), '');
  return new;
end
$$;
create trigger stamp before insert on public.accepted_problems for each row execute function private.stamp_acceptance();

-- A tenant's problems in order, each with its acceptance or null.
create function private.problems_of(checked public.tenant_checks) returns table (place bigint, problem jsonb, accepted jsonb)
language sql stable security invoker set search_path = '' as $$
  select p.place, p.problem, case when a.id is not null then
    jsonb_build_object('id', a.id, 'note', a.note, 'by', a.accepted_by, 'at', a.created_at) end
  from jsonb_array_elements(checked.problems) with ordinality p (problem, place)
  left join public.accepted_problems a on a.tenant_id = checked.tenant_id
    and a.problem_key = p.problem ->> 'key' and a.name = p.problem ->> 'text'
$$;

create function private.count_problems() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select count(*) filter (where p.accepted is null and p.problem ->> 'severity' = 'error'),
    count(*) filter (where p.accepted is null and p.problem ->> 'severity' = 'warning'),
    count(*) filter (where p.accepted is null and p.problem ->> 'severity' = 'notice'),
    count(p.accepted)
  into new.errors, new.warnings, new.notices, new.accepted
  from private.problems_of(new) p;
  new.updated_at := now();
  return new;
end
$$;
create trigger count_problems before insert or update on public.tenant_checks
  for each row execute function private.count_problems();

create function private.count_accepted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.tenant_checks c set updated_at = now() where c.tenant_id in (new.tenant_id, old.tenant_id);
  return null;
end
$$;
create trigger count_accepted after insert or delete on public.accepted_problems
  for each row execute function private.count_accepted();

-- A tenant's check result: {current, checked_at, problems: [{…, accepted}]}. `current` is whether it reflects the tenant's present
-- configuration; `checked_at` is null before the first check. Null for a tenant the caller cannot see.
create function public.configuration_check(tenant uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'current', coalesce(v.checked - v.version = (select s.version from public.tenant_versions s where s.tenant_id is null), false),
      'checked_at', c.checked_at,
      'problems', coalesce((select jsonb_agg(p.problem || jsonb_build_object('accepted', p.accepted) order by p.place)
        from private.problems_of(c) p), '[]'))
    from public.tenants t
    left join public.tenant_versions v on v.tenant_id = t.id
    left join public.tenant_checks c on c.tenant_id = t.id
    where t.id = tenant and (select private.has_permission('telephony', 'view')));
end
$$;

-- Tenants a server is checking right now, so that another one does not.
create table private.check_claims (
  tenant_id uuid primary key references public.tenants (id) on delete cascade,
  until timestamptz not null
);
alter table private.check_claims enable row level security;

-- Claims up to `how_many` tenants to check, for one minute: those never checked, those changed since, and those last checked a day ago,
-- because rules and overrides expire. Tenants with a change of their own come first: one to data that all share makes all of them due, and
-- somebody waits for what they have just saved. A tenant that is being deleted is passed over: waiting for it while holding others could
-- deadlock with a transaction that deletes several. For the server (lib/jobs).
create function private.claim_checks(how_many integer) returns setof uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  shared bigint := (select v.version from public.tenant_versions v where v.tenant_id is null);
begin
  return query
    with due as materialized (
      select d.tenant_id
      from (
        select v.tenant_id from public.tenant_versions v
        where v.tenant_id is not null and coalesce(v.checked - v.version, -1) < shared
        union
        select c.tenant_id from public.tenant_checks c where c.checked_at < now() - interval '1 day'
      ) d
      join public.tenant_versions v on v.tenant_id = d.tenant_id
      left join public.tenant_checks c on c.tenant_id = d.tenant_id
      where not exists (select 1 from private.check_claims k where k.tenant_id = d.tenant_id and k.until > now())
      order by v.updated_at > c.checked_at desc nulls first, c.checked_at, d.tenant_id
      limit how_many
    ), lasting as materialized (
      select t.id from public.tenants t where t.id in (select d.tenant_id from due d)
      for key share skip locked
    )
    insert into private.check_claims as k (tenant_id, until)
    select l.id, now() + interval '1 minute' from lasting l
    on conflict on constraint check_claims_pkey do update set until = excluded.until where k.until <= now()
    returning k.tenant_id;
end
$$;

select private.expose('claim_checks', 'service_role');

-- Stores a tenant's check result, {tenant_id, snapshot_version, problems}, unless a newer version is already stored, and releases the
-- claim. Skips a deleted tenant.
create function private.store_check(outcome jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  tenant uuid := outcome ->> 'tenant_id';
  of_version bigint := outcome ->> 'snapshot_version';
begin
  perform 1 from public.tenants t where t.id = tenant for key share;
  update public.tenant_versions v set checked = of_version where v.tenant_id = tenant and coalesce(v.checked, 0) <= of_version;
  if found then
    insert into public.tenant_checks as c (tenant_id, problems) values (tenant, outcome -> 'problems')
    on conflict (tenant_id) do update set problems = excluded.problems, checked_at = excluded.checked_at;
  end if;
  delete from private.check_claims k where k.tenant_id = tenant;
end
$$;

select private.expose('store_check', 'service_role');

-- What staff expect of a tenant's calls ("Saturday 10:00 rings the answering service"). They do not affect calls, so the snapshot leaves
-- them out: the app has the routing engine check them after each change.

-- Whether a document is a test call (TestCall in lib/telephony/simulator/question.ts) that can be kept. `at` is a local minute of the tenant,
-- `2026-12-25T10:00`, or a weekly one, `6 10:00` on Saturdays, or null for the time of the check.
create function private.is_test_call(call jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(call) = 'object'
    and call ?& '{extension,caller,withheld,to,at,digits,phones,patience}'
    and call - '{extension,caller,withheld,to,at,digits,phones,patience}'::text[] = '{}'
    and (call -> 'extension' = 'null' or jsonb_typeof(call -> 'extension') = 'string' and call ->> 'extension' ~ '^[0-9]{2,7}$')
    and jsonb_typeof(call -> 'caller') = 'string' and length(call ->> 'caller') <= 32
    and jsonb_typeof(call -> 'withheld') = 'boolean'
    and jsonb_typeof(call -> 'to') = 'string' and call ->> 'to' ~ '^[0-9*#+() .-]{1,32}$'
    and (call -> 'at' = 'null' or jsonb_typeof(call -> 'at') = 'string'
      and call ->> 'at' ~ '^(\d{4}-\d{2}-\d{2}T|[1-7] )([01]\d|2[0-3]):[0-5]\d$')
    and jsonb_typeof(call -> 'digits') = 'string' and call ->> 'digits' ~ '^[0-9*#, ]{0,100}$'
    and jsonb_typeof(call -> 'phones') = 'object'
    and not jsonb_path_exists(call -> 'phones',
      '$.* ? (!(@ == "away" || @ == "answers" || @ == "unconfirmed" || @ == "busy" || @ == "unregistered"))')
    and (call -> 'patience' = 'null' or jsonb_typeof(call -> 'patience') = 'number'
      and (call ->> 'patience')::numeric between 1 and 3600)
    and length(call::text) <= 4000, false)
$$;

create table public.call_expectations (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  question jsonb not null constraint call_expectations_question check (private.is_test_call(question)),
  outcome text not null check (outcome in ('comes_to', 'ends_at', 'ends_unanswered')),
  destination_id uuid,
  unique (tenant_id, name),
  constraint call_expectations_destination check ((outcome = 'ends_unanswered') = (destination_id is null))
);
comment on column public.call_expectations.question is
  'Who calls what and when, what they press and how the phones respond (private.is_test_call)';
comment on column public.call_expectations.outcome is 'Whether the call passes the destination, ends there, or ends unanswered';
select private.declare_records('call_expectations', section => 'telephony', search => '{name}', sort => '{name}',
  refers => '{"destination_id": "destinations"}');

-- Expectations are not in the snapshot, but the configuration check counts the broken ones: the tenant is due for a check again.
create function private.schedule_configuration_check() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changed_versions (tenant_id) values (coalesce(new.tenant_id, old.tenant_id)) on conflict do nothing;
  return null;
end
$$;
create trigger schedule_check after insert or update or delete on public.call_expectations
  for each row execute function private.schedule_configuration_check();

-- What a tenant's calls to these numbers cost at its rate plan if answered for that many seconds: one row per number a rate covers. None
-- for a tenant without a plan, or a caller who may not see billing.
create function public.tenant_call_prices(tenant uuid, numbers text[], talk_seconds integer)
returns table (number text, description text, connect_fee numeric, cost_per_minute numeric, cost numeric, currency text)
language sql stable security invoker set search_path = '' as $$
  select f.number, r.description, r.connect_fee, r.cost_per_minute, private.call_cost(
    private.billed_seconds(least(greatest(talk_seconds, 0), 86400), r.included_seconds, r.first_increment, r.next_increment),
    r.connect_fee, r.cost_per_minute), a.currency
  from public.billing_accounts a
  cross join lateral private.rates_for(a.rate_plan_id, array(select distinct n from unnest(numbers[:100]) n)) f
  join public.rate_plan_rates r on r.id = f.rate_id
  where a.tenant_id = tenant
$$;

-- Customers.

-- A customer page's records: amounts owed by currency, open port orders, and the newest opportunities (open ones first), numbers, phones,
-- stock and invoices with the count of each. Null for what the caller may not see.
create function public.customer_records(company uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'account', case when (select private.has_permission('billing', 'view')) then (
      select jsonb_build_object(
        'currency', coalesce((select b.currency from public.billing_accounts b where b.tenant_id = c.domain_uuid), 'USD'),
        'balance', coalesce(max(b.balance), 0), 'overdue', coalesce(max(b.overdue), 0),
        'overdue_since', min(v.due_on) filter (where v.due_on < (select private.business_today())),
        'next_due', min(v.due_on) filter (where v.due_on >= (select private.business_today())))
      from private.tenant_balance(c.domain_uuid) b
      left join public.invoices v on v.tenant_id = b.tenant_id and v.status = 'issued') end,
    'orders', case when (select private.has_permission('numbers', 'view')) or (select private.has_permission('sales', 'view')) then (
      select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(p order by p.place) filter (where p.place <= 10), '[]')) from (
        select p.id, p.name, p.state, p.foc_date, row_number() over (order by p.created_at desc, p.id) as place
        from public.port_orders p
        where p.state not in ('ported', 'cancelled') and (p.for_tenant_id = c.domain_uuid
          or p.opportunity_id in (select o.id from public.opportunities o where o.company_id = c.id))) p) end,
    'devices', case when (select private.has_permission('telephony', 'view')) then (
      select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(d order by d.place) filter (where d.place <= 10), '[]')) from (
        select d.id, d.mac, d.label, d.model, row_number() over (order by d.label, d.mac) as place
        from public.devices d where d.tenant_id = c.domain_uuid) d) end,
    'opportunities', case when (select private.has_permission('sales', 'view')) then (
      select jsonb_build_object('count', count(*), 'open', count(*) filter (where o.status not in ('won', 'lost')),
        'rows', coalesce(jsonb_agg(o order by o.place) filter (where o.place <= 10), '[]')) from (
        select o.id, o.name, o.status, o.amount, o.close_date,
          row_number() over (order by o.status in ('won', 'lost'), o.created_at desc, o.id) as place
        from public.opportunities o where o.company_id = c.id) o) end,
    'numbers', case when (select private.has_permission('telephony', 'view')) or (select private.has_permission('numbers', 'view')) then (
      select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(d order by d.place) filter (where d.place <= 10), '[]')) from (
        select d.id, d.number, d.description, d.status, row_number() over (order by d.number) as place
        from public.dids d where d.tenant_id = c.domain_uuid) d) end,
    'stock', case when (select private.has_permission('inventory', 'view')) then (
      select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(i order by i.place) filter (where i.place <= 10), '[]')) from (
        select i.id, i.name, i.mac, i.status, row_number() over (order by i.name, i.id) as place
        from public.inventory i where i.company_id = c.id) i) end,
    'invoices', case when (select private.has_permission('billing', 'view')) then (
      select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(v order by v.place) filter (where v.place <= 10), '[]')) from (
        select v.id, v.number, v.status, v.total, v.currency, v.issued_on, v.due_on, v.total - v.paid as open,
          row_number() over (order by v.period_start desc, v.number desc nulls first) as place
        from public.invoices v where v.tenant_id = c.domain_uuid) v) end
  )
  from public.companies c where c.id = company
$$;

-- Among a tenant's own entries, which are mostly of extensions and devices.
create index audit_log_customer_idx on public.audit_log (tenant_id, at desc)
  where table_name in ('tenants', 'invoices', 'payments', 'subscriptions', 'dids', 'notes', 'tasks');

-- The newest 100 entries of a customer's activity before a moment: changes to the company, its contacts, notes, tasks and opportunities,
-- and to the tenant itself, its notes, tasks, invoices, payments, subscriptions and numbers.
create function public.customer_activity(company uuid, before timestamptz) returns setof public.audit_log
language sql stable security invoker set search_path = '' as $$
  with subjects as (
    select c.id from public.companies c where c.id = company
    union all select o.id from public.opportunities o where o.company_id = company
  )
  select e.* from (
    (select a.* from public.audit_log a where a.table_name in ('companies', 'opportunities')
      and a.record_id in (select s.id from subjects s) and a.at < before order by a.at desc, a.seq desc limit 100)
    union all
    (select a.* from public.audit_log a where a.parent_id in (select s.id from subjects s) and a.at < before
      order by a.at desc, a.seq desc limit 100)
    union all
    (select a.* from public.audit_log a
      where a.tenant_id = (select c.domain_uuid from public.companies c where c.id = company)
        and a.table_name in ('tenants', 'invoices', 'payments', 'subscriptions', 'dids', 'notes', 'tasks') and a.at < before
      order by a.at desc, a.seq desc limit 100)
  ) e
  order by e.at desc, e.seq desc limit 100
$$;

-- What blocks deleting a company with this tenant, whatever the caller may see: "the tenant acme.pbx.example, 4 numbers, 2 open invoices".
create function private.company_delete_blockers(tenant uuid) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(', ', 'the tenant ' || t.domain,
    (select count(*) || case count(*) when 1 then ' number' else ' numbers' end
      from public.dids d where d.tenant_id = t.id having count(*) > 0),
    (select count(*) || case count(*) when 1 then ' open invoice' else ' open invoices' end
      from public.invoices i where i.tenant_id = t.id and i.status in ('draft', 'issued') having count(*) > 0))
  from public.tenants t where t.id = tenant
$$;

-- Why a company cannot be deleted, as a sentence; null when it can, or the caller may not see it.
create function private.company_delete_refusal(company uuid) returns text
language sql stable security definer set search_path = '' as $$
  select format('%s cannot be deleted while it has %s.', c.name, private.company_delete_blockers(c.domain_uuid))
  from public.companies c
  where c.id = company and c.domain_uuid is not null and (select private.has_permission('customers', 'view'))
$$;

select private.expose('company_delete_refusal');

-- Reports across all tenants, from the daily and hourly counts instead of individual calls.

create function private.require_reports() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission(private.has_permission('reports', 'view'));
end
$$;

-- Calls of all tenants of a time zone in each hour (`at`, and as `hour` of the day there), with the days of report_calls.
create function private.zone_calls_by_hour(from_day date, until_day date)
returns table (time_zone text, at timestamptz, hour integer, calls numeric, answered numeric)
language sql stable security invoker set search_path = '' as $$
  select h.time_zone, h.at, extract(hour from h.at at time zone h.time_zone)::int, h.calls, h.answered
  from (
    -- Sums before converting to local time, which takes longer. These days are UTC's: local days reach up to a day beyond them on both sides.
    select t.time_zone, c.hour as at, sum(c.calls) as calls, coalesce(sum(c.calls) filter (where c.status = 'answered'), 0) as answered
    from public.cdr_hourly c join public.tenants t on t.id = c.tenant_id
    where c.hour >= coalesce(from_day, current_date)::timestamptz - interval '1 day'
      and c.hour < coalesce(until_day, current_date)::timestamptz + interval '2 days'
    group by 1, 2
  ) h
  cross join lateral (select (now() at time zone h.time_zone)::date as today) z
  where (h.at at time zone h.time_zone)::date between coalesce(from_day, z.today) and coalesce(until_day, z.today)
$$;

create function private.report_calls(from_day date default null, until_day date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  perform private.require_reports();
  if until_day < from_day or until_day - from_day > 400 or (from_day is null) <> (until_day is null) then
    raise exception 'Choose a range of up to 401 days.' using errcode = 'invalid_parameter_value';
  end if;
  -- By tenant, by day and in all at once: groups of tenant and day together would be nearly as many as calls.
  with sums as materialized (
    select d.tenant_id, d.day, coalesce(sum(d.calls), 0) as calls, coalesce(sum(d.calls) filter (where d.status = 'answered'), 0) as answered,
      coalesce(sum(d.calls) filter (where d.direction = 'inbound'), 0) as inbound,
      coalesce(sum(d.calls) filter (where d.direction = 'inbound' and d.status = 'answered'), 0) as inbound_answered,
      coalesce(sum(d.talk_seconds), 0) as talk_seconds
    from public.cdr_daily d
    join public.tenants t on t.id = d.tenant_id
    -- Without days, UTC's with those around it hold every tenant's own.
    where d.day between coalesce(from_day, current_date - 1) and coalesce(until_day, current_date + 1)
      and (from_day is not null or d.day = (now() at time zone t.time_zone)::date)
    group by grouping sets ((d.tenant_id), (d.day), ())
  )
  select jsonb_build_object(
    'totals', (select to_jsonb(s) - '{tenant_id,day}'::text[] from sums s where s.tenant_id is null and s.day is null),
    'days', coalesce((select jsonb_agg(d order by d.day) from (
      select s.day, s.calls, s.answered from sums s where s.day is not null) d), '[]'),
    'hours', coalesce((select jsonb_agg(h order by h.hour) from (
      select c.hour, sum(c.calls) as calls, sum(c.answered) as answered
      from private.zone_calls_by_hour(from_day, until_day) c group by 1) h), '[]'),
    'tenants', coalesce((select jsonb_agg(t order by t.calls desc, t.name) from (
      select s.tenant_id as id, coalesce(c.name, n.domain) as name, s.calls, s.answered, s.talk_seconds
      from sums s join public.tenants n on n.id = s.tenant_id
      left join public.companies c on c.domain_uuid = s.tenant_id) t), '[]')
  ) into answer;
  return answer;
end
$$;

create function private.report_hour(at_hour integer, from_day date default null, until_day date default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_reports();
  return coalesce((select jsonb_agg(r order by r.calls desc, r.name) from (
    select t.id, coalesce(c.name, t.domain) as name, sum(h.calls) as calls, coalesce(sum(h.calls) filter (where h.status = 'answered'), 0) as answered
    from private.zone_calls_by_hour(from_day, until_day) z
    join public.cdr_hourly h on h.hour = z.at
    join public.tenants t on t.id = h.tenant_id and t.time_zone = z.time_zone
    left join public.companies c on c.domain_uuid = t.id
    where z.hour = at_hour group by t.id, c.name) r), '[]');
end
$$;

-- A subscription's monthly revenue, and whether it is charged on a given day.
create function private.monthly_revenue(of public.subscriptions) returns numeric
language sql immutable set search_path = '' as $$
  select of.quantity * of.unit_price / case of.cycle when 'yearly' then 12 when 'quarterly' then 3 else 1 end
$$;
create function private.is_recurring(of public.subscriptions, on_day date) returns boolean
language sql immutable set search_path = '' as $$
  select of.unit_price > 0 and of.starts_on <= on_day and coalesce(of.ends_on, on_day) >= on_day
$$;

-- Aging bucket, as of a day, of an amount due on another, as named in report_business.
create function private.aging_bucket(due_on date, today date) returns text
language sql immutable set search_path = '' as $$
  select case when late <= 0 then 'not_due' when late <= 30 then 'to_30' when late <= 60 then 'to_60'
    when late <= 90 then 'to_90' else 'over_90' end
  from (select today - due_on as late) d
$$;

-- Tenants without an issued invoice for a month that has begun although something is due: a subscription whose last cycle until then (its
-- first if it only has a setup fee) is on none, or a call in the month before that the tenant's plan has a rate for, or anything else of
-- subscriptions once one has ended, such as a credit; and those with a draft. With the draft's total, or null. Of the calls, a few are tried
-- first, of which one mostly has a rate, then all; archived ones are left out.
create function private.not_invoiced(month date) returns table (tenant_id uuid, draft numeric, currency text)
language sql stable security definer set search_path = '' as $$
  select t.id, i.total, coalesce(i.currency, b.currency, 'USD')
  from public.tenants t
  left join public.billing_accounts b on b.tenant_id = t.id
  left join public.invoices i on i.tenant_id = t.id and i.period_start = not_invoiced.month and i.status <> 'void'
  cross join lateral (select private.cycle_end(not_invoiced.month, 'monthly') as ends_on) m
  where i.status = 'draft' or i.id is null and (
    exists (select 1 from public.subscriptions u
      where u.tenant_id = t.id and u.starts_on <= m.ends_on and u.unit_price + u.setup_fee > 0
        and not exists (select 1 from public.invoice_lines l join public.invoices v on v.id = l.invoice_id
          where l.subscription_id = u.id and v.status in ('issued', 'paid')
            and l.cycle_start = private.cycle_start(
              case when u.unit_price > 0 then least(u.ends_on, m.ends_on) else u.starts_on end, u.cycle)))
    or b.rate_plan_id is not null and exists (select 1 from (values (20), (null)) few (calls)
      cross join lateral private.rates_for(b.rate_plan_id, array(select distinct o.number from (select c.number from private.outside_calls c
        where c.tenant_id = t.id and c.start_at >= private.start_of_month(t.id, (not_invoiced.month - interval '1 month')::date)
          and c.start_at < private.start_of_month(t.id, not_invoiced.month) limit few.calls) o)) r
      where r.rate_id is not null)
    or exists (select 1 from public.subscriptions u where u.tenant_id = t.id and u.ends_on <= m.ends_on)
      and exists (select 1 from private.due_subscription_lines(t.id, not_invoiced.month, null)))
$$;

create function private.report_business(from_day date, until_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- As the policy of company_accounts: reports alone do not show customers' tax ids.
  sees_tax_ids boolean := private.has_permission('customers', 'view') or private.has_permission('sales', 'view');
  today date := private.business_today();
  since timestamptz := private.business_midnight(from_day);
  until timestamptz := private.business_midnight(until_day + 1);
begin
  perform private.require_reports();
  return jsonb_build_object(
    'revenue', coalesce((select jsonb_agg(r order by r.month, r.currency) from (
      select to_char(i.issued_on, 'YYYY-MM') as month, i.currency, count(*) as invoices, sum(i.total) as invoiced, sum(i.paid) as paid,
        sum((select coalesce(sum(l.amount), 0) from public.invoice_lines l
          where l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.kind = 'tax')) as tax
      from public.invoices i
      where i.status in ('issued', 'paid') and i.issued_on between from_day and until_day
      group by 1, 2) r), '[]'),
    'customers', coalesce((select jsonb_agg(r order by r.invoiced desc, r.name, r.currency) from (
      select i.tenant_id as id, coalesce(c.name, t.domain) as name, case when sees_tax_ids then coalesce(a.tax_id, '') end as tax_id, i.currency,
        count(*) as invoices, sum(i.total) as invoiced, sum(i.paid) as paid
      from public.invoices i join public.tenants t on t.id = i.tenant_id
      left join public.companies c on c.domain_uuid = i.tenant_id
      left join public.company_accounts a on a.id = c.id
      where i.status in ('issued', 'paid') and i.issued_on between from_day and until_day
      group by 1, 2, 3, 4) r), '[]'),
    'taxes', coalesce((select jsonb_agg(r order by r.month, r.jurisdiction, r.currency) from (
      select to_char(i.issued_on, 'YYYY-MM') as month, l.tax_jurisdiction as jurisdiction, i.currency, count(*) as invoices,
        sum(l.taxed) as taxed, sum(l.amount) as tax
      from public.invoices i join public.invoice_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.kind = 'tax'
      where i.status in ('issued', 'paid') and i.issued_on between from_day and until_day
      group by 1, 2, 3) r), '[]'),
    'not_invoiced', coalesce((select jsonb_agg(r order by r.name, r.id) from (
      select t.id, coalesce(c.name, t.domain) as name, to_char(m.month, 'YYYY-MM') as month, n.draft, n.currency
      from (select private.cycle_start(least(until_day, today), 'monthly') as month) m
      cross join lateral private.not_invoiced(m.month) n
      join public.tenants t on t.id = n.tenant_id left join public.companies c on c.domain_uuid = t.id) r), '[]'),
    'voided', coalesce((select jsonb_agg(r order by r.voided_on, r.number) from (
      select i.id, i.tenant_id, i.number, coalesce(c.name, t.domain) as name, i.issued_on,
        (i.voided_at at time zone private.business_time_zone())::date as voided_on, i.currency, i.total,
        (select coalesce(sum(l.amount), 0) from public.invoice_lines l
          where l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.kind = 'tax') as tax
      from public.invoices i join public.tenants t on t.id = i.tenant_id left join public.companies c on c.domain_uuid = t.id
      where i.voided_at >= since and i.voided_at < until) r), '[]'),
    'recurring', coalesce((select jsonb_agg(r order by r.monthly desc, r.service, r.currency) from (
      select v.name as service, coalesce(b.currency, 'USD') as currency, sum(u.quantity) as quantity,
        count(distinct u.tenant_id) as tenants, sum(round(private.monthly_revenue(u), 2)) as monthly
      from public.subscriptions u join public.services v on v.id = u.service_id
      left join public.billing_accounts b on b.tenant_id = u.tenant_id
      where private.is_recurring(u, until_day)
      group by 1, 2) r), '[]'),
    'aging', coalesce((select jsonb_agg(r order by r.owed desc, r.name, r.currency) from (
      select o.tenant_id as id, coalesce(c.name, t.domain) as name, o.currency, sum(o.open) as owed,
        coalesce(sum(o.open) filter (where o.age = 'not_due'), 0) as not_due,
        coalesce(sum(o.open) filter (where o.age = 'to_30'), 0) as to_30,
        coalesce(sum(o.open) filter (where o.age = 'to_60'), 0) as to_60,
        coalesce(sum(o.open) filter (where o.age = 'to_90'), 0) as to_90,
        coalesce(sum(o.open) filter (where o.age = 'over_90'), 0) as over_90
      from (select i.tenant_id, i.currency, i.total - i.paid as open, private.aging_bucket(i.due_on, today) as age
        from public.invoices i where i.status = 'issued') o
      join public.tenants t on t.id = o.tenant_id left join public.companies c on c.domain_uuid = o.tenant_id
      group by 1, 2, 3) r), '[]'),
    'pipeline', coalesce((select jsonb_agg(p) from (
      select o.status as stage, count(*) as count, sum(o.amount) as amount,
        round(sum(o.amount * o.probability / 100), 2) as weighted
      from public.opportunities o
      where o.status not in ('won', 'lost') or o.closed_at >= since and o.closed_at < until
      group by o.status) p), '[]'),
    'seats', coalesce((select jsonb_agg(s order by greatest(s.purchased, s.assigned) - s.billed desc, s.name, s.product) from (
      select t.id, coalesce(c.name, t.domain) as name, b.product, b.purchased, b.assigned, b.billed
      from private.seats() b join public.tenants t on t.id = b.tenant_id left join public.companies c on c.domain_uuid = t.id
      where greatest(b.purchased, b.assigned, b.billed) > 0) s), '[]'),
    'ports', coalesce((select jsonb_agg(p) from (
      select o.state, count(*) as orders, sum((select count(*) from public.port_order_numbers n where n.port_order_id = o.id)) as numbers
      from public.port_orders o
      where o.state not in ('ported', 'cancelled') or o.closed_at >= since and o.closed_at < until
      group by o.state) p), '[]'),
    'numbers', coalesce((select jsonb_agg(n order by n.count desc) from (
      select d.status, count(*) as count from public.dids d group by d.status) n), '[]'),
    'stock', coalesce((select jsonb_agg(k order by k.count desc) from (
      select i.status, count(*) as count, coalesce(sum(i.purchase_cost), 0) as cost
      from public.inventory i group by i.status) k), '[]')
  );
end
$$;
-- How many rows a dialog shows of what the functions below answer with. They answer with one more if there are more.
create function private.most_behind() returns integer language sql immutable set search_path = '' as 'select 1000';

create function private.report_invoices(
  from_day date, until_day date, customer uuid default null, owed boolean default false, jurisdiction text default null,
  age text default null, charged_in text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := private.business_today();
begin
  perform private.require_reports();
  return coalesce((select jsonb_agg(r order by r.issued_on desc, r.number desc) from (
    select i.id, i.number, i.tenant_id, coalesce(c.name, t.domain) as name, i.currency, i.issued_on, i.due_on, i.total,
      i.total - i.paid as open, coalesce(l.amount, 0) as tax
    from public.invoices i join public.tenants t on t.id = i.tenant_id
    left join public.companies c on c.domain_uuid = i.tenant_id
    left join public.invoice_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.kind = 'tax'
    where (customer is null or i.tenant_id = customer) and (jurisdiction is null or l.tax_jurisdiction = jurisdiction)
      and (age is null or private.aging_bucket(i.due_on, today) = age) and (charged_in is null or i.currency = charged_in)
      and case when owed then i.status = 'issued'
        else i.status in ('issued', 'paid') and i.issued_on between from_day and until_day end
    order by i.issued_on desc, i.number desc limit private.most_behind() + 1) r), '[]');
end
$$;
create function private.report_subscriptions(on_day date, named text, charged_in text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_reports();
  return coalesce((select jsonb_agg(r order by r.monthly desc, r.name, r.id) from (
    select u.id, u.tenant_id, coalesce(c.name, t.domain) as name, u.quantity, u.cycle,
      round(private.monthly_revenue(u), 2) as monthly
    from public.subscriptions u join public.services v on v.id = u.service_id
    join public.tenants t on t.id = u.tenant_id
    left join public.companies c on c.domain_uuid = u.tenant_id
    left join public.billing_accounts b on b.tenant_id = u.tenant_id
    where v.name = named and coalesce(b.currency, 'USD') = charged_in and private.is_recurring(u, on_day)
    order by monthly desc, u.id limit private.most_behind() + 1) r), '[]');
end
$$;

-- Calls of all tenants in a range of days (inclusive, in each tenant's time zone): totals, by day, by hour of the day, by tenant. Without
-- days: today, in each tenant's time zone. Durations in seconds.
select private.expose('report_calls');

-- Tenants with calls at an hour of the day (0 to 23), with days as above: [{id, name, calls, answered}], most calls first.
select private.expose('report_hour');

-- Revenue by month of issue and currency and by customer, taxes by jurisdiction, who is not invoiced for the month of the last day, invoices
-- voided within the days (which their month of issue no longer counts), monthly recurring charges on the last day, receivables by age as of
-- today, the pipeline and port orders (closed ones if closed or last changed within the days), and current seats, numbers and stock.
select private.expose('report_business');

-- Invoices behind a figure in the report: those issued within the days, or those still owed; for one customer (the tenant's id) or all;
-- with a jurisdiction, those with its tax; with an age, those in that aging bucket; with a currency, those in it. The newest first.
select private.expose('report_invoices');

-- Subscriptions behind a service's monthly recurring charges in a currency on a day, by service name. The most expensive first.
create function public.report_subscriptions(on_day date, service text, currency text) returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.report_subscriptions($1, $2, $3) $$;

-- The dashboard: what needs attention today.

-- List rows: a customer with seats, balance, owner and pipeline. Null for what the caller may not see.
create view public.customer_list with (security_invoker = true) as
select c.*, a.billing_address, a.tax_id, a.terms_days, a.notes,
  case when t.id is not null and (select private.has_permission('telephony', 'view'))
    then (select count(*) from public.extensions e where e.tenant_id = t.id) end as seats,
  t.extension_limit as seats_licensed,
  case when c.domain_uuid is not null and (select private.has_permission('billing', 'view'))
    then (select coalesce(sum(i.total), 0) from public.invoices i where i.tenant_id = c.domain_uuid and i.status in ('issued', 'paid'))
      - (select coalesce(sum(p.amount), 0) from public.payments p where p.tenant_id = c.domain_uuid) end as balance,
  case when c.domain_uuid is not null and (select private.has_permission('billing', 'view'))
    then coalesce(b.currency, 'USD') end as currency,
  w.name as owner_name,
  exists (select 1 from public.invoices i
    where i.tenant_id = c.domain_uuid and i.status = 'issued' and i.due_on < (select private.business_today())) as overdue,
  (select count(*) from public.opportunities o
    where o.company_id = c.id and o.status not in ('won', 'lost')) as open_opportunities,
  (select coalesce(sum(o.amount), 0) from public.opportunities o
    where o.company_id = c.id and o.status not in ('won', 'lost')) as open_amount,
  exists (select 1 from public.opportunities o
    where o.company_id = c.id and o.status not in ('won', 'lost')) as in_pipeline,
  greatest(c.updated_at,
    (select max(o.updated_at) from public.opportunities o where o.company_id = c.id),
    (select max(n.created_at) from public.notes n where n.company_id = c.id),
    (select max(n.created_at) from public.notes n join public.opportunities o on o.id = n.opportunity_id
      where o.company_id = c.id)) as last_activity
from public.companies c
left join public.company_accounts a on a.id = c.id
left join public.tenants t on t.id = c.domain_uuid
left join public.billing_accounts b on b.tenant_id = c.domain_uuid
left join private.staff_names() w on w.id = c.owner_id;

-- Today's calls by hour of the day (24 counts), in each tenant's time zone.
create function private.calls_by_hour() returns integer[]
language sql stable security invoker set search_path = '' as $$
  -- A day's beginning is computed once for each time zone, not for each count.
  with zones as materialized (
    select z.time_zone, private.start_of_day(z.time_zone) as start from (select distinct t.time_zone from public.tenants t) z
  )
  select array_agg(coalesce(counted.calls, 0)::int order by hours.hour)
  from generate_series(0, 23) hours (hour)
  left join (
    select extract(hour from h.hour at time zone t.time_zone)::int as hour, sum(h.calls) as calls
    from public.cdr_hourly h
    join public.tenants t on t.id = h.tenant_id
    join zones z on z.time_zone = t.time_zone
    -- The first condition uses the index, the second cuts off at the tenant's own midnight.
    where h.hour > now() - interval '26 hours' and h.hour >= z.start
    group by 1
  ) counted on counted.hour = hours.hour
$$;

-- Dashboard figures; a section the caller may not view is null, not zero.
create function public.dashboard_figures() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'sales', case when (select private.has_permission('sales', 'view')) then (
      select jsonb_build_object('leads', count(*), 'lead_value', coalesce(sum(o.amount), 0))
      from public.opportunities o where o.status = 'lead') end,
    'billing', case when (select private.has_permission('billing', 'view')) then (
      select jsonb_build_object('overdue', count(*),
        'overdue_dollars', coalesce(sum(i.total - i.paid) filter (where i.currency = 'USD'), 0),
        'overdue_others', count(*) filter (where i.currency <> 'USD'))
      from public.invoices i where i.status = 'issued' and i.due_on < (select private.business_today())) end,
    'telephony', case when (select private.has_permission('telephony', 'view'))
      and (select private.has_permission('tenants', 'view')) then (
      select jsonb_build_object('calls_today', (select sum(n) from unnest(h.calls) n), 'calls_by_hour', h.calls)
      -- `offset 0`: counted once, not for each figure.
      from (select private.calls_by_hour() as calls offset 0) h) end,
    'tenants', case when (select private.has_permission('tenants', 'view')) then (
      select jsonb_build_object('active', count(*) filter (where t.status = 'active'),
        'suspended', count(*) filter (where t.status = 'suspended'),
        'full', case when (select private.has_permission('telephony', 'view')) then
          count(*) filter (where t.extension_limit <= coalesce(used.seats, 0)) end,
        'failing', case when (select private.has_permission('telephony', 'view')) then count(*) filter (where k.errors > 0) end)
      from public.tenants t
      -- The list, to which the figures lead, has only tenants of a company.
      join public.companies c on c.domain_uuid = t.id
      left join (select e.tenant_id, count(*) as seats from public.extensions e group by e.tenant_id) used
        on used.tenant_id = t.id
      left join public.tenant_checks k on k.tenant_id = t.id) end,
    'numbers', case when (select private.has_permission('numbers', 'view')) then (
      select jsonb_build_object('assigned', count(*) filter (where n.status = 'assigned'),
        'available', count(*) filter (where n.status = 'available'),
        'porting', count(*) filter (where n.status in ('porting_in', 'porting_out')),
        'ports_drafted', (select count(*) from public.port_orders p where p.state = 'draft'),
        'ports_rejected', (select count(*) from public.port_orders p where p.state = 'exception'),
        'ports_due', (select count(*) from public.port_orders p
          where p.state = 'foc_confirmed' and p.foc_date <= (select private.business_today())))
      from public.dids n) end,
    'inventory', case when (select private.has_permission('inventory', 'view')) then (
      select jsonb_build_object('in_stock', count(*) filter (where i.status = 'in_stock'),
        'rma', count(*) filter (where i.status = 'rma'),
        'below_minimum', (select count(*) from public.stock_levels() l where l.in_stock < l.minimum))
      from public.inventory i) end
  )
$$;

-- Overdue invoices: {count, invoices: [{id, number, tenant_id, company, due_on, open, currency}]}, the longest overdue first, at most
-- `shown` of them (200).
create function public.overdue_invoices(shown integer) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'count', (select count(*) from public.invoices i where i.status = 'issued' and i.due_on < (select private.business_today())),
    'invoices', coalesce((select jsonb_agg(o) from (
      select i.id, i.number, i.tenant_id, coalesce(c.name, '') as company, i.due_on, i.total - i.paid as open, i.currency
      from public.invoices i left join public.companies c on c.domain_uuid = i.tenant_id
      where i.status = 'issued' and i.due_on < (select private.business_today())
      order by i.due_on, i.number limit least(greatest(shown, 1), 200)) o), '[]'))
$$;

select private.grant_access('{problems_of,is_test_call,report_subscriptions,calls_by_hour}');
