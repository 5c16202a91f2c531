-- A won deal that was set up can go back to another stage and be won again: what was made lives on, and winning again
-- sets up the rest.

alter table public.provisioning_runs drop constraint provisioning_runs_opportunity_id_key;
create index provisioning_runs_opportunity_idx on public.provisioning_runs (opportunity_id, created_at);

alter table public.subscriptions
  add column opportunity_item_id uuid references public.opportunity_items (id) on delete set null;
comment on column public.subscriptions.opportunity_item_id is 'The line of the opportunity that it bills';
create index subscriptions_opportunity_item_idx on public.subscriptions (opportunity_item_id);
update public.subscriptions s set opportunity_item_id = i.id
from public.provisioning_runs r
join public.opportunity_items i on i.opportunity_id = r.opportunity_id
where s.opportunity_item_id is null and (r.made -> 'subscriptions' || coalesce(r.made -> 'charges', '[]')) ? s.id::text
  and (s.service_id, s.description, s.quantity, s.unit_price) = (i.service_id, i.description, i.quantity, i.monthly_price);

-- What continues a subscription bills the same line.
create or replace function private.change_subscription(
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
  insert into public.subscriptions (tenant_id, service_id, description, quantity, unit_price, cycle, starts_on, ends_on, prorate,
    opportunity_item_id)
  values (old.tenant_id, old.service_id, old.description, new_quantity, new_price, old.cycle, from_day, old.ends_on, old.prorate,
    old.opportunity_item_id)
  returning id into successor;
  update public.subscriptions s set ends_on = from_day - 1 where s.id = subscription;
  return successor;
end
$$;

-- What an opportunity's plans have made or taken and is still there, as far as the caller may see it; null before a plan
-- was run.
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
    -- The company may have been merged into another since.
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

-- The lines of an opportunity that cost something, each with as many as no running subscription bills yet. What is set up
-- once was charged with the first of them.
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

-- What was set up for a won deal outlives it: whoever moves it elsewhere says that they know (public.reopen_opportunity).
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

-- Moves a won deal to another stage, knowing that what was set up for it stays. `reason` is for lost. Doing so again
-- changes nothing. TR409 and TR410 as in save_record.
create function public.reopen_opportunity(
  opportunity uuid, expected_version integer, to_stage text, reason text default null
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen public.opportunities;
begin
  select * into seen from public.opportunities o where o.id = opportunity for update;
  if seen.id is null then
    raise exception 'The record is not there any more.' using errcode = 'TR410';
  elsif seen.version = expected_version + 1 and seen.status = to_stage then
    -- The answer to the first try was lost.
    return;
  elsif seen.version <> expected_version then
    raise exception 'Someone has saved this record in the meantime.' using errcode = 'TR409';
  end if;
  perform set_config('trunkline.reopened', opportunity::text, true);
  update public.opportunities o set status = to_stage, lost_reason = case when to_stage = 'lost' then reason end
  where o.id = opportunity;
  perform set_config('trunkline.reopened', '', true);
end
$$;
grant execute on function public.reopen_opportunity(uuid, integer, text, text) to authenticated, service_role;

-- Marks an opportunity as won and sets up what was sold, all of it or nothing: a repeated or simultaneous call answers what
-- the first one made. One that was won before and moved back gets what the plan adds. With the caller's own rights. `plan`:
--   tenant: {id, code, domain, time_zone, seats} or null; for a company that has a tenant only `seats` counts
--   extensions: {first, count} or null        stock: [{model, quantity}]
--   subscriptions: {starts_on} or null        one for each line item with a monthly price that is not billed yet; an item
--                                             that is paid only once becomes one of that day alone, so that its price is
--                                             on the next invoice
--   port_order: whether the numbers to port that are in no order yet are put into a draft; drafts there are take the tenant
-- Answers {company_id, tenant_id, tenant_made, extensions, stock, subscriptions, charges, port_order_id} of all its plans: ids
-- (charges: those of subscriptions of one day), extensions by number.
create or replace function public.run_won_plan(opportunity uuid, plan jsonb) returns jsonb
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
  if sold.status = 'won' and exists (select 1 from public.provisioning_runs r where r.opportunity_id = opportunity) then
    return private.won_made(opportunity);
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

-- What a plan starts from: the company and its tenant, what is sold and not billed yet, the phones in stock, and what is
-- there of earlier plans. Null when there is no such opportunity for the caller.
create or replace function public.won_plan(opportunity uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'won', o.status = 'won',
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
