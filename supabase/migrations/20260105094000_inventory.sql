-- Stock: phones, gateways and the like, each with its serial number and MAC address.

create table public.inventory (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 128),
  asset_tag text unique check (length(asset_tag) between 1 and 64),
  model text not null default '' check (length(model) <= 64),
  serial text unique check (length(serial) between 1 and 64),
  mac text unique check (private.is_mac_address(mac)),
  status text not null default 'in_stock'
    check (status in ('in_stock', 'reserved', 'staged', 'shipped', 'deployed', 'rma', 'retired')),
  company_id uuid references public.companies (id),
  location text not null default '' check (length(location) <= 128),
  purchased_on date,
  purchase_cost numeric(12, 2) check (purchase_cost >= 0),
  warranty_months integer check (warranty_months between 0 and 240),
  notes text not null default '' check (length(notes) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index inventory_status_idx on public.inventory (status, model);
create index inventory_company_idx on public.inventory (company_id);

create trigger touch before update on public.inventory for each row execute function private.touch();
create trigger audit after insert or update or delete on public.inventory
  for each row execute function private.audit('inventory');

alter table public.inventory enable row level security;

create policy inventory_select on public.inventory for select to authenticated
  using ((select private.has_permission('inventory', 'view')));
create policy inventory_insert on public.inventory for insert to authenticated
  with check ((select private.has_permission('inventory', 'create')));
create policy inventory_update on public.inventory for update to authenticated
  using ((select private.has_permission('inventory', 'edit')))
  with check ((select private.has_permission('inventory', 'edit')));
create policy inventory_delete on public.inventory for delete to authenticated
  using ((select private.has_permission('inventory', 'delete')));
