-- Services, opportunities, and porting numbers in.

create table public.services (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(btrim(name)) between 1 and 128),
  description text not null default '' check (length(description) <= 2000),
  one_off_price numeric(12, 2) not null default 0 check (one_off_price >= 0),
  monthly_price numeric(12, 2) not null default 0 check (monthly_price >= 0),
  active boolean not null default true,
  seat_product text
  check (seat_product in ('extension', 'call_center_agent', 'recording', 'fax')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column public.services.seat_product is 'The licensed seat that one of this service pays for, if it pays for one';
select private.records('services', section => 'sales', may_view => '{view,billing.view}');

create table public.opportunities (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 160),
  company_id uuid not null references public.companies (id),
  status text not null default 'lead'
    check (status in ('lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost')),
  amount numeric(12, 2) not null default 0 check (amount >= 0),
  probability integer not null default 10 check (probability between 0 and 100),
  close_date date,
  lost_reason text check (length(lost_reason) <= 500),
  owner_id uuid references public.members (id) on delete set null,
  contact_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint opportunities_lost_reason_given
    check (status <> 'lost' or length(btrim(coalesce(lost_reason, ''))) > 0),
  constraint opportunities_contact_of_the_company foreign key (company_id, contact_id)
    references public.contacts (company_id, id) on delete set null (contact_id)
);
create index opportunities_company_idx on public.opportunities (company_id);
create index opportunities_status_idx on public.opportunities (status, created_at desc);
create index opportunities_owner_idx on public.opportunities (owner_id);
create index opportunities_contact_idx on public.opportunities (company_id, contact_id);
select private.records('opportunities', section => 'sales', source => 'opportunity_list', search => '{name,company_name}',
  sort => '{created_at,name,amount,close_date,probability}', filter => '{status,owner_id,company_id}');

-- What belongs to an opportunity: line items; the pipeline as a board and as a list.

-- A stage's probability of winning, in percent.
create function private.stage_probability(stage text) returns integer
language sql immutable set search_path = '' as $$
  select case stage when 'lead' then 10 when 'qualified' then 25 when 'proposal' then 50 when 'negotiation' then 70
    when 'won' then 100 else 0 end
$$;
grant execute on function private.stage_probability(text) to authenticated, service_role;

-- A change of stage sets the stage's probability unless another one is given at the same time; won and lost are
-- certain. The reason for losing is only kept while it is lost.
create function private.settle_stage() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status in ('won', 'lost')
      or (tg_op = 'INSERT' and new.probability = private.stage_probability('lead'))
      or (tg_op = 'UPDATE' and new.status <> old.status and new.probability = old.probability) then
    new.probability := private.stage_probability(new.status);
  end if;
  if new.status <> 'lost' then
    new.lost_reason := null;
  end if;
  return new;
end
$$;
create trigger settle_stage before insert or update on public.opportunities
  for each row execute function private.settle_stage();

create table public.opportunity_items (
  id uuid primary key default gen_random_uuid(),
  opportunity_id uuid not null references public.opportunities (id) on delete cascade,
  position integer not null default 1 check (position between 1 and 1000),
  service_id uuid not null references public.services (id),
  description text not null default '' check (length(description) <= 255),
  quantity integer not null default 1 check (quantity between 1 and 100000),
  one_off_price numeric(12, 2) not null default 0 check (one_off_price between 0 and 999999999),
  monthly_price numeric(12, 2) not null default 0 check (monthly_price between 0 and 999999999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column public.opportunity_items.one_off_price is 'For one unit, once, in US dollars';
comment on column public.opportunity_items.monthly_price is 'For one unit and month, in US dollars';
create index opportunity_items_opportunity_idx on public.opportunity_items (opportunity_id, position);
create index opportunity_items_service_idx on public.opportunity_items (service_id);
select private.parts('opportunity_items', of => 'opportunities', by => 'opportunity_id', may_create => '{edit}',
  may_delete => '{edit}');

-- Members who can own a customer or an opportunity, and those who do but no longer can (`may_own` false), for callers who
-- work with either; members themselves stay out of their sight.
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
grant execute on function private.owners() to authenticated, service_role;

-- The names of staff, for those who see lists with an owner or an assignee in them: without looking who owns anything.
create function private.staff_names() returns table (id uuid, name text)
language sql stable security definer rows 20 set search_path = '' as $$
  select m.id, coalesce(nullif(m.full_name, ''), m.email) from public.members m
  where private.has_permission('customers', 'view') or private.has_permission('sales', 'view')
    or private.has_permission('tenants', 'view')
$$;
grant execute on function private.staff_names() to authenticated, service_role;

create function public.owners() returns table (id uuid, name text, may_own boolean)
language sql stable security invoker set search_path = '' as $$ select * from private.owners() $$;
grant execute on function public.owners() to authenticated, service_role;

create view public.opportunity_list with (security_invoker = true) as
select o.*, c.name as company_name, w.name as owner_name
from public.opportunities o
left join public.companies c on c.id = o.company_id
left join private.staff_names() w on w.id = o.owner_id;
revoke all on public.opportunity_list from anon, authenticated;
grant select on public.opportunity_list to authenticated, service_role;

-- The board: each stage with its count, amount and amount weighted by probability (US dollars), and its newest `shown`
-- opportunities.
create function public.pipeline(shown integer default 50)
returns table (stage text, count bigint, amount numeric, weighted numeric, cards jsonb)
language sql stable security invoker set search_path = '' as $$
  select s.stage, t.count, t.amount, t.weighted,
    (select coalesce(jsonb_agg(card order by card.created_at desc, card.id), '[]') from (
      select o.id, o.name, o.status, o.amount, o.close_date, o.probability, o.version, o.created_at, o.company_id,
        (select c.name from public.companies c where c.id = o.company_id) as company_name, w.name as owner_name
      from (
        select * from public.opportunities p where p.status = s.stage
        order by p.created_at desc, p.id limit least(greatest(shown, 1), 200)
      ) o
      left join private.staff_names() w on w.id = o.owner_id
    ) card)
  from unnest(array['lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost']) with ordinality s (stage, place)
  cross join lateral (
    select count(*) as count, coalesce(sum(o.amount), 0) as amount,
      round(coalesce(sum(o.amount * o.probability), 0) / 100, 2) as weighted
    from public.opportunities o where o.status = s.stage
  ) t
  order by s.place
$$;
grant execute on function public.pipeline(integer) to authenticated, service_role;

-- Porting: the numbers of an opportunity, and the orders that bring numbers here from other carriers.

create table public.opportunity_numbers (
  id uuid primary key default gen_random_uuid(),
  opportunity_id uuid not null references public.opportunities (id) on delete cascade,
  number text not null check (private.is_e164(number)),
  portable boolean,
  note text not null default '' check (length(note) <= 500),
  carrier text not null default '' check (length(carrier) <= 128),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (opportunity_id, number)
);
comment on column public.opportunity_numbers.portable is 'What the last check said; null when nobody could tell';
comment on column public.opportunity_numbers.carrier is 'The carrier that has it now';
select private.parts('opportunity_numbers', of => 'opportunities', by => 'opportunity_id', may_create => '{edit}',
  may_delete => '{edit}');

create table public.port_orders (
  id uuid primary key default gen_random_uuid(),
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint port_orders_say_what_is_wrong check (state <> 'exception' or btrim(exception_reason) <> ''),
  constraint port_orders_name_the_day check (state not in ('foc_confirmed', 'ported') or foc_date is not null),
  constraint port_orders_ported_for_a_tenant check (state <> 'ported' or for_tenant_id is not null),
  constraint port_orders_route_in_a_tenant check (for_tenant_id is not null or destination_id is null),
  foreign key (for_tenant_id, destination_id) references public.destinations (tenant_id, id)
);
comment on column public.port_orders.destination_id is 'Where calls to the numbers go once they are ported';
comment on column public.port_orders.losing_carrier is 'Who has the numbers now';
comment on column public.port_orders.carrier is 'Who gets them, on our behalf';
comment on column public.port_orders.account_number is 'The customer''s account at the losing carrier';
comment on column public.port_orders.billing_number is 'The number under which the losing carrier bills the account';
comment on column public.port_orders.authorized_person is 'Who may order changes to that account, and signs the letter';
comment on column public.port_orders.wished_on is 'The day that the customer asked for';
comment on column public.port_orders.foc_date is 'Firm order commitment: the day on which they are ported';
create index port_orders_tenant_idx on public.port_orders (for_tenant_id, destination_id);
create index port_orders_opportunity_idx on public.port_orders (opportunity_id);
create index port_orders_state_idx on public.port_orders (state, foc_date);
select private.records('port_orders', section => 'numbers', may_view => '{view,sales.view}',
  may_create => '{create,sales.create}', may_edit => null, may_delete => null, trail => '{sales}',
  secrets => '{"transfer_pin": "carrier"}', opens_others => false, source => 'port_order_list', search => '{name,losing_carrier,carrier,tenant_name}',
  sort => '{created_at,name,state,foc_date}', filter => '{id,state,due,for_tenant_id,opportunity_id}');
-- Sales drafts orders; users who manage numbers submit and follow them.
create policy port_orders_update on public.port_orders for update to authenticated
  using ((select private.has_permission('numbers', 'edit')) or (state = 'draft' and (select private.has_permission('sales', 'edit'))))
  with check ((select private.has_permission('numbers', 'edit')) or (state = 'draft' and (select private.has_permission('sales', 'edit'))));
create policy port_orders_delete on public.port_orders for delete to authenticated
  using ((select private.has_permission('numbers', 'delete')) or (state = 'draft' and (select private.has_permission('sales', 'delete'))));

create table public.port_order_numbers (
  id uuid primary key default gen_random_uuid(),
  port_order_id uuid not null references public.port_orders (id) on delete cascade,
  number text not null check (private.is_e164(number)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (port_order_id, number)
);
create index port_order_numbers_number_idx on public.port_order_numbers (number);
select private.parts('port_order_numbers', of => 'port_orders', by => 'port_order_id', may_view => '{view,sales.view}',
  may_create => '{edit,sales.edit}', may_edit => '{edit,sales.edit}', may_delete => '{edit,sales.edit}', trail => 'sales');

-- An order moves step by step. Each step updates the numbers, whoever takes it.
create function private.step_port_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  taken text;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'draft' then
      raise exception 'A new port order must be a draft.' using errcode = 'check_violation', detail = '{"column": "state"}';
    end if;
    return new;
  end if;
  if old.state in ('ported', 'cancelled') and (new.for_tenant_id, new.state) is distinct from (old.for_tenant_id, old.state) then
    raise exception 'This port order is % and can no longer be changed.', old.state using errcode = 'check_violation';
  end if;
  if new.state = old.state then
    if old.state <> 'draft' and new.for_tenant_id is distinct from old.for_tenant_id then
      update public.dids d set tenant_id = new.for_tenant_id
      where d.status = 'porting_in' and d.number in (select n.number from public.port_order_numbers n where n.port_order_id = old.id);
    end if;
    return new;
  end if;
  if not (old.state || '>' || new.state) = any (array['draft>submitted', 'draft>cancelled', 'submitted>exception',
      'submitted>foc_confirmed', 'submitted>cancelled', 'exception>submitted', 'exception>cancelled',
      'foc_confirmed>ported', 'foc_confirmed>exception', 'foc_confirmed>cancelled']) then
    raise exception 'A port order that is % cannot become %.', replace(old.state, '_', ' '), replace(new.state, '_', ' ')
      using errcode = 'check_violation', detail = '{"column": "state"}';
  end if;
  if old.state = 'draft' and new.state = 'submitted' then
    if not exists (select 1 from public.port_order_numbers n where n.port_order_id = old.id) then
      raise exception 'A port order without numbers cannot be submitted.' using errcode = 'check_violation';
    end if;
    select string_agg(d.number, ', ' order by d.number) into taken
    from public.dids d join public.port_order_numbers n on n.number = d.number and n.port_order_id = old.id
    where d.status not in ('released', 'porting_out');
    if taken is not null then
      raise exception '% is already one of our numbers.', taken using errcode = 'unique_violation';
    end if;
    insert into public.dids (number, status, tenant_id, carrier, description)
    select n.number, 'porting_in', new.for_tenant_id, new.carrier, new.name
    from public.port_order_numbers n where n.port_order_id = old.id
    on conflict (number) do update set status = 'porting_in', tenant_id = excluded.tenant_id, carrier = excluded.carrier;
  elsif new.state = 'ported' then
    if new.for_tenant_id is null then
      raise exception 'Choose the tenant that the numbers are for.' using errcode = 'check_violation', detail = '{"column": "for_tenant_id"}';
    end if;
    update public.dids d set tenant_id = new.for_tenant_id
    where d.tenant_id is distinct from new.for_tenant_id and d.status = 'porting_in'
      and d.number in (select n.number from public.port_order_numbers n where n.port_order_id = old.id);
    update public.dids d set status = 'assigned', destination_id = coalesce(d.destination_id, new.destination_id)
    where d.status = 'porting_in'
      and d.number in (select n.number from public.port_order_numbers n where n.port_order_id = old.id);
    new.destination_id := null;
  elsif new.state = 'cancelled' then
    update public.dids d set destination_id = null, override_destination_id = null, override_until = null
    where d.status = 'porting_in' and (d.destination_id is not null or d.override_destination_id is not null)
      and d.number in (select n.number from public.port_order_numbers n where n.port_order_id = old.id);
    update public.dids d set status = 'released', tenant_id = null
    where d.status = 'porting_in'
      and d.number in (select n.number from public.port_order_numbers n where n.port_order_id = old.id);
    new.destination_id := null;
  end if;
  return new;
end
$$;
create trigger step before insert or update on public.port_orders
  for each row execute function private.step_port_order();

-- After submission, an order's numbers are those requested from the other carrier.
create function private.keep_port_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found_state text;
begin
  if tg_table_name = 'port_orders' then
    if old.state not in ('draft', 'cancelled') then
      raise exception 'Only draft and canceled port orders can be deleted.' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  select o.state into found_state from public.port_orders o
  where o.id = case when tg_op = 'DELETE' then old.port_order_id else new.port_order_id end for no key update;
  -- No state means that the order itself is being deleted.
  if found_state is distinct from 'draft' and not (tg_op = 'DELETE' and (found_state is null or found_state = 'cancelled')) then
    raise exception 'The numbers of a submitted port order cannot be changed.' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger keep before delete on public.port_orders for each row execute function private.keep_port_order();
create trigger keep before insert or update or delete on public.port_order_numbers
  for each row execute function private.keep_port_order();

-- Moves an order one step: `reason` for an exception, `foc` the day for a confirmed one. TR409 and TR410 as in
-- save_record; 23514 for a step that is not allowed.
create function public.step_port_order(
  port_order uuid, expected_version integer, to_state text, reason text default '', foc date default null
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen public.port_orders;
begin
  select * into seen from public.port_orders o where o.id = port_order for update;
  if seen.id is null then
    raise exception 'This record has been deleted.' using errcode = 'TR410';
  elsif seen.version <> expected_version then
    raise exception 'Someone else has saved this record since you opened it.' using errcode = 'TR409';
  elsif seen.state = to_state then
    raise exception 'The port order is already %.', replace(to_state, '_', ' ') using errcode = 'check_violation';
  end if;
  update public.port_orders o set state = to_state,
    exception_reason = case when to_state = 'exception' then coalesce(reason, '') else '' end,
    foc_date = case when to_state = 'foc_confirmed' then foc when to_state = 'ported' then o.foc_date end
  where o.id = port_order;
end
$$;
grant execute on function public.step_port_order(uuid, integer, text, text, date) to authenticated, service_role;

create view public.port_order_list with (security_invoker = true) as
select o.*, c.name as tenant_name, p.name as opportunity_name,
  o.state = 'foc_confirmed' and o.foc_date <= current_date as due,
  (select count(*)::int from public.port_order_numbers n where n.port_order_id = o.id) as numbers
from public.port_orders o
left join public.companies c on c.domain_uuid = o.for_tenant_id
left join public.opportunities p on p.id = o.opportunity_id;
revoke insert, update, delete on public.port_order_list from authenticated, service_role;
grant select on public.port_order_list to authenticated, service_role;

-- Numbers of other carriers: cached answers of the lookup provider, and a carrier's coverage.

create table public.number_lookups (
  id uuid primary key default gen_random_uuid(),
  number text not null check (private.is_e164(number)),
  provider text not null check (provider ~ '^[a-z]{2,32}$'),
  kind text not null check (kind in ('lookup', 'portability')),
  answer jsonb not null check (jsonb_typeof(answer) = 'object'),
  fetched_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (number, provider, kind)
);
comment on table public.number_lookups is 'Answers that were paid for, kept to be shown with their age';
-- Only the server writes here, after asking the provider.
select private.read_only('number_lookups', section => 'sales', may_view => '{view,numbers.view}');

create table public.number_coverage (
  id uuid primary key default gen_random_uuid(),
  prefix text not null unique check (prefix ~ '^[2-9][0-9]{2}([2-9][0-9]{2}[0-9]?)?$'),
  carrier text not null default '' check (length(carrier) <= 128),
  rate_center text not null default '' check (length(rate_center) <= 64),
  state text not null default '' check (state ~ '^([A-Z]{2})?$'),
  line_type text not null default '' check (line_type in ('', 'fixed line', 'mobile', 'voip', 'toll free')),
  portable boolean not null,
  fast_port boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on table public.number_coverage is 'A carrier''s list: from where it takes numbers';
comment on column public.number_coverage.prefix is 'Area code, with or without exchange and thousands block; the longest that fits counts';
select private.records('number_coverage', section => 'numbers', may_view => '{sales.view,view}', trail => '{sales}',
  search => '{prefix,carrier,rate_center,state}', sort => '{prefix,carrier,rate_center,state}',
  filter => '{portable,state}');

-- What we know about numbers (E.164, at most 200): whose they are, their last three calls within 30 days, the matching
-- coverage, and cached answers. Rows that the caller may not see are left out.
create function public.known_numbers(numbers text[]) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', n.number,
    'did', (select jsonb_build_object('id', d.id, 'status', d.status, 'tenant_id', d.tenant_id, 'carrier', d.carrier,
        'tenant_name', (select c.name from public.companies c where c.domain_uuid = d.tenant_id))
      from public.dids d where d.number = n.number),
    'calls', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from (
      select c.id, c.start_at, c.from_number, c.status, c.talk_seconds from public.dids d
      join public.cdr c on c.tenant_id = d.tenant_id and c.to_number = d.number
      where d.number = n.number and c.start_at > now() - interval '30 days'
      order by c.start_at desc limit 3) l),
    'coverage', (select to_jsonb(v) from public.number_coverage v
      where n.number like '+1' || v.prefix || '%' order by length(v.prefix) desc limit 1),
    'answers', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.number_lookups l where l.number = n.number)
  ) order by n.ordinal), '[]')
  from unnest(numbers[1:200]) with ordinality n (number, ordinal)
$$;
grant execute on function public.known_numbers(text[]) to authenticated, service_role;

-- Open lists get new companies and opportunities pushed.
do $$
begin
  if not exists (select 1 from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

alter publication supabase_realtime add table public.companies, public.opportunities;
