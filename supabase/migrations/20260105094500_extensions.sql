-- Extensions, portal users, and a tenant's settings.

create table public.extensions (
  like private.tenant_columns including all,
  extension text not null check (extension ~ '^[0-9]{2,7}$'),
  effective_caller_id_name text not null default '' check (length(effective_caller_id_name) <= 60),
  -- Null only until start_voicemail has set it, like the other two. The default, which is null too, tells the generated types that an
  -- insert may leave it out.
  voicemail_enabled boolean not null default nullif(true, true),
  enabled boolean not null default true,
  description text not null default '' check (length(description) <= 255),
  first_name text not null default '' check (length(first_name) <= 60),
  last_name text not null default '' check (length(last_name) <= 60),
  effective_caller_id_number text check (effective_caller_id_number ~ '^\+?[0-9]{2,15}$'),
  outbound_did_id uuid,
  emergency_did_id uuid,
  location text not null default '' check (length(location) <= 128),
  voicemail_email text check (private.is_email(voicemail_email)),
  voicemail_attach boolean not null default nullif(true, true),
  voicemail_keep boolean not null default nullif(true, true),
  forward_all_enabled boolean not null default false,
  forward_all_destination_id uuid,
  forward_busy_enabled boolean not null default false,
  forward_busy_destination_id uuid,
  forward_no_answer_enabled boolean not null default false,
  forward_no_answer_destination_id uuid,
  forward_not_registered_enabled boolean not null default false,
  forward_not_registered_destination_id uuid,
  follow_me_enabled boolean not null default false,
  do_not_disturb boolean not null default false,
  call_timeout integer not null default 30 check (call_timeout between 5 and 600),
  concurrent_limit integer not null default 5 check (concurrent_limit between 1 and 100),
  recording text not null default 'none' check (recording in ('none', 'inbound', 'outbound', 'all')),
  toll_class text not null default 'national'
    check (toll_class in ('internal', 'local', 'national', 'international')),
  hold_music_recording_id uuid,
  greeting_recording_id uuid,
  greeting_time_condition_id uuid,
  closed_greeting_recording_id uuid,
  away_greeting_recording_id uuid,
  away_until date,
  listed_in_directory boolean not null default true,
  suspended boolean not null default false,
  constraint extensions_forward_all_needs_destination check (forward_all_destination_id is not null or not forward_all_enabled),
  constraint extensions_forward_busy_needs_destination check (forward_busy_destination_id is not null or not forward_busy_enabled),
  constraint extensions_forward_no_answer_needs_destination
    check (forward_no_answer_destination_id is not null or not forward_no_answer_enabled),
  constraint extensions_forward_not_registered_needs_destination
    check (forward_not_registered_destination_id is not null or not forward_not_registered_enabled),
  -- An extension shares its id with its destination.
  constraint extensions_forward_not_to_itself check (id not in (forward_all_destination_id, forward_busy_destination_id,
    forward_no_answer_destination_id, forward_not_registered_destination_id)),
  constraint extensions_closed_greeting_needs_schedule check ((closed_greeting_recording_id is null) = (greeting_time_condition_id is null)),
  constraint extensions_away_greeting_needs_end check ((away_greeting_recording_id is null) = (away_until is null)),
  foreign key (tenant_id, forward_not_registered_destination_id) references public.destinations (tenant_id, id)
);
comment on column public.extensions.call_timeout is 'Seconds';
comment on column public.extensions.outbound_did_id is 'Caller ID of external calls; null for the tenant''s default';
comment on column public.extensions.emergency_did_id is 'Caller ID of 911 calls: one of the tenant''s numbers with E911';
comment on column public.extensions.location is 'Floor or room, as given to a dispatcher';
comment on column public.extensions.toll_class is 'The most expensive class of calls it may make; emergency calls are always allowed';
comment on column public.extensions.greeting_recording_id is 'Voicemail greeting; null plays the switch''s default';
comment on column public.extensions.closed_greeting_recording_id is 'Voicemail greeting while the time condition is closed';
comment on column public.extensions.away_greeting_recording_id is
  'Voicemail greeting in place of both until the end of away_until, in the tenant''s time zone';
comment on column public.extensions.suspended is
  'Keeps its number, seat and settings, but can neither receive nor make calls, except to emergency numbers';
create index extensions_tenant_idx on public.extensions (tenant_id, extension);
-- Those that hold a recording seat are counted whenever a hard cap is near; the same of numbers.
create index extensions_recording_seats_idx on public.extensions (tenant_id) where recording <> 'none';
create index extensions_forward_not_registered_idx
  on public.extensions (tenant_id, forward_not_registered_destination_id);
select private.declare_records('extensions', section => 'telephony', number => 'extension', named => 'effective_caller_id_name',
  destination => 'extension', secrets => '{"sip_password": "password", "voicemail_pin": "pin"}',
  opens_others => false, not_while_suspended => true, source => 'extension_list',
  search => '{extension,effective_caller_id_name,first_name,last_name,description,location,voicemail_email,outbound_number}',
  sort => '{extension,effective_caller_id_name,outbound_number,created_at}',
  filter => '{id,enabled,suspended,standing,voicemail_enabled,do_not_disturb,diverted,has_emergency_did,recording,toll_class,is_registered}',
  snapshot => '{}',
  refers => '{"outbound_did_id": "dids", "emergency_did_id": "dids", "hold_music_recording_id": "recordings",
    "greeting_recording_id": "recordings", "closed_greeting_recording_id": "recordings", "away_greeting_recording_id": "recordings",
    "forward_all_destination_id": "destinations", "forward_busy_destination_id": "destinations",
    "forward_no_answer_destination_id": "destinations"}');

-- Whose caller ID is their own number has none: it follows the extension.
create function private.drop_old_caller_id() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.effective_caller_id_number := null;
  return new;
end
$$;
create trigger drop_old_caller_id before update of extension on public.extensions
  for each row when (new.extension <> old.extension and new.effective_caller_id_number = old.extension)
  execute function private.drop_old_caller_id();

-- What depends on an extension: emergency caller ID, seats, voicemail, and the list.

create table public.extension_follow_me (
  like private.tenant_columns including all,
  extension_id uuid not null,
  position integer not null check (position between 1 and 5),
  target_destination_id uuid not null,
  delay integer not null default 0 check (delay between 0 and 300),
  timeout integer not null default 30 check (timeout between 5 and 300),
  confirm boolean not null default false,
  constraint extension_follow_me_position_key unique (extension_id, position) deferrable initially deferred,
  constraint extension_follow_me_not_to_itself check (target_destination_id <> extension_id)
);
comment on column public.extension_follow_me.delay is 'Seconds until it rings';
comment on column public.extension_follow_me.timeout is 'Ring time in seconds';
select private.declare_parts('extension_follow_me', of => 'extensions', by => 'extension_id',
  sort => '{position}', filter => '{extension_id}', snapshot => '{}', refers => '{"target_destination_id": "destinations"}',
  goes_with => 'target_destination_id');

-- Locks the number, so that its registration cannot end concurrently. One that was chosen before stays while its number moves to another
-- address.
create function private.check_emergency_did() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  did public.dids;
begin
  if tg_op = 'UPDATE' and new.emergency_did_id is not distinct from old.emergency_did_id then
    return new;
  end if;
  select * into did from public.dids d where d.id = new.emergency_did_id and d.tenant_id = new.tenant_id for share;
  if found and did.e911_state <> 'confirmed' then
    raise exception '% cannot be an emergency caller ID before the carrier has confirmed its 911 address.', did.number
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger check_emergency_did before insert or update of emergency_did_id on public.extensions
  for each row when (new.emergency_did_id is not null) execute function private.check_emergency_did();

-- Locks the tenant, so that two users taking the last seat are serialized.
create function private.check_seats() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tenant record;
  used bigint;
begin
  for tenant in
    select t.id, t.extension_limit, (select count(*) from added a where a.tenant_id = t.id) as added
    from public.tenants t
    where t.id in (select a.tenant_id from added a)
    order by t.id
    for no key update
  loop
    select count(*) - tenant.added into used from public.extensions e where e.tenant_id = tenant.id;
    if used + tenant.added > tenant.extension_limit then
      raise exception 'This tenant has % of % extension seats in use%.', used, tenant.extension_limit,
        case when used < tenant.extension_limit then format('; %s more do not fit', tenant.added) else '' end
        using errcode = 'check_violation', detail = jsonb_build_object(
          'used', used, 'limit', tenant.extension_limit, 'added', tenant.added)::text;
    end if;
  end loop;
  return null;
end
$$;
create trigger check_seats after insert on public.extensions
  referencing new table as added for each statement execute function private.check_seats();

-- Adds extensions, all or none. `new_rows` are public.extensions rows with the same fields and client-generated ids; existing ids are
-- skipped, so that a retry is harmless, and refused if they were added with other values. The error names the records that hold a number
-- already taken.
create function public.add_extensions(tenant uuid, new_rows jsonb) returns integer
language plpgsql volatile security invoker set search_path = '' as $$
declare
  columns text;
  taken text;
  done integer;
begin
  if jsonb_array_length(new_rows) = 0 then
    return 0;
  end if;
  perform private.require_same_attempt(
    bool_and(private.is_already_stored(private.record_list('extensions'), e.id, r.value - 'voicemail_pin', '{}')),
    format('added %s', case when count(*) = 1 then min(e.extension) else min(e.extension) || ' to ' || max(e.extension) end))
  from jsonb_array_elements(new_rows) r
  join public.extensions e on e.tenant_id = tenant and e.id = (r.value ->> 'id')::uuid;
  select string_agg(format('%s is already taken by the %s', p.number,
      btrim(private.kind_noun(p.kind) || ' ' || p.name)), ', ' order by p.number)
    into taken
  from jsonb_to_recordset(new_rows) r (id uuid, extension text)
  join public.number_plan p on p.tenant_id = tenant and p.number = r.extension and p.record_id <> r.id;
  if taken is not null then
    raise exception '%.', taken using errcode = 'unique_violation';
  end if;
  select string_agg(quote_ident(field), ', ') into columns
  from jsonb_object_keys(new_rows -> 0) field
  where field = any (private.writable_columns('public.extensions')) and field <> 'tenant_id';
  execute format('insert into public.extensions (id, tenant_id, %1$s)
    select r.id, $1, %1$s from jsonb_populate_recordset(null::public.extensions, $2) r
    where not exists (select 1 from public.extensions e where e.id = r.id)', columns)
    using tenant, new_rows;
  get diagnostics done = row_count;
  perform private.set_secret('extensions', r.id, 'voicemail_pin', r.voicemail_pin, null, tenant)
  from jsonb_to_recordset(new_rows) r (id uuid, voicemail_pin text)
  where r.voicemail_pin is not null and not exists (
    select 1 from private.secret_fields(r.id, tenant) f where f.field = 'voicemail_pin');
  return done;
end
$$;

-- Whether an extension's voicemail PIN is stored as this sealed text, which only whoever has set it knows.
create function private.has_voicemail_pin(extension uuid, sealed text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.secrets s
    where s.owner_table = 'extensions' and s.owner_id = $1 and s.field = 'voicemail_pin' and s.sealed = $2)
$$;

-- Sets a voicemail PIN for the tenant's extensions that have a mailbox without one. `pins`: {number: sealed PIN}. Returns the extensions that
-- have the PIN given here, including those that got it from an earlier attempt whose response was lost; other PINs are kept, and none are
-- revealed. The trail shows the requests of one `run` as one change.
create function public.set_missing_voicemail_pins(tenant uuid, pins jsonb, run uuid default null) returns table (number text, name text)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  mailbox public.extensions;
begin
  perform private.continue_run(run);
  for mailbox in
    select e.* from public.extensions e
    where e.tenant_id = tenant and pins ? e.extension and e.voicemail_enabled
    order by e.extension
  loop
    if not exists (select 1 from private.secret_fields(mailbox.id, tenant) f where f.field = 'voicemail_pin') then
      perform private.set_secret('extensions', mailbox.id, 'voicemail_pin', pins ->> mailbox.extension, null, tenant);
    elsif not private.has_voicemail_pin(mailbox.id, pins ->> mailbox.extension) then
      continue;
    end if;
    number := mailbox.extension;
    name := mailbox.effective_caller_id_name;
    return next;
  end loop;
end
$$;

-- A phone that is or was registered with a switch. An extension can have several.
create table public.registrations (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  switch_id uuid not null references public.switches (id) on delete cascade,
  extension_id uuid not null,
  call_id text not null check (length(call_id) between 1 and 255),
  contact text not null check (length(contact) <= 512),
  address text not null check (length(address) <= 64),
  port integer check (port between 0 and 65535),
  agent text not null check (length(agent) <= 255),
  transport text not null check (transport in ('udp', 'tcp', 'tls', 'ws', 'wss')),
  registered_at timestamptz not null,
  lost_at timestamptz,
  lost_by text check (lost_by in ('expired', 'unregistered', 'gone', 'staff')),
  ended_by text check (length(ended_by) <= 320),
  ping_ms numeric(9, 1) check (ping_ms >= 0),
  reported_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (switch_id, extension_id, call_id),
  foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id) on delete cascade,
  constraint registrations_lost_needs_cause check ((lost_at is null) = (lost_by is null)),
  constraint registrations_ended_by_staff check (ended_by is null or lost_by is not distinct from 'staff')
);
comment on column public.registrations.call_id is 'Call-ID of its REGISTER requests, by which the switch identifies it';
comment on column public.registrations.address is 'Source address of its packets, which may differ from the contact';
comment on column public.registrations.lost_by is
  'expired: not renewed; unregistered: ended by the phone; staff: ended from a page; gone: found missing after a gap';
comment on column public.registrations.ended_by is 'Who ended it from a page, by the trail';
comment on column public.registrations.ping_ms is 'Response time of the last OPTIONS ping';
create index registrations_extension_idx on public.registrations (tenant_id, extension_id);
select private.declare_read_only('registrations', section => 'telephony', written_by => 'functions');

-- Free numbers in the tenant's number plan between `lowest` and `highest`, at most `how_many`: upwards from the tenant's lowest extension
-- among them, because people leave the start of a range to something else, then from `lowest` to there.
create function public.free_numbers(tenant uuid, lowest integer, highest integer, how_many integer default 1)
returns setof text
language sql stable security invoker set search_path = '' as $$
  with used as (
    select coalesce(min(e.extension::integer), lowest) as start from public.extensions e
    where e.tenant_id = tenant and e.extension not like '0%' and e.extension::integer between lowest and highest
  )
  select n::text from used, generate_series(0, least(highest - lowest, 9999)) step,
    lateral (select lowest + (used.start - lowest + step) % (highest - lowest + 1)) candidate (n)
  where not exists (select 1 from public.number_plan p where p.tenant_id = tenant and p.number = n::text)
  order by step
  limit how_many
$$;

create function private.request_sip_passwords() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.secrets (tenant_id, owner_table, owner_id, field)
  select a.tenant_id, 'extensions', a.id, 'sip_password' from added a
  on conflict (owner_id, field) do nothing;
  return null;
end
$$;
create trigger request_sip_passwords after insert on public.extensions
  referencing new table as added for each statement execute function private.request_sip_passwords();
select private.create_sync_triggers('extensions', 'publish_voicemail',
  '{tenant_id,extension,effective_caller_id_name,enabled,suspended,voicemail_enabled}',
  $$private.publish_destination('voicemails', 'extension', 'effective_caller_id_name', 'voicemail_enabled')$$);

-- Portal users: the tenant's own people, who sign in to its portal. They are not members and have no permissions in this product.

create table public.portal_users (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null check (private.is_email(email) and email = lower(email)),
  role text not null default 'user' check (role in ('user', 'tenant_admin', 'agent')),
  time_zone text,
  enabled boolean not null default true,
  auth_user_id uuid references auth.users (id) on delete set null,
  invited_at timestamptz,
  accepted_at timestamptz,
  constraint portal_users_email_key unique (tenant_id, email)
);
comment on column public.portal_users.time_zone is 'Null for the tenant''s';
comment on column public.portal_users.auth_user_id is 'The invited account; set by the server';
create index portal_users_auth_user_idx on public.portal_users (auth_user_id);
create index portal_users_address_idx on public.portal_users (email);
select private.declare_records('portal_users', section => 'telephony', not_while_suspended => true, source => 'portal_user_list',
  search => '{name,email,extensions}', sort => '{name,email,role,created_at}', filter => '{id,role,enabled,standing}');
select private.count_list_versions('portal_users', 'telephony');

create table public.portal_user_extensions (
  like private.tenant_columns including all,
  portal_user_id uuid not null,
  extension_id uuid not null,
  position integer not null default 1 check (position between 1 and 100),
  unique (portal_user_id, extension_id)
);
comment on column public.portal_user_extensions.position is 'The user''s own line comes first';
select private.declare_parts('portal_user_extensions', of => 'portal_users', by => 'portal_user_id',
  sort => '{position}', filter => '{portal_user_id}', refers => '{"extension_id": "extensions"}', goes_with => 'extension_id',
  personal => true);

-- Only the server knows which account belongs to a portal user and whether the invitation was accepted. A new address has not been invited
-- yet.
create function private.guard_portal_users() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.email <> old.email then
    new.auth_user_id := null;
    new.invited_at := null;
    new.accepted_at := null;
  elsif current_user = 'authenticated' and (new.auth_user_id, new.invited_at, new.accepted_at) is distinct from (
      case when tg_op = 'UPDATE' then old.auth_user_id end, case when tg_op = 'UPDATE' then old.invited_at end,
      case when tg_op = 'UPDATE' then old.accepted_at end) then
    raise exception 'Invitation dates are set when an invitation is sent and accepted.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.portal_users
  for each row execute function private.guard_portal_users();

-- An account may sign in while one of its portal users is enabled, of any tenant. Otherwise it is banned, and signed out at once.
create function private.follow_portal_users() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  welcome boolean;
begin
  foreach account in array array[old.auth_user_id, case when tg_op = 'UPDATE' then new.auth_user_id end] loop
    -- Of two tenants that disable the account at once, the later one sees what the earlier one did.
    perform from auth.users a where a.id = account for update;
    welcome := exists (select 1 from public.portal_users u where u.auth_user_id = account and u.enabled);
    update auth.users a set banned_until = case when not welcome then now() + interval '100 years' end
    where a.id = account and coalesce(a.banned_until > now(), false) = welcome
      and not exists (select 1 from public.members m where m.user_id = a.id);
    if found and not welcome then
      perform private.end_sessions_of(account);
    end if;
  end loop;
  return null;
end
$$;
create trigger follow_users after update of enabled, auth_user_id, email or delete on public.portal_users
  for each row execute function private.follow_portal_users();
create trigger check_time_zone before insert or update of time_zone on public.portal_users
  for each row when (new.time_zone is not null) execute function private.check_time_zone();

create function private.record_portal_acceptance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.portal_users set accepted_at = new.email_confirmed_at
  where auth_user_id = new.id and accepted_at is null;
  return null;
end
$$;
create trigger record_portal_acceptance after update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.record_portal_acceptance();

-- Gives a restored portal user the account and the dates of their invitation, if the account still exists and is nobody else's.
create function private.restore_invitation(portal_user uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone jsonb := (select a.changes from public.audit_log a
    where a.table_name = 'portal_users' and a.record_id = portal_user and a.action = 'delete' order by a.seq desc limit 1);
begin
  perform private.require_permission(private.has_permission('telephony', 'create'));
  update public.portal_users u set auth_user_id = account.id, invited_at = (gone -> 'invited_at' ->> 0)::timestamptz,
    accepted_at = (gone -> 'accepted_at' ->> 0)::timestamptz
  from auth.users account
  where u.id = portal_user and u.auth_user_id is null and account.id = (gone -> 'auth_user_id' ->> 0)::uuid
    and lower(account.email) = u.email;
end
$$;

-- List rows: a user with their extensions and status.
create view public.portal_user_list with (security_invoker = true) as
select u.*,
  (select string_agg(e.extension, ', ' order by l.position, length(e.extension), e.extension)
    from public.portal_user_extensions l join public.extensions e on e.id = l.extension_id
    where l.tenant_id = u.tenant_id and l.portal_user_id = u.id) as extensions,
  case when not u.enabled then 'disabled' when u.accepted_at is not null then 'accepted'
    when u.invited_at is not null then 'invited' else 'new' end as standing
from public.portal_users u;

-- When an account's email address was confirmed; the service key cannot read accounts.
create function private.account_confirmed_at(account uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select u.email_confirmed_at from auth.users u where u.id = $1
$$;

create function private.account_has_address(account uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from auth.users u where u.id = $1 and lower(u.email) = $2)
$$;

create function private.account_of_address(address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u where lower(u.email) = lower($1) order by u.created_at limit 1
$$;
-- For the server. The API of accounts names one by its address only in a link, and making one ends the link that its owner has asked for.
select private.expose('account_of_address', 'service_role');

-- Records in the sender's name that an invitation was sent. Only for the server, which sends it. 23514 when the user has been given another
-- address since, so that the account of one address does not become another's.
create function public.record_invitation(portal_user uuid, account uuid, sender uuid, run uuid default null)
returns setof public.portal_users
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform set_config('request.jwt.claims', jsonb_build_object('sub', sender, 'role', 'service_role')::text, true);
  perform private.continue_run(run);
  return query update public.portal_users u set auth_user_id = account, invited_at = now(),
      accepted_at = private.account_confirmed_at(account)
    where u.id = portal_user and private.account_has_address(account, u.email) returning u.*;
  if not found then
    raise exception 'This user’s address has changed since. Check it and invite them again.' using errcode = 'check_violation';
  end if;
end
$$;
grant execute on function public.record_invitation(uuid, uuid, uuid, uuid) to service_role;

-- Account emails: recipients, limits and senders.

-- No address may belong to both a member and a portal user: otherwise whoever edits a tenant's users would control staff accounts.
create function private.is_staff(address text, account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.members m join auth.users u on u.id = m.user_id
    where m.user_id = $2 or lower(m.email) = lower($1) or lower(u.email) = lower($1)
  )
$$;

create function private.is_portal_user(address text, account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.portal_users p where p.auth_user_id = $2 or p.email = lower($1)
      or p.email = (select lower(u.email) from auth.users u where u.id = $2)
  )
$$;

create function private.guard_portal_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or (new.email, new.auth_user_id) is distinct from (old.email, old.auth_user_id))
      and private.is_staff(new.email, new.auth_user_id) then
    raise exception 'This address cannot be used for a portal user.' using errcode = 'check_violation',
      detail = jsonb_build_object('column', 'email')::text;
  end if;
  return null;
end
$$;
create trigger guard_address after insert or update on public.portal_users
  for each row execute function private.guard_portal_addresses();

create function private.guard_staff_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_portal_user(new.email, new.user_id) then
    raise exception 'This address cannot be used for staff.' using errcode = 'check_violation',
      detail = jsonb_build_object('column', 'email')::text;
  end if;
  return null;
end
$$;
create trigger guard_portal_address after insert or update of user_id, email on public.members
  for each row execute function private.guard_staff_addresses();

-- Account emails staff sent in the last hour, for rate limits.
create table private.account_mails (
  id uuid primary key default gen_random_uuid(),
  actor uuid not null,
  address text not null,
  sent_at timestamptz not null default now()
);
create index account_mails_actor_idx on private.account_mails (actor, sent_at);
create index account_mails_address_idx on private.account_mails (address, sent_at);

-- Counts an email a staff member has sent: at most 3 per hour to one address and 100 per hour from one sender. Kept in the database, so
-- that the limits hold across servers.
create function private.count_account_mail(recipient text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  sender uuid := (select auth.uid());
begin
  -- Serialized, so parallel requests gain nothing. Always the sender's lock first, to avoid deadlocks.
  perform pg_advisory_xact_lock(hashtextextended('mails by ' || sender, 0));
  perform pg_advisory_xact_lock(hashtextextended('mails to ' || lower(recipient), 0));
  delete from private.account_mails m where m.sent_at <= now() - interval '1 hour';
  if (select count(*) from private.account_mails m where m.address = lower(recipient)) >= 3 then
    raise exception 'Three emails have gone to this address within the last hour. Wait before you send another.' using errcode = 'TR429';
  end if;
  if (select count(*) from private.account_mails m where m.actor = sender) >= 100 then
    raise exception 'You have sent 100 emails within the last hour. Wait before you send another.' using errcode = 'TR429';
  end if;
  insert into private.account_mails (actor, address) values (sender, lower(recipient));
end
$$;

create function private.prepare_invitation(email text, user_role text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission(private.has_permission('superadmin', 'create'));
  if not exists (select 1 from public.roles r where r.name = user_role) then
    raise exception 'Unknown role: %.', user_role using errcode = 'foreign_key_violation';
  end if;
  if not private.has_every_permission_of(user_role) then
    raise exception 'You cannot assign a role with more permissions than yours.' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_recent_sign_in();
  if private.is_portal_user(email, null) then
    raise exception 'This address cannot be used for staff.' using errcode = 'check_violation';
  end if;
  perform private.count_account_mail(email);
end
$$;

create function private.prepare_portal_invitation(tenant uuid, portal_user uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  address text := (
    select p.email from public.portal_users p where p.tenant_id = tenant and p.id = portal_user);
begin
  perform private.require_permission(private.has_permission('telephony', 'edit'));
  perform private.require_found(address is not null);
  if private.is_staff(address, null) then
    raise exception 'This address cannot be used for a portal user.' using errcode = 'check_violation';
  end if;
  perform private.count_account_mail(address);
end
$$;

create function private.prepare_password_mail(member uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  address text := (select m.email from public.members m where m.id = member);
begin
  perform private.require_permission(private.has_permission('superadmin', 'edit'));
  perform private.require_found(address is not null);
  perform private.require_recent_sign_in();
  perform private.count_account_mail(address);
end
$$;

-- API routes call these before sending: whether the caller may, whether the address may have such an account, and whether it is within the
-- limits (TR429). Emails that pass are counted.
select private.expose('prepare_invitation');
select private.expose('prepare_portal_invitation');
select private.expose('prepare_password_mail');

-- Tenant settings. Null inherits the product's default (lib/telephony/tenant-settings.ts).

create function private.are_emails(addresses text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(private.is_email(a)), true) from unnest(addresses) a
$$;

-- Phone settings, per tenant or per profile; null is inherited. No rows of its own: both tables include these columns.
create table private.phone_settings (
  phone_ntp_server text check (phone_ntp_server ~ '^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$'),
  phone_codecs text[] check (cardinality(phone_codecs) between 1 and 5
    and phone_codecs <@ '{PCMU,PCMA,G722,G729,OPUS}'::text[] and phone_codecs && '{PCMU,PCMA}'::text[]),
  phone_voicemail_number text check (phone_voicemail_number ~ '^[0-9*#+]{1,20}$'),
  phone_message_waiting boolean,
  phone_outbound_proxy text
    check (phone_outbound_proxy ~ '^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[1-9][0-9]{0,4})?$'),
  phone_srtp text check (phone_srtp in ('off', 'optional', 'required')),
  phone_pickup_code text check (phone_pickup_code ~ '^[0-9*#]{1,10}$'),
  phone_vlan_id integer check (phone_vlan_id between 0 and 4094),
  phone_vlan_priority integer check (phone_vlan_priority between 0 and 7),
  phone_sip_dscp integer check (phone_sip_dscp between 0 and 63),
  phone_rtp_dscp integer check (phone_rtp_dscp between 0 and 63),
  phone_firmware_url text check (length(phone_firmware_url) <= 255
    and (phone_firmware_url = 'none' or phone_firmware_url ~ '^https://[A-Za-z0-9][A-Za-z0-9.-]*(:[1-9][0-9]{0,4})?(/[A-Za-z0-9._~/%-]*)?$')),
  phone_resync_minutes integer check (phone_resync_minutes between 60 and 10080)
);
comment on column private.phone_settings.phone_codecs is 'SDP names in order of preference';
comment on column private.phone_settings.phone_outbound_proxy is 'host or host:port; "none" overrides an inherited one';
comment on column private.phone_settings.phone_vlan_id is '0 for untagged';

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
  registration_addresses text[] check (cardinality(registration_addresses) between 1 and 50
    and private.are_networks(registration_addresses) and array_to_string(registration_addresses, ' ') !~ ':'),
  like private.phone_settings including all,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint tenant_settings_id_is_tenant check (id = tenant_id),
  constraint tenant_settings_extension_range check (num_nulls(extension_low, extension_high) = 2
    or (num_nulls(extension_low, extension_high) = 0 and extension_low between 10 and extension_high and extension_high <= 9999999
      and length(extension_low::text) = length(extension_high::text)))
);
comment on table public.tenant_settings is 'A tenant''s overrides; null is inherited';
comment on column public.tenant_settings.extension_low is 'Where numbering of new extensions starts';
comment on column public.tenant_settings.registration_addresses is
  'IPv4 addresses and networks from which its phones may register and call; null for any. Switches are reached over IPv4 only';
comment on column public.tenant_settings.outbound_did_id is 'Caller ID of extensions that have none of their own';
select private.declare_records('tenant_settings', section => 'telephony', may_create => '{edit}', sort => '{created_at}',
  snapshot => '{id}', refers => '{"outbound_did_id": "dids", "hold_music_recording_id": "recordings"}');

-- Snom's phones sign in with the provisioning password wherever they fetch something, so whoever chooses their firmware's server gets it. For
-- the same reason the address is https only: others on the way could ask for it. A record that comes back as it was deleted may have one.
create function private.guard_firmware_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and (tg_op = 'INSERT' and current_setting('app.undoing', true) is distinct from 'on'
        or tg_op = 'UPDATE' and new.phone_firmware_url is distinct from old.phone_firmware_url)
      and not private.has_permission('telephony', 'reveal_secrets') then
    raise exception 'Only users who may reveal secrets can set a firmware address: phones sign in there with the provisioning password.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard_firmware before insert or update of phone_firmware_url on public.tenant_settings for each row
  when (new.phone_firmware_url <> 'none') execute function private.guard_firmware_address();

-- Product defaults for settings a tenant does not set.
create function private.product_settings() returns json
language sql immutable set search_path = '' as $$
  select '{
    "country": "US", "area_code": null, "language": "en-US", "outbound_did_id": null, "hold_music_recording_id": null,
    "extension_low": 1000, "extension_high": 1999, "did_limit": null, "concurrent_call_limit": null,
    "voicemail_enabled": true, "voicemail_attach": true, "voicemail_keep": true, "recording_retention_days": 90,
    "emergency_notification_emails": null, "registration_addresses": null
  }'::json
$$;

-- A new extension takes the voicemail settings it does not state from its tenant's settings, whether a form, a file or a won opportunity
-- adds it.
create function private.start_voicemail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  product constant jsonb := private.product_settings();
  own public.tenant_settings;
begin
  select * into own from public.tenant_settings s where s.id = new.tenant_id;
  new.voicemail_enabled := coalesce(new.voicemail_enabled, own.voicemail_enabled, (product -> 'voicemail_enabled')::boolean);
  new.voicemail_attach := coalesce(new.voicemail_attach, own.voicemail_attach, (product -> 'voicemail_attach')::boolean);
  new.voicemail_keep := coalesce(new.voicemail_keep, own.voicemail_keep, (product -> 'voicemail_keep')::boolean);
  return new;
end
$$;
create trigger start_voicemail before insert on public.extensions for each row
  when (new.voicemail_enabled is null or new.voicemail_attach is null or new.voicemail_keep is null)
  execute function private.start_voicemail();

-- An extension without a caller ID name of its own has the person's, whatever adds it, as in the form (lib/telephony/extension-name.ts).
create function private.name_extension() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.effective_caller_id_name := left(btrim(concat_ws(' ', new.first_name, new.last_name)), 60);
  return new;
end
$$;
create trigger name_extension before insert or update of effective_caller_id_name, first_name, last_name on public.extensions
  for each row when (new.effective_caller_id_name = '') execute function private.name_extension();

-- A caller ID name that is the person's follows the person in an update that does not state it, such as that of a file without that column.
-- One that is stated stays: forms propose the new one themselves. PostgreSQL calls triggers in the order of their names: the one that
-- only a stated name calls comes first, and name_extension last.
create function private.keep_stated_name() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform set_config('app.stated_name', new.id::text, true);
  return new;
end
$$;
create function private.name_after_person() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('app.stated_name', true) = new.id::text then
    perform set_config('app.stated_name', '', true);
  elsif old.effective_caller_id_name = left(btrim(concat_ws(' ', old.first_name, old.last_name)), 60) then
    new.effective_caller_id_name := '';
  end if;
  return new;
end
$$;
create trigger keep_stated_name before update of effective_caller_id_name on public.extensions for each row
  when (new.effective_caller_id_name = old.effective_caller_id_name and new.effective_caller_id_name <> ''
    and (new.first_name, new.last_name) is distinct from (old.first_name, old.last_name))
  execute function private.keep_stated_name();
create trigger name_after_person before update of first_name, last_name on public.extensions for each row
  when (new.effective_caller_id_name = old.effective_caller_id_name and new.effective_caller_id_name <> ''
    and (new.first_name, new.last_name) is distinct from (old.first_name, old.last_name))
  execute function private.name_after_person();

-- Limits are part of the contract: only users who may edit tenants set them.
create function private.guard_tenant_limits() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and not (select private.has_permission('tenants', 'edit'))
      and (new.did_limit, new.concurrent_call_limit) is distinct from (old.did_limit, old.concurrent_call_limit) then
    raise exception 'Only users who may edit tenants can change limits.' using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger guard before insert or update or delete on public.tenant_settings
  for each row execute function private.guard_tenant_limits();

-- Onboarding a new person at a tenant in one call.

-- Creates the extension, its voicemail PIN, number assignment, phone and portal user, all or none, with the caller's own permissions.
-- `hire`: {extension: {id, extension, …}, voicemail_pin, did_id, device: {id, mac, vendor, model, profile_id, label}, portal_user: {id,
-- name, email}}; only the extension is required. Repeating it with the same ids adds nothing twice, and is refused with another
-- extension, phone or portal user. Rejects a number that is already routed.
create function public.add_new_hire(tenant uuid, hire jsonb) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  direct uuid := (hire ->> 'did_id')::uuid;
  person jsonb := hire -> 'extension' || jsonb_build_object('outbound_did_id', direct);
  phone jsonb := nullif(hire -> 'device', 'null');
  portal jsonb := nullif(hire -> 'portal_user', 'null');
  own uuid := (person ->> 'id')::uuid;
begin
  if exists (select 1 from public.extensions e where e.id = own and e.tenant_id = tenant) then
    perform private.require_same_attempt(
      private.is_already_stored(private.record_list('extensions'), own, person, '{}')
        and array(select l.device_id from public.device_lines l where l.extension_id = own)
          = array_remove(array[(phone ->> 'id')::uuid], null)
        -- Left empty, the model of a phone from stock is that of its item (private.sync_inventory).
        and (phone is null or private.is_already_stored(private.record_list('devices'), (phone ->> 'id')::uuid,
          case when phone ->> 'model' = '' and exists (select 1 from public.devices d
              where d.id = (phone ->> 'id')::uuid and d.inventory_id is not null)
            then phone - 'model' else phone end, '{}'))
        and array(select x.portal_user_id from public.portal_user_extensions x where x.extension_id = own)
          = array_remove(array[(portal ->> 'id')::uuid], null)
        and (portal is null or private.is_already_stored(private.record_list('portal_users'), (portal ->> 'id')::uuid, portal, '{}')),
      format('added %s', (select btrim(e.extension || ' ' || e.effective_caller_id_name) from public.extensions e where e.id = own)));
    return;
  end if;
  perform public.save_record('extensions', own, tenant, null, person - 'id');
  if nullif(hire ->> 'voicemail_pin', '') is not null then
    perform private.set_secret('extensions', own, 'voicemail_pin', hire ->> 'voicemail_pin', null, tenant);
  end if;
  if direct is not null then
    update public.dids d set destination_id = own
    where d.id = direct and d.tenant_id = tenant and d.destination_id is null and d.status <> 'porting_out';
    if not found then
      raise exception 'This number already has a route, or is porting out. Choose another one.'
        using errcode = 'check_violation', detail = '{"column": "did_id"}';
    end if;
  end if;
  if phone is not null then
    perform public.save_record('devices', (phone ->> 'id')::uuid, tenant, null, phone - 'id', jsonb_build_object(
      'device_lines', jsonb_build_object('parent', 'device_id',
        'rows', jsonb_build_array(jsonb_build_object('line', 1, 'extension_id', own)))));
  end if;
  if portal is not null then
    perform public.save_record('portal_users', (portal ->> 'id')::uuid, tenant, null, portal - 'id', jsonb_build_object(
      'portal_user_extensions', jsonb_build_object('parent', 'portal_user_id',
        'rows', jsonb_build_array(jsonb_build_object('position', 1, 'extension_id', own)))));
  end if;
end
$$;

select private.grant_access('{kind_noun,are_emails,product_settings,restore_invitation,has_voicemail_pin}',
  of_server => '{account_confirmed_at,account_has_address}');
