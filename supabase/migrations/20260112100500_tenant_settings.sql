-- What a tenant sets for itself. A value that is null is inherited from the product (lib/telephony/tenant-settings.ts).

create function private.are_emails(addresses text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(private.is_email(a)), true) from unnest(addresses) a
$$;
grant execute on function private.are_emails(text[]) to authenticated, service_role;

create table public.emergency_addresses (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  label text not null check (length(btrim(label)) between 1 and 60),
  street text not null check (length(btrim(street)) between 1 and 120),
  unit text not null default '' check (length(unit) <= 60),
  city text not null check (length(btrim(city)) between 1 and 60),
  state text not null check (state ~ '^[A-Z]{2}$'),
  postal_code text not null,
  country text not null default 'US' check (country in ('US', 'CA')),
  validated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  unique (tenant_id, label),
  constraint emergency_addresses_postal_code check (postal_code ~ case country
    when 'US' then '^[0-9]{5}(-[0-9]{4})?$' else '^[ABCEGHJ-NPRSTVXY][0-9][A-Z] [0-9][A-Z][0-9]$' end)
);
comment on column public.emergency_addresses.unit is 'Suite, floor or building';
comment on column public.emergency_addresses.validated_at is
  'When the carrier accepted the address as it stands; a change takes this back';

create function private.unvalidate_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.validated_at is not distinct from old.validated_at
      and (new.street, new.unit, new.city, new.state, new.postal_code, new.country)
        is distinct from (old.street, old.unit, old.city, old.state, old.postal_code, old.country) then
    new.validated_at := null;
  end if;
  return new;
end
$$;
create trigger unvalidate before update on public.emergency_addresses
  for each row execute function private.unvalidate_address();

alter table public.dids
  add column emergency_address_id uuid,
  add foreign key (tenant_id, emergency_address_id) references public.emergency_addresses (tenant_id, id);
comment on column public.dids.emergency_address_id is 'Where help is sent when 911 is called from this number';
create index dids_emergency_address_idx on public.dids (tenant_id, emergency_address_id);

-- A number that leaves its tenant leaves the tenant's address.
create function private.forget_emergency_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.emergency_address_id := null;
  return new;
end
$$;
create trigger forget_emergency_address before update of tenant_id on public.dids
  for each row when (new.tenant_id is distinct from old.tenant_id) execute function private.forget_emergency_address();

create table public.tenant_settings (
  id uuid primary key,
  tenant_id uuid not null unique references public.tenants (id) on delete cascade,
  country text check (country in ('US', 'CA')),
  area_code text check (area_code ~ '^[2-9][0-9]{2}$'),
  language text check (language ~ '^[a-z]{2}-[A-Z]{2}$'),
  outbound_did_id uuid,
  hold_music_recording_id uuid,
  extension_low integer,
  extension_high integer,
  did_limit integer check (did_limit between 0 and 100000),
  concurrent_call_limit integer check (concurrent_call_limit between 1 and 100000),
  voicemail_enabled boolean,
  voicemail_attach boolean,
  voicemail_keep boolean,
  recording_retention_days integer check (recording_retention_days between 1 and 3650),
  emergency_notification_emails text[] check (cardinality(emergency_notification_emails) between 1 and 10
    and private.are_emails(emergency_notification_emails)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint tenant_settings_one_a_tenant check (id = tenant_id),
  constraint tenant_settings_extension_range check (num_nulls(extension_low, extension_high) = 2
    or (num_nulls(extension_low, extension_high) = 0 and extension_low between 10 and extension_high and extension_high <= 9999999
      and length(extension_low::text) = length(extension_high::text))),
  foreign key (tenant_id, outbound_did_id) references public.dids (tenant_id, id),
  foreign key (tenant_id, hold_music_recording_id) references public.recordings (tenant_id, id)
);
comment on table public.tenant_settings is 'What a tenant overrides; null is inherited';
comment on column public.tenant_settings.extension_low is 'Where new extensions are numbered from';
comment on column public.tenant_settings.outbound_did_id is 'The caller ID of extensions that have none of their own';
create index tenant_settings_hold_music_idx on public.tenant_settings (tenant_id, hold_music_recording_id);
create index tenant_settings_outbound_did_idx on public.tenant_settings (tenant_id, outbound_did_id);

-- Limits are a matter of the contract: whoever may edit tenants sets them.
create function private.guard_tenant_limits() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and not (select private.has_permission('tenants', 'edit'))
      and (new.did_limit, new.concurrent_call_limit) is distinct from (
        case when tg_op = 'UPDATE' then old.did_limit end, case when tg_op = 'UPDATE' then old.concurrent_call_limit end) then
    raise exception 'Limits are set by who may edit tenants.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.tenant_settings
  for each row execute function private.guard_tenant_limits();

-- The settings are locked, so that two people who assign the last number wait for each other.
create function private.check_did_limit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed integer;
  used integer;
begin
  select s.did_limit into allowed from public.tenant_settings s where s.tenant_id = new.tenant_id for no key update;
  if allowed is null then
    return null;
  end if;
  select count(*) - 1 into used from public.dids d where d.tenant_id = new.tenant_id;
  if used >= allowed then
    raise exception 'This tenant has % of % numbers in use.', used, allowed using errcode = 'check_violation',
      detail = jsonb_build_object('used', used, 'limit', allowed)::text;
  end if;
  return null;
end
$$;
create trigger check_limit_of_new after insert on public.dids
  for each row when (new.tenant_id is not null) execute function private.check_did_limit();
create trigger check_limit_of_moved after update of tenant_id on public.dids
  for each row when (new.tenant_id is not null and new.tenant_id is distinct from old.tenant_id)
  execute function private.check_did_limit();

insert into private.record_lists (table_name, section, searchable, sortable) values
  ('emergency_addresses', 'telephony', '{label,street,city,postal_code}', '{label}'),
  ('tenant_settings', 'telephony', '{}', '{created_at}');

create trigger touch before update on public.emergency_addresses for each row execute function private.touch();
create trigger touch before update on public.tenant_settings for each row execute function private.touch();
create trigger audit after insert or update or delete on public.emergency_addresses
  for each row execute function private.audit('telephony');
create trigger audit after insert or update or delete on public.tenant_settings
  for each row execute function private.audit('telephony');

alter table public.emergency_addresses enable row level security;
alter table public.tenant_settings enable row level security;
create policy emergency_addresses_select on public.emergency_addresses for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy emergency_addresses_insert on public.emergency_addresses for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy emergency_addresses_update on public.emergency_addresses for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy emergency_addresses_delete on public.emergency_addresses for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));
create policy tenant_settings_select on public.tenant_settings for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy tenant_settings_insert on public.tenant_settings for insert to authenticated
  with check ((select private.has_permission('telephony', 'edit')));
create policy tenant_settings_update on public.tenant_settings for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy tenant_settings_delete on public.tenant_settings for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));
