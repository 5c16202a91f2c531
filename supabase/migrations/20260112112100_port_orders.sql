-- Numbers that are to come from other carriers: those of an opportunity, and the orders by which they are ported.

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
create trigger touch before update on public.opportunity_numbers for each row execute function private.touch();
create trigger audit after insert or update or delete on public.opportunity_numbers
  for each row execute function private.audit('sales', 'sales', 'opportunity_id');
alter table public.opportunity_numbers enable row level security;
create policy opportunity_numbers_select on public.opportunity_numbers for select to authenticated
  using ((select private.has_permission('sales', 'view')));
create policy opportunity_numbers_insert on public.opportunity_numbers for insert to authenticated
  with check ((select private.has_permission('sales', 'edit')));
create policy opportunity_numbers_update on public.opportunity_numbers for update to authenticated
  using ((select private.has_permission('sales', 'edit')))
  with check ((select private.has_permission('sales', 'edit')));
create policy opportunity_numbers_delete on public.opportunity_numbers for delete to authenticated
  using ((select private.has_permission('sales', 'edit')));

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
comment on column public.port_orders.foc_date is 'Firm order commitment: the day on which they are ported';
create index port_orders_tenant_idx on public.port_orders (for_tenant_id, destination_id);
create index port_orders_opportunity_idx on public.port_orders (opportunity_id);
create index port_orders_state_idx on public.port_orders (state, foc_date);

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

create trigger touch before update on public.port_orders for each row execute function private.touch();
create trigger touch before update on public.port_order_numbers for each row execute function private.touch();
create trigger audit after insert or update or delete on public.port_orders
  for each row execute function private.audit('sales');
create trigger audit after insert or update or delete on public.port_order_numbers
  for each row execute function private.audit('sales', 'sales', 'port_order_id');

-- An order goes its way step by step. What it means for the numbers happens with the step, whoever takes it.
create function private.step_port_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  taken text;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'draft' then
      raise exception 'A port order begins as a draft.' using errcode = 'check_violation', detail = '{"column": "state"}';
    end if;
    return new;
  end if;
  if old.state in ('ported', 'cancelled') and (new.for_tenant_id, new.state) is distinct from (old.for_tenant_id, old.state) then
    raise exception 'This port order is % and stays so.', old.state using errcode = 'check_violation';
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
      raise exception '% is here already.', taken using errcode = 'unique_violation';
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

-- Once submitted, the numbers of an order are those that the other carrier was asked for.
create function private.keep_port_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found_state text;
begin
  if tg_table_name = 'port_orders' then
    if old.state not in ('draft', 'cancelled') then
      raise exception 'Only drafts and cancelled port orders can be deleted.' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  select o.state into found_state from public.port_orders o
  where o.id = case when tg_op = 'DELETE' then old.port_order_id else new.port_order_id end for no key update;
  -- No state: the order itself is being deleted.
  if found_state is distinct from 'draft' and not (tg_op = 'DELETE' and (found_state is null or found_state = 'cancelled')) then
    raise exception 'The numbers of a port order are settled when it is submitted.' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger keep before delete on public.port_orders for each row execute function private.keep_port_order();
create trigger keep before insert or update or delete on public.port_order_numbers
  for each row execute function private.keep_port_order();

alter table public.port_orders enable row level security;
alter table public.port_order_numbers enable row level security;
-- Sales drafts orders; whoever keeps the numbers sends them and follows them.
create policy port_orders_select on public.port_orders for select to authenticated
  using ((select private.has_permission('numbers', 'view')) or (select private.has_permission('sales', 'view')));
create policy port_orders_insert on public.port_orders for insert to authenticated
  with check ((select private.has_permission('numbers', 'create')) or (select private.has_permission('sales', 'create')));
create policy port_orders_update on public.port_orders for update to authenticated
  using ((select private.has_permission('numbers', 'edit')) or (state = 'draft' and (select private.has_permission('sales', 'edit'))))
  with check ((select private.has_permission('numbers', 'edit')) or (state = 'draft' and (select private.has_permission('sales', 'edit'))));
create policy port_orders_delete on public.port_orders for delete to authenticated
  using ((select private.has_permission('numbers', 'delete')) or (state = 'draft' and (select private.has_permission('sales', 'delete'))));
create policy port_order_numbers_select on public.port_order_numbers for select to authenticated
  using ((select private.has_permission('numbers', 'view')) or (select private.has_permission('sales', 'view')));
create policy port_order_numbers_insert on public.port_order_numbers for insert to authenticated
  with check ((select private.has_permission('numbers', 'edit')) or (select private.has_permission('sales', 'edit')));
create policy port_order_numbers_update on public.port_order_numbers for update to authenticated
  using ((select private.has_permission('numbers', 'edit')) or (select private.has_permission('sales', 'edit')))
  with check ((select private.has_permission('numbers', 'edit')) or (select private.has_permission('sales', 'edit')));
create policy port_order_numbers_delete on public.port_order_numbers for delete to authenticated
  using ((select private.has_permission('numbers', 'edit')) or (select private.has_permission('sales', 'edit')));

-- Takes an order one step further: `reason` for an exception, `foc` the day for a confirmed one. TR409 and TR410 as in
-- save_record; 23514 for a step that there is not.
create function public.step_port_order(
  port_order uuid, expected_version integer, to_state text, reason text default '', foc date default null
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen public.port_orders;
begin
  select * into seen from public.port_orders o where o.id = port_order for update;
  if seen.id is null then
    raise exception 'The record is not there any more.' using errcode = 'TR410';
  elsif seen.version <> expected_version then
    raise exception 'Someone has saved this record in the meantime.' using errcode = 'TR409';
  elsif seen.state = to_state then
    raise exception 'The port order is % already.', replace(to_state, '_', ' ') using errcode = 'check_violation';
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
insert into private.record_lists (table_name, section, source, searchable, sortable, filterable) values
  ('port_orders', 'numbers', 'port_order_list', '{name,losing_carrier,carrier,tenant_name}',
    '{created_at,name,state,foc_date}', '{id,state,due,for_tenant_id,opportunity_id}');
