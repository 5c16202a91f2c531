-- Gateways: the SIP trunks that carry all tenants' inbound and outbound calls. Switches: the FreeSWITCH servers that ask this product how
-- to handle a call.

-- A host name, an IPv4 address, or an IPv6 address in brackets.
create function private.is_host(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$' and length(value) <= 253
    or value ~ '^\[[0-9A-Fa-f:]{2,39}\]$'
$$;

-- IP addresses, with or without a prefix length.
create function private.are_networks(given text[]) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  perform g::inet from unnest(given) g;
  return array_position(given, null) is null;
exception when invalid_text_representation then
  return false;
end
$$;

create table public.gateways (
  like private.record_columns including all,
  name text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  description text not null default '' check (length(description) <= 255),
  host text not null check (private.is_host(host)),
  port integer not null default 5060 check (port between 1 and 65535),
  transport text not null default 'udp' check (transport in ('udp', 'tcp', 'tls')),
  register boolean not null default false,
  username text not null default '' check (username ~ '^[^"<>[:cntrl:][:space:]]{0,128}$'),
  from_user text not null default '' check (from_user ~ '^[^"<>@[:cntrl:][:space:]]{0,128}$'),
  from_domain text not null default '' check (from_domain = '' or private.is_host(from_domain)),
  expire_seconds integer not null default 3600 check (expire_seconds between 60 and 86400),
  caller_id_header text not null default 'p-asserted-identity'
    check (caller_id_header in ('none', 'p-asserted-identity', 'remote-party-id')),
  number_format text not null default 'e164'
    check (number_format in ('e164', 'e164_without_plus', 'national', 'national_with_1')),
  prefix text not null default '' check (prefix ~ '^[0-9*#]{0,15}$'),
  codecs text[] check (cardinality(codecs) between 1 and 5 and codecs <@ '{PCMU,PCMA,G722,G729,OPUS}'::text[]
    and codecs && '{PCMU,PCMA}'::text[]),
  channels integer check (channels between 1 and 10000),
  trusted_addresses text[] not null default '{}'
    check (cardinality(trusted_addresses) <= 50 and private.are_networks(trusted_addresses)),
  may_carry_emergency boolean not null default false,
  ping_seconds integer not null default 30 check (ping_seconds between 0 and 3600) check (ping_seconds not between 1 and 4),
  enabled boolean not null default true,
  constraint gateways_username_required check (not register or username <> ''),
  -- Otherwise nothing would tell the dispatcher who calls.
  constraint gateways_emergency_needs_caller check (not may_carry_emergency or from_user = '' or caller_id_header <> 'none')
);
comment on column public.gateways.name is 'Name on the switch: sofia/gateway/<name>';
comment on column public.gateways.host is 'The carrier''s proxy: a host name or an IP address, IPv6 in brackets';
comment on column public.gateways.from_domain is 'Domain of the From header; empty for the host';
comment on column public.gateways.caller_id_header is 'Where the carrier expects the caller ID, besides the From header';
comment on column public.gateways.number_format is 'Number format the carrier expects; lib/telephony/gateway-number.ts';
comment on column public.gateways.prefix is 'Digits before every number sent, such as an account prefix; not added to short numbers';
comment on column public.gateways.codecs is 'SDP names in order of preference; null for PCMU and PCMA';
comment on column public.gateways.channels is 'Concurrent calls across all tenants; null for no limit';
comment on column public.gateways.trusted_addresses is 'Source addresses of its calls: IP addresses or networks';
comment on column public.gateways.ping_seconds is 'Interval of the switch''s OPTIONS pings; 0 for none. FreeSWITCH sends none every 1 to 4 seconds';
-- The carrier chooses the password. Users who may only choose a gateway read private.gateway_names.
select private.declare_records('gateways', section => 'superadmin', secrets => '{"password": "carrier"}', opens_others => false,
  search => '{name,description,host,username}', sort => '{name,host,channels}',
  filter => '{enabled,may_carry_emergency,number_format,transport,register}',
  snapshot => '{description,expire_seconds,from_domain,from_user,host,ping_seconds,port,register,transport,trusted_addresses,username}');
select private.count_list_versions('gateways', 'superadmin');

-- Enough to choose a gateway and show what is sent to it, without connection details.
create function private.gateway_names()
returns table (id uuid, name text, number_format text, prefix text, may_carry_emergency boolean, enabled boolean)
language sql stable security definer rows 20 set search_path = '' as $$
  select g.id, g.name, g.number_format, g.prefix, g.may_carry_emergency, g.enabled from public.gateways g
  where (select auth.uid()) is null
    or (select private.has_permission('telephony', 'view') or private.has_permission('numbers', 'view')
      or private.has_permission('superadmin', 'view'))
$$;

create view public.gateway_names with (security_invoker = true) as select * from private.gateway_names();

create table public.switches (
  like private.record_columns including all,
  name text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  description text not null default '' check (length(description) <= 255),
  address text not null check (private.is_host(address)),
  freeswitch_version text not null default '' check (freeswitch_version ~ '^([0-9]{1,3}(\.[0-9]{1,3}){1,2})?$'),
  internal_profile_port integer not null default 5060 check (internal_profile_port between 1 and 65534),
  external_profile_port integer not null default 5080 check (external_profile_port between 1 and 65534),
  behind_nat boolean not null default false,
  all_tenants boolean not null default true,
  enabled boolean not null default true,
  constraint switches_ports_distinct check (abs(internal_profile_port - external_profile_port) > 1),
  constraint switches_public_address check (not behind_nat or address ~ '^([0-9]{1,3}\.){3}[0-9]{1,3}$')
);
comment on column public.switches.name is 'User name it authenticates with here';
comment on column public.switches.freeswitch_version is 'FreeSWITCH version as entered by staff, such as 1.10.12; empty when unknown';
comment on column public.switches.internal_profile_port is 'SIP port where phones register; over TLS, the next one';
comment on column public.switches.external_profile_port is 'SIP port where carriers send calls; over TLS, the next one';
comment on column public.switches.behind_nat is
  'Whether its address is not on its own network card, so that it has to be told which to name to carriers and phones';
comment on column public.switches.all_tenants is 'Whether it serves every tenant, not only those in switch_tenants';
select private.declare_records('switches', section => 'superadmin', source => 'switch_list', search => '{name,description,address}',
  sort => '{name,address,freeswitch_version,last_seen_at}', filter => '{enabled,all_tenants}');
select private.count_list_versions('switches', 'superadmin');

create table public.switch_tenants (
  like private.record_columns including all,
  switch_id uuid not null references public.switches (id) on delete cascade,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  unique (switch_id, tenant_id)
);
create index switch_tenants_tenant_idx on public.switch_tenants (tenant_id);
select private.declare_parts('switch_tenants', of => 'switches', by => 'switch_id');

-- Whether a switch serves a tenant, enabled or not.
create function private.switch_serves(switch uuid, tenant uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select 1 from public.switches s where s.id = $1
    and (s.all_tenants or exists (select 1 from public.switch_tenants t where t.switch_id = s.id and t.tenant_id = $2)))
$$;

-- When a switch last ceased to serve a tenant, by the trail; null if it never did.
create function private.served_until(switch uuid, tenant uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select max(a.at) from public.audit_log a
  where a.table_name = 'switch_tenants' and a.parent_id = $1 and a.changes -> 'tenant_id' ->> 0 = $2::text
    or a.table_name = 'switches' and a.record_id = $1 and a.changes -> 'all_tenants' -> 0 = 'true'
      and exists (select 1 from public.tenants t where t.id = $2 and t.created_at < a.at)
$$;

-- Switch state kept by the server, in its own table so that requests from a switch do not update its record.
create table public.switch_states (
  id uuid primary key default gen_random_uuid(),
  switch_id uuid not null unique references public.switches (id) on delete cascade,
  secret_set_at timestamptz,
  last_seen_at timestamptz,
  phones_lost_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.switch_states.secret_set_at is 'Null while it has no secret';
comment on column public.switch_states.phones_lost_at is 'When phones were last taken for lost because it was not to serve them';
select private.declare_read_only('switch_states', section => 'superadmin', written_by => 'functions');

-- SHA-256 of a switch's secret. The secret itself is shown once and never stored. The one before a renewal is valid for another half hour,
-- in which the new one can be put where the switch or its agent finds it.
create table private.switch_secrets (
  switch_id uuid not null references public.switches (id) on delete cascade,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Null for the current one.
  valid_until timestamptz,
  primary key (switch_id, sha256)
);
create unique index switch_secrets_current_idx on private.switch_secrets (switch_id) where valid_until is null;
alter table private.switch_secrets enable row level security;

-- The SHA-256 of each valid secret of a switch.
create function private.switch_digests(switch uuid) returns setof text
language sql stable set search_path = '' as $$
  select k.sha256 from private.switch_secrets k where k.switch_id = $1 and (k.valid_until is null or k.valid_until > now())
$$;

create function private.create_switch_state() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.switch_states (switch_id) values (new.id);
  return null;
end
$$;
create trigger create_state after insert on public.switches for each row execute function private.create_switch_state();

-- List rows: a switch with when it was last seen, when its secret was set, and how many tenants are assigned to it.
create view public.switch_list with (security_invoker = true) as
select s.*, n.last_seen_at, n.secret_set_at, (select count(*) from public.switch_tenants t where t.switch_id = s.id) as tenant_count
from public.switches s
left join public.switch_states n on n.switch_id = s.id;

-- Renews a switch's secret, or revokes it and those before it. Leaves a trail entry.
create function private.set_switch_secret(switch uuid, renewed boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- 32 bytes from three version 4 UUIDs, each with 122 random bits.
  secret text := case when renewed then encode(sha256(decode(replace(
    gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')), 'hex') end;
  named text;
begin
  perform private.require_permission(private.has_permission('superadmin', 'edit') and private.has_permission('superadmin', 'reveal_secrets'));
  perform private.require_recent_sign_in();
  -- Not FOR UPDATE: calls that the switch reports meanwhile refer to it.
  select s.name into named from public.switches s where s.id = switch for no key update;
  perform private.require_found(named is not null);
  -- A secret that was renewed twice, as when the new one was not copied, is still the one in use.
  delete from private.switch_secrets k where k.switch_id = switch and (k.valid_until <= now() or not renewed);
  if renewed then
    update private.switch_secrets k set valid_until = now() + interval '30 minutes'
    where k.switch_id = switch and k.valid_until is null;
    insert into private.switch_secrets (switch_id, sha256) values (switch, encode(sha256(convert_to(secret, 'UTF8')), 'hex'));
  end if;
  update public.switch_states n set secret_set_at = case when renewed then now() end where n.switch_id = switch;
  perform private.write_audit_entry('superadmin', 'switches', switch, named, null, 'update',
    jsonb_build_object('secret', jsonb_build_array('••••••', case when renewed then '••••••' end)));
  return secret;
end
$$;

-- Issues a new secret and returns it, the only time it can be read. The previous one works for another half hour.
create function public.renew_switch_secret(switch uuid) returns text
language sql volatile security invoker set search_path = '' as $$ select private.set_switch_secret(switch, true) $$;

-- Revokes a switch's secret, and the previous ones: its requests are rejected until it has a new one.
create function public.revoke_switch_secret(switch uuid) returns void
language sql volatile security invoker set search_path = '' as $$ select private.set_switch_secret(switch, false) $$;

-- The enabled switch with that name and a secret with that SHA-256 (64 hex digits), or no row; updates last_seen_at. tenant_ids are the
-- tenants assigned to it, which apply unless it serves all.
create function private.switch_by_secret(name text, secret_sha256 text)
returns table (id uuid, switch_name text, address text, freeswitch_version text, internal_profile_port integer,
  external_profile_port integer, behind_nat boolean, all_tenants boolean, tenant_ids uuid[])
language plpgsql volatile security definer set search_path = '' as $$
declare
  asking public.switches;
begin
  select s.* into asking from public.switches s
  where s.name = switch_by_secret.name and s.enabled and secret_sha256 in (select private.switch_digests(s.id));
  if asking.id is null then
    return;
  end if;
  -- Every 30 seconds is enough: there can be hundreds of requests a second.
  update public.switch_states n set last_seen_at = now()
  where n.switch_id = asking.id and (n.last_seen_at is null or n.last_seen_at < now() - interval '30 seconds');
  return query select asking.id, asking.name, asking.address, asking.freeswitch_version, asking.internal_profile_port,
    asking.external_profile_port, asking.behind_nat, asking.all_tenants,
    array(select t.tenant_id from public.switch_tenants t where t.switch_id = asking.id order by t.tenant_id);
end
$$;

select private.grant_access('{is_host,are_networks,gateway_names,set_switch_secret}');
