-- What phones are told besides their lines and keys: by the product (lib/telephony/provisioning/phone-settings.ts), the
-- tenant, and the profile that a phone follows. Null is inherited.

alter table public.tenant_settings
  add column phone_ntp_server text check (phone_ntp_server ~ '^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$'),
  add column phone_codecs text[] check (cardinality(phone_codecs) between 1 and 5
    and phone_codecs <@ '{PCMU,PCMA,G722,G729,OPUS}'::text[]),
  add column phone_voicemail_number text check (phone_voicemail_number ~ '^[0-9*#+]{1,20}$'),
  add column phone_message_waiting boolean,
  add column phone_outbound_proxy text
    check (phone_outbound_proxy ~ '^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[1-9][0-9]{0,4})?$'),
  add column phone_srtp text check (phone_srtp in ('off', 'optional', 'required')),
  add column phone_pickup_code text check (phone_pickup_code ~ '^[0-9*#]{1,10}$'),
  add column phone_vlan_id integer check (phone_vlan_id between 0 and 4094),
  add column phone_vlan_priority integer check (phone_vlan_priority between 0 and 7),
  add column phone_sip_dscp integer check (phone_sip_dscp between 0 and 63),
  add column phone_rtp_dscp integer check (phone_rtp_dscp between 0 and 63),
  add column phone_firmware_url text check (length(phone_firmware_url) <= 255
    and (phone_firmware_url = 'none' or phone_firmware_url ~ '^https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[1-9][0-9]{0,4})?(/[A-Za-z0-9._~/%-]*)?$')),
  add column phone_resync_minutes integer check (phone_resync_minutes between 60 and 10080);

alter table public.device_profiles
  add column phone_ntp_server text check (phone_ntp_server ~ '^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$'),
  add column phone_codecs text[] check (cardinality(phone_codecs) between 1 and 5
    and phone_codecs <@ '{PCMU,PCMA,G722,G729,OPUS}'::text[]),
  add column phone_voicemail_number text check (phone_voicemail_number ~ '^[0-9*#+]{1,20}$'),
  add column phone_message_waiting boolean,
  add column phone_outbound_proxy text
    check (phone_outbound_proxy ~ '^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[1-9][0-9]{0,4})?$'),
  add column phone_srtp text check (phone_srtp in ('off', 'optional', 'required')),
  add column phone_pickup_code text check (phone_pickup_code ~ '^[0-9*#]{1,10}$'),
  add column phone_vlan_id integer check (phone_vlan_id between 0 and 4094),
  add column phone_vlan_priority integer check (phone_vlan_priority between 0 and 7),
  add column phone_sip_dscp integer check (phone_sip_dscp between 0 and 63),
  add column phone_rtp_dscp integer check (phone_rtp_dscp between 0 and 63),
  add column phone_firmware_url text check (length(phone_firmware_url) <= 255
    and (phone_firmware_url = 'none' or phone_firmware_url ~ '^https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[1-9][0-9]{0,4})?(/[A-Za-z0-9._~/%-]*)?$')),
  add column phone_resync_minutes integer check (phone_resync_minutes between 60 and 10080);

comment on column public.tenant_settings.phone_codecs is 'SDP names, the best first';
comment on column public.tenant_settings.phone_outbound_proxy is 'host or host:port; "none" overrides an inherited one';
comment on column public.tenant_settings.phone_vlan_id is '0 for untagged';
comment on column public.device_profiles.phone_codecs is 'SDP names, the best first';
comment on column public.device_profiles.phone_outbound_proxy is 'host or host:port; "none" overrides an inherited one';
comment on column public.device_profiles.phone_vlan_id is '0 for untagged';

-- PostgREST selects a view's columns as they were when it was made.
drop view public.device_profile_rows;
create view public.device_profile_rows with (security_invoker = true) as
select p.*,
  (select count(*)::integer from public.device_profile_keys k where k.tenant_id = p.tenant_id and k.profile_id = p.id) as key_count,
  (select count(*)::integer from public.device_profile_settings s where s.tenant_id = p.tenant_id and s.profile_id = p.id)
    as setting_count,
  (select count(*)::integer from public.devices d where d.tenant_id = p.tenant_id and d.profile_id = p.id) as device_count
from public.device_profiles p;
revoke all on public.device_profile_rows from anon, authenticated;
grant select on public.device_profile_rows to authenticated, service_role;

-- Why a maker's parameter cannot be set by its name: 'password' where it holds one, 'elsewhere' where it sends the phone
-- to another provisioning server; else null. lib/telephony/provisioning/refused-settings.ts has the same expressions.
create function private.setting_refusal(name text) returns text
language sql immutable set search_path = '' as $$
  select case
    when name ~* '(password|passwd|passphrase|pswd|secret|private_?key|psk)|(^|[._])(pass|pwd|pin)([._0-9]|$)|_(pass|pwd|pin)$'
      or name ~* '^P(2|34|83|196|279|281|[4-7]06|734|1359|1361|1383|1594|1706|1806|2967|41[23][0-9]|4505|4512|4553|4557|6714|6769|6773|7903|8024|8221|8395|84(04|07|10|13|16|19|22|25|28|31)|8452|8472|8570|8573|21908|21909|21914|21915|22022|221(37|40|43|46|49|52|55|58|61)|22430|22434|22438|27008|28124|28126|32(004|009|014|019|024|029|034|039|044|049))$'
      then 'password'
    when name ~* 'auto_?prov|redirect|tr_?069|(^|[._])acs([._]|$)|zero_?touch|(^|[._])(ztp|rps)([._]|$)|managementserver|^(static\.)?dm\.|^device\.prov\.|bootsrv|^config_files$|^setting_server|^settings_refresh|^pnp_config|provisioning_order|^profile_rule|^dhcp_option_to_use|^resync_|^gpp_|^(download|flash)_(server|protocol|user|mode)|^config_file|^pnp_|fdps'
      or name ~* '^P(145|212|234|235|237|1007|1008|1009|1360|1409|1414|4503|4504|4506|4507|4511|4518|8449|8450|8467)$'
      then 'elsewhere'
  end
$$;
grant execute on function private.setting_refusal(text) to authenticated, service_role;

-- Such parameters were not refused before; their removal is on the trail.
delete from public.device_profile_settings s where private.setting_refusal(s.name) is not null;
alter table public.device_profile_settings
  drop constraint device_profile_settings_hold_no_secret,
  add constraint device_profile_settings_hold_no_secret check (private.setting_refusal(name) is distinct from 'password'),
  add constraint device_profile_settings_stay_here check (private.setting_refusal(name) is distinct from 'elsewhere');

-- The administrator password of a tenant's phones; a profile may have one of its own.
insert into private.secret_rules (owner_table, field, kind) values ('tenants', 'phone_admin_password', 'password');

create or replace function private.give_provisioning_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.secrets (tenant_id, owner_table, owner_id, field, value)
  values (new.id, 'tenants', new.id, 'provisioning_password', private.strong_password()),
    (new.id, 'tenants', new.id, 'phone_admin_password', private.strong_password())
  on conflict (owner_id, field) do nothing;
  return null;
end
$$;
insert into public.secrets (tenant_id, owner_table, owner_id, field, value)
select t.id, 'tenants', t.id, 'phone_admin_password', private.strong_password() from public.tenants t
on conflict (owner_id, field) do nothing;

-- What a row sets for phones: its columns phone_* that are not null.
create function private.phone_overrides(settings jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(s.key, s.value), '{}')
  from jsonb_each(settings) s where s.key like 'phone\_%' and s.value <> 'null'
$$;
grant execute on function private.phone_overrides(jsonb) to authenticated, service_role;

-- A phone's configuration without its secrets, as lib/telephony/provisioning reads it; null when there is no such phone
-- for the caller. Lines of disabled extensions are left out; a key without a label has the name of what it dials.
create or replace function public.device_configuration(tenant uuid, device uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', d.id, 'enabled', d.enabled, 'mac', d.mac, 'label', d.label, 'vendor', d.vendor, 'model', d.model,
    'domain', t.domain, 'time_zone', t.time_zone, 'admin_password', null, 'provisioning', null,
    'settings', coalesce((
      select private.phone_overrides(to_jsonb(s)) from public.tenant_settings s where s.tenant_id = d.tenant_id), '{}'),
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
      'overrides', private.phone_overrides(to_jsonb(p)),
      'settings', coalesce((
        select jsonb_agg(jsonb_build_object('name', s.name, 'value', s.value) order by s.name)
        from public.device_profile_settings s
        where s.tenant_id = p.tenant_id and s.profile_id = p.id and s.enabled), '[]'))
      from public.device_profiles p where p.tenant_id = d.tenant_id and p.id = d.profile_id))
  from public.devices d
  join public.tenants t on t.id = d.tenant_id
  where d.tenant_id = tenant and d.id = device
$$;

-- The configuration of a tenant's phone with its secrets; null when the tenant has no such phone. The server adds the
-- address that the phone asked.
create or replace function private.provisioning_configuration(tenant uuid, mac text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  configuration jsonb := (
    select public.device_configuration(d.tenant_id, d.id) from public.devices d where d.tenant_id = $1 and d.mac = $2);
begin
  return configuration || jsonb_build_object(
    'admin_password', coalesce(
      (select s.value from public.secrets s
        where s.owner_id = (configuration ->> 'profile_id')::uuid and s.field = 'admin_password'),
      (select s.value from public.secrets s where s.owner_id = $1 and s.field = 'phone_admin_password')),
    'provisioning', jsonb_build_object('url', '', 'user', configuration ->> 'domain', 'password',
      (select s.value from public.secrets s where s.owner_id = $1 and s.field = 'provisioning_password')),
    'lines', coalesce((
      select jsonb_agg(line || jsonb_build_object('password', (select s.value from public.secrets s
        where s.owner_id = (line ->> 'extension_id')::uuid and s.field = 'sip_password')))
      from jsonb_array_elements(configuration -> 'lines') line), '[]'));
end
$$;
