-- Services, opportunities, porting numbers in, notes and tasks, duplicate companies, and quotes.

create table public.services (
  like private.record_columns including all,
  name text not null unique check (length(btrim(name)) between 1 and 128),
  description text not null default '' check (length(description) <= 2000),
  one_off_price numeric(12, 2) not null default 0 check (one_off_price >= 0),
  monthly_price numeric(12, 2) not null default 0 check (monthly_price >= 0),
  active boolean not null default true,
  seat_product text
  check (seat_product in ('extension', 'call_center_agent', 'recording', 'fax'))
);
comment on column public.services.seat_product is 'The licensed seat that one unit of this service pays for, if any';
select private.declare_records('services', section => 'sales', may_view => '{view,billing.view}', search => '{name,description}',
  sort => '{name,one_off_price,monthly_price,created_at}', filter => '{active,seat_product}');
select private.count_list_versions('services', 'sales');

create table public.opportunities (
  like private.record_columns including all,
  name text not null check (length(btrim(name)) between 1 and 160),
  company_id uuid not null references public.companies (id),
  status text not null default 'lead'
    check (status in ('lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost')),
  amount numeric(12, 2) not null default 0 check (amount >= 0),
  probability integer not null default -1 check (probability between 0 and 100),
  close_date date,
  lost_reason text check (length(lost_reason) <= 500),
  owner_id uuid references public.members (id) on delete set null,
  contact_id uuid,
  closed_at timestamptz,
  constraint opportunities_lost_needs_reason
    check (status <> 'lost' or length(btrim(coalesce(lost_reason, ''))) > 0),
  constraint opportunities_contact_fkey foreign key (company_id, contact_id)
    references public.contacts (company_id, id) on delete set null (contact_id)
);
comment on column public.opportunities.closed_at is 'When it was won or lost';
create index opportunities_company_idx on public.opportunities (company_id);
create index opportunities_status_idx on public.opportunities (status, created_at desc);
create index opportunities_owner_idx on public.opportunities (owner_id);
create index opportunities_contact_idx on public.opportunities (company_id, contact_id);
select private.declare_records('opportunities', section => 'sales', source => 'opportunity_list', search => '{name,company_name}',
  sort => '{created_at,name,amount,close_date,probability}', filter => '{status,owner_id,company_id,closed_at}');

-- Opportunities for pickers: those that are not lost.
create view public.opportunity_choices with (security_invoker = true) as
select o.id, o.name from public.opportunities o where o.status <> 'lost';

-- Parts of opportunities: line items, and the pipeline as a board and a list.

-- A stage's win probability, in percent.
create function private.stage_probability(stage text) returns integer
language sql immutable set search_path = '' as $$
  select case stage when 'lead' then 10 when 'qualified' then 25 when 'proposal' then 50 when 'negotiation' then 70
    when 'won' then 100 else 0 end
$$;

-- A new opportunity and a stage change without a probability get the stage's; one that is given with it stays. Won and lost are certain.
-- Not given is -1, which no row can hold: the column's default, and what `forget_probability` makes of a change that leaves the figure as
-- it is, which may also mean that the same figure was given: `recall_probability` runs only for changes that name the column. The loss
-- reason is only kept while lost, the closing time only while closed, and what was lost and is won closes anew. Undoing a change restores
-- what it wrote, so it forgets nothing.
create function private.forget_probability() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('app.undoing', true) is distinct from 'on' then
    new.probability := -1;
  end if;
  return new;
end
$$;
create trigger forget_probability before update of status on public.opportunities
  for each row when (new.status <> old.status and new.probability = old.probability) execute function private.forget_probability();

create function private.recall_probability() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.probability := old.probability;
  return new;
end
$$;
create trigger recall_probability before update of probability on public.opportunities
  for each row when (new.status <> old.status and new.probability = -1) execute function private.recall_probability();

create function private.set_stage_probability() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status in ('won', 'lost') or new.probability = -1 and (tg_op = 'INSERT' or new.status <> old.status) then
    new.probability := private.stage_probability(new.status);
  end if;
  if new.status <> 'lost' then
    new.lost_reason := null;
  end if;
  if new.status not in ('won', 'lost') then
    new.closed_at := null;
  elsif tg_op = 'INSERT' or current_setting('app.undoing', true) = 'on' then
    new.closed_at := coalesce(new.closed_at, now());
  else
    new.closed_at := case when new.status = old.status then old.closed_at else now() end;
  end if;
  return new;
end
$$;
create trigger set_stage_probability before insert or update on public.opportunities
  for each row execute function private.set_stage_probability();

create table public.opportunity_items (
  like private.record_columns including all,
  opportunity_id uuid not null references public.opportunities (id) on delete cascade,
  position integer not null default 1 check (position between 1 and 1000),
  service_id uuid not null references public.services (id),
  description text not null default '' check (length(description) <= 255),
  quantity integer not null default 1 check (quantity between 1 and 100000),
  one_off_price numeric(12, 2) not null default 0 check (one_off_price between 0 and 999999999),
  monthly_price numeric(12, 2) not null default 0 check (monthly_price between 0 and 999999999)
);
comment on column public.opportunity_items.one_off_price is 'One-time price per unit, in US dollars';
comment on column public.opportunity_items.monthly_price is 'Monthly price per unit, in US dollars';
create index opportunity_items_opportunity_idx on public.opportunity_items (opportunity_id, position);
create index opportunity_items_service_idx on public.opportunity_items (service_id);
select private.declare_parts('opportunity_items', of => 'opportunities', by => 'opportunity_id', may_create => '{edit}');

-- Members who can own a customer or an opportunity, and those who do but no longer can (`may_own` false), for callers who work with either;
-- they do not get access to members themselves.
create function private.owners() returns table (id uuid, name text, may_own boolean)
language sql stable security definer set search_path = '' as $$
  select w.id, w.name, w.may_own
  from (
    select m.id, coalesce(nullif(m.full_name, ''), m.email) as name, m.status = 'active'
      and exists (select 1 from public.role_permissions p
        where p.role = m.user_role and p.section in ('customers', 'sales') and p.action = 'edit') as may_own
    from public.members m
  ) w
  where (private.has_permission('customers', 'view') or private.has_permission('sales', 'view'))
    and (w.may_own or exists (select 1 from public.companies c where c.owner_id = w.id)
      or exists (select 1 from public.opportunities o where o.owner_id = w.id))
  order by w.name
$$;

-- Staff names, for users who see lists with an owner or assignee, without looking up who owns anything.
create function private.staff_names() returns table (id uuid, name text)
language sql stable security definer rows 20 set search_path = '' as $$
  select m.id, coalesce(nullif(m.full_name, ''), m.email) from public.members m
  where private.has_permission('customers', 'view') or private.has_permission('sales', 'view')
    or private.has_permission('tenants', 'view')
$$;

select private.expose('owners');

create view public.opportunity_list with (security_invoker = true) as
select o.*, c.name as company_name, w.name as owner_name
from public.opportunities o
left join public.companies c on c.id = o.company_id
left join private.staff_names() w on w.id = o.owner_id;

-- The board: each stage with its count, amount, probability-weighted amount (US dollars), and newest `shown` opportunities; of one owner if
-- given. Opportunities closed long ago are only counted, as archived (stagePath in lib/sales/pipeline.ts).
create function public.pipeline(shown integer default 50, owner uuid default null)
returns table (stage text, count bigint, archived bigint, amount numeric, weighted numeric, cards jsonb)
language sql stable security invoker set search_path = '' as $$
  with board as materialized (
    select private.business_midnight((private.business_today() - private.kept('closed'))::date) as since)
  select s.stage, t.count, t.archived, t.amount, t.weighted,
    (select coalesce(jsonb_agg(card order by card.created_at desc, card.id), '[]') from (
      select o.id, o.name, o.status, o.amount, o.close_date, o.probability, o.version, o.created_at, o.company_id,
        (select c.name from public.companies c where c.id = o.company_id) as company_name, w.name as owner_name
      from (
        select p.* from public.opportunities p cross join board b where p.status = s.stage
          and (owner is null or p.owner_id = owner) and (p.closed_at is null or p.closed_at >= b.since)
        order by p.created_at desc, p.id limit least(greatest(shown, 1), 200)
      ) o
      left join private.staff_names() w on w.id = o.owner_id
    ) card)
  from unnest(array['lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost']) with ordinality s (stage, place)
  cross join lateral (
    select count(*) filter (where shown_on_board) as count, count(*) filter (where not shown_on_board) as archived,
      coalesce(sum(o.amount) filter (where shown_on_board), 0) as amount,
      round(coalesce(sum(o.amount * o.probability) filter (where shown_on_board), 0) / 100, 2) as weighted
    from public.opportunities o
    cross join lateral (select o.closed_at is null or o.closed_at >= b.since as shown_on_board from board b) c
    where o.status = s.stage and (owner is null or o.owner_id = owner)
  ) t
  order by s.place
$$;

-- Porting: an opportunity's numbers, and the orders that port numbers in from other carriers.

create table public.opportunity_numbers (
  like private.record_columns including all,
  opportunity_id uuid not null references public.opportunities (id) on delete cascade,
  number text not null check (private.is_e164(number)),
  portable boolean,
  note text not null default '' check (length(note) <= 500),
  carrier text not null default '' check (length(carrier) <= 128),
  unique (opportunity_id, number)
);
comment on column public.opportunity_numbers.portable is 'Result of the last portability check; null when it was inconclusive';
comment on column public.opportunity_numbers.carrier is 'The number''s current carrier';
select private.declare_parts('opportunity_numbers', of => 'opportunities', by => 'opportunity_id', may_create => '{edit}', counted => false);

create table public.port_orders (
  like private.record_columns including all,
  name text not null check (length(btrim(name)) between 1 and 128),
  state text not null default 'draft'
    check (state in ('draft', 'submitted', 'exception', 'foc_confirmed', 'ported', 'cancelled')),
  for_tenant_id uuid references public.tenants (id),
  destination_id uuid,
  opportunity_id uuid references public.opportunities (id) on delete set null,
  losing_carrier text not null default '' check (length(losing_carrier) <= 128),
  carrier text not null default '' check (length(carrier) <= 64),
  exception_reason text not null default '' check (length(exception_reason) <= 500),
  foc_date date,
  account_number text not null default '' check (length(account_number) <= 64),
  billing_number text check (private.is_e164(billing_number)),
  service_address text not null default '' check (length(service_address) <= 500),
  authorized_person text not null default '' check (length(authorized_person) <= 128),
  wished_on date check (wished_on between date '2000-01-01' and date '2100-12-31'),
  notes text not null default '' check (length(notes) <= 2000),
  closed_at timestamptz,
  constraint port_orders_exception_needs_reason check (state <> 'exception' or btrim(exception_reason) <> ''),
  constraint port_orders_foc_needs_date check (state not in ('foc_confirmed', 'ported') or foc_date is not null),
  constraint port_orders_ported_needs_tenant check (state <> 'ported' or for_tenant_id is not null),
  constraint port_orders_route_needs_tenant check (for_tenant_id is not null or destination_id is null),
  foreign key (for_tenant_id, destination_id) references public.destinations (tenant_id, id)
);
comment on column public.port_orders.destination_id is 'Where calls to the numbers go as soon as they arrive here';
comment on column public.port_orders.losing_carrier is 'The current carrier';
comment on column public.port_orders.carrier is 'The gaining carrier';
comment on column public.port_orders.account_number is 'The customer''s account at the losing carrier';
comment on column public.port_orders.billing_number is 'Billing telephone number (BTN) of the account at the losing carrier';
comment on column public.port_orders.authorized_person is 'Who is authorized to change that account, and signs the letter';
comment on column public.port_orders.wished_on is 'Requested port date';
comment on column public.port_orders.foc_date is 'Firm order commitment: the port date';
comment on column public.port_orders.closed_at is 'When it was ported or canceled';
create index port_orders_tenant_idx on public.port_orders (for_tenant_id, destination_id);
create index port_orders_opportunity_idx on public.port_orders (opportunity_id);
create index port_orders_state_idx on public.port_orders (state, foc_date);
select private.declare_records('port_orders', section => 'numbers', may_view => '{view,sales.view}',
  may_create => '{create,sales.create}', may_edit => null, may_delete => null, trail => '{sales}',
  secrets => '{"transfer_pin": "carrier"}', opens_others => false, source => 'port_order_list', search => '{name,losing_carrier,carrier,tenant_name}',
  sort => '{created_at,name,state,foc_date}', filter => '{id,state,due,for_tenant_id,opportunity_id,closed_at}');
select private.count_list_versions('port_orders', 'sales', 'numbers');
-- Sales drafts orders; users who manage numbers submit and follow them.
create policy port_orders_update on public.port_orders for update to authenticated
  using ((select private.has_permission('numbers', 'edit')) or (state = 'draft' and (select private.has_permission('sales', 'edit'))))
  with check ((select private.has_permission('numbers', 'edit')) or (state = 'draft' and (select private.has_permission('sales', 'edit'))));
create policy port_orders_delete on public.port_orders for delete to authenticated
  using ((select private.has_permission('numbers', 'delete')) or (state = 'draft' and (select private.has_permission('sales', 'delete'))));

create table public.port_order_numbers (
  like private.record_columns including all,
  port_order_id uuid not null references public.port_orders (id) on delete cascade,
  number text not null check (private.is_e164(number)),
  route_id uuid references public.destinations (id) on delete set null,
  unique (port_order_id, number)
);
comment on column public.port_order_numbers.route_id is 'Where calls to this number go as soon as they arrive here, if not the order''s destination';
create index port_order_numbers_number_idx on public.port_order_numbers (number);
create index port_order_numbers_route_idx on public.port_order_numbers (route_id);
select private.declare_parts('port_order_numbers', of => 'port_orders', by => 'port_order_id', may_view => '{view,sales.view}',
  may_create => '{edit,sales.edit}', may_edit => null, may_delete => null, trail => 'sales');
-- Like the order: sales change and remove its numbers while it is a draft.
create policy port_order_numbers_update on public.port_order_numbers for update to authenticated
  using ((select private.has_permission('numbers', 'edit')) or ((select private.has_permission('sales', 'edit'))
    and exists (select 1 from public.port_orders o where o.id = port_order_id and o.state = 'draft')));

create policy port_order_numbers_delete on public.port_order_numbers for delete to authenticated
  using ((select private.has_permission('numbers', 'edit')) or ((select private.has_permission('sales', 'edit'))
    and exists (select 1 from public.port_orders o where o.id = port_order_id and o.state = 'draft')));

-- The name of the order that is porting a number in, if any.
create function private.open_port_order(number text) returns text
language sql stable set search_path = '' as $$
  select max(o.name) from public.port_orders o join public.port_order_numbers n on n.port_order_id = o.id
  where n.number = $1 and o.state in ('submitted', 'exception', 'foc_confirmed')
$$;

-- Where calls to one of an order's numbers go. Ignores a route chosen for a different tenant.
create function private.port_route(o public.port_orders, n public.port_order_numbers) returns uuid
language sql stable set search_path = '' as $$
  select coalesce((select d.id from public.destinations d where d.id = n.route_id and d.tenant_id = o.for_tenant_id), o.destination_id)
$$;

-- An order's numbers go along when its tenant, routes or carrier change, except to other routes than it has given them.
create function private.follow_port_order(old public.port_orders, new public.port_orders) returns void
language plpgsql set search_path = '' as $$
begin
  if new.for_tenant_id is distinct from old.for_tenant_id then
    update public.dids d set destination_id = null
    from public.port_order_numbers n
    where n.port_order_id = old.id and n.number = d.number and d.status = 'porting_in' and d.destination_id = private.port_route(old, n);
    update public.dids d set tenant_id = new.for_tenant_id
    where d.status = 'porting_in' and d.number in (select n.number from public.port_order_numbers n where n.port_order_id = old.id);
  end if;
  update public.dids d set destination_id = private.port_route(new, n)
  from public.port_order_numbers n
  where n.port_order_id = old.id and n.number = d.number and d.status = 'porting_in'
    and private.port_route(new, n) is distinct from private.port_route(old, n)
    and d.destination_id is not distinct from
      case when new.for_tenant_id is not distinct from old.for_tenant_id then private.port_route(old, n) end;
  update public.dids d set carrier = new.carrier
  where new.carrier not in (old.carrier, '') and d.status = 'porting_in'
    and d.number in (select n.number from public.port_order_numbers n where n.port_order_id = old.id);
end
$$;

-- Adds the numbers of an order that is submitted, or takes back those that had left. Raises 23514 for an order without numbers, 23505 and
-- 23001 for numbers that are not to be taken.
create function private.take_ported_numbers(new public.port_orders) returns void
language plpgsql set search_path = '' as $$
declare
  taken text;
  other text;
  in_use text;
  added bigint;
begin
  if not exists (select 1 from public.port_order_numbers n where n.port_order_id = new.id) then
    raise exception 'A port order without numbers cannot be submitted.' using errcode = 'check_violation';
  end if;
  select string_agg(d.number, ', ' order by d.number) into taken
  from public.dids d join public.port_order_numbers n on n.number = d.number and n.port_order_id = new.id
  where d.status not in ('released', 'porting_out');
  if taken is not null then
    select max(private.open_port_order(n.number)) into other from public.port_order_numbers n where n.port_order_id = new.id;
    if other is not null then
      raise exception '% is on another order, “%”. Cancel that order first.', taken, other using errcode = 'unique_violation';
    end if;
    raise exception '% is already one of our numbers.', taken using errcode = 'unique_violation';
  end if;
  -- Canceled, the order would release them with their routes.
  select string_agg(d.number, ', ' order by d.number) into taken
  from public.dids d join public.port_order_numbers n on n.number = d.number and n.port_order_id = new.id
  where d.status = 'porting_out' and d.tenant_id = new.for_tenant_id;
  if taken is not null then
    raise exception '% is still porting out of the tenant. If it stays, set its status to “Assigned”; once it has left, release it.', taken
      using errcode = 'unique_violation';
  end if;
  select min(private.did_in_use(d)) into in_use
  from public.dids d join public.port_order_numbers n on n.number = d.number and n.port_order_id = new.id
  where d.tenant_id is not null and d.tenant_id is distinct from new.for_tenant_id;
  if in_use is not null then
    raise exception '%', in_use using errcode = 'restrict_violation';
  end if;
  -- A number that comes back is a new one but for its history: what another carrier took for it, and brought it by, is over. An order
  -- without a carrier does not say that it comes by the same one.
  update public.did_costs c set monthly_cost = null
  from public.dids d join public.port_order_numbers n on n.number = d.number and n.port_order_id = new.id
  where c.id = d.id and nullif(new.carrier, '') is distinct from d.carrier;
  insert into public.dids as d (number, status, tenant_id, carrier, description)
  select n.number, 'porting_in', new.for_tenant_id, new.carrier, new.name
  from public.port_order_numbers n where n.port_order_id = new.id order by n.number
  on conflict (number) do update set status = 'porting_in', tenant_id = excluded.tenant_id,
    carrier = coalesce(nullif(excluded.carrier, ''), d.carrier), description = excluded.description, tags = '{}',
    gateway_id = case when nullif(excluded.carrier, '') = d.carrier then d.gateway_id end
  where d.status in ('released', 'porting_out');
  get diagnostics added = row_count;
  if added < (select count(*) from public.port_order_numbers n where n.port_order_id = new.id) then
    raise exception 'Someone else was adding one of these numbers just now. Try again to see which.' using errcode = 'unique_violation';
  end if;
  update public.dids d set destination_id = private.port_route(new, n)
  from public.port_order_numbers n
  where n.port_order_id = new.id and n.number = d.number and d.destination_id is null and private.port_route(new, n) is not null;
end
$$;

-- An order moves step by step. Each step updates the numbers, whoever takes it. They have the order's routes from its submission on: the
-- carriers move a number when they have agreed to, not when someone records it.
create function private.apply_port_order_state() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'draft' then
      raise exception 'A new port order must be a draft.' using errcode = 'check_violation', detail = '{"column": "state"}';
    end if;
    new.closed_at := null;
    return new;
  end if;
  new.closed_at := case when new.state not in ('ported', 'cancelled') then null when new.state = old.state then old.closed_at else now() end;
  if old.state in ('ported', 'cancelled')
      and (new.for_tenant_id, new.destination_id, new.state) is distinct from (old.for_tenant_id, old.destination_id, old.state) then
    raise exception 'This port order is % and can no longer be changed.', old.state using errcode = 'check_violation';
  end if;
  if old.state in ('submitted', 'exception', 'foc_confirmed') then
    perform private.follow_port_order(old, new);
  end if;
  if new.state = old.state then
    return new;
  end if;
  if not (old.state || '>' || new.state) = any (array['draft>submitted', 'draft>cancelled', 'submitted>exception',
      'submitted>foc_confirmed', 'submitted>cancelled', 'exception>submitted', 'exception>cancelled',
      'foc_confirmed>ported', 'foc_confirmed>exception', 'foc_confirmed>cancelled']) then
    raise exception 'A port order that is % cannot become %.', replace(old.state, '_', ' '), replace(new.state, '_', ' ')
      using errcode = 'check_violation', detail = '{"column": "state"}';
  end if;
  if old.state = 'draft' and new.state = 'submitted' then
    perform private.take_ported_numbers(new);
  elsif new.state = 'ported' then
    if new.for_tenant_id is null then
      raise exception 'Choose the tenant that the numbers are for.' using errcode = 'check_violation', detail = '{"column": "for_tenant_id"}';
    end if;
    update public.dids d set status = 'assigned', destination_id = coalesce(d.destination_id, private.port_route(new, n))
    from public.port_order_numbers n
    where n.port_order_id = old.id and n.number = d.number and d.status = 'porting_in';
    new.destination_id := null;
  elsif new.state = 'cancelled' then
    -- A draft has added no numbers; those it lists may be on another order.
    if old.state <> 'draft' then
      update public.dids d set status = 'released', tenant_id = null
      where d.status = 'porting_in'
        and d.number in (select n.number from public.port_order_numbers n where n.port_order_id = old.id);
    end if;
    new.destination_id := null;
  end if;
  return new;
end
$$;
create trigger set_state before insert or update on public.port_orders
  for each row execute function private.apply_port_order_state();

-- After submission, an order's numbers are fixed: they were requested from the losing carrier. Those that stay there are taken off an
-- exception, and leave alone: the others may be in service.
create function private.guard_port_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.port_orders;
begin
  if tg_table_name = 'port_orders' then
    if old.state not in ('draft', 'cancelled') then
      raise exception 'Only draft and canceled port orders can be deleted.' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  select * into ordered from public.port_orders o
  where o.id = case when tg_op = 'DELETE' then old.port_order_id else new.port_order_id end for no key update;
  if tg_op <> 'DELETE' and new.route_id is not null and not exists (
      select 1 from public.destinations d join public.port_orders o on o.for_tenant_id = d.tenant_id
      where d.id = new.route_id and o.id = new.port_order_id) then
    raise exception 'Route the number within the tenant that it is for.' using errcode = 'check_violation', detail = '{"column": "route_id"}';
  end if;
  -- The route is not part of what was requested.
  if tg_op = 'UPDATE' and (new.port_order_id, new.number) = (old.port_order_id, old.number) then
    if ordered.state in ('submitted', 'exception', 'foc_confirmed') and new.route_id is distinct from old.route_id then
      update public.dids d set destination_id = private.port_route(ordered, new)
      where d.number = new.number and d.status = 'porting_in' and d.destination_id is not distinct from private.port_route(ordered, old);
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' and ordered.state = 'exception' then
    if not exists (select 1 from public.port_order_numbers n where n.port_order_id = ordered.id and n.id <> old.id) then
      raise exception 'The last number cannot be taken off. Cancel the port order instead.' using errcode = 'restrict_violation';
    end if;
    update public.dids d set status = 'released', tenant_id = null where d.number = old.number and d.status = 'porting_in';
    return old;
  end if;
  -- No state means that the order itself is being deleted.
  if ordered.state is distinct from 'draft' and not (tg_op = 'DELETE' and (ordered.state is null or ordered.state = 'cancelled')) then
    raise exception 'The numbers of a submitted port order cannot be changed.' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger guard before delete on public.port_orders for each row execute function private.guard_port_orders();
create trigger guard before insert or update or delete on public.port_order_numbers
  for each row execute function private.guard_port_orders();

-- Only the order that is porting a number in may move it; otherwise it would act on someone else's change.
create function private.guard_porting_number() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  order_name text := private.open_port_order(old.number);
begin
  -- Updates from an order's steps come from a trigger, one level deeper.
  if order_name is not null and pg_trigger_depth() = 1 then
    raise exception '% is being ported in with the order “%”. Change it there, or cancel the order first.', old.number, order_name
      using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
-- By their names these fire before guard_in_use, which would have the order's route removed first.
create trigger guard_coming before update of number, status, tenant_id on public.dids
  for each row when (old.status = 'porting_in'
    and (new.number, new.status, new.tenant_id) is distinct from (old.number, old.status, old.tenant_id))
  execute function private.guard_porting_number();
create trigger guard_coming_of_deleted before delete on public.dids
  for each row when (old.status = 'porting_in') execute function private.guard_porting_number();

-- Moves an order one step: `reason` for an exception, `foc` the date for a confirmed one, which may change. Repeating it changes nothing.
-- TR409 and TR410 as in save_record; 23514 for an invalid step.
create function public.set_port_order_state(
  port_order uuid, expected_version integer, to_state text, reason text default '', foc date default null
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen public.port_orders;
begin
  select * into seen from public.port_orders o where o.id = port_order for update;
  if seen.version = expected_version + 1 and seen.state = to_state
      and (to_state <> 'exception' or seen.exception_reason = coalesce(reason, ''))
      and (to_state <> 'foc_confirmed' or seen.foc_date is not distinct from foc) then
    -- A retry: the response to the first call was lost.
    return;
  end if;
  perform private.require_version(seen.version, expected_version);
  -- The carriers may agree on another date.
  if seen.state = to_state and to_state <> 'foc_confirmed' then
    raise exception 'The port order is already %.', replace(to_state, '_', ' ') using errcode = 'check_violation';
  end if;
  update public.port_orders o set state = to_state,
    exception_reason = case when to_state = 'exception' then coalesce(reason, '') else '' end,
    foc_date = case when to_state = 'foc_confirmed' then foc when to_state = 'ported' then o.foc_date end
  where o.id = port_order;
end
$$;

-- The signed letter of authorization: a file in the private Storage bucket `port-letters`, named <order id>/<random>.<kind>. Users upload
-- it; the server detects its type and records it here (pages/api/numbers/letters.ts).

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('port-letters', 'port-letters', false, 10485760, '{application/pdf,image/png,image/jpeg}')
on conflict (id) do nothing;

create table public.port_letters (
  like private.record_columns including all,
  port_order_id uuid not null unique references public.port_orders (id) on delete cascade,
  path text not null unique check (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(pdf|png|jpg)$'),
  name text not null check (length(btrim(name)) between 1 and 200),
  size_bytes integer not null check (size_bytes between 1 and 10485760),
  constraint port_letters_path_format check (split_part(path, '/', 1) = port_order_id::text)
);
comment on column public.port_letters.path is 'Object name in the bucket port-letters';
comment on column public.port_letters.name is 'Original file name';
select private.declare_read_only('port_letters', section => 'numbers', may_view => '{view,sales.view}');
-- Who stored which letter, and what it replaced. A letter that goes or comes back with its order has no entry of its own.
create trigger audit after insert or update on public.port_letters
  for each row when (pg_trigger_depth() = 0) execute function private.audit('sales', 'sales', 'port_order_id');

-- Makes a file that the server has checked the order's letter, in the name of the member who chose it.
create function public.store_port_letter(port_order uuid, path text, name text, size_bytes integer, sender uuid) returns void
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform set_config('request.jwt.claims', jsonb_build_object('sub', sender, 'role', 'service_role')::text, true);
  insert into public.port_letters (port_order_id, path, name, size_bytes) values ($1, $2, $3, $4)
  on conflict (port_order_id) do update set path = excluded.path, name = excluded.name, size_bytes = excluded.size_bytes;
end
$$;
grant execute on function public.store_port_letter(uuid, text, text, integer, uuid) to service_role;

-- Whether the caller may change the order whose id starts a letter's path: as in the policy of port_orders.
create function private.may_change_letter(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(pdf|png|jpg)$' and exists (
    select 1 from public.port_orders o where o.id::text = split_part(path, '/', 1)
      and (private.has_permission('numbers', 'edit') or (o.state = 'draft' and private.has_permission('sales', 'edit'))))
$$;

-- Letters of deleted orders, kept for a month: a restored order has its letter again.
create table private.dropped_port_letters (
  port_order_id uuid primary key,
  path text not null unique,
  name text not null,
  size_bytes integer not null,
  dropped_at timestamptz not null default now()
);
alter table private.dropped_port_letters enable row level security;

create function private.drop_letter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.dropped_port_letters (port_order_id, path, name, size_bytes)
  values (old.port_order_id, old.path, old.name, old.size_bytes)
  on conflict (port_order_id) do update set path = excluded.path, name = excluded.name, size_bytes = excluded.size_bytes, dropped_at = now();
  return null;
end
$$;
create trigger drop_letter after delete on public.port_letters for each row execute function private.drop_letter();

create function private.restore_letter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with dropped as (
    delete from private.dropped_port_letters d where d.port_order_id = new.id returning *
  )
  insert into public.port_letters (port_order_id, path, name, size_bytes)
  select d.port_order_id, d.path, d.name, d.size_bytes from dropped d;
  return null;
end
$$;
create trigger restore_letter after insert on public.port_orders for each row execute function private.restore_letter();

select private.expose('may_change_letter');

-- No update policy, because a checked file never changes, and no delete policy, because another could take its name: the server removes
-- unused files.
create policy port_letters_objects_select on storage.objects for select to authenticated
  using (bucket_id = 'port-letters'
    and ((select private.has_permission('numbers', 'view')) or (select private.has_permission('sales', 'view'))));

create policy port_letters_objects_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'port-letters' and private.may_change_letter(name)
    and ((select private.has_permission('numbers', 'edit')) or (select private.has_permission('sales', 'edit'))));

-- Up to 500 objects that have been no order's letter for an hour: abandoned uploads, and letters of orders deleted so long ago that they are
-- no longer kept. A replaced letter is kept as long as its order, because it may be what the port rested on.
create function private.unused_letter_paths() returns setof text
language sql volatile security definer set search_path = '' as $$
  delete from private.dropped_port_letters d where d.dropped_at < now() - private.kept('dropped');
  select o.name from storage.objects o
  where o.bucket_id = 'port-letters' and o.created_at < now() - interval '1 hour'
    and not exists (select 1 from public.port_letters l where l.path = o.name)
    and not exists (select 1 from private.dropped_port_letters d where d.path = o.name)
    and not exists (select 1 from public.audit_log a join public.port_orders p on p.id = a.parent_id
      where a.table_name = 'port_letters' and a.changes -> 'path' ->> 0 = o.name)
  limit 500
$$;

select private.expose('unused_letter_paths', 'service_role');

create view public.port_order_list with (security_invoker = true) as
select o.*, c.name as tenant_name, p.name as opportunity_name,
  o.state = 'foc_confirmed' and o.foc_date <= (select private.business_today()) as due,
  (select count(*)::int from public.port_order_numbers n where n.port_order_id = o.id) as numbers
from public.port_orders o
left join public.companies c on c.domain_uuid = o.for_tenant_id
left join public.opportunities p on p.id = o.opportunity_id;

-- Other carriers' numbers: cached lookup results, and carrier coverage.

create table public.number_lookups (
  like private.record_columns including all,
  number text not null check (private.is_e164(number)),
  provider text not null check (provider ~ '^[a-z]{2,32}$'),
  kind text not null check (kind in ('lookup', 'portability')),
  answer jsonb not null check (jsonb_typeof(answer) = 'object'),
  fetched_at timestamptz not null default now(),
  unique (number, provider, kind)
);
comment on table public.number_lookups is 'Paid lookup results, kept to show with their age';
-- Only the server writes here, after querying the provider.
select private.declare_read_only('number_lookups', section => 'sales', may_view => '{view,numbers.view}');

create table public.number_coverage (
  like private.record_columns including all,
  prefix text not null unique check (prefix ~ '^[2-9][0-9]{2}([2-9][0-9]{2}[0-9]?)?$'),
  carrier text not null default '' check (length(carrier) <= 128),
  rate_center text not null default '' check (length(rate_center) <= 64),
  state text not null default '' check (state ~ '^([A-Z]{2})?$'),
  line_type text not null default '' check (line_type in ('', 'fixed line', 'mobile', 'voip', 'toll free')),
  portable boolean not null,
  fast_port boolean not null default false
);
comment on table public.number_coverage is 'Where a carrier can port numbers from';
comment on column public.number_coverage.prefix is 'Area code, optionally with exchange and thousands block; the longest match applies';
select private.declare_records('number_coverage', section => 'numbers', may_view => '{sales.view,view}', trail => '{sales}',
  search => '{prefix,carrier,rate_center,state}', sort => '{prefix,carrier,rate_center,state}',
  filter => '{portable,state}');
select private.count_list_versions('number_coverage', 'sales', 'numbers');

-- The status of a number that is ours, for sales, who may not see all numbers but must not offer to port ours in; null if it is not.
create function private.held_status(wanted text) returns text
language sql stable security definer set search_path = '' as $$
  select d.status from public.dids d
  where d.number = wanted and d.status <> 'released' and private.has_permission('sales', 'view')
$$;

-- What we know about numbers (E.164, at most 200): their holder, their last three recent calls, matching coverage, and cached
-- lookups. Rows the caller may not see are left out; of a number that is ours sales get the status.
create function public.known_numbers(numbers text[]) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', n.number,
    'did', coalesce(
      (select jsonb_build_object('id', d.id, 'status', d.status, 'tenant_id', d.tenant_id, 'carrier', d.carrier,
          'tenant_name', (select c.name from public.companies c where c.domain_uuid = d.tenant_id))
        from public.dids d where d.number = n.number),
      (select jsonb_build_object('id', null, 'status', h.status, 'tenant_id', null, 'carrier', '', 'tenant_name', null)
        from private.held_status(n.number) h (status) where h.status is not null)),
    'calls', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from (
      select c.id, c.start_at, c.from_number, c.status, c.talk_seconds from public.dids d
      join public.cdr c on c.tenant_id = d.tenant_id and c.to_number = d.number
      where d.number = n.number and c.start_at > now() - private.kept('looked_up')
      order by c.start_at desc limit 3) l),
    'coverage', (select to_jsonb(v) from public.number_coverage v
      where n.number like '+1%' and v.prefix = any (array[substr(n.number, 3, 3), substr(n.number, 3, 6), substr(n.number, 3, 7)])
      order by length(v.prefix) desc limit 1),
    'answers', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.number_lookups l where l.number = n.number)
  ) order by n.ordinal), '[]')
  from unnest(numbers[1:200]) with ordinality n (number, ordinal)
$$;

-- Changes of companies and opportunities are pushed to open lists; of other lists, that they changed.
do $$
begin
  if not exists (select 1 from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

alter publication supabase_realtime add table public.companies, public.opportunities,
  public.tenant_versions, public.list_versions;

-- Notes about a customer, opportunity or tenant, and tasks with a due date.

create table public.notes (
  like private.record_columns including all,
  company_id uuid references public.companies (id) on delete cascade,
  opportunity_id uuid references public.opportunities (id) on delete cascade,
  tenant_id uuid references public.tenants (id) on delete cascade,
  subject_id uuid not null generated always as (coalesce(company_id, opportunity_id, tenant_id)) stored,
  body text not null check (length(btrim(body)) between 1 and 4000),
  author_name text not null default '' check (length(author_name) <= 254),
  constraint notes_one_subject check (num_nonnulls(company_id, opportunity_id, tenant_id) = 1)
);
comment on column public.notes.author_name is 'The author''s name at the time; set by the database';
create index notes_company_idx on public.notes (company_id, created_at);
create index notes_opportunity_idx on public.notes (opportunity_id, created_at);
create index notes_tenant_idx on public.notes (tenant_id, created_at);

create table public.tasks (
  like private.record_columns including all,
  company_id uuid references public.companies (id) on delete cascade,
  opportunity_id uuid references public.opportunities (id) on delete cascade,
  tenant_id uuid references public.tenants (id) on delete cascade,
  subject_id uuid not null generated always as (coalesce(company_id, opportunity_id, tenant_id)) stored,
  name text not null check (length(btrim(name)) between 1 and 200),
  assignee_id uuid references public.members (id) on delete set null,
  due_on date check (due_on between date '2000-01-01' and date '2100-12-31'),
  done_at timestamptz,
  author_name text not null default '' check (length(author_name) <= 254),
  constraint tasks_one_subject check (num_nonnulls(company_id, opportunity_id, tenant_id) = 1)
);
comment on column public.tasks.author_name is 'The requester''s name at the time; set by the database';
create index tasks_company_idx on public.tasks (company_id, due_on);
create index tasks_opportunity_idx on public.tasks (opportunity_id, due_on);
create index tasks_tenant_idx on public.tasks (tenant_id, due_on);
create index tasks_assignee_idx on public.tasks (assignee_id, done_at, due_on);

select private.declare_records('notes', section => 'sales', may_view => null, may_create => null, may_edit => null, may_delete => null,
  trail => '{tenants,sales,subject_id}');
select private.declare_records('tasks', section => 'sales', may_view => null, may_create => null, may_edit => null, may_delete => null,
  trail => '{tenants,sales,subject_id}');

select private.count_list_versions('notes', 'customers', 'sales', 'tenants');
select private.count_list_versions('tasks', 'customers', 'sales', 'tenants');

-- Whoever sees the customer, opportunity or tenant sees its notes and tasks; whoever may change it may add, change and remove them. Working
-- on a tenant's telephony counts as changing the tenant.
do $$
declare
  target text;
  seen constant text := '(company_id is not null and ((select private.has_permission(''customers'', ''view''))'
    ' or (select private.has_permission(''sales'', ''view''))))'
    ' or (opportunity_id is not null and (select private.has_permission(''sales'', ''view'')))'
    ' or (tenant_id is not null and (select private.has_permission(''tenants'', ''view'')))';
  changed constant text := '(company_id is not null and ((select private.has_permission(''customers'', ''edit''))'
    ' or (select private.has_permission(''sales'', ''edit''))))'
    ' or (opportunity_id is not null and (select private.has_permission(''sales'', ''edit'')))'
    ' or (tenant_id is not null and ((select private.has_permission(''tenants'', ''edit''))'
    ' or ((select private.has_permission(''tenants'', ''view'')) and (select private.has_permission(''telephony'', ''edit'')))))';
begin
  foreach target in array array['notes', 'tasks'] loop
    execute format('create policy %1$s_select on public.%1$s for select to authenticated using (%2$s)', target, seen);
    execute format('create policy %1$s_insert on public.%1$s for insert to authenticated with check (%2$s)', target, changed);
    execute format('create policy %1$s_update on public.%1$s for update to authenticated using (%2$s) with check (%2$s)',
      target, changed);
    execute format('create policy %1$s_delete on public.%1$s for delete to authenticated using (%2$s)', target, changed);
  end loop;
end
$$;

-- A restored one keeps its author.
create function private.set_note_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.author_name := old.author_name;
  elsif auth.uid() is not null and current_setting('app.undoing', true) is distinct from 'on' then
    select coalesce(nullif(m.full_name, ''), m.email) into new.author_name
    from public.members m where m.user_id = auth.uid();
    new.author_name := coalesce(new.author_name, '');
  end if;
  return new;
end
$$;
create trigger sign before insert or update on public.notes for each row execute function private.set_note_author();
create trigger sign before insert or update on public.tasks for each row execute function private.set_note_author();

-- A note or task stays with its subject. Merging companies moves theirs along.
create function private.guard_note_subject() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'It belongs to another record. Write a new one there.' using errcode = 'check_violation';
end
$$;
create trigger guard_note_subject before update on public.notes for each row
  when ((new.opportunity_id, new.tenant_id, new.company_id is null)
    is distinct from (old.opportunity_id, old.tenant_id, old.company_id is null))
  execute function private.guard_note_subject();
create trigger guard_note_subject before update on public.tasks for each row
  when ((new.opportunity_id, new.tenant_id, new.company_id is null)
    is distinct from (old.opportunity_id, old.tenant_id, old.company_id is null))
  execute function private.guard_note_subject();

-- Sections whose viewers see notes and tasks on a subject: 'company', 'opportunity' or 'tenant'.
create function private.subject_sections(subject text) returns text[]
language sql immutable set search_path = '' as $$
  select case subject when 'company' then array['customers', 'sales'] when 'opportunity' then array['sales']
    when 'tenant' then array['tenants'] else '{}' end
$$;

-- Who can be assigned a task on a subject: active members who see it.
create function private.assignees(subject text) returns table (id uuid, name text)
language sql stable security definer set search_path = '' as $$
  select m.id, coalesce(nullif(m.full_name, ''), m.email) as name
  from public.members m
  where m.status = 'active'
    and exists (select 1 from public.role_permissions p where p.role = m.user_role and p.action = 'view'
      and p.section = any (private.subject_sections(subject)))
    and exists (select 1 from unnest(private.subject_sections(subject)) s (section)
      where private.has_permission(s.section, 'view'))
  order by 2, 1
$$;

select private.expose('assignees');

-- Who can be asked to add numbers to a tenant: assignees who may also assign numbers to tenants.
create function private.number_assigners() returns table (id uuid, name text)
language sql stable security definer set search_path = '' as $$
  select a.id, a.name
  from private.assignees('tenant') a
  join public.members m on m.id = a.id
  join public.role_permissions p on p.role = m.user_role and p.section = 'numbers' and p.action = 'edit'
  where private.has_permission('tenants', 'view')
  order by a.name, a.id
$$;

select private.expose('number_assigners');

-- A task its assignee cannot see never gets done. One that somebody who left still has can be changed, and comes back with its record.
create function private.check_assignee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.assignee_id = old.assignee_id or tg_op = 'INSERT' and current_setting('app.undoing', true) = 'on' then
    return new;
  end if;
  if auth.uid() is not null and not exists (select 1 from private.assignees(case when new.company_id is not null then 'company'
      when new.opportunity_id is not null then 'opportunity' else 'tenant' end) a where a.id = new.assignee_id) then
    raise exception 'Choose someone who can see this record.'
      using errcode = 'check_violation', detail = '{"column": "assignee_id"}';
  end if;
  return new;
end
$$;
create trigger check_assignee before insert or update of assignee_id on public.tasks for each row
  when (new.assignee_id is not null) execute function private.check_assignee();

-- Notes and tasks with their subject and its customer. Each kind of subject has a branch of its own, so that indexes find a customer's.
create view public.note_list with (security_invoker = true) as
select n.*, n.company_id as customer_id, c.name as subject_name
from public.notes n
left join public.companies c on c.id = n.company_id
where n.company_id is not null
union all
select n.*, o.company_id, o.name
from public.notes n
left join public.opportunities o on o.id = n.opportunity_id
where n.opportunity_id is not null
union all
select n.*, t.id, t.name
from public.notes n
left join public.companies t on t.domain_uuid = n.tenant_id
where n.tenant_id is not null;

create view public.task_list with (security_invoker = true) as
select k.*, s.name as assignee_name
from (
  select k.*, k.company_id as customer_id, c.name as subject_name
  from public.tasks k
  left join public.companies c on c.id = k.company_id
  where k.company_id is not null
  union all
  select k.*, o.company_id, o.name
  from public.tasks k
  left join public.opportunities o on o.id = k.opportunity_id
  where k.opportunity_id is not null
  union all
  select k.*, t.id, t.name
  from public.tasks k
  left join public.companies t on t.domain_uuid = k.tenant_id
  where k.tenant_id is not null
) k
left join private.staff_names() s on s.id = k.assignee_id;

-- Possible duplicate companies.

-- A name for comparison: letters and digits, without legal forms.
create function private.name_key(name text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(regexp_replace(lower(name),
    '\m(the|incorporated|inc|llc|llp|ltd|limited|corp|corporation|company|co|gmbh|plc)\M', '', 'g'), '[^[:alnum:]]', '', 'g')
$$;

-- A website's domain, however it is typed: https://www.Example.com/contact → example.com.
create function private.web_domain(website text) returns text
language sql immutable set search_path = '' as $$
  select nullif(regexp_replace(regexp_replace(lower(btrim(website)), '^(https?://)?(www\.)?', ''), '[/?#:].*$', ''), '')
$$;

-- Possible duplicates: companies sharing a name, web domain or phone number, whatever the extension; closed ones are left out. The hundred
-- largest groups; kind is 'name', 'domain' or 'phone', companies are [{id, name, status, tenant_code: null without a tenant}].
create function public.company_duplicates() returns table (kind text, companies jsonb)
language sql stable security invoker set search_path = '' as $$
  select k.kind, jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'status', c.status,
    'tenant_code', case when c.domain_uuid is not null then c.tenant_code end) order by c.name, c.id)
  from public.companies c
  cross join lateral (values ('name', private.name_key(c.name)), ('domain', private.web_domain(c.website)),
    ('phone', split_part(c.phone, ';', 1))) k (kind, value)
  where k.value <> '' and c.status <> 'closed'
  group by k.kind, k.value
  having count(*) > 1
  order by count(*) desc, min(c.name)
  limit 100
$$;

create index companies_name_key_idx on public.companies (private.name_key(name));
create index companies_web_domain_idx on public.companies (private.web_domain(website));
create index companies_phone_idx on public.companies (split_part(phone, ';', 1));

-- Ids of the companies that share a name, web domain or phone number with these. The keys are not leakproof, so policies keep the indexes
-- from being used: they filter these rows afterwards.
create function private.companies_sharing(name text, website text, phone text) returns setof uuid
language sql stable security definer rows 10 set search_path = '' as $$
  select s.id from (
    select c.id from public.companies c where private.name_key(c.name) = nullif(private.name_key($1), '')
    union select c.id from public.companies c where private.web_domain(c.website) = private.web_domain($2)
    union select c.id from public.companies c where split_part(c.phone, ';', 1) = split_part($3, ';', 1)
  ) s
  where (select private.has_permission('customers', 'view')) or (select private.has_permission('sales', 'view'))
    or (select private.has_permission('tenants', 'view'))
$$;

-- Up to five companies that share a name, web domain or phone number with what is entered for `company`.
create function public.similar_companies(company uuid, name text, website text default null, phone text default null)
returns table (id uuid, company_name text, kind text)
language sql stable security invoker set search_path = '' as $$
  select c.id, c.name,
    case when private.name_key(c.name) = private.name_key($2) then 'name'
      when split_part(c.phone, ';', 1) = split_part($4, ';', 1) then 'phone' else 'domain' end
  from private.companies_sharing($2, $3, $4) s (id)
  join public.companies c on c.id = s.id
  where c.id <> $1 and c.status <> 'closed'
  order by c.name, c.id
  limit 5
$$;

-- Merging two records of the same company.

-- Why the two companies cannot be merged this way round, as a sentence; null when they can.
create function private.merge_refusal(survivor public.companies, duplicate public.companies) returns text
language sql stable set search_path = '' as $$
  select case
    when survivor.id = duplicate.id then 'Choose two companies.'
    when survivor.domain_uuid is not null and duplicate.domain_uuid is not null
      then format('%s and %s both have a tenant, so they cannot be merged.', survivor.name, duplicate.name)
    when duplicate.domain_uuid is not null then format('%s has a tenant. Keep that company instead.', duplicate.name)
    when (select sum(length(a.notes)) from public.company_accounts a where a.id in (survivor.id, duplicate.id)) > 3700
      then 'Their combined notes are too long. Shorten them first.'
  end
$$;

-- A company with its account.
create function private.company_with_account(company public.companies) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(a) || to_jsonb(company) from public.company_accounts a where a.id = company.id
$$;

-- Values the survivor lacks and takes from the duplicate, by column.
create function private.merge_filled_values(survivor public.companies, duplicate public.companies) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(d.key, d.value), '{}')
  from jsonb_each(private.company_with_account(duplicate)) d
  where d.key in ('website', 'phone', 'owner_id', 'billing_address', 'service_address', 'tax_id', 'time_zone', 'tenant_code')
    and coalesce(d.value #>> '{}', '') <> '' and coalesce(private.company_with_account(survivor) ->> d.key, '') = ''
$$;

-- Columns that refer to companies, except those of contacts and opportunities, which move together.
create function private.company_references() returns table (holder regclass, column_name text)
language sql stable set search_path = '' as $$
  select f.conrelid::regclass, a.attname::text
  from pg_catalog.pg_constraint f
  join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and f.confrelid = 'public.companies'::regclass and cardinality(f.conkey) = 1 and a.attname <> 'id'
    and f.conrelid not in ('public.contacts'::regclass, 'public.opportunities'::regclass)
$$;

-- Previews merging `duplicate` into `survivor`, as far as the caller can see: {survivor, duplicate: {id, name, version}, obstacle: why it
-- cannot be done, or null, contacts, opportunities, notes, port_orders, stock: how many move, fills: the columns the survivor takes over,
-- lost_terms: the duplicate's payment terms in days, where they differ}.
-- Null when the caller cannot see one of them.
create function public.preview_company_merge(survivor uuid, duplicate uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'survivor', jsonb_build_object('id', s.id, 'name', s.name, 'version', s.version),
    'duplicate', jsonb_build_object('id', d.id, 'name', d.name, 'version', d.version),
    'obstacle', private.merge_refusal(s, d),
    'contacts', (select count(*) from public.contacts c where c.company_id = d.id),
    'opportunities', (select count(*) from public.opportunities o where o.company_id = d.id),
    'notes', (select count(*) from public.note_list n where n.customer_id = d.id),
    'port_orders', (select count(*) from public.port_orders p join public.opportunities o on o.id = p.opportunity_id
      where o.company_id = d.id),
    'stock', (select count(*) from public.inventory i where i.company_id = d.id),
    'fills', (select coalesce(jsonb_agg(k order by k), '[]') from jsonb_object_keys(private.merge_filled_values(s, d)) k),
    'lost_terms', (select lost.terms_days from public.company_accounts a, public.company_accounts lost
      where a.id = s.id and lost.id = d.id and a.terms_days <> lost.terms_days)
  )
  from public.companies s, public.companies d
  where s.id = preview_company_merge.survivor and d.id = preview_company_merge.duplicate
$$;

-- Merges `duplicate` into `survivor`, all or nothing, with the caller's own permissions: everything moves, missing values are filled in, an
-- active customer stays active, and the duplicate is deleted. Both versions are those the caller saw. TR409 and TR410 as in save_record;
-- 23514 with the obstacle. Repeating it raises TR410.
create function public.merge_companies(
  survivor uuid, duplicate uuid, survivor_version integer, duplicate_version integer
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  kept public.companies;
  gone public.companies;
  account public.company_accounts;
  obstacle text;
  fills jsonb;
  held record;
begin
  -- In id order, so that merging the same pair both ways at once waits instead of deadlocking.
  perform 1 from public.companies c where c.id in (survivor, duplicate) order by c.id for update;
  select * into kept from public.companies c where c.id = survivor;
  select * into gone from public.companies c where c.id = duplicate;
  perform private.require_version(kept.version, survivor_version);
  perform private.require_version(gone.version, duplicate_version);
  obstacle := private.merge_refusal(kept, gone);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = 'check_violation';
  end if;

  fills := private.merge_filled_values(kept, gone);
  select * into account from public.company_accounts a where a.id = duplicate;

  -- One statement, because an opportunity's contact must belong to its company before and after.
  with moved as (
    update public.contacts c set company_id = survivor where c.company_id = duplicate
  )
  update public.opportunities o set company_id = survivor where o.company_id = duplicate;
  for held in select * from private.company_references() loop
    execute format('update %1$s t set %2$I = $1 where t.%2$I = $2', held.holder, held.column_name) using survivor, duplicate;
  end loop;
  -- Deleting the duplicate must not delete contacts the caller may not move.
  if exists (select 1 from public.contacts c where c.company_id = duplicate) then
    raise exception 'Your role does not allow you to move the contacts of %.', gone.name using errcode = 'insufficient_privilege';
  end if;

  delete from public.companies c where c.id = duplicate;
  perform private.require_step(found, 'remove companies');
  update public.companies c set (website, phone, owner_id, service_address, time_zone, tenant_code) =
      (select f.website, f.phone, f.owner_id, f.service_address, f.time_zone, f.tenant_code
        from jsonb_populate_record(c, fills) f),
    status = case when c.status = 'prospect' and gone.status in ('active', 'suspended') then gone.status else c.status end
  where c.id = survivor;
  perform private.require_step(found, 'change this company');
  update public.company_accounts a set (billing_address, tax_id) =
      (select f.billing_address, f.tax_id from jsonb_populate_record(a, fills) f),
    notes = concat_ws(E'\n\n', nullif(a.notes, ''), nullif(account.notes, ''),
      format('%s was merged into this company on %s.', gone.name, to_char(private.business_today(), 'YYYY-MM-DD'))
        || case when account.terms_days = a.terms_days then '' when account.terms_days = 0 then ' Its terms were due on receipt.'
          else format(' Its terms were net %s.', account.terms_days) end)
  where a.id = survivor;
  perform private.require_step(found, 'change this company');
end
$$;

-- Quotes: an opportunity's offer as a document. A draft shows the opportunity's line items live; sending it freezes them, and a later offer
-- is a new version with the same number.

create sequence private.quote_numbers;

create table public.quotes (
  like private.record_columns including all,
  opportunity_id uuid not null references public.opportunities (id) on delete cascade,
  number text not null default '' check (length(number) <= 32),
  revision integer not null default 1 check (revision between 1 and 999),
  status text not null default 'draft' check (status in ('draft', 'sent', 'accepted', 'declined', 'replaced')),
  quoted_on date not null default private.business_today(),
  valid_until date not null default private.business_today() + 30,
  issuer text not null default '' check (length(issuer) <= 1024),
  sender text not null default '' check (length(sender) <= 500),
  recipient text not null default '' check (length(recipient) <= 500),
  terms text not null default '' check (length(terms) <= 4000),
  subject text not null default '' check (length(subject) <= 256),
  lines jsonb check (jsonb_typeof(lines) = 'array'),
  sent_at timestamptz,
  decided_at timestamptz,
  decline_reason text not null default '' check (length(decline_reason) <= 500),
  decided_by text not null default '' check (length(decided_by) <= 128),
  link_token uuid not null unique default gen_random_uuid(),
  sent_to text not null default '' check (length(sent_to) <= 254) check (sent_to = '' or private.is_email(sent_to)),
  emailed_at timestamptz,
  unique (number, revision),
  constraint quotes_valid_until_after_date check (valid_until >= quoted_on),
  constraint quotes_sent_has_lines check ((status = 'draft') = (lines is null) and (status = 'draft') = (sent_at is null))
);
comment on column public.quotes.lines is
  'Line items as sent: [{service_id, name, description, quantity, one_off_price, monthly_price}], per unit, in US dollars';
comment on column public.quotes.issuer is 'Who offers it (private.letterhead); empty: the provider has no profile';
comment on column public.quotes.subject is 'The opportunity''s name as sent';
comment on column public.quotes.link_token is 'Opens the quote for anyone with the link, once it is sent';
comment on column public.quotes.sent_to is 'Email address it was sent to';
comment on column public.quotes.emailed_at is 'When a mail server last took it for that address; null: none has';
comment on column public.quotes.decided_by is 'Name given by whoever answered through the link; empty when staff recorded the answer';
create index quotes_opportunity_idx on public.quotes (opportunity_id, created_at desc);
create unique index quotes_one_draft_per_opportunity on public.quotes (opportunity_id) where status = 'draft';
select private.declare_parts('quotes', of => 'opportunities', by => 'opportunity_id', may_create => '{edit}', counted => false);
select private.count_list_versions('quotes', 'sales');

-- The company's terms for quotes, which whoever makes them may not read in its profile; empty without any.
create function private.quote_terms() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(max(p.quote_terms), '') from private.company_profile() p where private.has_permission('sales', 'view')
$$;

select private.expose('quote_terms');

-- A draft shows the opportunity's lines, and its version rises with them: whoever sends it at the version they saw sends the lines they saw.
create function private.note_changed_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changed_versions (table_name, record_id)
  select distinct 'quotes', q.id from changed c join public.quotes q on q.opportunity_id = c.opportunity_id and q.status = 'draft'
  on conflict do nothing;
  return null;
end
$$;
create trigger note_lines_of_new after insert on public.opportunity_items referencing new table as changed
  for each statement execute function private.note_changed_lines();
create trigger note_lines_of_changed after update on public.opportunity_items referencing new table as changed
  for each statement execute function private.note_changed_lines();
create trigger note_lines_of_deleted after delete on public.opportunity_items referencing old table as changed
  for each statement execute function private.note_changed_lines();

-- A quote as it is sent: with the opportunity's lines and name as they are then, and to whom. The offer before it can no longer be answered.
create function private.freeze_quote(new public.quotes) returns public.quotes
language plpgsql set search_path = '' as $$
begin
  select jsonb_agg(jsonb_build_object('service_id', i.service_id, 'name', s.name, 'description', i.description,
      'quantity', i.quantity, 'one_off_price', i.one_off_price, 'monthly_price', i.monthly_price) order by i.position, i.id)
    into new.lines
  from public.opportunity_items i join public.services s on s.id = i.service_id
  where i.opportunity_id = new.opportunity_id;
  if new.lines is null then
    raise exception 'Add line items before you send the quote.' using errcode = 'check_violation';
  end if;
  -- Nobody could accept it, nor the offer before it any more. Until its last day is over everywhere (customersDay in lib/sales/quotes.ts).
  if new.valid_until < (now() at time zone 'Etc/GMT+12')::date then
    raise exception 'This draft is no longer valid. Change its dates before you send it.' using errcode = 'check_violation';
  end if;
  -- Only the newest offer can be answered.
  update public.quotes q set status = 'replaced' where q.opportunity_id = new.opportunity_id and q.status = 'sent';
  select o.name, case when new.recipient = '' then c.name else new.recipient end into new.subject, new.recipient
  from public.opportunities o join public.companies c on c.id = o.company_id where o.id = new.opportunity_id;
  new.sent_at := now();
  new.decided_at := null;
  return new;
end
$$;

-- A new quote is a draft with the next number, or the next version of its opportunity's number. Drafts can be changed and sent; a sent
-- quote is accepted, declined or replaced by a later version, and otherwise never changes. Only the newest one that was sent is answered.
create function private.guard_quotes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  latest public.quotes;
begin
  if tg_op = 'DELETE' then
    if old.status <> 'draft' and exists (select 1 from public.opportunities o where o.id = old.opportunity_id) then
      raise exception 'A quote that was sent cannot be deleted.' using errcode = 'restrict_violation';
    elsif old.status <> 'draft' and (select auth.uid()) is not null then
      -- Staff delete the opportunity, but the customer has the quote, and may have accepted it.
      raise exception '% was sent to the customer. Keep the opportunity, and mark it as lost if nothing came of it.',
        private.record_label(to_jsonb(old)) using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  -- The policy refuses afterward, and a number that was taken stays so.
  if tg_op = 'INSERT' and (select auth.uid()) is not null then
    perform private.require_permission(private.has_permission('sales', 'edit'));
  end if;
  -- Only an answer through the link sets a name. An answer recorded by staff has none, even when it replaces a customer's.
  if (select auth.uid()) is not null and (tg_op = 'INSERT' or new.status = 'draft' or new.status <> old.status) then
    new.decided_by := '';
  end if;
  -- The server notes it once the mail is on its way.
  if (select auth.uid()) is not null then
    new.emailed_at := case when tg_op = 'UPDATE' and lower(new.sent_to) = lower(old.sent_to) then old.emailed_at end;
  end if;
  if tg_op = 'INSERT' or old.status = 'draft' then
    new.issuer := (private.letterhead()).issuer;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'A new quote must be a draft.' using errcode = 'check_violation', detail = '{"column": "status"}';
    end if;
    perform 1 from public.opportunities o where o.id = new.opportunity_id for update;
    select * into latest from public.quotes q where q.opportunity_id = new.opportunity_id order by q.revision desc limit 1;
    if latest.status = 'draft' and latest.id <> new.id then
      raise exception 'This opportunity already has a draft. Edit that one instead.' using errcode = 'unique_violation';
    end if;
    new.number := coalesce(latest.number, (
      select 'Q-' || to_char(private.business_today(), 'YYYY') || '-' || lpad(n, greatest(5, length(n)), '0')
      from cast(nextval('private.quote_numbers') as text) n));
    new.revision := coalesce(latest.revision, 0) + 1;
    new.link_token := gen_random_uuid();
    return new;
  end if;
  if (new.opportunity_id, new.number, new.revision, new.link_token)
      is distinct from (old.opportunity_id, old.number, old.revision, old.link_token) then
    raise exception 'A quote''s number cannot be changed.' using errcode = 'check_violation';
  end if;
  -- The link is of one address: whoever read the mail to another one, by mistake or by intent, no longer answers for the customer.
  if lower(new.sent_to) <> lower(old.sent_to) and old.sent_to <> '' then
    new.link_token := gen_random_uuid();
  end if;
  if old.status = 'draft' and new.status = 'draft' then
    return new;
  end if;
  if new.status = old.status then
    -- It may be emailed again, also to someone else.
    if to_jsonb(new) - '{link_token,sent_to,emailed_at,updated_at,version}'::text[]
        <> to_jsonb(old) - '{link_token,sent_to,emailed_at,updated_at,version}'::text[] then
      raise exception 'A quote that was sent cannot be changed. Make a new version.' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if not (old.status || '>' || new.status) = any (array['draft>sent', 'sent>accepted', 'sent>declined', 'sent>replaced', 'accepted>declined',
      'declined>accepted']) then
    raise exception 'A quote that is % cannot become %.', old.status, new.status
      using errcode = 'check_violation', detail = '{"column": "status"}';
  end if;
  if new.status in ('accepted', 'declined') and exists (select 1 from public.quotes q
      where q.opportunity_id = new.opportunity_id and q.revision > new.revision and q.status <> 'draft') then
    raise exception 'A newer version of this quote was sent. Record the answer there.'
      using errcode = 'check_violation', detail = '{"column": "status"}';
  end if;
  if old.status = 'draft' then
    return private.freeze_quote(new);
  end if;
  if to_jsonb(new) - '{status,decline_reason,decided_at,decided_by,link_token,sent_to,emailed_at,updated_at,version}'::text[]
      <> to_jsonb(old) - '{status,decline_reason,decided_at,decided_by,link_token,sent_to,emailed_at,updated_at,version}'::text[] then
    raise exception 'A quote that was sent cannot be changed. Make a new version.' using errcode = 'check_violation';
  end if;
  new.decided_at := case when new.status <> 'replaced' then now() end;
  if new.status = 'accepted' then
    new.decline_reason := '';
  end if;
  return new;
end
$$;
create trigger guard before insert or update or delete on public.quotes for each row execute function private.guard_quotes();

-- Nobody waits for an answer through the link, which may come weeks later: it becomes a task of the opportunity's owner, of the company's
-- if that one cannot see it, or else of the superadmin who has been here longest, because a task of nobody is on nobody's list. Its trigger
-- runs after `audit`, so that the trail names the change after the answer.
create function private.tell_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.tasks (opportunity_id, name, assignee_id, due_on)
  select o.id, format('%s was %s by %s', private.record_label(to_jsonb(new)), new.status, new.decided_by),
    (select m.id from public.members m
      join public.role_permissions p on p.role = m.user_role and p.section = 'sales' and p.action = 'view'
      where m.status = 'active' and (m.id = o.owner_id or m.id = c.owner_id or m.user_role = 'superadmin')
      order by (m.id = o.owner_id) is true desc, (m.id = c.owner_id) is true desc, m.created_at, m.id limit 1), private.business_today()
  from public.opportunities o join public.companies c on c.id = o.company_id where o.id = new.opportunity_id;
  return null;
end
$$;
create trigger tell_owner after update on public.quotes for each row
  when (new.status <> old.status and new.decided_by <> '') execute function private.tell_owner();

-- The link token is the customer's right to answer: no staff member can read it, and the trail masks it like a secret, which it recognizes
-- by name. The server emails it.
revoke select, insert, update on public.quotes from authenticated;
do $$
declare
  others text := (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
    where a.attrelid = 'public.quotes'::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> 'link_token');
begin
  execute format('grant select (%1$s), insert (%1$s), update (%1$s) on public.quotes to authenticated', others);
end $$;

select private.grant_access('{
  stage_probability,staff_names,open_port_order,subject_sections,name_key,web_domain,company_with_account,merge_refusal,merge_filled_values,
  company_references,held_status,companies_sharing}');
