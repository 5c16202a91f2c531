-- Setting up won opportunities: a plan that is confirmed and run. A won opportunity that was set up can go back to another
-- stage and be won again: what was set up stays, and winning again sets up the rest.

create table public.provisioning_runs (
  id uuid primary key default gen_random_uuid(),
  opportunity_id uuid not null references public.opportunities (id) on delete cascade,
  plan jsonb not null,
  made jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column public.provisioning_runs.plan is 'What was confirmed (public.run_won_plan)';
comment on column public.provisioning_runs.made is 'The ids of what was made or taken';
create index provisioning_runs_opportunity_idx on public.provisioning_runs (opportunity_id, created_at);
select private.parts('provisioning_runs', of => 'opportunities', by => 'opportunity_id', may_create => '{edit}',
  may_edit => '{}', may_delete => '{}');
revoke update, delete on public.provisioning_runs from authenticated;

-- Raises an error when a step of the plan changed nothing: the row is gone, or the caller may not change it.
create function private.require_step(done boolean, step text) returns void
language plpgsql set search_path = '' as $$
begin
  if not done then
    raise exception 'Your role does not allow you to %.', step using errcode = 'insufficient_privilege';
  end if;
end
$$;
grant execute on function private.require_step(boolean, text) to authenticated, service_role;

-- The company's tenant, created if it has none; `wanted` is the plan's tenant. The company is already locked.
create function private.won_tenant(company public.companies, wanted jsonb) returns uuid
language plpgsql volatile security invoker set search_path = '' as $$
declare
  tenant uuid := company.domain_uuid;
  seats integer := (wanted ->> 'seats')::integer;
begin
  if tenant is null and wanted is null then
    update public.companies c set status = 'active' where c.id = company.id;
    perform private.require_step(found, 'change customers');
    return null;
  end if;
  if tenant is null then
    tenant := coalesce((wanted ->> 'id')::uuid, gen_random_uuid());
    insert into public.tenants (id, domain, time_zone, extension_limit) values (
      tenant, wanted ->> 'domain', coalesce(wanted ->> 'time_zone', company.time_zone, 'America/New_York'), coalesce(seats, 20));
    update public.companies c set status = 'active', type = 'tenant', domain_uuid = tenant,
      tenant_code = coalesce(c.tenant_code, wanted ->> 'code') where c.id = company.id;
    perform private.require_step(found, 'change customers');
    return tenant;
  end if;
  update public.companies c set status = 'active' where c.id = company.id;
  perform private.require_step(found, 'change customers');
  if seats is not null then
    update public.tenants t set extension_limit = seats where t.id = tenant and t.extension_limit < seats;
  end if;
  return tenant;
end
$$;
grant execute on function private.won_tenant(public.companies, jsonb) to authenticated, service_role;

-- Reserves phones from stock for the company; `wanted`: [{model, quantity}]. All of them or an error.
create function private.reserve_stock(company uuid, wanted jsonb) returns uuid[]
language plpgsql volatile security invoker set search_path = '' as $$
declare
  line record;
  taken uuid[];
  every uuid[] := '{}';
begin
  for line in select w.model, w.quantity from jsonb_to_recordset(wanted) w (model text, quantity integer)
      where w.quantity > 0 order by w.model loop
    with chosen as (
      select i.id from public.inventory i where i.status = 'in_stock' and i.model = line.model
      order by i.created_at, i.id limit line.quantity for update skip locked
    ), reserved as (
      update public.inventory i set status = 'reserved', company_id = company
      from chosen where i.id = chosen.id returning i.id
    )
    select coalesce(array_agg(r.id), '{}') into taken from reserved r;
    if cardinality(taken) < line.quantity then
      raise exception 'Only % of % % are in stock.', cardinality(taken), line.quantity, line.model
        using errcode = 'check_violation';
    end if;
    every := every || taken;
  end loop;
  return every;
end
$$;
grant execute on function private.reserve_stock(uuid, jsonb) to authenticated, service_role;

-- An opportunity's numbers that none of its port orders has, except canceled ones.
create function private.numbers_to_order(opportunity uuid) returns table (number text)
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query select n.number from public.opportunity_numbers n
  where n.opportunity_id = opportunity and not exists (
    select 1 from public.port_order_numbers o join public.port_orders p on p.id = o.port_order_id
    where o.number = n.number and p.opportunity_id = opportunity and p.state <> 'cancelled');
end
$$;
grant execute on function private.numbers_to_order(uuid) to authenticated, service_role;

-- What an opportunity's plans have set up and is still there, as far as the caller may see it; null before a plan has run.
create function private.won_made(opportunity uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with runs as (
    select r.made from public.provisioning_runs r where r.opportunity_id = opportunity
  ), made as (
    select (select m.made ->> 'tenant_id' from runs m where m.made ->> 'tenant_id' is not null limit 1)::uuid as tenant_id,
      bool_or((m.made ->> 'tenant_made')::boolean) as tenant_made
    from runs m
  )
  select jsonb_build_object(
    -- The company may have been merged since.
    'company_id', o.company_id,
    'tenant_id', t.id,
    'tenant_made', coalesce(made.tenant_made, false) and t.id is not null,
    'extensions', coalesce((select jsonb_agg(e.extension order by length(e.extension), e.extension) from public.extensions e
      where e.tenant_id = t.id and exists (select 1 from runs m where m.made -> 'extensions' ? e.extension)), '[]'),
    'subscriptions', coalesce((select jsonb_agg(s.id order by s.created_at, s.id) from public.subscriptions s
      join public.opportunity_items i on i.id = s.opportunity_item_id and i.opportunity_id = o.id
      where s.unit_price > 0 and (s.ends_on is null or s.ends_on >= current_date)), '[]'),
    'charges', coalesce((select jsonb_agg(s.id order by s.created_at, s.id) from public.subscriptions s
      join public.opportunity_items i on i.id = s.opportunity_item_id and i.opportunity_id = o.id
      where s.unit_price = 0), '[]'),
    'stock', coalesce((select jsonb_agg(i.id order by i.created_at, i.id) from public.inventory i
      where i.company_id = o.company_id and i.status <> 'in_stock'
        and exists (select 1 from runs m where m.made -> 'stock' ? i.id::text)), '[]'),
    'port_order_id', (select p.id from public.port_orders p
      where p.state <> 'cancelled' and exists (select 1 from runs m where m.made ->> 'port_order_id' = p.id::text)
      order by p.created_at desc, p.id limit 1))
  from public.opportunities o
  cross join made
  left join public.tenants t on t.id = made.tenant_id
  where o.id = opportunity and exists (select 1 from runs)
$$;
grant execute on function private.won_made(uuid) to authenticated, service_role;

-- The line items of an opportunity that cost something, with the quantity that no running subscription bills yet. One-off
-- prices were charged with the first subscription.
create function private.items_to_bill(opportunity uuid)
returns table (
  id uuid, place integer, service_id uuid, description text, quantity integer, monthly_price numeric, one_off_price numeric
)
language sql stable security invoker set search_path = '' as $$
  select i.id, i.position, i.service_id, i.description, i.quantity - b.running, i.monthly_price,
    case when i.monthly_price > 0 and b.ended then 0 else i.one_off_price end
  from public.opportunity_items i
  cross join lateral (
    select coalesce(sum(s.quantity) filter (where s.unit_price = 0 or s.ends_on is null or s.ends_on >= current_date), 0)::int as running,
      coalesce(bool_or(s.ends_on < current_date), false) as ended
    from public.subscriptions s where s.opportunity_item_id = i.id
  ) b
  where i.opportunity_id = opportunity and (i.monthly_price > 0 or i.one_off_price > 0) and i.quantity > b.running
  order by i.position, i.id
$$;
grant execute on function private.items_to_bill(uuid) to authenticated, service_role;

-- What was set up stays when a won opportunity moves to another stage, so moving it needs public.reopen_opportunity.
create function private.keep_won() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('trunkline.reopened', true) is distinct from old.id::text
      and exists (select 1 from public.provisioning_runs r where r.opportunity_id = old.id) then
    raise exception '% has been set up. Use “Move to …” on its page, which shows what stays.', old.name
      using errcode = 'check_violation', detail = '{"column": "status"}';
  end if;
  return new;
end
$$;
create trigger keep_won before update of status on public.opportunities
  for each row when (old.status = 'won' and new.status <> 'won') execute function private.keep_won();

-- Moves a won opportunity to another stage; what was set up for it stays. `reason` is for lost. Repeating it changes nothing.
-- TR409 and TR410 as in save_record.
create function public.reopen_opportunity(
  opportunity uuid, expected_version integer, to_stage text, reason text default null
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen public.opportunities;
begin
  select * into seen from public.opportunities o where o.id = opportunity for update;
  if seen.id is null then
    raise exception 'This record has been deleted.' using errcode = 'TR410';
  elsif seen.version = expected_version + 1 and seen.status = to_stage then
    -- A retry: the answer to the first call was lost.
    return;
  elsif seen.version <> expected_version then
    raise exception 'Someone else has saved this record since you opened it.' using errcode = 'TR409';
  end if;
  perform set_config('trunkline.reopened', opportunity::text, true);
  update public.opportunities o set status = to_stage, lost_reason = case when to_stage = 'lost' then reason end
  where o.id = opportunity;
  perform set_config('trunkline.reopened', '', true);
end
$$;
grant execute on function public.reopen_opportunity(uuid, integer, text, text) to authenticated, service_role;

-- Marks an opportunity as won and sets up what was sold, all or nothing, with the caller's own rights. A repeated or
-- simultaneous call returns what the first one set up; an opportunity that was won before gets what the plan adds. `plan`:
--   tenant: {id, code, domain, time_zone, seats} or null; for a company that has a tenant only `seats` counts
--   extensions: {first, count} or null        stock: [{model, quantity}]
--   subscriptions: {starts_on} or null        one for each line item with a monthly price that is not billed yet; an item
--                                             that is paid only once becomes one of that day alone, so that its price is
--                                             on the next invoice
--   port_order: whether numbers to port without an order are put into a draft; existing drafts get the tenant
-- Returns {company_id, tenant_id, tenant_made, extensions, stock, subscriptions, charges, port_order_id} of all its plans: ids
-- (charges: those of subscriptions of one day), extensions by number.
create function public.run_won_plan(opportunity uuid, plan jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  sold public.opportunities;
  buyer public.companies;
  tenant uuid;
  first_number integer := (plan #>> '{extensions,first}')::integer;
  how_many integer := coalesce((plan #>> '{extensions,count}')::integer, 0);
  extensions text[] := '{}';
  subscribed uuid[] := '{}';
  charged uuid[] := '{}';
  ported uuid;
  made jsonb;
begin
  -- A confirmation at the same time waits here.
  select * into sold from public.opportunities o where o.id = opportunity for update;
  if sold.id is null then
    raise exception 'This record has been deleted.' using errcode = 'TR410';
  end if;
  if sold.status = 'won' and exists (select 1 from public.provisioning_runs r where r.opportunity_id = opportunity) then
    return private.won_made(opportunity);
  end if;
  select * into buyer from public.companies c where c.id = sold.company_id for update;
  perform private.require_step(buyer.id is not null, 'change customers');
  tenant := private.won_tenant(buyer, nullif(plan -> 'tenant', 'null'));

  if how_many not between 0 and 1000 then
    raise exception 'Create at most 1000 extensions at a time.' using errcode = 'check_violation';
  end if;
  if tenant is null and (how_many > 0 or nullif(plan -> 'subscriptions', 'null') is not null) then
    raise exception 'Extensions and subscriptions need a tenant.' using errcode = 'check_violation';
  end if;
  if how_many > 0 then
    with added as (
      insert into public.extensions (tenant_id, extension)
      select tenant, n::text from generate_series(first_number, first_number + how_many - 1) n
      returning extension
    )
    select array_agg(a.extension order by a.extension) into extensions from added a;
  end if;
  if nullif(plan -> 'subscriptions', 'null') is not null then
    with added as (
      insert into public.subscriptions (tenant_id, service_id, description, quantity, unit_price, setup_fee, starts_on, ends_on,
        opportunity_item_id)
      select tenant, i.service_id, i.description, i.quantity, i.monthly_price, i.one_off_price, d.first_day,
        case when i.monthly_price = 0 then d.first_day end, i.id
      from private.items_to_bill(opportunity) i
      cross join (select coalesce((plan #>> '{subscriptions,starts_on}')::date, current_date) as first_day) d
      returning id, unit_price
    )
    select coalesce(array_agg(a.id) filter (where a.unit_price > 0), '{}'),
      coalesce(array_agg(a.id) filter (where a.unit_price = 0), '{}')
    into subscribed, charged from added a;
  end if;
  if coalesce((plan ->> 'port_order')::boolean, false) then
    update public.port_orders p set for_tenant_id = tenant
    where p.opportunity_id = opportunity and p.state = 'draft' and p.for_tenant_id is null and tenant is not null;
    if exists (select 1 from private.numbers_to_order(opportunity)) then
      insert into public.port_orders (name, for_tenant_id, opportunity_id)
      values (left(sold.name, 128), tenant, opportunity) returning id into ported;
      insert into public.port_order_numbers (port_order_id, number)
      select ported, n.number from private.numbers_to_order(opportunity) n;
    end if;
  end if;
  made := jsonb_build_object(
    'port_order_id', ported, 'company_id', buyer.id, 'tenant_id', tenant, 'tenant_made', tenant is distinct from buyer.domain_uuid,
    'extensions', extensions, 'subscriptions', subscribed, 'charges', charged,
    'stock', private.reserve_stock(buyer.id, coalesce(nullif(plan -> 'stock', 'null'), '[]')));
  update public.opportunities o set status = 'won' where o.id = opportunity and o.status <> 'won';
  insert into public.provisioning_runs (opportunity_id, plan, made) values (opportunity, plan, made);
  return private.won_made(opportunity);
end
$$;
grant execute on function public.run_won_plan(uuid, jsonb) to authenticated, service_role;

-- What a plan starts from: the company and its tenant, what was sold and is not billed, phones in stock, and what earlier
-- plans set up. Null when the caller sees no such opportunity.
create function public.won_plan(opportunity uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'won', o.status = 'won',
    'company', (select jsonb_build_object('id', c.id, 'name', c.name, 'status', c.status, 'tenant_id', c.domain_uuid,
        'code', c.tenant_code, 'time_zone', c.time_zone)
      from public.companies c where c.id = o.company_id),
    'domain', t.domain,
    -- The end of the newest tenant's domain, to propose the next one.
    'domain_suffix', (select substring(n.domain from position('.' in n.domain) + 1) from public.tenants n
      order by n.created_at desc, n.id limit 1),
    'seats', t.extension_limit,
    'extensions', (select count(*) from public.extensions e where e.tenant_id = t.id),
    'seats_sold', coalesce((select sum(i.quantity) from public.opportunity_items i
      join public.services s on s.id = i.service_id and s.seat_product = 'extension' where i.opportunity_id = o.id), 0),
    'subscriptions', coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'name', s.name, 'quantity', i.quantity,
        'monthly_price', i.monthly_price, 'one_off_price', i.one_off_price) order by i.place, i.id)
      from private.items_to_bill(o.id) i join public.services s on s.id = i.service_id), '[]'),
    'numbers', (select count(*) from private.numbers_to_order(o.id)),
    'stock', coalesce((select jsonb_agg(jsonb_build_object('model', m.model, 'in_stock', m.in_stock) order by m.model)
      from (select v.model, count(*) as in_stock from public.inventory v
        where v.status = 'in_stock' and v.model <> '' group by v.model) m), '[]'),
    'made', private.won_made(o.id)
  )
  from public.opportunities o
  left join public.companies b on b.id = o.company_id
  left join public.tenants t on t.id = b.domain_uuid
  where o.id = won_plan.opportunity
$$;
grant execute on function public.won_plan(uuid) to authenticated, service_role;
