-- Switch interface: changes dialed on phones, the agent next to each FreeSWITCH (switch/) with its phone reports and commands, live calls,
-- and queues.

-- Changes dialed on phones: forwarding, do not disturb, follow me, call flows, agents. The server calls these functions for the switch,
-- with the service key; the trail names the extension. Also what the server needs to answer a switch: its secret, the tenant of a number,
-- the sealed passwords and PINs.

-- Makes the extension the actor in the trail for the rest of the transaction. Null when the tenant has no such extension in service.
create function private.act_as_extension(tenant uuid, dialer uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  number text := (select e.extension from public.extensions e
    where e.tenant_id = tenant and e.id = dialer and e.enabled and not e.suspended);
begin
  perform set_config('app.acting_as', coalesce('Extension ' || number, ''), true);
  return number;
end
$$;

-- The kinds of destination that a phone can forward to by dialing their number. The simulator reads the same list.
create function private.forwardable_kinds() returns text[]
language sql immutable set search_path = '' as $$
  select '{extensions,ring_groups,ivr_menus,call_centers,call_flows,time_conditions,conference_rooms}'::text[]
$$;

-- The destination for a number in the tenant's plan that can be forwarded to, otherwise for an outside number (E.164), created as needed;
-- null when it is neither.
create function private.forward_target(tenant uuid, target text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_id uuid := (select d.id from public.destinations d
    where d.tenant_id = tenant and d.number = target and d.enabled
      and d.kind = any (private.forwardable_kinds())
    limit 1);
begin
  if found_id is not null or not coalesce(private.is_e164(target), false) then
    return found_id;
  end if;
  return private.put_destination(tenant, 'external', target);
end
$$;

create function private.dial_feature(tenant uuid, dialer uuid, feature text, turn_on boolean, target text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  aim uuid;
begin
  if private.act_as_extension(tenant, dialer) is null then
    return 'refused';
  end if;
  case feature
    when 'do_not_disturb' then
      update public.extensions e set do_not_disturb = turn_on
      where e.id = dialer and e.do_not_disturb <> turn_on;
    when 'follow_me' then
      if turn_on and not exists (select 1 from public.extension_follow_me f where f.extension_id = dialer) then
        return 'refused';
      end if;
      update public.extensions e set follow_me_enabled = turn_on
      where e.id = dialer and e.follow_me_enabled <> turn_on;
    when 'call_forward' then
      aim := case when target is null
        then (select e.forward_all_destination_id from public.extensions e where e.id = dialer)
        else private.forward_target(tenant, target) end;
      if turn_on and (aim is null or aim = dialer) then
        return 'refused';
      end if;
      update public.extensions e set forward_all_enabled = turn_on, forward_all_destination_id = aim
      where e.id = dialer and (e.forward_all_enabled, e.forward_all_destination_id) is distinct from (turn_on, aim);
    else
      return 'refused';
  end case;
  return 'done';
end
$$;

-- Wrong PINs by record and by the extension that entered them; as with provisioning passwords, each one after the second doubles the wait.
create table private.pin_attempts (
  record_id uuid not null,
  extension_id uuid not null references public.extensions (id) on delete cascade,
  failures integer not null,
  blocked_until timestamptz not null,
  primary key (record_id, extension_id)
);
create index pin_attempts_extension_idx on private.pin_attempts (extension_id);
create index pin_attempts_age_idx on private.pin_attempts (blocked_until);
alter table private.pin_attempts enable row level security;

create function private.check_pin(tenant uuid, dialer uuid, record uuid, proofs text[]) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted public.secrets := (select s from public.secrets s where s.tenant_id = tenant and s.owner_id = record and s.field = 'pin');
  attempts private.pin_attempts;
begin
  if private.act_as_extension(tenant, dialer) is null then
    return 'refused';
  elsif wanted.id is null then
    return 'done';
  end if;
  -- Serialized, so parallel guesses gain nothing.
  perform pg_advisory_xact_lock(hashtextextended('pin ' || record || ' ' || dialer, 0));
  select * into attempts from private.pin_attempts a where a.record_id = record and a.extension_id = dialer;
  if attempts.blocked_until > clock_timestamp() then
    return 'wait';
  elsif (wanted.proof = any (proofs)) is not true then
    insert into private.pin_attempts as a (record_id, extension_id, failures, blocked_until)
    values (record, dialer, 1, clock_timestamp())
    on conflict on constraint pin_attempts_pkey do update set failures = a.failures + 1,
      blocked_until = clock_timestamp() + private.delay_after_failures(a.failures + 1);
    delete from private.pin_attempts a where a.blocked_until < clock_timestamp() - interval '1 hour';
    return 'wrong pin';
  end if;
  delete from private.pin_attempts a where a.record_id = record and a.extension_id = dialer;
  return 'done';
end
$$;

create function private.dial_flow(tenant uuid, dialer uuid, flow uuid, to_state text, proofs text[] default '{}') returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  allowed text;
begin
  if private.act_as_extension(tenant, dialer) is null
      or not exists (select 1 from public.call_flows f where f.tenant_id = tenant and f.id = flow and f.enabled) then
    return 'refused';
  end if;
  allowed := private.check_pin(tenant, dialer, flow, proofs);
  if allowed <> 'done' then
    return allowed;
  end if;
  perform private.revert_due_call_flows(tenant);
  perform private.act_as_extension(tenant, dialer);
  update public.call_flows f set state = to_state, reverts_at = null where f.id = flow and f.state <> to_state;
  return 'done';
end
$$;

create function private.dial_agent(tenant uuid, dialer uuid, status text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.act_as_extension(tenant, dialer) is null or status not in ('Available', 'On Break', 'Logged Out') then
    return 'refused';
  end if;
  update public.call_center_agents a set status = dial_agent.status
  where a.tenant_id = tenant and a.extension_id = dialer;
  return case when found then 'done' else 'refused' end;
end
$$;

-- Answers to dialed changes, by channel and request: a switch that retries because the answer came late gets the same answer, and nothing
-- changes twice. Kept for two minutes.
create table private.dialed_answers (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  question text not null,
  answer text not null,
  asked_at timestamptz not null default now(),
  primary key (tenant_id, question)
);
create index dialed_answers_age_idx on private.dialed_answers (asked_at);
alter table private.dialed_answers enable row level security;

create function private.remember_dialed_answer(tenant uuid, question text, answer text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.dialed_answers a
  where a.asked_at < now() - interval '2 minutes' or (remember_dialed_answer.answer is null and a.tenant_id = tenant and a.question = $2);
  if remember_dialed_answer.answer is null or not exists (select 1 from public.tenants t where t.id = tenant) then
    return null;
  end if;
  insert into private.dialed_answers (tenant_id, question, answer) values ($1, $2, $3)
  on conflict on constraint dialed_answers_pkey do nothing;
  return case when not found then
    (select a.answer from private.dialed_answers a where a.tenant_id = tenant and a.question = $2) end;
end
$$;

create function private.count_block_hit(tenant uuid, rule uuid, at timestamptz default now()) returns void
language sql volatile security definer set search_path = '' as $$
  update public.call_block_rules r set hits = r.hits + 1, last_hit_at = greatest(r.last_hit_at, at)
  where r.tenant_id = tenant and r.id = rule
$$;

create function private.sip_secrets(tenant uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('extension_id', e.id, 'extension', e.extension, 'field', s.field, 'sealed', s.sealed)), '[]')
  from public.secrets s
  join public.extensions e on e.id = s.owner_id
  where s.tenant_id = tenant and s.owner_table = 'extensions' and s.field in ('sip_password', 'voicemail_pin')
$$;

-- Replacing a password changes no snapshot row, but the hashes served along with the snapshot do change.
create function private.bump_version_of_secret() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changed_versions (tenant_id) values (new.tenant_id) on conflict do nothing;
  return null;
end
$$;
create trigger bump_version after update on public.secrets
  for each row when (new.tenant_id is not null and new.sealed is distinct from old.sealed) execute function private.bump_version_of_secret();

-- Wrong secrets by address and switch, as with provisioning passwords. Those for switches that do not exist are not counted: strangers
-- could fill the disk with names, and a switch's name is no secret.
create table private.switch_attempts (
  address text not null,
  switch_name text not null,
  failures integer not null,
  blocked_until timestamptz not null,
  primary key (address, switch_name)
);
create index switch_attempts_age_idx on private.switch_attempts (blocked_until);
alter table private.switch_attempts enable row level security;

-- Which installation this is: one restored from a backup is the same, an empty one is not. An agent deletes its data when the installation
-- that it has them from refuses its secret, and not when another app does that answers at the same address.
create table private.installation (
  id uuid not null default gen_random_uuid(),
  -- When it was last restored (renew_snapshots).
  renewed_at timestamptz not null default now(),
  -- There is one only.
  single boolean primary key default true check (single)
);
alter table private.installation enable row level security;
insert into private.installation default values;

create function private.authenticate_switch(
  address text, switch_name text, secret_sha256 text, with_versions boolean default true, since bigint default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asking record;
  attempts private.switch_attempts;
  installation constant uuid := (select i.id from private.installation i);
  admission jsonb;
begin
  select * into attempts from private.switch_attempts a where a.address = $1 and a.switch_name = $2;
  if attempts.blocked_until > clock_timestamp() then
    return jsonb_build_object('outcome', 'wait',
      'wait_seconds', ceil(extract(epoch from attempts.blocked_until - clock_timestamp())));
  end if;
  select * into asking from private.switch_by_secret($2, $3);
  if asking.id is null then
    insert into private.switch_attempts as a (address, switch_name, failures, blocked_until)
    select $1, $2, 1, clock_timestamp() from public.switches s where s.name = $2
    on conflict on constraint switch_attempts_pkey do update set failures = a.failures + 1,
      blocked_until = clock_timestamp() + private.delay_after_failures(a.failures + 1);
    delete from private.switch_attempts a where a.blocked_until < clock_timestamp() - interval '1 hour';
    return jsonb_build_object('outcome', 'refused', 'installation', installation);
  end if;
  if attempts.address is not null then
    delete from private.switch_attempts a where a.address = $1 and a.switch_name = $2;
  end if;
  admission := jsonb_build_object('outcome', 'admitted', 'installation', installation, 'switch', to_jsonb(asking));
  if not $4 then
    return admission || '{"versions": {}}';
  end if;
  -- A row has the time at which its transaction began, which may take a minute.
  return admission || (
    select jsonb_build_object('at', floor(extract(epoch from now())), 'shared_version', s.version,
      'versions_hash', encode(sha256(convert_to(coalesce(
        string_agg(v.tenant_id || ' ' || (v.version + s.version), E'\n' order by v.tenant_id), ''), 'UTF8')), 'hex'),
      'versions', coalesce(jsonb_object_agg(v.tenant_id, v.version + s.version)
        filter (where v.tenant_id is not null and (greatest(v.updated_at, s.updated_at) > to_timestamp($5 - 60)) is not false), '{}'))
    from public.tenant_versions s
    left join public.tenant_versions v on v.tenant_id is not null and (asking.all_tenants or v.tenant_id = any (asking.tenant_ids))
    where s.tenant_id is null group by s.id);
end
$$;

-- The snapshot version of a tenant; null if the switch does not serve it.
create function private.served_version(switch uuid, tenant uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select sum(v.version)::bigint from public.tenant_versions v
  where (v.tenant_id = $2 or v.tenant_id is null) and private.switch_serves($1, $2)
  having count(v.tenant_id) > 0
$$;

create function private.switch_tenant(domain text default null, number text default null) returns uuid
language sql stable security definer set search_path = '' as $$
  select t.id from public.tenants t where t.domain = lower($1)
  union all select d.tenant_id from public.dids d where d.number = $2 and d.tenant_id is not null
  limit 1
$$;

create function private.gateway_passwords() returns table (gateway_id uuid, sealed text)
language sql stable security definer set search_path = '' as $$
  select s.owner_id, s.sealed::text from public.secrets s where s.owner_table = 'gateways' and s.field = 'password'
$$;

-- An extension dials a feature: 'call_forward' (to `target`: a number of the plan or E.164; null keeps the current one), 'do_not_disturb'
-- or 'follow_me', on or off. Returns 'done', or 'refused' when the extension is out of service or there is nothing to turn on.
select private.expose('dial_feature', 'service_role');

-- An extension dials a call flow's code: 'done', 'refused', 'wrong pin', or 'wait' after too many wrong PINs.
select private.expose('dial_flow', 'service_role');

-- An extension signs its agent in or out, or puts it on break: 'done', or 'refused' when it has no agent.
select private.expose('dial_agent', 'service_role');

-- Records the answer a dialed change is about to get. Null the first time; the recorded answer when the same request came within two
-- minutes. A null answer removes the record, when the change was not made.
select private.expose('remember_dialed_answer', 'service_role');

-- Counts a call blocked by a rule.
select private.expose('count_block_hit', 'service_role');

-- Each extension's sealed SIP password and voicemail PIN: [{extension_id, extension, field, sealed}]. The server opens them; only hashes
-- leave it.
select private.expose('sip_secrets', 'service_role');

-- Checks a call flow's or outbound route's PIN, for the extension that entered it: 'done', 'refused', 'wrong pin', or 'wait' after too many
-- wrong ones.
select private.expose('check_pin', 'service_role');

-- Checks a switch's secret by its SHA-256 (hex): {outcome: admitted | refused | wait, wait_seconds, switch, versions, versions_hash, at,
-- shared_version}: the row of private.switch_by_secret, the snapshot version of each tenant it serves, which also changes with any hash, or
-- only of those that may have changed after `since`, the `at` of an earlier answer; a SHA-256 (hex) of all of them, by which it shows that
-- those held are complete; and how much of each counts data that all share. Without `with_versions`, none. While an address has to wait, even the
-- right secret is not checked.
select private.expose('authenticate_switch', 'service_role');

select private.expose('served_version', 'service_role');

-- The tenant with a domain, or with a phone number (E.164).
select private.expose('switch_tenant', 'service_role');

-- Sealed passwords for gateway registrations.
select private.expose('gateway_passwords', 'service_role');

-- Files a switch plays and records over HTTP: it gets URLs signed with its secret's hash, so that the URL alone suffices, and none works
-- for another switch, file or extension.

create function private.verify_switch_signature(switch_name text, tenant uuid, message text, signature text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.switches s, private.switch_digests(s.id) digest
    where s.name = $1 and s.enabled and $4 = encode(sha256(convert_to(digest || ' ' || $3, 'UTF8')), 'hex')
      and private.switch_serves(s.id, $2))
$$;

create function private.store_dialed_recording(tenant uuid, dialer uuid, file uuid, greeting integer default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  number text := private.act_as_extension(tenant, dialer);
  moment timestamp := now() at time zone coalesce((select t.time_zone from public.tenants t where t.id = tenant), 'UTC');
  called text := 'Recorded by ' || number || ' ' || to_char(moment, 'YYYY-MM-DD HH24:MI:SS');
  held uuid := (select e.greeting_recording_id from public.extensions e where e.id = dialer);
  made uuid;
begin
  if number is null then
    return null;
  end if;
  if greeting is not null then
    called := 'Greeting ' || greeting || ' of ' || number;
    -- Who had the number before may still have theirs, under the same name, or something else may play it.
    update public.recordings r set file_id = store_dialed_recording.file, spoken_text = ''
    where r.id = (
      select r.id from public.recordings r
      where r.tenant_id = tenant and r.name ~ ('^' || called || '( [0-9a-f]{8})?$') and not exists (
        select 1 from public.used_by('recordings', r.id) u
        where u.record_id <> dialer and (u.table_name = 'extensions' or r.id is distinct from held))
      order by r.id is not distinct from held desc, r.name limit 1)
    returning r.id into made;
  end if;
  if made is null then
    if exists (select 1 from public.recordings r where r.tenant_id = tenant and r.name = called) then
      called := called || ' ' || left(file::text, 8);
    end if;
    insert into public.recordings (tenant_id, name, file, file_id)
    values (tenant, called, 'recorded-' || number || '-' || file || '.wav', file)
    returning id into made;
  end if;
  if greeting is not null then
    update public.extensions e set greeting_recording_id = made
    where e.tenant_id = tenant and e.id = dialer and e.greeting_recording_id is distinct from made;
  end if;
  return made;
end
$$;

-- Whether an enabled switch that serves the tenant signed the text. The signature is the SHA-256 (hex) of: the SHA-256 (hex) of its secret,
-- a space, the text.
select private.expose('verify_switch_signature', 'service_role');

-- Turns a checked file (register_recording_file) recorded by phone into a recording, named after the extension and the tenant's local time;
-- with a `greeting` slot, it replaces the extension's own recording in that slot and becomes the mailbox greeting. Null when the extension
-- is out of service.
select private.expose('store_dialed_recording', 'service_role');

-- The agent next to a FreeSWITCH (switch/): its phone reports and the commands it gets.

-- Phones that failed to register in a tenant's domain. At most 200 per tenant are kept, for 30 days: anyone can try.
create table public.registration_failures (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  switch_id uuid not null references public.switches (id) on delete cascade,
  account text not null check (length(account) <= 64),
  address text not null check (length(address) <= 64),
  agent text not null check (length(agent) <= 255),
  reason text not null check (reason in ('wrong_password', 'unknown_extension', 'out_of_service', 'blocked_address')),
  attempts integer not null check (attempts > 0),
  failed_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, account, address)
);
comment on column public.registration_failures.account is 'The extension it tried to register as';
comment on column public.registration_failures.failed_at is 'The last attempt';
create index registration_failures_age_idx on public.registration_failures (tenant_id, failed_at);
create index registration_failures_switch_idx on public.registration_failures (switch_id);
select private.declare_read_only('registration_failures', section => 'telephony', written_by => 'functions');

-- Commands from users to a switch, carried out by its agent.
create table public.switch_commands (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  switch_id uuid not null references public.switches (id) on delete cascade,
  command text not null check (command in ('ring', 'resync', 'reboot', 'end', 'hang_up', 'move', 'listen')),
  arguments jsonb not null,
  expires_at timestamptz not null default now() + interval '1 minute',
  taken_at timestamptz,
  done_at timestamptz,
  problem text check (length(problem) <= 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.switch_commands.arguments is 'Data the agent needs, by kind of command (lib/switch/agent/agent-update.ts)';
comment on column public.switch_commands.expires_at is 'When it is too late for the agent to fetch it';
comment on column public.switch_commands.taken_at is 'When the agent fetched it';
comment on column public.switch_commands.problem is 'Why it failed; null if it succeeded';
create index switch_commands_tenant_idx on public.switch_commands (tenant_id, created_at);
create index switch_commands_switch_idx on public.switch_commands (switch_id, created_at);
select private.declare_read_only('switch_commands', section => 'telephony', written_by => 'functions');

-- How much of an agent's outbox has been processed, so that entries sent again count once.
create table private.switch_outboxes (
  switch_id uuid not null references public.switches (id) on delete cascade,
  outbox uuid not null,
  sequence bigint not null,
  -- The latest time at which an event of its phones happened. The order of the entries counts, even after its clock was set back.
  told_at timestamptz not null default '-infinity',
  updated_at timestamptz not null default now(),
  primary key (switch_id, outbox)
);
alter table private.switch_outboxes enable row level security;

-- The tenants of these domains that the switch serves, which the transaction then keeps. What is told of one that is being deleted is left
-- out: waiting would hold up all that the switch tells of others, 911 calls too. If it stays after all, its phones register again, and its
-- mailboxes are told with their next change.
create function private.served_tenants(switch uuid, domains text[]) returns table (tenant_id uuid, domain text)
language sql volatile set search_path = '' as $$
  with served as materialized (
    select t.id, t.domain from public.tenants t
    where t.domain in (select lower(d) from unnest($2) d) and private.switch_serves($1, t.id)
  )
  select s.id, s.domain from served s where s.id in (select private.lasting_tenants(array(select o.id from served o)))
$$;

-- The tenant of a domain, likewise.
create function private.served_tenant(switch uuid, domain text) returns uuid
language sql volatile set search_path = '' as $$ select s.tenant_id from private.served_tenants($1, array[$2]) s $$;

-- The extension of an account in a domain, if the switch serves its tenant, and whether its phones can register: those of a suspended one
-- can, to call emergency services.
create function private.served_account(switch uuid, domain text, account text)
returns table (tenant_id uuid, extension_id uuid, may_register boolean)
language sql volatile set search_path = '' as $$
  select t, e.id, coalesce(e.enabled, false)
  from private.served_tenant($1, $2) t
  left join public.extensions e on e.tenant_id = t and e.extension = $3
  where t is not null
$$;

-- Phones as registered, in order: [{at, domain, account, call_id, …}]. `at` is kept between `earliest` and `latest`, which also stands for a
-- missing one. All in one statement: when power returns to a building or a switch restarts, thousands register at once. This and the
-- functions below lock registrations in one order, so that two reports of a switch cannot deadlock.
create function private.record_registrations(switch uuid, registered jsonb, earliest timestamptz, latest timestamptz) returns void
language sql set search_path = '' as $$
  with told as materialized (
    select o.n, lower(o.data ->> 'domain') as domain, o.data ->> 'account' as account, o.data ->> 'call_id' as call_id,
      left(o.data ->> 'contact', 512) as contact, left(o.data ->> 'address', 64) as address, (o.data ->> 'port')::integer as port,
      left(o.data ->> 'agent', 255) as agent, o.data ->> 'transport' as transport,
      greatest(least((o.data ->> 'at')::timestamptz, latest), earliest) as at
    from jsonb_array_elements(registered) with ordinality o (data, n)
  ), served as materialized (
    select * from private.served_tenants($1, (select array_agg(distinct o.domain) from told o))
  ), reported as materialized (
    -- What was said of a phone last.
    select distinct on (e.id, o.call_id) t.tenant_id, e.id as extension_id, o.*, min(o.at) over same as since, max(o.at) over same as until
    from told o
    join served t on t.domain = o.domain
    join public.extensions e on e.tenant_id = t.tenant_id and e.extension = o.account
    window same as (partition by e.id, o.call_id)
    order by e.id, o.call_id, o.n desc
  ), latest as materialized (
    -- A switch has one phone at an address: a restarted one registers there with a new Call-ID.
    select distinct on (o.extension_id, o.contact) o.* from reported o order by o.extension_id, o.contact, o.n desc
  ), due as (
    -- The configuration check names extensions that never had a phone, so it is due again when one gets its first.
    update public.tenant_versions v set checked = null
    where v.id in (
      select c.id from public.tenant_versions c
      where c.checked is not null and c.tenant_id in (
        select o.tenant_id from reported o
        where not exists (select 1 from public.registrations r where r.tenant_id = o.tenant_id and r.extension_id = o.extension_id))
      order by c.tenant_id for update)
  ), noted as (
    insert into public.registrations as r (tenant_id, switch_id, extension_id, call_id, contact, address, port, agent, transport,
      registered_at, reported_at)
    select o.tenant_id, $1, o.extension_id, o.call_id, o.contact, o.address, o.port, o.agent, o.transport, o.since, o.until
    from latest o order by o.extension_id, o.call_id
    on conflict (switch_id, extension_id, call_id) do update set contact = excluded.contact, address = excluded.address,
      port = excluded.port, agent = excluded.agent, transport = excluded.transport, reported_at = excluded.reported_at,
      registered_at = case when r.lost_at is null then r.registered_at else excluded.registered_at end,
      lost_at = null, lost_by = null, ended_by = null, updated_at = now()
    where excluded.reported_at >= r.reported_at
    returning r.id, r.tenant_id, r.extension_id, r.call_id, r.contact, r.agent, r.reported_at
  ), replaced as (
    delete from public.registrations r using noted o
    where r.tenant_id = o.tenant_id and r.extension_id = o.extension_id
      and (r.lost_at is not null and (r.agent = o.agent or r.lost_at < o.reported_at - interval '30 days')
        or r.switch_id = $1 and r.contact = o.contact)
      and not exists (select 1 from noted same where same.id = r.id)
  )
  delete from public.registration_failures f using noted n
  join latest o on o.extension_id = n.extension_id and o.call_id = n.call_id
  where f.tenant_id = o.tenant_id and f.account = o.account and f.address = o.address and f.failed_at <= o.until
$$;

-- The same, without those that can never be stored, which are found by halves.
create function private.keep_registrations(switch uuid, registered jsonb, earliest timestamptz, latest timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.record_registrations($1, registered, earliest, latest);
exception when data_exception or integrity_constraint_violation then
  if jsonb_array_length(registered) = 1 then
    raise warning 'Left out, as it cannot be kept: a registration of switch %: %', $1, sqlerrm;
  else
    perform private.keep_registrations($1, jsonb_agg(o.data order by o.n), earliest, latest)
    from jsonb_array_elements(registered) with ordinality o (data, n)
    group by o.n * 2 > jsonb_array_length(registered);
  end if;
end
$$;

-- A switch reports a registration that staff ended like one that was not renewed. It is the command's if it was lost within a minute of it.
create function private.record_lost_registration(switch uuid, data jsonb, at timestamptz) returns void
language sql set search_path = '' as $$
  with ended as (
    select a.actor_email from public.switch_commands c
    left join public.audit_log a on a.table_name = 'switch_commands' and a.record_id = c.id
    where c.switch_id = $1 and c.command = 'end' and c.problem is null
      and c.arguments @> jsonb_build_object('call_id', data -> 'call_id', 'domain', data -> 'domain', 'account', data -> 'account')
      and c.taken_at between record_lost_registration.at - interval '1 minute' and record_lost_registration.at + interval '1 minute'
    order by c.taken_at desc limit 1
  )
  update public.registrations r set lost_at = at, lost_by = case when exists (select from ended) then 'staff' else data ->> 'by' end,
    ended_by = (select e.actor_email from ended e), reported_at = at, ping_ms = null, updated_at = now()
  from private.served_account($1, data ->> 'domain', data ->> 'account') a
  where r.switch_id = $1 and r.extension_id = a.extension_id and r.call_id = data ->> 'call_id' and r.lost_at is null
    and r.reported_at <= at
$$;

-- The full set of a switch's registrations: any others are gone.
create function private.sync_registrations(switch uuid, registered jsonb, at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.keep_registrations($1, registered, at, at);
  update public.registrations r set lost_at = at, lost_by = 'gone', reported_at = at, ping_ms = null, updated_at = now()
  where r.id in (
    select o.id from public.registrations o where o.switch_id = $1 and o.lost_at is null and o.reported_at < at
      and o.tenant_id in (
        select private.lasting_tenants(array(select distinct r.tenant_id from public.registrations r where r.switch_id = $1)))
    order by o.extension_id, o.call_id for update);
end
$$;

-- Whether the tenant's settings let phones register from an address that a switch reported; true for a text that is no address.
create function private.may_register_from(tenant uuid, address text) returns boolean
language sql stable set search_path = '' as $$
  select not pg_input_is_valid(address, 'inet') or coalesce((
    select bool_or(address::inet <<= a::inet) from public.tenant_settings s, unnest(s.registration_addresses) a
    where s.tenant_id = $1), true)
$$;

create function private.record_registration_failure(switch uuid, data jsonb, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  served record;
begin
  select * into served from private.served_account($1, data ->> 'domain', data ->> 'account');
  if served.tenant_id is null then
    return;
  end if;
  insert into public.registration_failures as f (tenant_id, switch_id, account, address, agent, reason, attempts, failed_at)
  values (served.tenant_id, $1, left(data ->> 'account', 64), left(data ->> 'address', 64), left(data ->> 'agent', 255),
    case when served.extension_id is null then 'unknown_extension' when not served.may_register then 'out_of_service'
      -- The switch checks the address before the password, and reports both rejections alike.
      when not private.may_register_from(served.tenant_id, data ->> 'address') then 'blocked_address' else 'wrong_password' end,
    (data ->> 'attempts')::integer, at)
  on conflict (tenant_id, account, address) do update set switch_id = excluded.switch_id, agent = excluded.agent,
    reason = excluded.reason, attempts = least(f.attempts::bigint + excluded.attempts, 2000000000), failed_at = excluded.failed_at,
    updated_at = now()
  where excluded.failed_at >= f.failed_at;
  delete from public.registration_failures f where f.id in (
    select o.id from public.registration_failures o where o.tenant_id = served.tenant_id order by o.failed_at desc, o.id offset 200)
    or f.tenant_id = served.tenant_id and f.failed_at < at - interval '30 days';
end
$$;

create function private.store_switch_events(switch uuid, outbox uuid, entries jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken_over bigint;
  told timestamptz;
  next_one record;
  data jsonb;
  at timestamptz;
  counted integer := 0;
begin
  insert into private.switch_outboxes (switch_id, outbox, sequence) values ($1, $2, 0) on conflict do nothing;
  select o.sequence, o.told_at into taken_over, told from private.switch_outboxes o where o.switch_id = $1 and o.outbox = $2 for update;
  for next_one in
    -- Registrations that follow one another are stored together.
    select max(o.sequence) as sequence, count(*)::integer as entries, min(o.kind) as kind,
      case when o.registers then jsonb_agg(o.data order by o.sequence) else (array_agg(o.data))[1] end as data
    from (
      select e.*, e.kind = 'registered' as registers, count(*) filter (where e.kind <> 'registered') over (order by e.sequence) as run
      from jsonb_to_recordset(entries) e (sequence bigint, kind text, data jsonb)
      where e.sequence > taken_over
    ) o
    group by o.run, o.registers order by 1
  loop
    data := next_one.data;
    -- A switch whose clock runs ahead never makes anything look newer than now.
    at := least((data ->> 'at')::timestamptz, now());
    if next_one.kind in ('lost', 'present', 'failure') then
      at := greatest(at, told + interval '1 microsecond');
      told := at;
    end if;
    begin
    case next_one.kind
      when 'registered' then
        perform private.keep_registrations($1, data, told, now());
        select greatest(told, least(max((o ->> 'at')::timestamptz), now())) into told from jsonb_array_elements(data) o;
      when 'lost' then perform private.record_lost_registration($1, data, at);
      when 'present' then perform private.sync_registrations($1, data -> 'registered', at);
      when 'failure' then perform private.record_registration_failure($1, data, at);
      when 'waited' then perform private.record_queue_wait($1, data, at);
      when 'agent' then perform private.store_agent_status($1, data, at);
      when 'blocked' then
        perform private.count_block_hit((data ->> 'tenant')::uuid, (data ->> 'rule')::uuid, at)
        where private.switch_serves($1, (data ->> 'tenant')::uuid)
          and exists (select private.lasting_tenants(array[(data ->> 'tenant')::uuid]));
      when 'mailbox' then perform private.sync_mailbox($1, data);
      when 'wrong_pins' then perform private.note_wrong_pins($1, data);
      when 'greeting_removed' then perform private.remove_greeting($1, data, at);
      when 'mailboxes' then perform private.empty_other_mailboxes($1, data);
      when 'forwarded' then
        update private.voicemail_commands o set done_at = now()
        where o.id = (data ->> 'order')::uuid and o.switch_id = $1 and o.command = 'forward';
      when 'emergency' then
        -- A tenant that has been moved to another switch since is told late rather than never (47 CFR 9.16(b)(2)).
        -- The trail tells, as its phones are no longer listed here once they register there. While it is being deleted this waits, because
        -- it may stay after all.
        if private.switch_serves($1, (data ->> 'tenant')::uuid)
            or private.served_until($1, (data ->> 'tenant')::uuid) is not null then
          perform private.notify_emergency_call((data ->> 'tenant')::uuid, data, at);
        else
          raise warning 'Ignored a 911 call that switch % reported for tenant %: it has never served the tenant.',
            $1, data ->> 'tenant';
        end if;
      when 'fax' then
        perform private.store_fax($1, data, at, null, 0, null)
        where exists (select private.lasting_tenants(array[(data ->> 'tenant')::uuid]));
      when 'done' then
        update public.switch_commands c set done_at = now(), problem = left(data ->> 'problem', 255), updated_at = now()
        where c.id = (data ->> 'command')::uuid and c.switch_id = $1 and c.done_at is null
          and exists (select private.lasting_tenants(array[c.tenant_id]));
      else
        raise exception 'Unknown kind of event.' using errcode = 'data_exception';
    end case;
    exception when data_exception or integrity_constraint_violation then
      -- It can never be stored, and everything after it would be stuck behind it.
      raise warning 'Left out, as it cannot be kept: % of switch %: %', next_one.kind, $1, sqlerrm;
    end;
    taken_over := next_one.sequence;
    counted := counted + next_one.entries;
  end loop;
  update private.switch_outboxes o set sequence = taken_over, told_at = told, updated_at = now() where o.switch_id = $1 and o.outbox = $2;
  delete from private.switch_outboxes o where o.switch_id = $1 and o.updated_at < now() - interval '90 days';
  return counted;
end
$$;

create function private.store_switch_pings(switch uuid, pings jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  with told as materialized (
    select * from jsonb_to_recordset(pings) p (domain text, account text, call_id text, ms numeric)
  ), served as materialized (
    select * from private.served_tenants($1, (select array_agg(distinct o.domain) from told o))
  ), locked as materialized (
    select r.id, o.ms
    from told o
    join served t on t.domain = lower(o.domain)
    join public.extensions e on e.tenant_id = t.tenant_id and e.extension = o.account
    join public.registrations r on r.switch_id = $1 and r.extension_id = e.id and r.call_id = o.call_id and r.lost_at is null
    order by r.extension_id, r.call_id for update of r
  )
  update public.registrations r set ping_ms = o.ms, updated_at = now() from locked o where r.id = o.id
$$;

-- What identifies each enabled gateway's settings on a switch, by name: a hash of its connection and one of the addresses it calls from.
-- Short ones, because the agent sends them all in one command of the event socket, which is slow with long ones (switch/gateways.ts).
create function private.gateway_versions() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(g.name, left(md5(concat_ws(' ', g.host, g.port, g.transport, g.register, g.username, g.from_user,
    g.from_domain, g.expire_seconds, g.ping_seconds, s.sealed)), 10) || '.' || left(md5(g.trusted_addresses::text), 10)), '{}')
  from public.gateways g
  left join public.secrets s on s.owner_table = 'gateways' and s.owner_id = g.id and s.field = 'password'
  where g.enabled
$$;

-- Wakes the servers that hold agents' requests for news (lib/switch/agent/switch-news.ts), besides the tenants' versions: they subscribe to
-- this row, which counts once for a transaction. By row, because a statement that policies leave without rows is no news.
insert into public.list_versions (table_name, sections) values ('switch_news', '{superadmin}');

create function private.note_switch_news() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changed_versions (table_name) values ('switch_news') on conflict do nothing;
  return null;
end
$$;
create trigger note_switch_news after insert on public.switch_commands for each statement execute function private.note_switch_news();
create trigger note_switch_news after insert or update or delete on public.switches
  for each row execute function private.note_switch_news();
create trigger note_switch_news after insert or update or delete on public.switch_tenants
  for each row execute function private.note_switch_news();
create trigger note_switch_news after insert or update or delete on private.switch_secrets
  for each row execute function private.note_switch_news();
create trigger note_switch_news after insert or update or delete on public.gateways
  for each row execute function private.note_switch_news();
create trigger note_switch_news after insert or update on public.secrets
  for each row when (new.owner_table = 'gateways') execute function private.note_switch_news();

-- The snapshot rows that all tenants share: {gateways: [{…}]}.
create function private.shared_snapshot() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(k.table_name, coalesce((
    select jsonb_agg((
      select jsonb_object_agg(c, s.row -> place::integer) from unnest(k.columns) with ordinality u (c, place)) order by s.record_id)
    from private.snapshot_rows s where s.table_name = k.table_name), '[]'))
  from private.snapshot_tables k where k.tenant_column is null
$$;

create function private.take_switch_commands(address text, switch_name text, secret_sha256 text, since bigint default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  admission jsonb := private.authenticate_switch($1, $2, $3, since => $4);
  commands jsonb;
begin
  if admission ->> 'outcome' <> 'admitted' then
    return admission;
  end if;
  with taken as (
    update public.switch_commands c set taken_at = now(), updated_at = now()
    where c.id in (
      select w.id from public.switch_commands w
      where w.taken_at is null and w.expires_at > now() and w.switch_id = (admission #>> '{switch,id}')::uuid
        -- A phone that has registered anew since knows its number and password of now.
        and (w.created_at > now() - interval '1 minute' or not exists (
          select 1 from public.registrations r
          where r.switch_id = w.switch_id and r.call_id = w.arguments ->> 'call_id' and r.lost_at is null))
      for update of w skip locked)
    returning c.id, c.command, c.arguments, c.created_at
  )
  select coalesce(jsonb_agg(t.arguments || jsonb_build_object('id', t.id, 'command', t.command) order by t.created_at), '[]')
  into commands from taken t;
  return admission || jsonb_build_object('commands', commands, 'gateways', private.gateway_versions(), 'shared', private.shared_snapshot(),
    'voicemail', private.take_voicemail_commands((admission #>> '{switch,id}')::uuid),
    'renewed', (select i.renewed_at from private.installation i),
    'phones_lost_at', (select n.phones_lost_at from public.switch_states n where n.switch_id = (admission #>> '{switch,id}')::uuid));
end
$$;

-- Queues a command to a switch and adds it to the trail: `changes` say what it does, `label` what it is about.
create function private.queue_switch_command(tenant uuid, switch uuid, command text, arguments jsonb, label text, changes jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked uuid;
begin
  insert into public.switch_commands (tenant_id, switch_id, command, arguments) values ($1, $2, $3, $4) returning id into asked;
  perform private.write_audit_entry('telephony', 'switch_commands', asked, $5, $1, 'insert',
    jsonb_build_object('command', jsonb_build_array(null, $3)) || $6);
  -- Old commands are no longer of use: the trail has them.
  delete from public.switch_commands c where c.tenant_id = $1 and c.created_at < now() - interval '1 day';
  return asked;
end
$$;

create function private.command_phone(registration uuid, command text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  phone record;
begin
  perform private.require_permission(private.has_permission('telephony', 'edit'));
  select r.*, e.extension, t.domain into phone
  from public.registrations r
  join public.extensions e on e.id = r.extension_id
  join public.tenants t on t.id = r.tenant_id
  where r.id = $1;
  perform private.require_found(phone.id is not null);
  if $2 not in ('ring', 'resync', 'reboot', 'end') then
    raise exception 'A phone cannot be asked to %.', $2 using errcode = 'invalid_parameter_value';
  end if;
  if phone.lost_at is not null then
    raise exception 'This phone is no longer registered.' using errcode = 'check_violation';
  end if;
  return private.queue_switch_command(phone.tenant_id, phone.switch_id, $2, jsonb_build_object('call_id', phone.call_id,
    'account', phone.extension, 'domain', phone.domain, 'contact', phone.contact), phone.extension, '{}');
end
$$;

-- Ends the registrations of an extension's phones, which know it by this number, after the other `commands`. Their next ones need its
-- number and password of then. An agent that is away ends them when it is back, for as long as FreeSWITCH keeps a registration. Commands for a
-- tenant that is being deleted would go with it.
create function private.end_phones(tenant uuid, extension uuid, account text, commands text[] default '{resync,end}') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.switch_commands (tenant_id, switch_id, command, arguments, created_at, expires_at)
  select r.tenant_id, r.switch_id, c.command, jsonb_build_object('call_id', r.call_id, 'account', $3, 'domain', t.domain,
    'contact', r.contact), now() + c.n * interval '1 microsecond',
    now() + case c.command when 'end' then interval '1 day' else interval '1 minute' end
  from public.registrations r
  join public.tenants t on t.id = r.tenant_id
  cross join unnest($4) with ordinality c (command, n)
  where r.extension_id = $2 and r.tenant_id = $1 and r.lost_at is null;
  update public.registrations r set lost_at = now(), lost_by = 'staff', ping_ms = null, updated_at = now()
  where r.id in (
    select o.id from public.registrations o
    where o.extension_id = $2 and o.tenant_id = $1 and o.lost_at is null order by o.call_id for update);
end
$$;

-- Phones know an extension by its number: those of a renumbered one cannot call, not even emergency services, until they have fetched their
-- files, which they are asked to do. Calls to the old number reach them no longer, as it may be somebody else's now, nor do what they said
-- of either number.
create function private.renumber_phones() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_phones(old.tenant_id, old.id, old.extension);
  delete from public.registration_failures f where f.tenant_id = new.tenant_id and f.account in (old.extension, new.extension);
  return null;
end
$$;
create trigger renumber_phones after update of extension on public.extensions
  for each row when (new.extension <> old.extension) execute function private.renumber_phones();

-- The next extension with a deleted one's number would ring its phones.
create function private.end_phones_of_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_phones(old.tenant_id, old.id, old.extension, '{end}');
  return old;
end
$$;
create trigger end_phones before delete on public.extensions
  for each row execute function private.end_phones_of_deleted();

-- A switch says nothing more of the phones of tenants that it does not serve any longer. Deferred, because a switch is saved in steps.
-- Its agent is told when, because it may not have heard of it by the time that the switch serves them again.
create function private.lose_unserved_phones() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  at uuid := to_jsonb(old) ->> tg_argv[0];
  removed uuid := to_jsonb(old) ->> 'tenant_id';
  unserved uuid[] := array(
    select t.id from public.tenants t
    where (removed is null or t.id = removed) and not (
      private.switch_serves(at, t.id) and (select s.enabled from public.switches s where s.id = at)));
begin
  update public.registrations r set lost_at = now(), lost_by = 'gone', ping_ms = null, updated_at = now()
  where r.id in (
    select o.id from public.registrations o
    where o.switch_id = at and o.tenant_id = any (unserved) and o.lost_at is null
    order by o.extension_id, o.call_id for update);
  if found then
    update public.switch_states n set phones_lost_at = now() where n.switch_id = at;
  end if;
  return null;
end
$$;
create constraint trigger lose_unserved_phones after delete on public.switch_tenants deferrable initially deferred
  for each row execute function private.lose_unserved_phones('switch_id');
create constraint trigger lose_unserved_phones after update on public.switches deferrable initially deferred
  for each row when (old.all_tenants and not new.all_tenants or old.enabled and not new.enabled)
  execute function private.lose_unserved_phones('id');

-- As authenticate_switch, and for an admitted switch also `commands`: its agent's commands, each delivered once, as [{id, command, …}] with their
-- data, `voicemail`: what to do with messages (private.take_voicemail_commands), `gateways` (private.gateway_versions), `shared`
-- (private.shared_snapshot), which is at least as new as `shared_version`, `renewed`: when the database was last restored, and
-- `phones_lost_at` (switch_states).
select private.expose('take_switch_commands', 'service_role');

-- Processes an agent's outbox entries: [{sequence, kind, data}], each sequence once. Returns how many were new.
select private.expose('store_switch_events', 'service_role');
-- For as long as the agent waits: a mailbox of years takes longer than hosted Supabase gives a statement.
alter function public.store_switch_events set statement_timeout = '60s';

-- Response times of phones to their switch: [{domain, account, call_id, ms}].
select private.expose('store_switch_pings', 'service_role');

-- Rings a registered phone so that it can be found ('ring'), tells it to refetch its configuration ('resync') or restart ('reboot'), or
-- ends its registration ('end'). Returns the command's id; the agent of its switch fetches it within a second.
select private.expose('command_phone');

-- The phones of some of a tenant's extensions and devices, by owner: an extension, and the devices with a line on it. Failures are from the
-- last day.
create function private.owned_phones(tenant uuid, owners uuid[])
returns table (owner_id uuid, registration_id uuid, lost_at timestamptz, failure_id uuid, reason text, failed_at timestamptz)
language sql stable set search_path = '' as $$
  with lines as materialized (
    select l.extension_id, d.id as device_id, d.mac, d.vendor
    from public.devices d
    join public.device_lines l on l.tenant_id = $1 and l.device_id = d.id
    where d.tenant_id = $1 and d.id = any ($2)
  ), accounts as materialized (
    select unnest($2) as extension_id union select l.extension_id from lines l
  ), phones as materialized (
    select r.extension_id, r.agent, r.id as registration_id, r.lost_at, null::uuid as failure_id, null::text as reason,
      null::timestamptz as failed_at
    from public.registrations r where r.tenant_id = $1 and r.extension_id = any (array(select a.extension_id from accounts a))
    union all
    select e.id, f.agent, null, null, f.id, f.reason, f.failed_at
    from public.registration_failures f
    join public.extensions e on e.tenant_id = f.tenant_id and e.extension = f.account
    where f.tenant_id = $1 and f.failed_at > now() - interval '1 day' and e.id = any (array(select a.extension_id from accounts a))
  )
  select p.extension_id, p.registration_id, p.lost_at, p.failure_id, p.reason, p.failed_at from phones p where p.extension_id = any ($2)
  union all
  select l.device_id, p.registration_id, p.lost_at, p.failure_id, p.reason, p.failed_at
  from phones p
  join lines l on l.extension_id = p.extension_id
  where private.is_agent_of(p.agent, l.mac, l.vendor)
$$;

-- Whether a switch that serves the tenant has ever reported its phones: otherwise nobody knows who is registered.
create function private.is_reported(tenant uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.switch_outboxes o join public.switches s on s.id = o.switch_id
    where s.enabled and private.switch_serves(s.id, $1))
$$;

create function private.has_agent(tenant uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (select private.has_permission('telephony', 'view')) and private.is_reported($1)
$$;

-- Extensions on which no phone has ever registered, for the configuration check; none where no switch reports its phones.
create function private.never_registered(tenant uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select e.id from public.extensions e
  where e.tenant_id = $1 and private.is_reported($1)
    and not exists (select 1 from public.registrations r where r.tenant_id = e.tenant_id and r.extension_id = e.id)
$$;

select private.expose('never_registered', 'service_role');

-- Registration state of some of a tenant's extensions and devices: null when no switch reports, else [{owner_id, registered, lost_at,
-- reason}]. A missing record never had a phone.
create function public.phone_states(tenant uuid, owners uuid[]) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select case when private.has_agent($1) then coalesce((
    select jsonb_agg(jsonb_build_object('owner_id', s.owner_id, 'registered', s.registered, 'lost_at', s.lost_at, 'reason', s.reason))
    from (
      select p.owner_id, count(p.registration_id) filter (where p.lost_at is null) as registered, max(p.lost_at) as lost_at,
        (array_agg(p.reason order by p.failed_at desc) filter (where p.failure_id is not null))[1] as reason
      from private.owned_phones($1, $2) p group by p.owner_id
    ) s), '[]') end
$$;

-- Phones of an extension or device: {registrations, failures}, each with all columns, the newest first.
create function public.owner_phones(tenant uuid, owner uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'registrations', coalesce((
      select jsonb_agg(to_jsonb(r) order by r.lost_at is not null, r.registered_at desc, r.id) from public.registrations r
      where r.id in (select p.registration_id from private.owned_phones($1, array[$2]) p)), '[]'),
    'failures', coalesce((
      select jsonb_agg(to_jsonb(f) order by f.failed_at desc, f.id) from public.registration_failures f
      where f.id in (select p.failure_id from private.owned_phones($1, array[$2]) p)), '[]'))
$$;

-- Whether each step of a tenant's setup is done: it has a number, one with a confirmed 911 address, an extension, a phone, a routed number,
-- and a call. A phone is one that has registered; where no switch reports its phones, one with a line. No row for a tenant the caller may
-- not see.
create function public.tenant_setup_steps(tenant uuid)
returns table (numbers boolean, emergency boolean, extensions boolean, phones boolean, routing boolean, call boolean)
language sql stable security invoker set search_path = '' as $$
  select
    exists (select 1 from public.dids d where d.tenant_id = t.id),
    exists (select 1 from public.dids d where d.tenant_id = t.id and d.e911_state = 'confirmed'),
    exists (select 1 from public.extensions e where e.tenant_id = t.id),
    case when private.has_agent(t.id) then exists (select 1 from public.registrations r where r.tenant_id = t.id)
      else exists (select 1 from public.device_lines l where l.tenant_id = t.id) end,
    exists (select 1 from public.dids d where d.tenant_id = t.id and d.destination_id is not null),
    exists (select 1 from public.cdr_daily c where c.tenant_id = t.id)
  from public.tenants t
  where t.id = tenant
$$;

-- Live calls, as reported by the agents next to the switches (switch/).

-- Progress of an agent's reports about its switch's calls: reports within one agent run are numbered consecutively.
create table public.live_switches (
  id uuid primary key default gen_random_uuid(),
  switch_id uuid not null unique references public.switches (id) on delete cascade,
  run uuid not null,
  report bigint not null,
  reported_at timestamptz not null default now(),
  calls integer not null default 0,
  counted_at timestamptz not null default now(),
  left_out_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.live_switches.calls is 'How many of its calls were in progress at counted_at';
comment on column public.live_switches.left_out_at is
  'When calls of a tenant that was being deleted were last left out; null since all of them came again';
comment on column public.live_switches.reported_at is
  'When its agent last reported its calls, which it does every few seconds even when nothing changes';
select private.declare_read_only('live_switches', section => 'telephony', written_by => 'functions');

-- A call in progress. An ended call stays for a minute, so that open pages learn it ended, and one that an agent took from a queue for as
-- long as the agent's wrap-up.
create table public.live_calls (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  switch_id uuid not null references public.switches (id) on delete cascade,
  call_uuid uuid not null,
  direction text not null check (direction in ('inbound', 'outbound', 'local')),
  caller_number text not null check (length(caller_number) <= 64),
  caller_name text not null check (length(caller_name) <= 128),
  called_number text not null check (length(called_number) <= 64),
  other_number text check (length(other_number) <= 64),
  other_name text check (length(other_name) <= 128),
  state text not null check (state in ('routing', 'ringing', 'talking', 'held', 'menu', 'waiting', 'voicemail', 'fax', 'playing', 'parked',
    'conference')),
  started_at timestamptz not null,
  answered_at timestamptz,
  state_at timestamptz not null,
  queue_id uuid,
  path jsonb check (jsonb_typeof(path) = 'array'),
  codec text check (length(codec) <= 64),
  mos numeric(3, 2) check (mos between 0 and 5),
  ended_at timestamptz,
  change bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (switch_id, call_uuid),
  foreign key (tenant_id, queue_id) references public.call_center_queues (tenant_id, id) on delete set null (queue_id)
);
comment on column public.live_calls.call_uuid is 'The switch''s UUID of the call''s A-leg, as in its later CDR';
comment on column public.live_calls.other_number is 'The remote party, who is ringing, or the conference room; null while there is none';
comment on column public.live_calls.state_at is 'When it entered this state';
comment on column public.live_calls.queue_id is 'The queue it is waiting in or was answered from';
comment on column public.live_calls.path is 'Steps the switch was given and why, as in cdr.path';
comment on column public.live_calls.mos is 'Mean opinion score of the received audio so far, 1 to 5';
comment on column public.live_calls.change is 'Number of its last change, counted across all calls: later changes have higher numbers';
create index live_calls_tenant_idx on public.live_calls (tenant_id, change);
create index live_calls_queue_idx on public.live_calls (tenant_id, queue_id);
create index live_calls_change_idx on public.live_calls (change);
create index live_calls_ended_idx on public.live_calls (ended_at);
create index live_calls_in_progress_idx on public.live_calls (switch_id, call_uuid) where ended_at is null;
select private.declare_read_only('live_calls', section => 'telephony', written_by => 'functions');

-- One row per tenant that ever had a live call, updated by each report about the tenant. It is what open pages subscribe to: one message
-- for everything a report changes.
create table public.live_tenants (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null unique references public.tenants (id) on delete cascade,
  change bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.declare_read_only('live_tenants', section => 'telephony', written_by => 'functions');
alter publication supabase_realtime add table public.live_tenants;

create sequence private.live_change;

-- Calls in progress on switches that still report them.
create view public.live_call_list with (security_invoker = true) as
select c.* from public.live_calls c
join public.live_switches s on s.switch_id = c.switch_id
where c.ended_at is null and s.reported_at > now() - interval '10 minutes';

-- Whether a switch is enabled and has a secret; otherwise its agent is refused.
create function private.may_report(switch uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.switches s join private.switch_secrets k on k.switch_id = s.id where s.id = $1 and s.enabled)
$$;

create function private.note_live_change(tenants uuid[], change bigint) returns void
language sql volatile set search_path = '' as $$
  insert into public.live_tenants as t (tenant_id, change) select o, $2 from unnest($1) o
  on conflict (tenant_id) do update set change = excluded.change, updated_at = now()
$$;

-- A switch that was retired, that is, disabled or left without a secret, reports no more: nobody waits for it, and its calls leave the
-- pages.
create function private.forget_reports() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  retired uuid := to_jsonb(new) ->> tg_argv[0];
  this_change bigint;
  changed uuid[];
begin
  perform pg_advisory_xact_lock(hashtext('live_calls'));
  this_change := nextval('private.live_change');
  with over as (
    update public.live_calls l set ended_at = now(), change = this_change, updated_at = now()
    where l.switch_id = retired and l.ended_at is null
    returning l.tenant_id
  )
  select array_agg(distinct o.tenant_id) into changed from over o;
  perform private.note_live_change(changed, this_change);
  delete from public.live_switches s where s.switch_id = retired;
  return null;
end
$$;
create trigger forget_reports after update on public.switches
  for each row when (old.enabled and not new.enabled) execute function private.forget_reports('id');
create trigger forget_reports after update on public.switch_states
  for each row when (old.secret_set_at is not null and new.secret_set_at is null) execute function private.forget_reports('switch_id');

-- Keeps the number of a switch's calls in progress (public.calls_now). Counting thousands takes milliseconds, in which no other switch can
-- report.
create function private.count_live_calls(switch uuid) returns void
language sql volatile set search_path = '' as $$
  update public.live_switches s set counted_at = now(),
    calls = (select count(*) from public.live_calls l where l.switch_id = $1 and l.ended_at is null)
  where s.switch_id = $1 and (s.calls < 1000 or s.counted_at < now() - interval '5 seconds')
$$;

create function private.store_live_calls(switch uuid, run uuid, report bigint, whole boolean, calls jsonb, gone uuid[]) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.live_switches;
  this_change bigint;
  maybe_over uuid[];
  tenants uuid[];
  lasting uuid[];
  changed uuid[];
begin
  -- Makes changes visible in the order of their numbers.
  perform pg_advisory_xact_lock(hashtext('live_calls'));
  -- Retired after this report was admitted.
  if not private.may_report(switch) then
    return false;
  end if;
  select * into before from public.live_switches s where s.switch_id = $1;
  if before.run = $2 and $3 <= before.report then
    return true;
  end if;
  if not whole and (before.run is distinct from $2 or before.report <> $3 - 1 or before.left_out_at < now() - interval '5 seconds') then
    return false;
  end if;
  insert into public.live_switches as s (switch_id, run, report) values ($1, $2, $3)
  on conflict (switch_id) do update set run = excluded.run, report = excluded.report, reported_at = now(), updated_at = now();
  if jsonb_array_length(calls) = 0 and cardinality(gone) = 0 and not whole then
    perform private.count_live_calls($1);
    return true;
  end if;

  if whole then
    maybe_over := array(select l.id from public.live_calls l where l.switch_id = $1 and l.ended_at is null);
  else
    maybe_over := array(select l.id from public.live_calls l where l.switch_id = $1 and l.call_uuid = any (gone) and l.ended_at is null);
  end if;
  tenants := array(
    select t.id from public.tenants t where t.domain in (select lower(c ->> 'domain') from jsonb_array_elements(calls) c)
    union select l.tenant_id from public.live_calls l where l.id = any (maybe_over));
  lasting := array(select private.lasting_tenants(tenants));
  update public.live_switches s
  set left_out_at = case when cardinality(lasting) < cardinality(tenants) then now() when not whole then s.left_out_at end
  where s.switch_id = $1 and (cardinality(lasting) < cardinality(tenants) or s.left_out_at is not null);

  this_change := nextval('private.live_change');
  with reported as (
    select t.id as tenant_id, q.id as queue_id, c.*
    from jsonb_to_recordset(calls) c (call_uuid uuid, domain text, direction text, caller_number text, caller_name text,
      called_number text, other_number text, other_name text, state text, started_at timestamptz, answered_at timestamptz,
      state_at timestamptz, queue text, path jsonb, codec text, mos numeric)
    join public.tenants t on t.domain = lower(c.domain) and t.id = any (lasting)
    join public.switches s on s.id = $1
      and (s.all_tenants or exists (select 1 from public.switch_tenants o where o.switch_id = s.id and o.tenant_id = t.id))
    left join public.call_center_queues q on q.tenant_id = t.id and q.number = c.queue
  ), put as (
    insert into public.live_calls as l (tenant_id, switch_id, call_uuid, direction, caller_number, caller_name, called_number,
      other_number, other_name, state, started_at, answered_at, state_at, queue_id, path, codec, mos, change)
    select s.tenant_id, $1, s.call_uuid, s.direction, s.caller_number, s.caller_name, s.called_number, s.other_number, s.other_name,
      s.state, least(s.started_at, now()), least(s.answered_at, now()), least(s.state_at, now()), s.queue_id, nullif(s.path, 'null'),
      s.codec, s.mos, this_change
    from reported s
    on conflict (switch_id, call_uuid) do update set tenant_id = excluded.tenant_id, direction = excluded.direction,
      caller_number = excluded.caller_number, caller_name = excluded.caller_name, called_number = excluded.called_number,
      other_number = excluded.other_number, other_name = excluded.other_name, state = excluded.state,
      started_at = excluded.started_at, answered_at = excluded.answered_at, state_at = excluded.state_at,
      queue_id = excluded.queue_id, path = excluded.path, codec = excluded.codec, mos = excluded.mos, ended_at = null,
      change = excluded.change, updated_at = now()
    returning l.tenant_id
  ), over as (
    update public.live_calls l set ended_at = now(), change = this_change, updated_at = now()
    where l.id = any (maybe_over) and l.tenant_id = any (lasting)
      and not exists (select 1 from reported s where s.call_uuid = l.call_uuid)
    returning l.tenant_id
  )
  select array_agg(distinct c.tenant_id) into changed from (select p.tenant_id from put p union all select o.tenant_id from over o) c;
  perform private.note_live_change(changed, this_change);
  delete from public.live_calls l where l.id = any (array(
    select o.id from public.live_calls o
    where o.ended_at < now() - interval '1 minute' and not (o.queue_id is not null and exists (
      select 1 from public.extensions e
      join public.call_center_agents a on a.tenant_id = e.tenant_id and a.extension_id = e.id
      where e.tenant_id = o.tenant_id and e.extension = o.other_number
        and o.ended_at > now() - make_interval(secs => a.wrap_up_time)))
    for update skip locked));
  perform private.count_live_calls($1);
  return true;
end
$$;

-- Applies a report of a switch's calls: those that changed, and the UUIDs of those that are gone; with `whole`, all calls. `run` identifies
-- the agent since its start, and `report` numbers its reports. False when an earlier report is missing: the agent then sends all calls. A
-- report sent again counts once. Calls of a tenant that is being deleted are left out, and all are asked for five seconds later, in case
-- that it was not.
select private.expose('store_live_calls', 'service_role');

-- Whether a switch is enabled and serves the tenant (null: any tenant), for callers who may view telephony.
create function private.may_hold_calls(switch uuid, tenant uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (select private.has_permission('telephony', 'view')) and exists (
    select 1 from public.switches s where s.id = $1 and s.enabled and ($2 is null or private.switch_serves(s.id, $2)))
$$;

-- Calls in progress, of one tenant or all (null), that changed after `since`; 0 returns all of them. Calls that ended lately
-- are among the changed ones. {change, now, reported_at, count, calls}: `change` is the next call's `since`; `reported_at` is the
-- oldest last report among the switches that serve the tenant and have reported within a day, null when none has; for all tenants, among
-- all enabled switches that ever reported, because a total that misses one is wrong. `count` is how many calls are in progress, of which
-- fewer may be left than changed: those of a deleted switch are gone. Null for callers who may not see calls.
create function public.live_calls_since(tenant uuid, since bigint) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  answer jsonb;
begin
  -- Planned each time for the values that were asked for: a plan for any of them would read all calls.
  execute $query$
  select case when (select private.has_permission('telephony', 'view')) then jsonb_build_object(
    'change', coalesce(case when $1 is null then (select max(c.change) from public.live_calls c)
      else (select l.change from public.live_tenants l where l.tenant_id = $1) end, 0),
    'now', now(),
    'reported_at', (select min(s.reported_at) from public.live_switches s
      where ($1 is null or s.reported_at > now() - interval '1 day') and private.may_hold_calls(s.switch_id, $1)),
    'count', (select count(*) from public.live_call_list l where $1 is null or l.tenant_id = $1),
    'calls', coalesce((
      select jsonb_agg(to_jsonb(c) - 'created_at' - 'updated_at' || jsonb_build_object('queue', q.name, 'tenant', n.name,
          'caller_name', coalesce(nullif(c.caller_name, c.caller_number), ''),
          'other_name', coalesce(nullif(c.other_name, ''), e.effective_caller_id_name, r.name))
        order by c.started_at, c.id)
      from public.live_calls c
      left join public.call_center_queues q on q.id = c.queue_id
      left join public.companies n on n.domain_uuid = c.tenant_id
      left join public.extensions e on e.tenant_id = c.tenant_id and e.extension = c.other_number
      left join public.conference_rooms r on r.tenant_id = c.tenant_id and r.number = c.other_number
      where ($1 is null or c.tenant_id = $1)
        and case when $2 > 0 then c.change > $2 else c.id in (select l.id from public.live_call_list l) end), '[]')) end
  $query$ into answer using tenant, since;
  return answer;
end
$$;

-- How many calls are in progress at all tenants: {count, now, reported_at}, as live_calls_since has them; above a thousand at a switch, as of
-- five seconds ago, and those last reported at a silent one, which `reported_at` tells. Null for callers who may not see calls.
create function public.calls_now() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select case when (select private.has_permission('telephony', 'view')) then jsonb_build_object(
    'now', now(),
    'reported_at', (select min(s.reported_at) from public.live_switches s where private.may_hold_calls(s.switch_id, null)),
    'count', (select coalesce(sum(s.calls), 0) from public.live_switches s)) end
$$;

-- How many calls each of these tenants has in progress, and how many of them wait in a queue; a tenant without calls is left out.
create function public.live_counts(tenants uuid[]) returns table (tenant_id uuid, calls bigint, waiting bigint)
language sql stable security invoker set search_path = '' as $$
  select c.tenant_id, count(*), count(*) filter (where c.state = 'waiting') from public.live_call_list c
  where c.tenant_id = any ($1) group by c.tenant_id
$$;

create function private.command_call(call uuid, command text, extension uuid default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  live record;
  extension_number text;
begin
  perform private.require_permission(private.has_permission('telephony', case when $2 = 'listen' then 'listen' else 'edit' end));
  if $2 not in ('hang_up', 'move', 'listen') then
    raise exception 'A call cannot be asked to %.', $2 using errcode = 'invalid_parameter_value';
  end if;
  select l.*, t.domain into live
  from public.live_calls l
  join public.tenants t on t.id = l.tenant_id
  where l.id = $1;
  perform private.require_found(live.id is not null);
  if live.ended_at is not null then
    raise exception 'This call has ended.' using errcode = 'check_violation';
  end if;
  if $2 <> 'hang_up' then
    -- Calls can only be listened to within their own tenant: someone at another tenant's phone must not hear them.
    select e.extension into extension_number
    from public.extensions e
    where e.id = $3 and e.tenant_id = live.tenant_id and e.enabled and not e.suspended;
    if extension_number is null then
      raise exception 'Choose an extension that is in service.' using errcode = 'check_violation';
    end if;
  end if;
  return private.queue_switch_command(live.tenant_id, live.switch_id, $2,
    jsonb_strip_nulls(jsonb_build_object('call', live.call_uuid, 'domain', live.domain, 'extension', extension_number)),
    live.caller_number || ' to ' || live.called_number,
    case when extension_number is null then '{}' else jsonb_build_object('extension', jsonb_build_array(null, extension_number)) end);
end
$$;

-- Tells a call's switch to end it ('hang_up'), transfer it to another extension of its tenant ('move'), or ring one of the tenant's
-- extensions to listen in ('listen', which has its own permission). Returns the command's id; the agent fetches it within a second.
select private.expose('command_call');

-- Queue events, as reported by the agents next to the switches (switch/).

-- A caller's finished wait in a queue, stored so that a day's figures survive restarts.
create table public.queue_waits (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  switch_id uuid not null,
  queue_id uuid not null,
  agent_id uuid,
  call_uuid uuid not null,
  caller_number text not null check (length(caller_number) <= 64),
  joined_at timestamptz not null,
  left_at timestamptz not null,
  outcome text not null check (outcome in ('answered', 'abandoned', 'timed_out', 'no_agents', 'exited')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (switch_id, call_uuid, joined_at),
  foreign key (tenant_id, queue_id) references public.call_center_queues (tenant_id, id) on delete cascade,
  foreign key (tenant_id, agent_id) references public.call_center_agents (tenant_id, id) on delete set null (agent_id),
  constraint queue_waits_left_after_joined check (left_at >= joined_at)
);
comment on column public.queue_waits.switch_id is 'No foreign key: the figures outlive the switch';
comment on column public.queue_waits.agent_id is 'The agent who answered';
comment on column public.queue_waits.outcome is
  'timed_out and no_agents: reached the queue''s maximum wait; exited: pressed the exit key or was transferred';
create index queue_waits_queue_idx on public.queue_waits (tenant_id, queue_id, left_at);
create index queue_waits_agent_idx on public.queue_waits (tenant_id, agent_id, left_at);
create index queue_waits_age_idx on public.queue_waits (left_at);
select private.declare_read_only('queue_waits', section => 'telephony', written_by => 'functions');

create function private.record_queue_wait(switch uuid, data jsonb, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  tenant uuid := private.served_tenant($1, data ->> 'domain');
begin
  insert into public.queue_waits (tenant_id, switch_id, queue_id, agent_id, call_uuid, caller_number, joined_at, left_at, outcome)
  select q.tenant_id, $1, q.id, a.id, (data ->> 'call')::uuid, data ->> 'caller_number',
    least((data ->> 'joined_at')::timestamptz, at), at, data ->> 'outcome'
  from public.call_center_queues q
  left join public.call_center_agents a on a.tenant_id = q.tenant_id and a.id = (data ->> 'agent')::uuid
  where q.tenant_id = tenant and q.number = data ->> 'queue'
  on conflict (switch_id, call_uuid, joined_at) do nothing;
end
$$;

-- Called every hour by the server (lib/jobs).
create function private.delete_old_queue_waits() returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.queue_waits w where w.left_at < now() - interval '90 days'
$$;
select private.expose('delete_old_queue_waits', 'service_role');

-- The switch itself changed an agent's status, as after too many unanswered calls. A report that was long in coming does not undo what the
-- status has become since; the clocks may differ by a minute.
create function private.store_agent_status(switch uuid, data jsonb, at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('app.acting_as', 'the switch', true);
  update public.call_center_agents a set status = data ->> 'status'
  where a.id = (data ->> 'agent')::uuid and a.tenant_id = private.served_tenant($1, data ->> 'domain')
    and a.status <> data ->> 'status' and a.status_changed_at < at + interval '1 minute';
end
$$;

-- What a tenant's agents did today in the tenant's time zone, from the calls that came in to their extensions, and those that they
-- took from a queue, which may have come from inside or been passed on since: of these their own part. talk_time in seconds. What the
-- queues' strategies compare comes from the latter only, of whatever day: mod_callcenter counts no others, starts over when an agent
-- becomes available (queue_calls, queue_talk_time), and keeps when the last one ended; here, if within a week.
create function public.call_center_figures(tenant uuid)
returns table (agent_id uuid, calls_answered integer, talk_time integer, queue_calls integer, queue_talk_time integer,
  last_offered_at timestamptz, last_bridge_ended_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  with day as materialized (
    select private.start_of_day(t.time_zone) as began from public.tenants t where t.id = $1
  ), calls as (
    select a.id as agent_id, c.id, c.status, c.talk_seconds, c.start_at, c.end_at, null::timestamptz as taken_at,
      null::timestamptz as left_at
    from public.call_center_agents a
    join public.cdr c on c.tenant_id = $1 and c.extension_id = a.extension_id and c.direction = 'inbound'
      and c.start_at >= (select d.began from day d)
    where a.tenant_id = $1
    union all
    select w.agent_id, c.id, c.status, c.talk_seconds, c.start_at, c.end_at, w.left_at, l.left_at
    from public.call_center_agents a
    join public.queue_waits w on w.tenant_id = $1 and w.agent_id = a.id and w.outcome = 'answered'
      and w.left_at >= least(a.status_changed_at, now() - interval '7 days')
    -- Looked up one by one: these may reach back over months of calls.
    cross join lateral (
      select c.* from public.cdr c
      where c.tenant_id = $1 and c.id = w.call_uuid and c.start_at between w.joined_at - interval '1 day' and w.left_at limit 1) c
    -- The agent's own leg, of which the event says to the second when it was answered.
    left join lateral (
      select coalesce(g.leg ->> 'ended_at', g.leg ->> 'transferred_at')::timestamptz as left_at from public.cdr_legs g
      where g.tenant_id = a.tenant_id and g.call_id = c.id
        and (g.leg ->> 'answered_at')::timestamptz between w.left_at - interval '2 seconds' and w.left_at + interval '2 seconds' limit 1) l on true
    where a.tenant_id = $1
  ), distinct_calls as (
    select c.agent_id, c.id, c.status, c.start_at, max(c.taken_at) as taken_at, coalesce(max(c.left_at), max(c.end_at)) as end_at,
      coalesce(sum(extract(epoch from c.left_at - c.taken_at)), max(c.talk_seconds)) as talk_seconds
    from calls c group by c.agent_id, c.id, c.status, c.start_at
  )
  select a.id, count(c.id) filter (where c.status = 'answered' and c.start_at >= d.began)::int,
    coalesce(sum(c.talk_seconds) filter (where c.status = 'answered' and c.start_at >= d.began), 0)::int,
    count(c.id) filter (where c.taken_at >= a.status_changed_at)::int,
    coalesce(sum(c.talk_seconds) filter (where c.taken_at >= a.status_changed_at), 0)::int,
    max(c.start_at) filter (where c.start_at >= d.began), max(c.end_at) filter (where c.taken_at is not null)
  from day d
  join public.call_center_agents a on a.tenant_id = $1
  left join distinct_calls c on c.agent_id = a.id
  group by a.id, d.began
$$;

-- A tenant's queues now, and their figures for today in the tenant's time zone: {now, queues: [{id, name, number, enabled,
-- service_level_seconds, answered, in_time, abandoned, left, waited_seconds, longest_seconds}], agents: [{id, version, name, extension, status,
-- status_changed_at, reachable, is_registered, queues, answered, last_call_ended_at, wrap_up_time}]}. Disabled queues are in it if callers left
-- them today. `left` counts callers who left unanswered without hanging up, `waited_seconds` covers answered callers. Who agents are talking
-- with, and who is waiting, is in live_calls_since. Null for callers who may not see queues.
create function public.queue_board(tenant uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with day as (
    select date_trunc('day', now() at time zone t.time_zone) at time zone t.time_zone as began from public.tenants t where t.id = $1
  ), waits as materialized (
    select w.queue_id, w.agent_id, w.outcome, w.seconds, w.seconds <= q.service_level_seconds as in_time
    from (select w.*, extract(epoch from w.left_at - w.joined_at) as seconds
      from public.queue_waits w, day d where w.tenant_id = $1 and w.left_at >= d.began) w
    join public.call_center_queues q on q.id = w.queue_id
  ), figures as materialized (
    select w.queue_id, count(*) filter (where w.outcome = 'answered') as answered,
      count(*) filter (where w.outcome = 'answered' and w.in_time) as in_time,
      count(*) filter (where w.outcome = 'abandoned') as abandoned,
      count(*) filter (where w.outcome not in ('answered', 'abandoned')) as others,
      sum(w.seconds) filter (where w.outcome = 'answered')::int as waited,
      max(w.seconds)::int as longest
    from waits w group by w.queue_id
  ), taken as materialized (
    select w.agent_id, count(*) as calls from waits w where w.agent_id is not null group by w.agent_id
  ), ended as materialized (
    -- What the switch waits after: it knows no other calls.
    select l.other_number as number, max(l.ended_at) as at from public.live_calls l
    where l.tenant_id = $1 and l.ended_at is not null and l.queue_id is not null and l.state in ('talking', 'held') group by l.other_number
  )
  select case when (select private.has_permission('telephony', 'view')) then jsonb_build_object(
    'now', now(),
    'queues', coalesce((
      select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'number', q.number, 'enabled', q.enabled,
        'service_level_seconds', q.service_level_seconds, 'answered', coalesce(f.answered, 0), 'in_time', coalesce(f.in_time, 0), 'abandoned',
        coalesce(f.abandoned, 0), 'left', coalesce(f.others, 0), 'waited_seconds', coalesce(f.waited, 0), 'longest_seconds',
        coalesce(f.longest, 0)) order by q.name, q.id)
      from public.call_center_queues q
      left join figures f on f.queue_id = q.id
      where q.tenant_id = $1 and (q.enabled or f.queue_id is not null)), '[]'),
    'agents', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'version', a.version, 'name', a.name, 'extension', a.extension,
        'status', a.status, 'status_changed_at', a.status_changed_at, 'wrap_up_time', a.wrap_up_time,
        'reachable', a.reachable, 'is_registered', exists (select 1 from public.registrations r
          where r.tenant_id = a.tenant_id and r.extension_id = a.extension_id and r.lost_at is null),
        'queues', (select coalesce(jsonb_agg(t.queue_id), '[]') from public.call_center_tiers t
          where t.tenant_id = a.tenant_id and t.agent_id = a.id),
        'answered', coalesce(h.calls, 0), 'last_call_ended_at', l.at) order by a.name, a.id)
      from public.call_center_agent_list a
      left join taken h on h.agent_id = a.id
      left join ended l on l.number = a.extension
      where a.tenant_id = $1), '[]')) end
$$;

-- Adds an agent to queues, at the end of their first level, and removes them from others. TR410 when the tenant has no such agent.
create function public.move_agent(tenant uuid, agent uuid, add uuid[], remove uuid[]) returns void
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform private.require_permission(private.has_permission('telephony', 'edit'));
  perform private.require_found(exists (select 1 from public.call_center_agents a where a.tenant_id = tenant and a.id = agent));
  delete from public.call_center_tiers t where t.tenant_id = tenant and t.agent_id = agent and t.queue_id = any (remove);
  insert into public.call_center_tiers (tenant_id, queue_id, agent_id, position)
  select tenant, q, agent, least(999, 1 + coalesce((
    select max(t.position) from public.call_center_tiers t where t.tenant_id = move_agent.tenant and t.queue_id = q and t.level = 1), 0))
  from unnest(add) q
  -- Sent twice, the agent is added once.
  on conflict on constraint call_center_tiers_agent_unique do nothing;
end
$$;

select private.grant_access('{owned_phones,has_agent,may_hold_calls}', of_server => '{act_as_extension,forward_target}');
