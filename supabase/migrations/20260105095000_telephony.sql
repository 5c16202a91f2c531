-- What look-ups, destinations and the tenant overview need: numbers (DIDs), extensions and devices.

create table public.dids (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references public.tenants (id),
  number text not null unique check (private.is_e164(number)),
  description text not null default '' check (length(description) <= 255),
  status text not null default 'available' check (status in
    ('available', 'reserved', 'assigned', 'porting_in', 'porting_out', 'aging', 'released')),
  e911 boolean not null default false,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint dids_assigned_to_a_tenant check (status <> 'assigned' or tenant_id is not null)
);
create index dids_tenant_idx on public.dids (tenant_id, number);

create table public.extensions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  extension text not null check (extension ~ '^[0-9]{2,7}$'),
  effective_caller_id_name text not null default '' check (length(effective_caller_id_name) <= 60),
  voicemail_enabled boolean not null default true,
  enabled boolean not null default true,
  description text not null default '' check (length(description) <= 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, extension)
);

create table public.devices (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  mac text not null unique check (private.is_mac_address(mac)),
  label text not null default '' check (length(label) <= 128),
  vendor text not null default '' check (length(vendor) <= 64),
  model text not null default '' check (length(model) <= 64),
  location text not null default '' check (length(location) <= 128),
  enabled boolean not null default true,
  last_provisioned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index devices_tenant_idx on public.devices (tenant_id, mac);

-- Which tenant holds a number, and its standing, is decided in Numbers; telephony staff change how it behaves.
create function private.guard_dids() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated'
      and (new.number, new.tenant_id, new.status) is distinct from (old.number, old.tenant_id, old.status)
      and not (select private.has_permission('numbers', 'edit')) then
    raise exception 'Numbers are assigned and released in Numbers.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard before update on public.dids for each row execute function private.guard_dids();

create trigger touch before update on public.dids for each row execute function private.touch();
create trigger touch before update on public.extensions for each row execute function private.touch();
create trigger touch before update on public.devices for each row execute function private.touch();
create trigger audit after insert or update or delete on public.dids
  for each row execute function private.audit('telephony', 'numbers');
create trigger audit after insert or update or delete on public.extensions
  for each row execute function private.audit('telephony');
create trigger audit after insert or update or delete on public.devices
  for each row execute function private.audit('telephony');

alter table public.dids enable row level security;
alter table public.extensions enable row level security;
alter table public.devices enable row level security;

create policy dids_select on public.dids for select to authenticated
  using ((select private.has_permission('numbers', 'view'))
    or (tenant_id is not null and (select private.has_permission('telephony', 'view'))));
create policy dids_insert on public.dids for insert to authenticated
  with check ((select private.has_permission('numbers', 'create')));
create policy dids_update on public.dids for update to authenticated
  using ((select private.has_permission('numbers', 'edit'))
    or (tenant_id is not null and (select private.has_permission('telephony', 'edit'))))
  with check ((select private.has_permission('numbers', 'edit'))
    or (tenant_id is not null and (select private.has_permission('telephony', 'edit'))));
create policy dids_delete on public.dids for delete to authenticated
  using ((select private.has_permission('numbers', 'delete')));

create policy extensions_select on public.extensions for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy extensions_insert on public.extensions for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy extensions_update on public.extensions for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy extensions_delete on public.extensions for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

create policy devices_select on public.devices for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy devices_insert on public.devices for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy devices_update on public.devices for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy devices_delete on public.devices for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));
