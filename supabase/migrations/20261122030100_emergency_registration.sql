-- Registering a number with an emergency address, step by step: none, submitted, confirmed or rejected by the carrier.

drop view public.did_list;
drop view public.extension_list;
drop trigger keep_emergency_did on public.dids;
drop trigger forget_emergency_address on public.dids;
drop function private.forget_emergency_address();

alter table public.dids
  add column e911_state text not null default 'none' check (e911_state in ('none', 'submitted', 'confirmed', 'rejected')),
  add column e911_reason text not null default '' check (length(e911_reason) <= 500),
  add column e911_reference text not null default '' check (length(e911_reference) <= 120),
  add column e911_submitted_at timestamptz,
  add column e911_submitted_by text not null default '' check (length(e911_submitted_by) <= 254),
  add column e911_answered_at timestamptz,
  add column e911_answered_by text not null default '' check (length(e911_answered_by) <= 254);
comment on column public.dids.e911_state is 'How far the carrier is with registering the number at its emergency address; steps: private.step_e911';
comment on column public.dids.e911_reason is 'Why the carrier rejected it';
comment on column public.dids.e911_reference is 'What the carrier calls the registration';
comment on column public.dids.e911_submitted_by is 'Who submitted it, by their name at the time; set by the database';
comment on column public.dids.e911_answered_by is 'Who recorded the carrier''s answer, by their name at the time; set by the database';

update public.dids d set e911_state = 'confirmed', e911_submitted_at = d.updated_at, e911_answered_at = d.updated_at
where d.e911 and d.emergency_address_id is not null;
update public.dids d set emergency_address_id = null where not d.e911 and d.emergency_address_id is not null;
alter table public.dids
  drop column e911,
  add constraint dids_e911_at_an_address check ((e911_state = 'none') = (emergency_address_id is null)),
  add constraint dids_e911_in_a_tenant check (e911_state = 'none' or tenant_id is not null),
  add constraint dids_e911_says_why check ((e911_state = 'rejected') = (btrim(e911_reason) <> ''));

-- What keeps help from finding an address, as a sentence; null when it is complete.
create function private.address_gap(address public.emergency_addresses) returns text
language sql immutable set search_path = '' as $$
  select case
    when address.street !~ '^\S*[0-9]\S*\s+\S' then format('The address %s has no house number.', address.label)
    when address.state <> all (case address.country
        when 'CA' then '{AB,BC,MB,NB,NL,NS,NT,NU,ON,PE,QC,SK,YT}'::text[]
        else '{AK,AL,AR,AS,AZ,CA,CO,CT,DC,DE,FL,GA,GU,HI,IA,ID,IL,IN,KS,KY,LA,MA,MD,ME,MI,MN,MO,MP,MS,MT,NC,ND,NE,NH,NJ,NM,NV,NY,OH,OK,OR,PA,PR,RI,SC,SD,TN,TX,UT,VA,VI,VT,WA,WI,WV,WY}' end)
      then format('The address %s has no such state: %s.', address.label, address.state)
  end
$$;
grant execute on function private.address_gap(public.emergency_addresses) to authenticated, service_role;

-- What the signed-in member is called; empty for anyone else.
create function private.caller_name() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select coalesce(nullif(m.full_name, ''), m.email) from public.members m where m.user_id = auth.uid()), '')
$$;
grant execute on function private.caller_name() to authenticated, service_role;

-- A registration goes its way step by step, whoever takes the step. Who took it and when is noted here; only the server's
-- own loads (no signed-in user) may say it themselves.
create function private.step_e911() returns trigger
language plpgsql set search_path = '' as $$
declare
  before public.dids;
  gap text;
begin
  if tg_op = 'UPDATE' then
    before := old;
  else
    before.e911_state := 'none';
    before.e911_reason := '';
    before.e911_reference := '';
    before.e911_submitted_by := '';
    before.e911_answered_by := '';
  end if;
  if (new.e911_state, new.emergency_address_id, new.e911_reason, new.e911_reference,
      new.e911_submitted_at, new.e911_submitted_by, new.e911_answered_at, new.e911_answered_by)
    is not distinct from (before.e911_state, before.emergency_address_id, before.e911_reason, before.e911_reference,
      before.e911_submitted_at, before.e911_submitted_by, before.e911_answered_at, before.e911_answered_by) then
    return new;
  end if;
  if current_user = 'authenticated' and not (select private.has_permission('telephony', 'edit')) then
    raise exception 'Your role does not allow registering numbers for 911.' using errcode = 'insufficient_privilege';
  end if;
  if not (before.e911_state || '>' || new.e911_state) = any (array['none>submitted', 'rejected>submitted', 'confirmed>submitted',
      'submitted>confirmed', 'submitted>rejected', 'confirmed>rejected', 'submitted>none', 'confirmed>none', 'rejected>none']) then
    raise exception '%', case
      when new.e911_state = before.e911_state then format(
        'The 911 registration of %s is changed in steps: register it, record the carrier''s answer, or end it.', new.number)
      when before.e911_state = 'none' then format('%s is not registered for 911. Register it first.', new.number)
      else format('The 911 registration of %s is %s and cannot become %s.', new.number, before.e911_state, new.e911_state)
      end using errcode = 'check_violation';
  end if;
  if new.e911_state in ('confirmed', 'rejected') and new.emergency_address_id is distinct from before.emergency_address_id then
    raise exception 'The carrier''s answer is about the address that was submitted.' using errcode = 'check_violation';
  end if;

  if new.e911_state = 'none' then
    new.emergency_address_id := null;
    new.e911_reason := '';
    new.e911_reference := '';
    new.e911_submitted_at := null;
    new.e911_submitted_by := '';
    new.e911_answered_at := null;
    new.e911_answered_by := '';
  elsif new.e911_state = 'submitted' then
    if new.tenant_id is null then
      raise exception '% has no tenant. Assign it to one first.', new.number using errcode = 'check_violation';
    elsif new.emergency_address_id is null then
      raise exception 'Choose the address where help is sent.' using errcode = 'check_violation';
    end if;
    -- Somebody else's address is refused by the foreign key.
    select private.address_gap(a) into gap from public.emergency_addresses a where a.id = new.emergency_address_id;
    if gap is not null then
      raise exception '%', gap using errcode = 'check_violation';
    end if;
    new.e911_reason := '';
    new.e911_answered_at := null;
    new.e911_answered_by := '';
    if auth.uid() is not null or new.e911_submitted_at is null then
      new.e911_submitted_at := now();
      new.e911_submitted_by := private.caller_name();
    end if;
  else
    if new.e911_state = 'rejected' and btrim(new.e911_reason) = '' then
      raise exception 'Say why the carrier rejected it.' using errcode = 'check_violation';
    end if;
    new.e911_reason := case when new.e911_state = 'rejected' then btrim(new.e911_reason) else '' end;
    new.e911_submitted_at := before.e911_submitted_at;
    new.e911_submitted_by := before.e911_submitted_by;
    if auth.uid() is not null or new.e911_answered_at is not distinct from before.e911_answered_at then
      new.e911_answered_at := now();
      new.e911_answered_by := private.caller_name();
    end if;
    -- A carrier that sends help to an address has accepted it.
    if new.e911_state = 'confirmed' then
      update public.emergency_addresses a set validated_at = new.e911_answered_at
      where a.id = new.emergency_address_id and a.validated_at is null;
    end if;
  end if;
  return new;
end
$$;
create trigger step_e911 before insert or update on public.dids
  for each row execute function private.step_e911();

-- What a carrier has stands as it was submitted: help is sent to the old address until a new one is confirmed.
create or replace function private.unvalidate_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  registered text;
begin
  if (new.street, new.unit, new.city, new.state, new.postal_code, new.country)
      is not distinct from (old.street, old.unit, old.city, old.state, old.postal_code, old.country) then
    return new;
  end if;
  select string_agg(d.number, ', ' order by d.number) into registered from public.dids d
  where d.tenant_id = old.tenant_id and d.emergency_address_id = old.id and d.e911_state in ('submitted', 'confirmed');
  if registered is not null then
    raise exception 'The carrier has this address for %. Add the new address and register the number there.', registered
      using errcode = 'restrict_violation';
  end if;
  if new.validated_at is not distinct from old.validated_at then
    new.validated_at := null;
  end if;
  return new;
end
$$;

-- The number is locked, so that its registration cannot end at the same moment.
create or replace function private.check_emergency_did() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  did public.dids;
begin
  select * into did from public.dids d where d.id = new.emergency_did_id and d.tenant_id = new.tenant_id for share;
  if found and did.e911_state <> 'confirmed' then
    raise exception '% cannot be an emergency caller ID before the carrier has confirmed its 911 address.', did.number
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace function private.keep_emergency_did() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  users text := (
    select string_agg(e.extension, ', ' order by e.extension) from public.extensions e
    where e.tenant_id = old.tenant_id and e.emergency_did_id = old.id);
begin
  if users is not null then
    raise exception '% is the emergency caller ID of %. Choose another one there first.', old.number, users
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger keep_emergency_did before update of e911_state on public.dids
  for each row when (old.e911_state <> 'none' and new.e911_state = 'none') execute function private.keep_emergency_did();

-- Why a number must stay with its tenant, as a sentence; null when it may go.
create or replace function private.did_in_use(did public.dids) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when did.e911_state <> 'none' then format('%s is registered for 911. End its registration first.', did.number)
    when did.emergency then format('%s is an emergency call-back number. Switch that off first.', did.number)
    when did.destination_id is not null or did.override_destination_id is not null
        or exists (select 1 from public.did_conditions c where c.did_id = did.id)
      then format('%s is routed. Remove its route first.', did.number)
    else (select format('%s is used by %s.', did.number, string_agg(distinct u.label, ', '))
      from public.used_by('dids', did.id) u having count(*) > 0)
  end
$$;

-- A number that changes hands leaves its routes behind, and stays while something else of the tenant refers to it or help
-- is sent to the tenant's address.
create or replace function private.move_did() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  users text := (select string_agg(distinct u.label, ', ') from public.used_by('dids', old.id) u);
begin
  if users is not null then
    raise exception '% is used by % and stays with its tenant.', old.number, users
      using errcode = 'restrict_violation';
  elsif old.e911_state <> 'none' then
    raise exception '% is registered for 911. End its registration first.', old.number using errcode = 'restrict_violation';
  end if;
  delete from public.did_conditions c where c.did_id = old.id;
  new.destination_id := null;
  new.override_destination_id := null;
  new.override_until := null;
  new.hold_music_recording_id := null;
  return new;
end
$$;

-- Takes a step with a number of the tenant: `submitted` at an `address`, `confirmed` or `rejected` for a `reason` as the
-- carrier answered, or `none` to end it. Doing so again changes nothing. TR409 and TR410 as in save_record; 23514 with a
-- sentence for a step that there is not, and for an address that help does not find.
create function public.step_e911(
  did uuid, tenant uuid, expected_version integer, to_state text, address uuid default null, reason text default '',
  reference text default null
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  held public.dids;
begin
  select * into held from public.dids d where d.id = did and d.tenant_id = tenant for update;
  if held.id is null then
    raise exception 'The record is not there any more.' using errcode = 'TR410';
  elsif held.version = expected_version + 1 and held.e911_state = to_state
      and (to_state <> 'submitted' or held.emergency_address_id = address) then
    -- The answer to the first try was lost.
    return;
  elsif held.version <> expected_version then
    raise exception 'Someone has saved this record in the meantime.' using errcode = 'TR409';
  elsif held.e911_state = to_state then
    raise exception '%', case to_state
      when 'none' then format('%s is not registered for 911.', held.number)
      when 'submitted' then format('%s is submitted already. Record the carrier''s answer, or end the registration.', held.number)
      else format('The 911 registration of %s is %s already.', held.number, to_state) end using errcode = 'check_violation';
  end if;
  update public.dids d set e911_state = to_state,
    emergency_address_id = case when to_state = 'submitted' then address else d.emergency_address_id end,
    e911_reason = coalesce(reason, ''),
    e911_reference = coalesce(reference, case when to_state = 'submitted' then '' else d.e911_reference end)
  where d.id = did;
end
$$;
grant execute on function public.step_e911(uuid, uuid, integer, text, uuid, text, text) to authenticated, service_role;

-- The same for many numbers, [{"id": …, "version": …}], each on its own: what stands in a number's way, or null.
create function public.step_e911_numbers(
  chosen jsonb, tenant uuid, to_state text, address uuid default null, reason text default ''
) returns table (did uuid, problem text)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen_version integer;
begin
  for did, seen_version in select c.id, c.version from jsonb_to_recordset(chosen) c(id uuid, version integer) loop
    problem := null;
    begin
      perform public.step_e911(did, tenant, seen_version, to_state, address, reason);
    exception when others then
      get stacked diagnostics problem = message_text;
    end;
    return next;
  end loop;
end
$$;
grant execute on function public.step_e911_numbers(jsonb, uuid, text, uuid, text) to authenticated, service_role;

create view public.did_list with (security_invoker = true) as
select d.*, c.name as tenant_name, coalesce(nullif(x.name, ''), x.number) as routed_to,
  coalesce(r.overridden, false) as overridden, r.routed_to_id,
  coalesce(r.routed_to_id is not null
    or exists (select 1 from public.did_conditions n where n.did_id = d.id and n.enabled), false) as routed,
  d.status in ('porting_in', 'porting_out') as porting
from public.dids d
cross join lateral (select d.override_until > now() as overridden,
  case when d.override_until > now() then d.override_destination_id else d.destination_id end as routed_to_id) r
left join public.companies c on c.domain_uuid = d.tenant_id
left join public.destinations x on x.tenant_id = d.tenant_id and x.id = r.routed_to_id;
revoke insert, update, delete on public.did_list from authenticated, service_role;
update private.record_lists l set filterable = array_replace(l.filterable, 'e911', 'e911_state') where l.table_name = 'dids';

create view public.extension_list with (security_invoker = true) as
select e.*, outbound.number as outbound_number, emergency.number as emergency_number, emergency.e911_state as emergency_state,
  coalesce(emergency.e911_state = 'confirmed', false) as has_emergency_did,
  e.do_not_disturb or e.forward_all_enabled or e.forward_busy_enabled or e.forward_no_answer_enabled
    or e.forward_not_registered_enabled as diverted,
  case when e.suspended then 'suspended' when e.enabled then 'enabled' else 'disabled' end as standing
from public.extensions e
left join public.dids outbound on outbound.id = e.outbound_did_id
left join public.dids emergency on emergency.id = e.emergency_did_id;
revoke insert, update, delete on public.extension_list from authenticated, service_role;

-- The figures of one tenant's overview; null when there is no such tenant for the caller.
create or replace function public.tenant_overview(tenant uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', t.id, 'domain', t.domain, 'time_zone', t.time_zone, 'status', t.status,
    'suspended_at', t.suspended_at, 'suspension_reason', t.suspension_reason,
    'extension_limit', t.extension_limit, 'created_at', t.created_at,
    'company_id', c.id, 'company_name', c.name, 'tenant_code', c.tenant_code,
    'extensions', (select count(*) from public.extensions e where e.tenant_id = t.id),
    'extensions_disabled', (select count(*) from public.extensions e where e.tenant_id = t.id and not e.enabled),
    'voicemails', (select count(*) from public.extensions e where e.tenant_id = t.id and e.voicemail_enabled),
    'dids', (select count(*) from public.dids n where n.tenant_id = t.id),
    'dids_e911', (select count(*) from public.dids n where n.tenant_id = t.id and n.e911_state = 'confirmed'),
    'devices', (select count(*) from public.devices v where v.tenant_id = t.id),
    'devices_provisioned', (select count(*) from public.devices v where v.tenant_id = t.id and v.last_provisioned_at is not null)
  )
  from public.tenants t
  left join public.companies c on c.domain_uuid = t.id
  where t.id = tenant
$$;

-- What the check of 911 calls needs to know of a tenant, in one question (lib/telephony/emergency-readiness.ts reads
-- it); null for a tenant that the caller may not see.
create or replace function public.emergency_situation(tenant uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not exists (select 1 from public.tenants t where t.id = tenant) then
    return null;
  end if;
  return jsonb_build_object(
    'notificationEmails', coalesce((select to_jsonb(s.emergency_notification_emails) from public.tenant_settings s
      where s.tenant_id = tenant and s.emergency_notification_emails is not null), '[]'),
    'numberPlan', (select coalesce(jsonb_agg(jsonb_build_object('number', p.number, 'name', p.name)), '[]')
      from public.number_plan p where p.tenant_id = tenant and p.number = '911'),
    'outboundRoutes', (select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'matches', r.matches,
        'pattern', r.pattern, 'enabled', r.enabled) order by r.position), '[]')
      from public.outbound_routes r where r.tenant_id = tenant),
    'extensions', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'extension', e.extension,
        'name', e.effective_caller_id_name, 'enabled', e.enabled, 'location', e.location,
        'emergencyDidId', e.emergency_did_id) order by length(e.extension), e.extension), '[]')
      from public.extensions e where e.tenant_id = tenant),
    'devices', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'label', coalesce(nullif(d.label, ''), d.mac),
        'enabled', d.enabled, 'location', d.location) order by d.mac), '[]')
      from public.devices d where d.tenant_id = tenant),
    'dids', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'number', d.number, 'state', d.e911_state,
        'reason', d.e911_reason, 'emergencyAddressId', d.emergency_address_id) order by d.number), '[]')
      from public.dids d where d.tenant_id = tenant),
    'addresses', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'label', a.label,
        'validatedAt', a.validated_at) order by a.label), '[]')
      from public.emergency_addresses a where a.tenant_id = tenant));
end
$$;

-- What belongs to a tenant's configuration. A copy's numbers are registered for 911 anew, and its extensions choose their
-- emergency caller ID once that is confirmed.
create or replace function private.configuration_tables() returns table (
  place integer, table_name text, kind text, of_extensions boolean, in_templates boolean, personal text[], left_out text[], needs text[]
)
language sql immutable set search_path = '' as $$
  values (1, 'feature_codes', null, false, true, '{}'::text[], '{}'::text[], '{}'::text[]),
    (2, 'emergency_addresses', null, false, false, '{}', '{validated_at}', '{}'),
    (3, 'dids', null, false, false, '{}', '{status,carrier,monthly_cost,tags,aging_until,emergency_address_id,e911_state,e911_reason,'
      'e911_reference,e911_submitted_at,e911_submitted_by,e911_answered_at,e911_answered_by}', '{}'),
    (4, 'did_conditions', null, false, false, '{}', '{}', '{did_id}'),
    (5, 'tenant_settings', null, false, true, '{emergency_notification_emails}', '{}', '{}'),
    (6, 'extensions', 'extensions', true, true,
      '{voicemail_email,effective_caller_id_number,first_name,last_name}', '{emergency_did_id}', '{}'),
    (7, 'extension_follow_me', null, true, true, '{}', '{}', '{extension_id,target_destination_id}'),
    (8, 'ring_groups', 'ring_groups', false, true, '{missed_call_email}', '{}', '{}'),
    (9, 'ring_group_members', null, false, true, '{}', '{}', '{ring_group_id,extension_id}'),
    (10, 'ivr_menus', 'ivr_menus', false, true, '{}', '{}', '{}'),
    (11, 'ivr_menu_options', null, false, true, '{}', '{}', '{ivr_menu_id}'),
    (12, 'time_conditions', 'time_conditions', false, true, '{}', '{}', '{}'),
    (13, 'time_condition_rules', null, false, true, '{}', '{}', '{time_condition_id}'),
    (14, 'call_flows', 'call_flows', false, true, '{}', '{switched_at,switched_by,reverts_at}', '{}'),
    (15, 'call_center_queues', 'call_centers', false, true, '{}', '{}', '{}'),
    (16, 'call_center_agents', null, false, true, '{}',
      '{status,status_changed_at,calls_answered,talk_time,last_offered_at,last_bridge_ended_at}', '{extension_id}'),
    (17, 'call_center_tiers', null, false, true, '{}', '{}', '{queue_id,agent_id}'),
    (18, 'outbound_routes', null, false, true, '{}', '{}', '{}'),
    (19, 'call_block_rules', null, false, true, '{}', '{hits,last_hit_at}', '{extension_id,destination_id}'),
    (20, 'device_profiles', null, false, true, '{}', '{}', '{}'),
    (21, 'device_profile_keys', null, false, true, '{}', '{}', '{profile_id,destination_id}'),
    (22, 'device_profile_settings', null, false, true, '{}', '{}', '{profile_id}'),
    (23, 'devices', null, false, false, '{}', '{last_provisioned_at,inventory_id}', '{}'),
    (24, 'device_lines', null, false, false, '{}', '{}', '{device_id,extension_id}'),
    (25, 'device_keys', null, false, false, '{}', '{}', '{device_id,destination_id}'),
    (26, 'portal_users', null, false, false, '{}', '{auth_user_id,invited_at,accepted_at}', '{}'),
    (27, 'portal_user_extensions', null, false, false, '{}', '{}', '{portal_user_id,extension_id}')
$$;
