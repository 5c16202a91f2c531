-- Stock as a list, its minimum a model, and receiving by scanning.

insert into private.record_lists (table_name, section, searchable, sortable, filterable) values
  ('inventory', 'inventory', '{name,asset_tag,model,serial,mac,location}',
    '{name,model,status,location,purchased_on,created_at}', '{status,model,company_id}');

create table public.stock_minimums (
  id uuid primary key default gen_random_uuid(),
  model text not null unique check (length(btrim(model)) between 1 and 64),
  minimum integer not null check (minimum between 0 and 100000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on table public.stock_minimums is 'How many of a model should always be in stock';
create trigger touch before update on public.stock_minimums for each row execute function private.touch();
create trigger audit after insert or update or delete on public.stock_minimums
  for each row execute function private.audit('inventory');
alter table public.stock_minimums enable row level security;
create policy stock_minimums_select on public.stock_minimums for select to authenticated
  using ((select private.has_permission('inventory', 'view')));
create policy stock_minimums_insert on public.stock_minimums for insert to authenticated
  with check ((select private.has_permission('inventory', 'create')));
create policy stock_minimums_update on public.stock_minimums for update to authenticated
  using ((select private.has_permission('inventory', 'edit')))
  with check ((select private.has_permission('inventory', 'edit')));
create policy stock_minimums_delete on public.stock_minimums for delete to authenticated
  using ((select private.has_permission('inventory', 'delete')));
insert into private.record_lists (table_name, section, searchable, sortable, filterable)
values ('stock_minimums', 'inventory', '{model}', '{model}', '{}');

-- Of each model: how many are in stock, held back, out at customers, and how many should be there at least.
create function public.stock_levels()
returns table (model text, in_stock bigint, reserved bigint, deployed bigint, rma bigint, minimum integer)
language sql stable security invoker set search_path = '' as $$
  select coalesce(counted.model, m.model), coalesce(counted.in_stock, 0), coalesce(counted.reserved, 0),
    coalesce(counted.deployed, 0), coalesce(counted.rma, 0), m.minimum
  from (
    select i.model,
      count(*) filter (where i.status = 'in_stock') as in_stock,
      count(*) filter (where i.status in ('reserved', 'staged', 'shipped')) as reserved,
      count(*) filter (where i.status = 'deployed') as deployed,
      count(*) filter (where i.status = 'rma') as rma
    from public.inventory i
    where i.model <> ''
    group by i.model
  ) counted
  full join public.stock_minimums m on m.model = counted.model
  order by 1
$$;
grant execute on function public.stock_levels() to authenticated, service_role;

-- The people who unpack phones set them up, too: they may receive what they may not list.
create function private.receive_stock(item uuid, mac text, model text, name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  holder public.inventory;
begin
  if not (select private.has_permission('inventory', 'create')) and not (select private.has_permission('telephony', 'create')) then
    raise exception 'You may not do this.' using errcode = 'insufficient_privilege';
  end if;
  if private.is_mac_address(mac) is not true then
    raise exception '% is no MAC address.', mac using errcode = 'check_violation', detail = '{"column": "mac"}';
  end if;
  insert into public.inventory (id, name, model, mac)
  values (item, coalesce(nullif(btrim(name), ''), nullif(btrim(model), ''), 'Phone'), btrim(coalesce(model, '')), mac)
  on conflict do nothing;
  if found then
    return jsonb_build_object('outcome', 'received');
  end if;
  select * into holder from public.inventory i where i.id = item or i.mac = receive_stock.mac
  order by (i.id = item) desc limit 1;
  return case when holder.id = item then jsonb_build_object('outcome', 'received')
    else jsonb_build_object('outcome', 'duplicate', 'name', holder.name, 'status', holder.status) end;
end
$$;
grant execute on function private.receive_stock(uuid, text, text, text) to authenticated, service_role;

-- Takes a scanned phone (MAC as AA:BB:CC:DD:EE:FF) into stock under the id that the client made; sent again it is
-- there once. Answers {outcome: 'received'}, or {outcome: 'duplicate', name, status} when the MAC is in stock already.
create function public.receive_stock(item uuid, mac text, model text default '', name text default '') returns jsonb
language sql volatile security invoker set search_path = '' as $$ select private.receive_stock($1, $2, $3, $4) $$;
grant execute on function public.receive_stock(uuid, text, text, text) to authenticated, service_role;

-- An item that is a phone of a tenant is not in stock, and has that phone's MAC address; it goes to RMA by a swap.
create function private.keep_deployed_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  holder text := (
    select coalesce(c.name, 'a tenant')
    from public.devices d left join public.companies c on c.domain_uuid = d.tenant_id
    where d.inventory_id = old.id
  );
begin
  if holder is not null then
    raise exception '% is a phone of %. Remove it from the devices there first.', old.name, holder
      using errcode = 'restrict_violation',
        detail = case when new.mac is distinct from old.mac then '{"column": "mac"}' else '{"column": "status"}' end;
  end if;
  return new;
end
$$;
create trigger keep_deployed before update of status, mac on public.inventory
  for each row when (new.mac is distinct from old.mac
    or new.status is distinct from old.status and new.status in ('in_stock', 'reserved', 'staged'))
  execute function private.keep_deployed_stock();
