-- What several phones of one maker share: their keys and settings.

create table public.device_profiles (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  vendor text not null default '' check (length(vendor) <= 64),
  model text not null default '' check (length(model) <= 64),
  description text not null default '' check (length(description) <= 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  unique (tenant_id, name)
);
comment on column public.device_profiles.model is 'The model whose keys are programmed; phones of the maker''s other models use those that they have';

-- A key that dials one of the tenant's own numbers refers to its destination, so that a renumbering keeps it working.
create table public.device_profile_keys (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  profile_id uuid not null,
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
  foreign key (tenant_id, profile_id) references public.device_profiles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, destination_id) references public.destinations (tenant_id, id),
  constraint device_profile_keys_one_a_place unique (profile_id, category, position) deferrable initially deferred,
  constraint device_profile_keys_dial_one_thing check (destination_id is null or value = ''),
  constraint device_profile_keys_have_a_number
    check (type in ('none', 'line') or destination_id is not null or value <> '')
);
create index device_profile_keys_profile_idx on public.device_profile_keys (tenant_id, profile_id);
create index device_profile_keys_destination_idx on public.device_profile_keys (tenant_id, destination_id);

-- P2, P34, P196 and the like are Grandstream's passwords.
create table public.device_profile_settings (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  profile_id uuid not null,
  name text not null check (name ~ '^[A-Za-z_][A-Za-z0-9_.-]{0,127}$'),
  value text not null default '' check (length(value) <= 1000 and value !~ '[[:cntrl:]]'),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (tenant_id, profile_id) references public.device_profiles (tenant_id, id) on delete cascade,
  constraint device_profile_settings_one_a_name unique (profile_id, name) deferrable initially deferred,
  constraint device_profile_settings_hold_no_secret
    check (name !~* '(password|passwd|secret)' and name !~ '^P(2|34|196|406|506|606|1706|1806)$')
);
create index device_profile_settings_profile_idx on public.device_profile_settings (tenant_id, profile_id);

insert into private.secret_rules (owner_table, field, kind) values ('device_profiles', 'admin_password', 'password');
create trigger drop_secrets after delete on public.device_profiles
  for each row execute function private.drop_secrets();

create trigger touch before update on public.device_profiles for each row execute function private.touch();
create trigger touch before update on public.device_profile_keys for each row execute function private.touch();
create trigger touch before update on public.device_profile_settings for each row execute function private.touch();
create trigger audit after insert or update or delete on public.device_profiles
  for each row execute function private.audit('telephony');
create trigger audit after insert or update or delete on public.device_profile_keys
  for each row execute function private.audit('telephony', 'telephony', 'profile_id');
create trigger audit after insert or update or delete on public.device_profile_settings
  for each row execute function private.audit('telephony', 'telephony', 'profile_id');

alter table public.device_profiles enable row level security;
alter table public.device_profile_keys enable row level security;
alter table public.device_profile_settings enable row level security;

create policy device_profiles_select on public.device_profiles for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy device_profiles_insert on public.device_profiles for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy device_profiles_update on public.device_profiles for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy device_profiles_delete on public.device_profiles for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

create policy device_profile_keys_select on public.device_profile_keys for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy device_profile_keys_insert on public.device_profile_keys for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy device_profile_keys_update on public.device_profile_keys for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy device_profile_keys_delete on public.device_profile_keys for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

create policy device_profile_settings_select on public.device_profile_settings for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy device_profile_settings_insert on public.device_profile_settings for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy device_profile_settings_update on public.device_profile_settings for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy device_profile_settings_delete on public.device_profile_settings for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

