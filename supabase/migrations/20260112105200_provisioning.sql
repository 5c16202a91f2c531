-- The server from which phones fetch their configuration: who may ask, what they get, and who asked.

create table public.provisioning_log (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  device_id uuid,
  requested_at timestamptz not null default now(),
  address text not null default '' check (length(address) <= 64),
  agent text not null default '' check (length(agent) <= 255),
  file text not null check (length(file) <= 128),
  status integer not null check (status between 200 and 599),
  bytes integer not null default 0 check (bytes >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (tenant_id, device_id) references public.devices (tenant_id, id) on delete cascade
);
create index provisioning_log_device_idx on public.provisioning_log (tenant_id, device_id, requested_at desc);
create index provisioning_log_requested_idx on public.provisioning_log (tenant_id, requested_at);
comment on table public.provisioning_log is 'Every request for a configuration file by someone who named the tenant; kept for 90 days';

create trigger touch before update on public.provisioning_log for each row execute function private.touch();
alter table public.provisioning_log enable row level security;
revoke insert, update, delete on public.provisioning_log from authenticated, service_role;
create policy provisioning_log_select on public.provisioning_log for select to authenticated
  using ((select private.has_permission('telephony', 'view')));

create function private.give_provisioning_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.secrets (tenant_id, owner_table, owner_id, field, value)
  values (new.id, 'tenants', new.id, 'provisioning_password', private.strong_password())
  on conflict (owner_id, field) do nothing;
  return null;
end
$$;
create trigger give_provisioning_password after insert on public.tenants
  for each row execute function private.give_provisioning_password();

-- Wrong passwords by address and account; an account is what the caller says it is, known or not.
create table private.provisioning_attempts (
  address text not null,
  account text not null,
  failures integer not null,
  blocked_until timestamptz not null,
  primary key (address, account)
);
create index provisioning_attempts_age_idx on private.provisioning_attempts (blocked_until);

-- Two wrong passwords are free; each further one doubles the wait, from a second to a quarter of an hour.
create function private.provisioning_delay(failures integer) returns interval
language sql immutable set search_path = '' as $$
  select case when failures < 3 then interval '0' else make_interval(secs => least(power(2, failures - 3), 900)) end
$$;

create function private.provisioning_admit(address text, account text, password_digest text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  tenant public.tenants;
  kept public.secrets;
  attempts private.provisioning_attempts;
  until timestamptz;
begin
  -- One after the other, so that many guesses at once are no more than many in a row.
  perform pg_advisory_xact_lock(hashtextextended('provisioning ' || address || ' ' || account, 0));
  select * into attempts from private.provisioning_attempts a where a.address = $1 and a.account = $2;
  if attempts.blocked_until > clock_timestamp() then
    return jsonb_build_object('outcome', 'wait',
      'wait_seconds', ceil(extract(epoch from attempts.blocked_until - clock_timestamp())));
  end if;
  select * into tenant from public.tenants t where t.domain = lower($2);
  select * into kept from public.secrets s where s.owner_id = tenant.id and s.field = 'provisioning_password';
  if encode(sha256(convert_to(kept.value, 'UTF8')), 'hex') = password_digest then
    delete from private.provisioning_attempts a where a.address = $1 and a.account = $2;
    return jsonb_build_object('outcome', 'admitted', 'tenant_id', tenant.id, 'tenant_status', tenant.status,
      'time_zone', tenant.time_zone);
  end if;
  until := clock_timestamp() + private.provisioning_delay(coalesce(attempts.failures, 0) + 1);
  insert into private.provisioning_attempts as a (address, account, failures, blocked_until) values ($1, $2, 1, until)
  on conflict on constraint provisioning_attempts_pkey
    do update set failures = a.failures + 1, blocked_until = excluded.blocked_until;
  -- Forgotten an hour after they may try again.
  delete from private.provisioning_attempts a where a.blocked_until < clock_timestamp() - interval '1 hour';
  return jsonb_build_object('outcome', 'refused', 'tenant_id', tenant.id);
end
$$;

create function private.note_provisioning(
  tenant uuid, mac text, address text, agent text, file text, status integer, bytes integer
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  device uuid := (select d.id from public.devices d where d.mac = $2 and d.tenant_id = $1);
begin
  insert into public.provisioning_log (tenant_id, device_id, address, agent, file, status, bytes)
  values ($1, device, left($3, 64), left($4, 255), left($5, 128), $6, $7);
  if $6 = 200 then
    update public.devices d set last_provisioned_at = now() where d.id = device;
  end if;
  delete from public.provisioning_log l where l.tenant_id = $1 and l.requested_at < now() - interval '90 days';
end
$$;

-- A phone's configuration without its secrets, as lib/telephony/provisioning reads it; null when there is no such phone
-- for the caller. Lines of disabled extensions are left out; a key without
-- a label has the name of what it dials.
create function public.device_configuration(tenant uuid, device uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', d.id, 'enabled', d.enabled, 'mac', d.mac, 'label', d.label, 'vendor', d.vendor, 'model', d.model,
    'domain', t.domain, 'time_zone', t.time_zone, 'admin_password', null,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('line', l.line, 'extension_id', e.id, 'extension', e.extension,
        'name', e.effective_caller_id_name, 'password', null, 'transport', l.transport,
        'register_expires', l.register_expires, 'shared', l.shared) order by l.line)
      from public.device_lines l join public.extensions e on e.id = l.extension_id
      where l.tenant_id = d.tenant_id and l.device_id = d.id and e.enabled), '[]'),
    'keys', coalesce((
      select jsonb_agg(jsonb_build_object('category', k.category, 'position', k.position, 'type', k.type,
        'value', coalesce(n.number, k.value), 'label', coalesce(nullif(k.label, ''), nullif(n.name, ''), n.number, ''),
        'line', k.line) order by k.category, k.position)
      from public.device_keys k left join public.destinations n on n.id = k.destination_id
      where k.tenant_id = d.tenant_id and k.device_id = d.id), '[]'),
    'profile_id', d.profile_id,
    'profile', (select jsonb_build_object('name', p.name,
      'keys', coalesce((
        select jsonb_agg(jsonb_build_object('category', k.category, 'position', k.position, 'type', k.type,
          'value', coalesce(n.number, k.value), 'label', coalesce(nullif(k.label, ''), nullif(n.name, ''), n.number, ''),
        'line', k.line) order by k.category, k.position)
        from public.device_profile_keys k left join public.destinations n on n.id = k.destination_id
        where k.tenant_id = p.tenant_id and k.profile_id = p.id), '[]'),
      'settings', coalesce((
        select jsonb_agg(jsonb_build_object('name', s.name, 'value', s.value) order by s.name)
        from public.device_profile_settings s
        where s.tenant_id = p.tenant_id and s.profile_id = p.id and s.enabled), '[]'))
      from public.device_profiles p where p.tenant_id = d.tenant_id and p.id = d.profile_id))
  from public.devices d
  join public.tenants t on t.id = d.tenant_id
  where d.tenant_id = tenant and d.id = device
$$;
grant execute on function public.device_configuration(uuid, uuid) to authenticated, service_role;

-- The configuration of a tenant's phone with its secrets; null when the tenant has no such phone.
create function private.provisioning_configuration(tenant uuid, mac text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  configuration jsonb := (
    select public.device_configuration(d.tenant_id, d.id) from public.devices d where d.tenant_id = $1 and d.mac = $2);
begin
  return configuration || jsonb_build_object(
    'admin_password', (select s.value from public.secrets s
      where s.owner_id = (configuration ->> 'profile_id')::uuid and s.field = 'admin_password'),
    'lines', coalesce((
      select jsonb_agg(line || jsonb_build_object('password', (select s.value from public.secrets s
        where s.owner_id = (line ->> 'extension_id')::uuid and s.field = 'sip_password')))
      from jsonb_array_elements(configuration -> 'lines') line), '[]'));
end
$$;
grant execute on function private.provisioning_admit(text, text, text), private.provisioning_configuration(uuid, text),
  private.note_provisioning(uuid, text, text, text, text, integer, integer) to service_role;

-- These three are the provisioning server's, which has the service key.
-- Judges a password by its SHA-256 (hex): {outcome: admitted | refused | wait, wait_seconds, tenant_id, tenant_status,
-- time_zone}. While an address has to wait, a right password is not looked at either.
create function public.provisioning_admit(address text, account text, password_digest text) returns jsonb
language sql volatile security invoker set search_path = '' as $$ select private.provisioning_admit($1, $2, $3) $$;
create function public.provisioning_configuration(tenant uuid, mac text) returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.provisioning_configuration($1, $2) $$;
-- Records a request on the tenant's phone with this MAC address, if it has one, and when a file was handed out.
create function public.note_provisioning(
  tenant uuid, mac text, address text, agent text, file text, status integer, bytes integer
) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.note_provisioning($1, $2, $3, $4, $5, $6, $7)
$$;
revoke execute on function public.provisioning_admit(text, text, text), public.provisioning_configuration(uuid, text),
  public.note_provisioning(uuid, text, text, text, text, integer, integer) from authenticated;
grant execute on function public.provisioning_admit(text, text, text), public.provisioning_configuration(uuid, text),
  public.note_provisioning(uuid, text, text, text, text, integer, integer) to service_role;
