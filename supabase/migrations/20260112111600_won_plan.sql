-- What is set up when an opportunity is won: one plan, run once.

create table public.provisioning_runs (
  id uuid primary key default gen_random_uuid(),
  opportunity_id uuid not null unique references public.opportunities (id) on delete cascade,
  plan jsonb not null,
  made jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column public.provisioning_runs.plan is 'What was confirmed (public.run_won_plan)';
comment on column public.provisioning_runs.made is 'The ids of what was made or taken';
create trigger touch before update on public.provisioning_runs for each row execute function private.touch();
create trigger audit after insert or update or delete on public.provisioning_runs
  for each row execute function private.audit('sales', 'sales', 'opportunity_id');
alter table public.provisioning_runs enable row level security;
create policy provisioning_runs_select on public.provisioning_runs for select to authenticated
  using ((select private.has_permission('sales', 'view')));
create policy provisioning_runs_insert on public.provisioning_runs for insert to authenticated
  with check ((select private.has_permission('sales', 'edit')));
revoke update, delete on public.provisioning_runs from authenticated;

-- Refuses when a step of the plan has changed nothing: its row is gone, or not the caller's to change.
create function private.require_step(done boolean, step text) returns void
language plpgsql set search_path = '' as $$
begin
  if not done then
    raise exception 'You may not %.', step using errcode = 'insufficient_privilege';
  end if;
end
$$;
grant execute on function private.require_step(boolean, text) to authenticated, service_role;

-- The company's tenant, made when it has none; `wanted` is the plan's tenant. The company is locked by then.
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

-- Takes phones out of stock for the company; `wanted`: [{model, quantity}]. All of them or an error.
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

-- An opportunity's numbers that no port order of it has, cancelled ones aside.
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

-- Marks an opportunity as won and sets up what was sold, all of it or nothing, and only once: a repeated or simultaneous
-- call answers what the first one made. With the caller's own rights. `plan`:
--   tenant: {id, code, domain, time_zone, seats} or null; for a company that has a tenant only `seats` counts
--   extensions: {first, count} or null        stock: [{model, quantity}]
--   subscriptions: {starts_on} or null        one for each line item with a monthly price; an item that is paid only once
--                                             becomes one of that day alone, so that its price is on the next invoice
--   port_order: whether the numbers to port that are in no order yet are put into a draft; drafts there are take the tenant
-- Answers {company_id, tenant_id, tenant_made, extensions, stock, subscriptions, charges, port_order_id}: ids (charges: those
-- of subscriptions of one day), extensions by number.
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
  -- Whoever confirms at the same moment waits here.
  select * into sold from public.opportunities o where o.id = opportunity for update;
  if sold.id is null then
    raise exception 'The record is not there any more.' using errcode = 'TR410';
  end if;
  select r.made into made from public.provisioning_runs r where r.opportunity_id = opportunity;
  if made is not null then
    return made;
  end if;
  select * into buyer from public.companies c where c.id = sold.company_id for update;
  perform private.require_step(buyer.id is not null, 'change customers');
  tenant := private.won_tenant(buyer, nullif(plan -> 'tenant', 'null'));

  if how_many not between 0 and 1000 then
    raise exception 'At most 1000 extensions are made at once.' using errcode = 'check_violation';
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
      insert into public.subscriptions (tenant_id, service_id, description, quantity, unit_price, setup_fee, starts_on, ends_on)
      select tenant, i.service_id, i.description, i.quantity, i.monthly_price, i.one_off_price, d.first_day,
        case when i.monthly_price = 0 then d.first_day end
      from public.opportunity_items i
      cross join (select coalesce((plan #>> '{subscriptions,starts_on}')::date, current_date) as first_day) d
      where i.opportunity_id = opportunity and (i.monthly_price > 0 or i.one_off_price > 0)
      order by i.position, i.id
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
  return made;
end
$$;
grant execute on function public.run_won_plan(uuid, jsonb) to authenticated, service_role;

-- What a plan starts from: the company and its tenant, what is sold, the phones in stock, and what was made if the plan
-- has been run. Null when there is no such opportunity for the caller.
create function public.won_plan(opportunity uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'company', (select jsonb_build_object('id', c.id, 'name', c.name, 'status', c.status, 'tenant_id', c.domain_uuid,
        'code', c.tenant_code, 'time_zone', c.time_zone)
      from public.companies c where c.id = o.company_id),
    'domain', t.domain,
    -- Where the newest tenant's domain ends, to propose another one.
    'domain_suffix', (select substring(n.domain from position('.' in n.domain) + 1) from public.tenants n
      order by n.created_at desc, n.id limit 1),
    'seats', t.extension_limit,
    'extensions', (select count(*) from public.extensions e where e.tenant_id = t.id),
    'seats_sold', coalesce((select sum(i.quantity) from public.opportunity_items i
      join public.services s on s.id = i.service_id and s.seat_product = 'extension' where i.opportunity_id = o.id), 0),
    'subscriptions', coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'name', s.name, 'quantity', i.quantity,
        'monthly_price', i.monthly_price, 'one_off_price', i.one_off_price) order by i.position, i.id)
      from public.opportunity_items i join public.services s on s.id = i.service_id
      where i.opportunity_id = o.id and (i.monthly_price > 0 or i.one_off_price > 0)), '[]'),
    'numbers', (select count(*) from private.numbers_to_order(o.id)),
    'stock', coalesce((select jsonb_agg(jsonb_build_object('model', m.model, 'in_stock', m.in_stock) order by m.model)
      from (select v.model, count(*) as in_stock from public.inventory v
        where v.status = 'in_stock' and v.model <> '' group by v.model) m), '[]'),
    -- The company may have been merged into another since.
    'made', (select r.made || jsonb_build_object('company_id', o.company_id)
      from public.provisioning_runs r where r.opportunity_id = o.id)
  )
  from public.opportunities o
  left join public.companies b on b.id = o.company_id
  left join public.tenants t on t.id = b.domain_uuid
  where o.id = won_plan.opportunity
$$;
grant execute on function public.won_plan(uuid) to authenticated, service_role;
