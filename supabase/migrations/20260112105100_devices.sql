-- Phones: the profile they follow, the lines they register, their own keys, and the stock item that each one is.

alter table public.devices
  add column profile_id uuid,
  add column serial_number text not null default '' check (length(serial_number) <= 64),
  add column inventory_id uuid unique references public.inventory (id) on delete set null,
  add constraint devices_tenant_id_id_key unique (tenant_id, id),
  add foreign key (tenant_id, profile_id) references public.device_profiles (tenant_id, id);
create index devices_profile_idx on public.devices (tenant_id, profile_id);
comment on column public.devices.inventory_id is 'The stock item that this phone is; naming it takes it out of stock';

create table public.device_lines (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  device_id uuid not null,
  line integer not null check (line between 1 and 48),
  extension_id uuid not null,
  transport text not null default 'udp' check (transport in ('udp', 'tcp', 'tls')),
  register_expires integer not null default 600 check (register_expires between 60 and 86400),
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (tenant_id, device_id) references public.devices (tenant_id, id) on delete cascade,
  foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id),
  constraint device_lines_one_a_number unique (device_id, line) deferrable initially deferred
);
comment on column public.device_lines.register_expires is 'Seconds';
create index device_lines_device_idx on public.device_lines (tenant_id, device_id);
create index device_lines_extension_idx on public.device_lines (tenant_id, extension_id);

-- Keys that replace the profile's at the same place; one of type none takes the profile's away.
create table public.device_keys (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  device_id uuid not null,
  category text not null default 'line' check (category in ('line', 'memory', 'expansion')),
  position integer not null check (position between 1 and 500),
  type text not null default 'none' check (type in ('none', 'line', 'blf', 'speed_dial', 'park', 'transfer')),
  line integer not null default 1 check (line between 1 and 48),
  value text not null default '' check (value ~ '^[0-9A-Za-z*#+._@:-]{0,64}$'),
  destination_id uuid,
  label text not null default '' check (length(label) <= 64 and label !~ '[[:cntrl:]]'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (tenant_id, device_id) references public.devices (tenant_id, id) on delete cascade,
  foreign key (tenant_id, destination_id) references public.destinations (tenant_id, id),
  constraint device_keys_one_a_place unique (device_id, category, position) deferrable initially deferred,
  constraint device_keys_dial_one_thing check (destination_id is null or value = ''),
  constraint device_keys_have_a_number check (type in ('none', 'line') or destination_id is not null or value <> '')
);
create index device_keys_device_idx on public.device_keys (tenant_id, device_id);
create index device_keys_destination_idx on public.device_keys (tenant_id, destination_id);

-- Fetching its configuration is no change of a phone: it makes no new version and leaves no trail. Nobody who is
-- signed in says when a phone did so.
create function private.guard_devices() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    new.last_provisioned_at := case when tg_op = 'UPDATE' and new.mac = old.mac then old.last_provisioned_at end;
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.devices for each row execute function private.guard_devices();

drop trigger touch on public.devices;
create trigger touch before update on public.devices
  for each row when (new.last_provisioned_at is not distinct from old.last_provisioned_at or new.mac <> old.mac)
  execute function private.touch();
drop trigger audit on public.devices;
create trigger audit after insert or delete on public.devices
  for each row execute function private.audit('telephony');
create trigger audit_change after update on public.devices
  for each row when (new.version <> old.version) execute function private.audit('telephony');

-- Whether a stock item may become a phone of this tenant: it is not broken or gone, not another phone already, and not
-- kept for another company.
create function private.assignable(item public.inventory, tenant uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select item.status not in ('rma', 'retired')
    and not exists (select 1 from public.devices d where d.inventory_id = item.id)
    and (item.company_id is null or item.company_id = (select c.id from public.companies c where c.domain_uuid = tenant))
$$;

-- Keeps the stock in step with the phones, whatever section the caller has: a phone with the MAC address of an item in
-- stock is that item; the item that a phone was before its MAC address was swapped goes to RMA.
create function private.follow_inventory() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  item public.inventory;
  asked boolean := new.inventory_id is not null and (tg_op = 'INSERT' or new.inventory_id is distinct from old.inventory_id);
begin
  if tg_op = 'UPDATE' and new.mac = old.mac and not asked then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.mac <> old.mac and old.inventory_id is not null then
    update public.inventory i set status = 'rma' where i.id = old.inventory_id;
  end if;
  if asked then
    select * into item from public.inventory i where i.id = new.inventory_id for update;
    if item.id is null or item.mac is distinct from new.mac or not private.assignable(item, new.tenant_id) then
      raise exception 'The stock item % cannot become this phone.', coalesce(item.asset_tag, item.name, '')
        using errcode = 'check_violation', detail = '{"column": "inventory_id"}';
    end if;
  else
    select * into item from public.inventory i where i.mac = new.mac for update;
    if item.id is null or not private.assignable(item, new.tenant_id) then
      new.inventory_id := null;
      return new;
    end if;
  end if;
  update public.inventory i
  set status = 'deployed', location = coalesce(nullif(new.location, ''), i.location),
    company_id = coalesce(i.company_id, (select c.id from public.companies c where c.domain_uuid = new.tenant_id))
  where i.id = item.id;
  new.inventory_id := item.id;
  new.serial_number := coalesce(nullif(new.serial_number, ''), item.serial, '');
  new.model := coalesce(nullif(new.model, ''), item.model, '');
  return new;
end
$$;
create trigger inventory before insert or update on public.devices
  for each row execute function private.follow_inventory();

create function private.find_stock(mac text) returns table (id uuid, name text, model text, serial text, status text, company text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (select private.has_permission('telephony', 'create')) then
    raise exception 'You may not do this.' using errcode = 'insufficient_privilege';
  end if;
  return query
    select i.id, i.name, i.model, i.serial, i.status, c.name
    from public.inventory i left join public.companies c on c.id = i.company_id
    where i.mac = $1;
end
$$;
grant execute on function private.find_stock(text) to authenticated, service_role;

-- The stock item with a MAC address (AA:BB:CC:DD:EE:FF), for those who set up phones without a section Inventory.
create function public.find_stock(mac text)
returns table (id uuid, name text, model text, serial text, status text, company text)
language sql stable security invoker set search_path = '' as $$ select * from private.find_stock($1) $$;
grant execute on function public.find_stock(text) to authenticated, service_role;

create function private.assign_inventory(item uuid, tenant uuid, label text, vendor text, profile uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  stock public.inventory;
  made uuid;
begin
  if not (select private.has_permission('telephony', 'create')) then
    raise exception 'You may not do this.' using errcode = 'insufficient_privilege';
  end if;
  select * into stock from public.inventory i where i.id = item;
  if stock.id is null then
    raise exception 'The record is not there any more.' using errcode = 'TR410';
  elsif stock.mac is null then
    raise exception '% has no MAC address.', stock.name using errcode = 'check_violation';
  end if;
  select d.id into made from public.devices d where d.inventory_id = item and d.tenant_id = tenant;
  if made is null then
    insert into public.devices (tenant_id, mac, label, vendor, model, location, profile_id, inventory_id)
    values (tenant, stock.mac, coalesce(label, ''), coalesce(vendor, ''), stock.model, '', profile, item)
    returning id into made;
  end if;
  return made;
end
$$;
grant execute on function private.assign_inventory(uuid, uuid, text, text, uuid) to authenticated, service_role;

-- Makes a stock item a phone of the tenant and returns the device; doing so again returns the same. Needs telephony
-- create; inventory need not be in the caller's role.
create function public.assign_inventory(
  item uuid, tenant uuid, label text default '', vendor text default '', profile uuid default null
) returns uuid
language sql volatile security invoker set search_path = '' as $$
  select private.assign_inventory($1, $2, $3, $4, $5)
$$;
grant execute on function public.assign_inventory(uuid, uuid, text, text, uuid) to authenticated, service_role;

-- Gives every line of the phones a transport; returns how many lines changed.
create function public.set_line_transport(tenant uuid, devices uuid[], transport text) returns integer
language plpgsql volatile security invoker set search_path = '' as $$
declare
  changed integer;
begin
  update public.device_lines l set transport = $3
  where l.tenant_id = $1 and l.device_id = any ($2) and l.transport <> $3;
  get diagnostics changed = row_count;
  return changed;
end
$$;
grant execute on function public.set_line_transport(uuid, uuid[], text) to authenticated, service_role;

create trigger touch before update on public.device_lines for each row execute function private.touch();
create trigger touch before update on public.device_keys for each row execute function private.touch();
create trigger audit after insert or update or delete on public.device_lines
  for each row execute function private.audit('telephony', 'telephony', 'device_id');
create trigger audit after insert or update or delete on public.device_keys
  for each row execute function private.audit('telephony', 'telephony', 'device_id');

alter table public.device_lines enable row level security;
alter table public.device_keys enable row level security;

create policy device_lines_select on public.device_lines for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy device_lines_insert on public.device_lines for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy device_lines_update on public.device_lines for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy device_lines_delete on public.device_lines for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

create policy device_keys_select on public.device_keys for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy device_keys_insert on public.device_keys for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy device_keys_update on public.device_keys for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy device_keys_delete on public.device_keys for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

-- A phone and a profile as their lists show them.
create view public.device_rows with (security_invoker = true) as
select d.*, p.name as profile_name,
  (select string_agg(e.extension, ', ' order by l.line) from public.device_lines l
    join public.extensions e on e.id = l.extension_id where l.tenant_id = d.tenant_id and l.device_id = d.id) as lines
from public.devices d
left join public.device_profiles p on p.tenant_id = d.tenant_id and p.id = d.profile_id;
create view public.device_profile_rows with (security_invoker = true) as
select p.*,
  (select count(*)::integer from public.device_profile_keys k where k.tenant_id = p.tenant_id and k.profile_id = p.id) as key_count,
  (select count(*)::integer from public.device_profile_settings s where s.tenant_id = p.tenant_id and s.profile_id = p.id)
    as setting_count,
  (select count(*)::integer from public.devices d where d.tenant_id = p.tenant_id and d.profile_id = p.id) as device_count
from public.device_profiles p;
revoke all on public.device_rows, public.device_profile_rows from anon, authenticated;
grant select on public.device_rows, public.device_profile_rows to authenticated, service_role;

insert into private.record_lists (table_name, section, source, searchable, sortable, filterable) values
  ('devices', 'telephony', 'device_rows', '{mac,label,vendor,model,serial_number,location,lines}',
    '{label,mac,vendor,location,profile_name,last_provisioned_at,created_at}', '{enabled,vendor,profile_id,last_provisioned_at}'),
  ('device_profiles', 'telephony', 'device_profile_rows', '{name,vendor,model,description}',
    '{name,vendor,device_count,created_at}', '{vendor}');
