-- Phone numbers (DIDs): carrier and cost, routing, E911 addresses, and assigning and releasing them.

create table public.emergency_addresses (
  like private.tenant_columns including all,
  label text not null check (length(btrim(label)) between 1 and 60),
  street text not null check (length(btrim(street)) between 1 and 120),
  unit text not null default '' check (length(unit) <= 60),
  city text not null check (length(btrim(city)) between 1 and 60),
  state text not null check (state ~ '^[A-Z]{2}$'),
  postal_code text not null,
  country text not null default 'US' check (country in ('US', 'CA')),
  validated_at timestamptz,
  unique (tenant_id, label),
  constraint emergency_addresses_postal_code check (postal_code ~ case country
    when 'US' then '^[0-9]{5}(-[0-9]{4})?$' else '^[ABCEGHJ-NPRSTVXY][0-9][A-Z] [0-9][A-Z][0-9]$' end)
);
comment on column public.emergency_addresses.unit is 'Suite, floor or building';
comment on column public.emergency_addresses.validated_at is 'When the carrier accepted the address as it is; cleared by any change';
select private.declare_records('emergency_addresses', section => 'telephony', search => '{label,street,city,postal_code}',
  sort => '{label}', snapshot => '{}');

-- An address the carrier has on file cannot change: help is sent there until a new one is confirmed.
create function private.invalidate_address() returns trigger
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
    raise exception 'The carrier uses this address for %. Add a new address and register the number there.', registered
      using errcode = 'restrict_violation';
  end if;
  if new.validated_at is not distinct from old.validated_at then
    new.validated_at := null;
  end if;
  return new;
end
$$;
create trigger invalidate before update on public.emergency_addresses
  for each row execute function private.invalidate_address();

create table public.dids (
  like private.record_columns including all,
  tenant_id uuid references public.tenants (id),
  number text not null unique check (private.is_e164(number)),
  description text not null default '' check (length(description) <= 255),
  status text not null default 'available' check (status in
    ('available', 'reserved', 'assigned', 'porting_in', 'porting_out', 'aging', 'released')),
  enabled boolean not null default true,
  emergency_address_id uuid,
  destination_id uuid,
  override_destination_id uuid,
  override_until timestamptz,
  caller_id_prefix text not null default '' check (caller_id_prefix ~ '^[^"<>@[:cntrl:]]{0,20}$'),
  record boolean not null default false,
  hold_music_recording_id uuid,
  distinctive_ring text not null default ''
    check (distinctive_ring in ('', 'Bellcore-dr1', 'Bellcore-dr2', 'Bellcore-dr3', 'Bellcore-dr4', 'Bellcore-dr5')),
  account_code text not null default '' check (account_code ~ '^[A-Za-z0-9_.-]{0,32}$'),
  voice boolean not null default true,
  fax boolean not null default false,
  text_messages boolean not null default false,
  emergency boolean not null default false,
  carrier text not null default '' check (length(carrier) <= 64),
  gateway_id uuid references public.gateways (id),
  tags text[] not null default '{}'
    check (cardinality(tags) <= 20 and length(array_to_string(tags, ',')) <= 500),
  aging_until date,
  e911_state text not null default 'none' check (e911_state in ('none', 'submitted', 'confirmed', 'rejected')),
  e911_reason text not null default '' check (length(e911_reason) <= 500),
  e911_reference text not null default '' check (length(e911_reference) <= 120),
  e911_submitted_at timestamptz,
  e911_submitted_by text not null default '' check (length(e911_submitted_by) <= 254),
  e911_answered_at timestamptz,
  e911_answered_by text not null default '' check (length(e911_answered_by) <= 254),
  constraint dids_assigned_needs_tenant check (status <> 'assigned' or tenant_id is not null),
  constraint dids_override_needs_end check ((override_destination_id is null) = (override_until is null)),
  constraint dids_route_needs_tenant check (tenant_id is not null
    or (destination_id is null and override_destination_id is null and hold_music_recording_id is null)),
  constraint dids_aging_needs_date check ((status = 'aging') = (aging_until is not null)),
  constraint dids_unassigned_has_no_tenant check (tenant_id is null or status not in ('available', 'aging', 'released')),
  constraint dids_e911_needs_address check ((e911_state = 'none') = (emergency_address_id is null)),
  constraint dids_e911_needs_tenant check (e911_state = 'none' or tenant_id is not null),
  constraint dids_e911_rejection_needs_reason check ((e911_state = 'rejected') = (btrim(e911_reason) <> ''))
);
comment on column public.dids.emergency_address_id is 'Where help is sent when 911 is called from this number';
comment on column public.dids.destination_id is 'Where calls go unless a condition or override applies';
comment on column public.dids.override_destination_id is 'Where all calls go until override_until';
comment on column public.dids.caller_id_prefix is 'Prepended to the caller''s name on phones';
comment on column public.dids.distinctive_ring is 'Alert-Info header by which phones choose a ring tone; empty for their default';
comment on column public.dids.emergency is 'Emergency services call back on this number';
comment on column public.dids.gateway_id is 'Gateway its calls arrive on; null when unknown';
comment on column public.dids.aging_until is 'A released number cannot be assigned again before this day';
comment on column public.dids.e911_state is 'Status of the carrier''s E911 registration; transitions: private.apply_e911_state';
comment on column public.dids.e911_reason is 'Why the carrier rejected it';
comment on column public.dids.e911_reference is 'The carrier''s reference for the registration';
comment on column public.dids.e911_submitted_by is 'Who submitted it, by their name at the time; set by the database';
comment on column public.dids.e911_answered_by is 'Who recorded the carrier''s answer, by their name at the time; set by the database';
create index dids_tenant_idx on public.dids (tenant_id, number);
create index dids_recording_seats_idx on public.dids (tenant_id) where record;
create index dids_fax_seats_idx on public.dids (tenant_id) where fax;
create index dids_gateway_idx on public.dids (gateway_id);
create index dids_status_idx on public.dids (status, number);
select private.declare_records('dids', section => 'telephony', may_view => null, may_create => '{numbers.create}',
  may_edit => null, may_delete => '{numbers.delete}', trail => '{telephony,numbers}', source => 'did_list',
  search => '{number,description,account_code,carrier,tags}',
  sort => '{number,description,caller_id_prefix,status,carrier,monthly_cost,aging_until,tenant_name}',
  filter => '{id,enabled,e911_state,record,overridden,routed,fax,voice,status,tenant_id,carrier,gateway_id,porting}',
  snapshot => '{aging_until,e911_answered_at,e911_answered_by,e911_reference,e911_submitted_at,e911_submitted_by,tags}',
  refers => '{"emergency_address_id": "emergency_addresses", "destination_id": "destinations",
    "override_destination_id": "destinations", "hold_music_recording_id": "recordings"}');
select private.count_list_versions('dids', 'numbers');
-- Users who manage numbers see them all; telephony staff see and change the tenants' numbers.
create policy dids_select on public.dids for select to authenticated
  using ((select private.has_permission('numbers', 'view'))
    or (tenant_id is not null and (select private.has_permission('telephony', 'view'))));
create policy dids_update on public.dids for update to authenticated
  using ((select private.has_permission('numbers', 'edit'))
    or (tenant_id is not null and (select private.has_permission('telephony', 'edit'))))
  with check ((select private.has_permission('numbers', 'edit'))
    or (tenant_id is not null and (select private.has_permission('telephony', 'edit'))));

-- Number costs, only for users who manage numbers.
create table public.did_costs (
  id uuid primary key references public.dids (id) on delete cascade,
  monthly_cost numeric(10, 4) check (monthly_cost between 0 and 99999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column public.did_costs.monthly_cost is 'What the carrier charges, in US dollars per month';
select private.declare_restricted_columns('did_costs', of => 'dids', section => 'numbers');
create policy did_costs_update on public.did_costs for update to authenticated
  using ((select private.has_permission('numbers', 'edit'))
    or (created_at = now() and (select private.has_permission('numbers', 'create'))));

-- Routes calls from certain callers elsewhere; the first matching condition wins.
create table public.did_conditions (
  like private.tenant_columns including all,
  did_id uuid not null,
  position integer not null check (position between 1 and 100),
  match text not null check (match in ('exact', 'prefix', 'anonymous')),
  caller text,
  destination_id uuid not null,
  enabled boolean not null default true,
  constraint did_conditions_position_key unique (did_id, position) deferrable initially deferred,
  constraint did_conditions_caller_format check (
    case match when 'anonymous' then caller is null
      when 'exact' then caller is not null and caller ~ '^\+?[0-9]{2,15}$'
      else caller is not null and caller ~ '^\+?[0-9]{1,14}$' end)
);
comment on column public.did_conditions.caller is 'The caller''s number or its leading digits: E.164, or digits for an internal caller';
select private.declare_parts('did_conditions', of => 'dids', by => 'did_id', may_create => '{edit}', may_delete => '{edit}',
  sort => '{position}', filter => '{did_id}', snapshot => '{}', refers => '{"destination_id": "destinations"}');

-- A number's tenant, status and gateway are changed in Numbers; telephony staff change its routing.
create function private.guard_dids() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated'
      and (new.number, new.tenant_id, new.status, new.gateway_id)
        is distinct from (old.number, old.tenant_id, old.status, old.gateway_id)
      and not (select private.has_permission('numbers', 'edit')) then
    raise exception 'Assign and release numbers, and choose their gateway, on the Numbers page.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard before update on public.dids for each row execute function private.guard_dids();

-- 911: registering a number at an emergency address, step by step: none, submitted, then confirmed or rejected by the carrier.

-- State codes by country, without military mail (AA, AE, AP), which responders cannot reach.
create function private.address_states() returns jsonb
language sql immutable set search_path = '' as $$
  select '{
    "US": ["AK","AL","AR","AS","AZ","CA","CO","CT","DC","DE","FL","GA","GU","HI","IA","ID","IL","IN","KS","KY","LA","MA","MD","ME","MI","MN","MO",
      "MP","MS","MT","NC","ND","NE","NH","NJ","NM","NV","NY","OH","OK","OR","PA","PR","RI","SC","SD","TN","TX","UT","VA","VI","VT",
      "WA","WI","WV","WY"],
    "CA": ["AB","BC","MB","NB","NL","NS","NT","NU","ON","PE","QC","SK","YT"]}'::jsonb
$$;

-- What an address lacks for 911, as a sentence; null when it is complete.
create function private.address_incomplete_reason(address public.emergency_addresses) returns text
language sql immutable set search_path = '' as $$
  select case
    when address.street !~ '^\S*[0-9]\S*\s+\S' then format('The address %s has no house number.', address.label)
    when not private.address_states() -> address.country ? address.state
      then format('The address %s has an unknown state: %s.', address.label, address.state)
  end
$$;

-- The signed-in member's name; empty for anyone else.
create function private.current_member_name() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select coalesce(nullif(m.full_name, ''), m.email) from public.members m where m.user_id = auth.uid()), '')
$$;

-- Checks each registration step, whoever takes it, and sets who took it and when; only data loads by the server (no signed-in user) may
-- supply these.
create function private.apply_e911_state() returns trigger
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
  -- Undone here alone, it would stay at the carrier, and would send help for the number's next tenant to this one's address.
  if tg_op = 'UPDATE' and current_setting('app.undoing', true) is not distinct from 'on' then
    raise exception 'The 911 registration of % cannot be undone here, because the carrier would not know. Change it in the number''s actions.',
      new.number using errcode = 'check_violation';
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
    raise exception 'The carrier must answer for the submitted address.' using errcode = 'check_violation';
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
      raise exception 'Choose the address where help should be sent.' using errcode = 'check_violation';
    end if;
    -- The foreign key rejects another tenant's address.
    select private.address_incomplete_reason(a) into gap from public.emergency_addresses a where a.id = new.emergency_address_id;
    if gap is not null then
      raise exception '%', gap using errcode = 'check_violation';
    end if;
    new.e911_reason := '';
    new.e911_answered_at := null;
    new.e911_answered_by := '';
    if auth.uid() is not null or new.e911_submitted_at is null then
      new.e911_submitted_at := now();
      new.e911_submitted_by := private.current_member_name();
    end if;
  else
    if new.e911_state = 'rejected' and btrim(new.e911_reason) = '' then
      raise exception 'Enter why the carrier rejected it.' using errcode = 'check_violation';
    end if;
    new.e911_reason := case when new.e911_state = 'rejected' then btrim(new.e911_reason) else '' end;
    new.e911_submitted_at := before.e911_submitted_at;
    new.e911_submitted_by := before.e911_submitted_by;
    if auth.uid() is not null or new.e911_answered_at is not distinct from before.e911_answered_at then
      new.e911_answered_at := now();
      new.e911_answered_by := private.current_member_name();
    end if;
    -- A carrier that confirms a registration has accepted its address.
    if new.e911_state = 'confirmed' then
      update public.emergency_addresses a set validated_at = new.e911_answered_at
      where a.id = new.emergency_address_id and a.validated_at is null;
    end if;
  end if;
  return new;
end
$$;
create trigger set_e911_state before insert or update on public.dids
  for each row execute function private.apply_e911_state();

create function private.guard_emergency_did() returns trigger
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
create trigger guard_emergency_did before update of e911_state on public.dids
  for each row when (old.e911_state <> 'none' and new.e911_state = 'none') execute function private.guard_emergency_did();

-- Locks the settings, so that two users assigning the last number are serialized.
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

-- Numbers being ported in are still added: their date is agreed with the carriers.
create trigger guard_suspended_tenant before insert on public.dids
  for each row when (new.tenant_id is not null and new.status <> 'porting_in') execute function private.guard_suspended_tenant();
create trigger guard_suspended_tenant_of_moved before update of tenant_id on public.dids
  for each row when (new.tenant_id is not null and new.tenant_id is distinct from old.tenant_id and old.status <> 'porting_in')
  execute function private.guard_suspended_tenant();

-- A number that leaves its tenant loses its routes and call settings, and what it was for: the next one's calls must not be recorded, nor
-- announced as another company's, nor refused because the number was for faxes or text messages. It cannot leave while other records of the
-- tenant refer to it or it is registered at the tenant's emergency address. Undoing a move keeps what it puts back.
create function private.clear_moved_did() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  undoing boolean := current_setting('app.undoing', true) is not distinct from 'on';
  cleared jsonb;
  users text := (select string_agg(distinct u.label, ', ') from public.used_by('dids', old.id) u);
begin
  if users is not null then
    raise exception '% is used by % and cannot leave its tenant.', old.number, users
      using errcode = 'restrict_violation';
  elsif old.e911_state <> 'none' then
    raise exception '% is registered for 911. End its registration first.', old.number using errcode = 'restrict_violation';
  end if;
  delete from public.did_conditions c where c.did_id = old.id;
  select coalesce(jsonb_object_agg(c.key, c.value), '{}') into cleared
  from jsonb_each('{"destination_id": null, "override_destination_id": null, "override_until": null, "hold_music_recording_id": null,
    "enabled": true, "record": false, "caller_id_prefix": "", "distinctive_ring": "", "account_code": "",
    "voice": true, "fax": false, "text_messages": false, "emergency": false}') c
  where not undoing or to_jsonb(new) -> c.key = to_jsonb(old) -> c.key;
  new := jsonb_populate_record(new, cleared);
  return new;
end
$$;
create trigger release_routes before update of tenant_id on public.dids
  for each row when (old.tenant_id is not null and new.tenant_id is distinct from old.tenant_id)
  execute function private.clear_moved_did();

-- Aging takes 90 days unless another date is given; only aging numbers have a date.
create function private.set_did_aging() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.aging_until := case when new.status = 'aging' then coalesce(new.aging_until, private.business_today() + 90) end;
  return new;
end
$$;
create trigger aging before insert or update of status, aging_until on public.dids
  for each row execute function private.set_did_aging();

-- Error messages for what a status requires; the constraints enforce the same.
create function private.check_did_status() returns trigger
language plpgsql set search_path = '' as $$
declare
  undoing boolean := current_setting('app.undoing', true) is not distinct from 'on';
  problem text := case
    when new.status = 'assigned' and new.tenant_id is null
      then format('%s has no tenant. Assign it to one in the list of numbers.', new.number)
    when new.status in ('available', 'aging', 'released') and new.tenant_id is not null
      then format('%s belongs to a tenant. Release it in the list of numbers.', new.number)
  end;
begin
  if tg_op = 'UPDATE' and problem is null then
    problem := case
      -- Undoing a release gives the number back to the tenant that had it.
      when not undoing and old.status = 'aging' and old.aging_until > private.business_today() and new.status in ('reserved', 'assigned')
        then format('%s is aging until %s and cannot be assigned before then.', new.number, old.aging_until)
      -- A closed order stays closed, and would never bring the number in.
      when undoing and old.status <> 'porting_in' and new.status = 'porting_in' and private.open_port_order(new.number) is null
          and exists (select 1 from public.port_order_numbers n where n.number = new.number)
        then format('The port order of %s is closed and cannot be reopened.', new.number)
    end;
  end if;
  if problem is not null then
    raise exception '%', problem using errcode = 'check_violation', detail = '{"column": "status"}';
  end if;
  return new;
end
$$;
create trigger validate_status before insert or update of status, tenant_id on public.dids
  for each row execute function private.check_did_status();

-- Why a number cannot leave its tenant, as a sentence; null when it can. What counts as routed is what the list shows as routed.
create function private.did_in_use(did public.dids) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when did.e911_state <> 'none' then format('%s is registered for 911. End its registration first.', did.number)
    when did.emergency then format('%s is an emergency callback number. Turn that off first.', did.number)
    when did.destination_id is not null or did.override_until > now()
        or exists (select 1 from public.did_conditions c where c.did_id = did.id and c.enabled)
      then format('%s is routed. Remove its route first.', did.number)
    else (select format('%s is used by %s.', did.number, string_agg(distinct u.label, ', '))
      from public.used_by('dids', did.id) u having count(*) > 0)
  end
$$;

create function private.guard_did_in_use() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text := private.did_in_use(old);
begin
  if reason is not null then
    raise exception '%', reason using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- Fires before `release_routes`, which would remove the routes. A canceled port order takes its numbers' routes back.
create trigger guard_in_use before update of tenant_id, status on public.dids
  for each row when (old.tenant_id is not null and new.tenant_id is null
    and not (old.status = 'porting_in' and new.status = 'released' and pg_trigger_depth() > 0))
  execute function private.guard_did_in_use();
create trigger guard_in_use_of_deleted before delete on public.dids
  for each row when (old.tenant_id is not null) execute function private.guard_did_in_use();

-- Takes a number from its tenant. It ages for that many days (1 to 730) before it can be assigned again; 0 makes it available at once; a
-- number that was ported out is released for good. Repeating the call changes nothing. Rejected (23001) while the number is routed, or used
-- for E911 or as a caller ID. TR409 as in save_record.
create function private.release_number(did uuid, expected_version integer, aging_days integer) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  held public.dids;
begin
  if not aging_days between 0 and 730 then
    raise exception 'Enter 0 to 730 days.' using errcode = 'check_violation', detail = '{"column": "aging_days"}';
  end if;
  select * into held from public.dids d where d.id = did for update;
  if held.version = expected_version + 1 and held.tenant_id is null and (held.status = 'released'
      or held.aging_until = private.business_today() + aging_days or aging_days = 0 and held.status = 'available') then
    -- A retry: the response to the first call was lost.
    return;
  end if;
  perform private.require_version(held.version, expected_version);
  if held.status = 'porting_in' then
    raise exception '% is being ported in. Cancel its port order instead.', held.number using errcode = 'check_violation';
  elsif held.status in ('aging', 'available', 'released') then
    raise exception '% is not assigned.', held.number using errcode = 'check_violation';
  end if;
  update public.dids d set tenant_id = null,
    status = case when held.status = 'porting_out' then 'released' when aging_days = 0 then 'available' else 'aging' end,
    aging_until = case when aging_days > 0 then private.business_today() + aging_days end
  where d.id = did;
end
$$;

-- Makes up to 1,000 numbers available whose aging is over, and says how many.
create function private.end_number_aging() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  done integer;
begin
  perform set_config('app.acting_as', 'The schedule', true);
  update public.dids d set status = 'available' where d.id in (
    select a.id from public.dids a where a.status = 'aging' and a.aging_until <= private.business_today()
    limit 1000 for update skip locked);
  get diagnostics done = row_count;
  return done;
end
$$;
select private.expose('end_number_aging', 'service_role');

-- Assigns a number to a tenant; if the tenant already has it, nothing changes. Rejects numbers that are aging, released or being ported
-- (23514) and numbers another tenant uses (23001).
create function private.assign_number(did uuid, expected_version integer, tenant uuid) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  held public.dids;
  in_use text;
begin
  select * into held from public.dids d where d.id = did for update;
  if held.status = 'assigned' and held.tenant_id = tenant then
    return;
  end if;
  perform private.require_version(held.version, expected_version);
  if held.status not in ('available', 'reserved', 'assigned')
      and not (held.status = 'aging' and held.aging_until <= private.business_today()) then
    raise exception '% is %, so it cannot be assigned.', held.number,
      replace(held.status, '_', ' ') || coalesce(' until ' || held.aging_until, '') using errcode = 'check_violation';
  end if;
  in_use := case when held.tenant_id is not null then private.did_in_use(held) end;
  if in_use is not null then
    raise exception '%', in_use using errcode = 'restrict_violation';
  end if;
  update public.dids d set tenant_id = tenant, status = 'assigned' where d.id = did;
end
$$;

-- Releases or assigns many numbers, [{"id": …, "version": …}], each independently; returns the error of each that failed.
create function private.assign_or_release_each(chosen jsonb, released boolean, tenant uuid, aging_days integer)
returns table (id uuid, code text, message text, details text)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen_version integer;
begin
  for id, seen_version in select c.id, c.version from jsonb_to_recordset(chosen) c(id uuid, version integer) loop
    begin
      if released then
        perform private.release_number(id, seen_version, aging_days);
      else
        perform private.assign_number(id, seen_version, tenant);
      end if;
    exception when others then
      get stacked diagnostics code = returned_sqlstate, message = message_text, details = pg_exception_detail;
      return next;
    end;
  end loop;
end
$$;

-- The trail treats the parts of a `run` as one change.
create function public.assign_numbers(chosen jsonb, tenant uuid, run uuid default null)
returns table (id uuid, code text, message text, details text)
language sql volatile security invoker set search_path = '' as $$
  select private.continue_run($3);
  select * from private.assign_or_release_each($1, false, $2, null);
$$;

create function public.release_numbers(chosen jsonb, aging_days integer default 90, run uuid default null)
returns table (id uuid, code text, message text, details text)
language sql volatile security invoker set search_path = '' as $$
  select private.continue_run($3);
  select * from private.assign_or_release_each($1, true, null, $2);
$$;

-- Moves a tenant's number one E911 step: `submitted` at an `address`, `confirmed` or `rejected` (with a `reason`) as the carrier answered,
-- or `none` to end the registration. `sent` is the address as the carrier was given it; TR412 if it has changed since. Repeating it changes
-- nothing. TR409 and TR410 as in save_record; 23514 for an invalid step or an incomplete address.
create function public.set_e911_state(
  did uuid, tenant uuid, expected_version integer, to_state text, address uuid default null, reason text default '',
  reference text default null, sent jsonb default null
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  held public.dids;
begin
  select * into held from public.dids d where d.id = did and d.tenant_id = tenant for update;
  if held.version = expected_version + 1 and held.e911_state = to_state
      and (to_state <> 'submitted' or held.emergency_address_id = address)
      and (to_state <> 'rejected' or held.e911_reason = btrim(reason))
      and (reference is null or held.e911_reference = reference) then
    -- A retry: the response to the first call was lost.
    return;
  end if;
  perform private.require_version(held.version, expected_version);
  if held.e911_state = to_state then
    raise exception '%', case to_state
      when 'none' then format('%s is not registered for 911.', held.number)
      when 'submitted' then format('%s is already submitted. Record the carrier''s answer, or end the registration.', held.number)
      else format('The 911 registration of %s is already %s.', held.number, to_state) end using errcode = 'check_violation';
  end if;
  if sent is not null then
    -- Locked, because only numbers that are stored as submitted keep an address from changing (private.invalidate_address).
    perform 1 from public.emergency_addresses a, jsonb_populate_record(null::public.emergency_addresses, sent) s
    where a.id = address and (a.street, a.unit, a.city, a.state, a.postal_code, a.country)
      = (s.street, s.unit, s.city, s.state, s.postal_code, s.country) for share of a;
    if not found then
      raise exception 'The address has changed since it was sent to the carrier. Register the number again.' using errcode = 'TR412';
    end if;
  end if;
  update public.dids d set e911_state = to_state,
    emergency_address_id = case when to_state = 'submitted' then address else d.emergency_address_id end,
    e911_reason = coalesce(reason, ''),
    e911_reference = coalesce(reference, case when to_state = 'submitted' then '' else d.e911_reference end)
  where d.id = did;
end
$$;

-- The same for many numbers, [{"id": …, "version": …}], each independently; returns the error of each that failed.
create function public.set_e911_states(
  chosen jsonb, tenant uuid, to_state text, address uuid default null, reason text default ''
) returns table (id uuid, code text, message text, details text)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen_version integer;
begin
  for id, seen_version in select c.id, c.version from jsonb_to_recordset(chosen) c(id uuid, version integer) loop
    begin
      perform public.set_e911_state(id, tenant, seen_version, to_state, address, reason);
    exception when others then
      get stacked diagnostics code = returned_sqlstate, message = message_text, details = pg_exception_detail;
      return next;
    end;
  end loop;
end
$$;

-- List rows: a number with its tenant and its current route, ignoring conditions.
create view public.did_list with (security_invoker = true) as
select d.*, p.monthly_cost, c.name as tenant_name, coalesce(nullif(x.name, ''), x.number) as routed_to,
  coalesce(r.overridden, false) as overridden, r.routed_to_id,
  coalesce(r.routed_to_id is not null
    or exists (select 1 from public.did_conditions n where n.did_id = d.id and n.enabled), false) as routed,
  d.status in ('porting_in', 'porting_out') as porting
from public.dids d
cross join lateral (select d.override_until > now() as overridden,
  case when d.override_until > now() then d.override_destination_id else d.destination_id end as routed_to_id) r
left join public.did_costs p on p.id = d.id
left join public.companies c on c.domain_uuid = d.tenant_id
left join public.destinations x on x.tenant_id = d.tenant_id and x.id = r.routed_to_id;

select private.grant_access('{address_states,address_incomplete_reason,current_member_name,did_in_use,release_number,assign_number,
  assign_or_release_each}');
