-- What phones change by dialing: forwarding, do not disturb, follow me, call flows, agents. The server calls these functions for
-- the switch, with the service key; the trail names the extension. And what the server
-- needs to answer a switch: its secret, the tenant of a number, the sealed passwords and PINs.

-- The trail of the rest of the transaction names the extension. Null when the tenant has no such extension in service.
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

-- Everything that a number of the tenant's plan can be forwarded to, else the outside number (E.164), which becomes a
-- destination; null when it is neither.
create function private.forward_target(tenant uuid, target text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_id uuid := (select d.id from public.destinations d
    where d.tenant_id = tenant and d.number = target and d.enabled
      and d.kind in ('extensions', 'ring_groups', 'ivr_menus', 'call_centers', 'call_flows', 'time_conditions',
        'conference_rooms')
    limit 1);
begin
  if found_id is not null or not coalesce(private.is_e164(target), false) then
    return found_id;
  end if;
  found_id := private.derived_id('external ' || tenant || ' ' || target);
  insert into public.destinations (id, tenant_id, kind, number) values (found_id, tenant, 'external', target)
  on conflict (id) do nothing;
  return found_id;
end
$$;

create function private.dial_feature(tenant uuid, dialer uuid, feature text, turn_on boolean, target text) returns text
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

-- Wrong PINs by what they are for and the extension that entered them; as with phones' files, each wrong one after the second
-- doubles the wait.
create table private.pin_attempts (
  record_id uuid not null,
  extension_id uuid not null references public.extensions (id) on delete cascade,
  failures integer not null,
  blocked_until timestamptz not null,
  primary key (record_id, extension_id)
);
create index pin_attempts_extension_idx on private.pin_attempts (extension_id);
alter table private.pin_attempts enable row level security;
revoke all on private.pin_attempts from authenticated, service_role;

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
  -- One at a time, so that parallel guesses gain nothing.
  perform pg_advisory_xact_lock(hashtextextended('pin ' || record || ' ' || dialer, 0));
  select * into attempts from private.pin_attempts a where a.record_id = record and a.extension_id = dialer;
  if attempts.blocked_until > clock_timestamp() then
    return 'wait';
  elsif (wanted.proof = any (proofs)) is not true then
    insert into private.pin_attempts as a (record_id, extension_id, failures, blocked_until)
    values (record, dialer, 1, clock_timestamp())
    on conflict on constraint pin_attempts_pkey do update set failures = a.failures + 1,
      blocked_until = clock_timestamp() + private.provisioning_delay(a.failures + 1);
    return 'wrong pin';
  end if;
  delete from private.pin_attempts a where a.record_id = record and a.extension_id = dialer;
  return 'done';
end
$$;

create function private.dial_flow(tenant uuid, dialer uuid, flow uuid, to_state text, proofs text[]) returns text
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

-- What a dialed change was answered with, by the channel and what it asked: a switch that asks again, because the answer came late,
-- is told the same and nothing is changed twice. Kept for two minutes.
create table private.dialed_answers (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  question text not null,
  answer text not null,
  asked_at timestamptz not null default now(),
  primary key (tenant_id, question)
);
create index dialed_answers_age_idx on private.dialed_answers (asked_at);
alter table private.dialed_answers enable row level security;
revoke all on private.dialed_answers from authenticated, service_role;

create function private.note_dialed(tenant uuid, question text, answer text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.dialed_answers a
  where a.asked_at < now() - interval '2 minutes' or (note_dialed.answer is null and a.tenant_id = tenant and a.question = $2);
  if note_dialed.answer is null or not exists (select 1 from public.tenants t where t.id = tenant) then
    return null;
  end if;
  insert into private.dialed_answers (tenant_id, question, answer) values ($1, $2, $3)
  on conflict on constraint dialed_answers_pkey do nothing;
  return case when not found then
    (select a.answer from private.dialed_answers a where a.tenant_id = tenant and a.question = $2) end;
end
$$;

create function private.count_block_hit(tenant uuid, rule uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.call_block_rules r set hits = r.hits + 1, last_hit_at = now() where r.tenant_id = tenant and r.id = rule
$$;

create function private.sip_secrets(tenant uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('extension_id', e.id, 'extension', e.extension, 'field', s.field, 'sealed', s.sealed)), '[]')
  from public.secrets s
  join public.extensions e on e.id = s.owner_id
  where s.tenant_id = tenant and s.owner_table = 'extensions' and s.field in ('sip_password', 'voicemail_pin')
$$;

-- A password that is replaced changes no row of the snapshot, but the hashes that are kept with it.
create function private.note_replaced_secret() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changed_snapshots (tenant_id) values (new.tenant_id) on conflict do nothing;
  return null;
end
$$;
create trigger note_replaced after update on public.secrets
  for each row when (new.tenant_id is not null and new.sealed is distinct from old.sealed) execute function private.note_replaced_secret();

-- Wrong secrets by address and switch, as with phones' files.
create table private.switch_attempts (
  address text not null,
  switch_name text not null,
  failures integer not null,
  blocked_until timestamptz not null,
  primary key (address, switch_name)
);
create index switch_attempts_age_idx on private.switch_attempts (blocked_until);
alter table private.switch_attempts enable row level security;
revoke all on private.switch_attempts from authenticated, service_role;

create function private.switch_admit(address text, switch_name text, secret_sha256 text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asking record;
  attempts private.switch_attempts;
begin
  select * into attempts from private.switch_attempts a where a.address = $1 and a.switch_name = $2;
  if attempts.blocked_until > clock_timestamp() then
    return jsonb_build_object('outcome', 'wait',
      'wait_seconds', ceil(extract(epoch from attempts.blocked_until - clock_timestamp())));
  end if;
  select * into asking from private.switch_of_secret($2, $3);
  if asking.id is null then
    insert into private.switch_attempts as a (address, switch_name, failures, blocked_until)
    values ($1, $2, 1, clock_timestamp())
    on conflict on constraint switch_attempts_pkey do update set failures = a.failures + 1,
      blocked_until = clock_timestamp() + private.provisioning_delay(a.failures + 1);
    delete from private.switch_attempts a where a.blocked_until < clock_timestamp() - interval '1 hour';
    return jsonb_build_object('outcome', 'refused');
  end if;
  if attempts.address is not null then
    delete from private.switch_attempts a where a.address = $1 and a.switch_name = $2;
  end if;
  return jsonb_build_object('outcome', 'admitted', 'switch', to_jsonb(asking), 'versions', (
    select coalesce(jsonb_object_agg(v.tenant_id, v.version + s.version), '{}')
    from public.tenant_versions v, (select o.version from public.tenant_versions o where o.tenant_id is null) s
    where v.tenant_id is not null and (asking.all_tenants or v.tenant_id = any (asking.tenant_ids))));
end
$$;

create function private.switch_tenant(domain text, number text) returns uuid
language sql stable security definer set search_path = '' as $$
  select t.id from public.tenants t where t.domain = lower($1)
  union all select d.tenant_id from public.dids d where d.number = $2 and d.tenant_id is not null
  limit 1
$$;

create function private.gateway_passwords() returns table (gateway_id uuid, sealed text)
language sql stable security definer set search_path = '' as $$
  select s.owner_id, s.sealed::text from public.secrets s where s.owner_table = 'gateways' and s.field = 'password'
$$;

grant execute on function private.act_as_extension(uuid, uuid), private.forward_target(uuid, text),
  private.dial_feature(uuid, uuid, text, boolean, text), private.dial_flow(uuid, uuid, uuid, text, text[]),
  private.dial_agent(uuid, uuid, text), private.note_dialed(uuid, text, text), private.check_pin(uuid, uuid, uuid, text[]), private.count_block_hit(uuid, uuid),
  private.sip_secrets(uuid), private.switch_admit(text, text, text), private.switch_tenant(text, text),
  private.gateway_passwords() to service_role;

-- An extension dials a feature: 'call_forward' (to `target`: a number of the plan or E.164; null keeps the one that is set),
-- 'do_not_disturb' or 'follow_me', on or off. Returns 'done', or 'refused' when the extension is out of service or there is
-- nothing to turn on.
create function public.dial_feature(tenant uuid, dialer uuid, feature text, turn_on boolean, target text default null)
returns text
language sql volatile security invoker set search_path = '' as $$ select private.dial_feature($1, $2, $3, $4, $5) $$;

-- An extension dials a call flow's code: 'done', 'refused', 'wrong pin', or 'wait' after too many wrong PINs.
create function public.dial_flow(tenant uuid, dialer uuid, flow uuid, to_state text, proofs text[] default '{}') returns text
language sql volatile security invoker set search_path = '' as $$ select private.dial_flow($1, $2, $3, $4, $5) $$;

-- An extension signs its agent in or out: 'done', or 'refused' when it is no agent.
create function public.dial_agent(tenant uuid, dialer uuid, status text) returns text
language sql volatile security invoker set search_path = '' as $$ select private.dial_agent($1, $2, $3) $$;

-- Notes what a dialed change is about to be answered with. Null the first time; the noted answer when the same was asked within two
-- minutes. An answer of null takes the note back, when the change was not made.
create function public.note_dialed(tenant uuid, question text, answer text default null) returns text
language sql volatile security invoker set search_path = '' as $$ select private.note_dialed($1, $2, $3) $$;

-- One more call that a rule has stopped.
create function public.count_block_hit(tenant uuid, rule uuid) returns void
language sql volatile security invoker set search_path = '' as $$ select private.count_block_hit($1, $2) $$;

-- The sealed SIP password and voicemail PIN of each extension: [{extension_id, extension, field, sealed}]. Of what the server opens,
-- only hashes leave it.
create function public.sip_secrets(tenant uuid) returns json
language sql stable security invoker set search_path = '' as $$ select private.sip_secrets($1) $$;

-- Whether a PIN is that of a call flow or an outbound route, for the extension that entered it: 'done', 'refused', 'wrong pin', or
-- 'wait' after too many wrong ones.
create function public.check_pin(tenant uuid, dialer uuid, record uuid, proofs text[]) returns text
language sql volatile security invoker set search_path = '' as $$ select private.check_pin($1, $2, $3, $4) $$;

-- Checks a switch's secret by its SHA-256 (hex): {outcome: admitted | refused | wait, wait_seconds, switch, versions}: the row of
-- switch_of_secret, and the version of the snapshot of each tenant that it serves, which changes with any hash too. While an
-- address has to wait, even the right secret is not checked.
create function public.switch_admit(address text, switch_name text, secret_sha256 text) returns jsonb
language sql volatile security invoker set search_path = '' as $$ select private.switch_admit($1, $2, $3) $$;

-- The tenant with a domain, or with a phone number (E.164).
create function public.switch_tenant(domain text default null, number text default null) returns uuid
language sql stable security invoker set search_path = '' as $$ select private.switch_tenant($1, $2) $$;

-- The sealed passwords that gateways are registered with.
create function public.gateway_passwords() returns table (gateway_id uuid, sealed text)
language sql stable security invoker set search_path = '' as $$ select * from private.gateway_passwords() $$;

revoke execute on function public.dial_feature(uuid, uuid, text, boolean, text), public.dial_flow(uuid, uuid, uuid, text, text[]),
  public.dial_agent(uuid, uuid, text), public.note_dialed(uuid, text, text), public.check_pin(uuid, uuid, uuid, text[]),
  public.count_block_hit(uuid, uuid), public.sip_secrets(uuid), public.switch_admit(text, text, text),
  public.switch_tenant(text, text), public.gateway_passwords() from authenticated;
grant execute on function public.dial_feature(uuid, uuid, text, boolean, text), public.dial_flow(uuid, uuid, uuid, text, text[]),
  public.dial_agent(uuid, uuid, text), public.note_dialed(uuid, text, text), public.check_pin(uuid, uuid, uuid, text[]),
  public.count_block_hit(uuid, uuid), public.sip_secrets(uuid), public.switch_admit(text, text, text),
  public.switch_tenant(text, text), public.gateway_passwords() to service_role;

-- What a switch plays and records over HTTP: it is given addresses that are signed with its secret's hash, so that it needs no more
-- than the address, and none is good for another switch, file or extension.

create function private.switch_may(switch_name text, tenant uuid, said text, signature text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.switches s
    join private.switch_secrets k on k.switch_id = s.id
    where s.name = $1 and s.enabled and $4 = encode(sha256(convert_to(k.sha256 || ' ' || $3, 'UTF8')), 'hex')
      and private.serves(s.id, $2))
$$;

create function private.keep_dialed_recording(tenant uuid, dialer uuid, file uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  number text := private.act_as_extension(tenant, dialer);
  moment timestamp := now() at time zone coalesce((select t.time_zone from public.tenants t where t.id = tenant), 'UTC');
  called text := 'Recorded by ' || number || ' ' || to_char(moment, 'YYYY-MM-DD HH24:MI:SS');
  made uuid;
begin
  if number is null then
    return null;
  end if;
  if exists (select 1 from public.recordings r where r.tenant_id = tenant and r.name = called) then
    called := called || ' ' || left(file::text, 8);
  end if;
  insert into public.recordings (tenant_id, name, file, file_id)
  values (tenant, called, 'recorded-' || number || '-' || file || '.wav', file)
  returning id into made;
  return made;
end
$$;
grant execute on function private.switch_may(text, uuid, text, text), private.keep_dialed_recording(uuid, uuid, uuid) to service_role;

-- Whether an enabled switch that serves the tenant has signed what is said: with the SHA-256 (hex) of its secret's SHA-256 (hex), a
-- space and what is said.
create function public.switch_may(switch_name text, tenant uuid, said text, signature text) returns boolean
language sql stable security invoker set search_path = '' as $$ select private.switch_may($1, $2, $3, $4) $$;

-- A checked file (admit_recording_file) that an extension has recorded by phone becomes a recording, named after the extension and
-- the tenant's clock. Null when the extension is out of service.
create function public.keep_dialed_recording(tenant uuid, dialer uuid, file uuid) returns uuid
language sql volatile security invoker set search_path = '' as $$ select private.keep_dialed_recording($1, $2, $3) $$;

revoke execute on function public.switch_may(text, uuid, text, text), public.keep_dialed_recording(uuid, uuid, uuid) from authenticated;
grant execute on function public.switch_may(text, uuid, text, text), public.keep_dialed_recording(uuid, uuid, uuid) to service_role;
