-- What phones change by dialing: forwarding, do not disturb, follow me, call flows, agents. The server calls these functions for
-- the switch, with the service key; the trail names the extension. And what the switch counts and compares: stopped calls,
-- and the hashes that passwords and PINs are checked by.

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
      and d.kind in ('extensions', 'ring_groups', 'ivr_menus', 'call_centers', 'call_flows', 'time_conditions')
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

-- Wrong PINs of a call flow by the extension that dialed them; as with phones' files, each wrong one after the second doubles
-- the wait.
create table private.flow_pin_attempts (
  flow_id uuid not null references public.call_flows (id) on delete cascade,
  extension_id uuid not null references public.extensions (id) on delete cascade,
  failures integer not null,
  blocked_until timestamptz not null,
  primary key (flow_id, extension_id)
);
create index flow_pin_attempts_extension_idx on private.flow_pin_attempts (extension_id);
alter table private.flow_pin_attempts enable row level security;
revoke all on private.flow_pin_attempts from authenticated, service_role;

create function private.dial_flow(tenant uuid, dialer uuid, flow uuid, to_state text, pin text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored public.call_flows;
  wanted text;
  attempts private.flow_pin_attempts;
begin
  if private.act_as_extension(tenant, dialer) is null then
    return 'refused';
  end if;
  select * into stored from public.call_flows f where f.tenant_id = tenant and f.id = flow and f.enabled for update;
  if stored.id is null then
    return 'refused';
  end if;
  select s.value into wanted from public.secrets s where s.owner_id = flow and s.field = 'pin';
  if wanted is not null then
    select * into attempts from private.flow_pin_attempts a where a.flow_id = flow and a.extension_id = dialer;
    if attempts.blocked_until > clock_timestamp() then
      return 'wait';
    elsif wanted is distinct from pin then
      insert into private.flow_pin_attempts as a (flow_id, extension_id, failures, blocked_until)
      values (flow, dialer, 1, clock_timestamp())
      on conflict on constraint flow_pin_attempts_pkey do update set failures = a.failures + 1,
        blocked_until = clock_timestamp() + private.provisioning_delay(a.failures + 1);
      return 'wrong pin';
    end if;
    delete from private.flow_pin_attempts a where a.flow_id = flow and a.extension_id = dialer;
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

create function private.count_block_hit(tenant uuid, rule uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.call_block_rules r set hits = r.hits + 1, last_hit_at = now() where r.tenant_id = tenant and r.id = rule
$$;

create function private.sip_hashes(tenant uuid) returns table (extension_id uuid, field text, hash text)
language sql stable security definer set search_path = '' as $$
  select e.id, s.field, md5(e.extension || ':' || t.domain || ':' || s.value)
  from public.secrets s
  join public.extensions e on e.id = s.owner_id
  join public.tenants t on t.id = e.tenant_id
  where s.tenant_id = tenant and s.owner_table = 'extensions' and s.field in ('sip_password', 'voicemail_pin')
$$;

-- secrets: a text that differs whenever one of the tenant's secrets does.
create function private.switch_stamp(tenant uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'version', (select sum(v.version)::bigint from public.tenant_versions v where v.tenant_id = tenant or v.tenant_id is null),
    'secrets', (select count(*) || ' ' || coalesce(max(s.updated_at)::text, '') from public.secrets s where s.tenant_id = tenant))
$$;

grant execute on function private.act_as_extension(uuid, uuid), private.forward_target(uuid, text),
  private.dial_feature(uuid, uuid, text, boolean, text), private.dial_flow(uuid, uuid, uuid, text, text),
  private.dial_agent(uuid, uuid, text), private.count_block_hit(uuid, uuid), private.sip_hashes(uuid),
  private.switch_stamp(uuid) to service_role;

-- An extension dials a feature: 'call_forward' (to `target`: a number of the plan or E.164; null keeps the one that is set),
-- 'do_not_disturb' or 'follow_me', on or off. Returns 'done', or 'refused' when the extension is out of service or there is
-- nothing to turn on.
create function public.dial_feature(tenant uuid, dialer uuid, feature text, turn_on boolean, target text default null)
returns text
language sql volatile security invoker set search_path = '' as $$ select private.dial_feature($1, $2, $3, $4, $5) $$;

-- An extension dials a call flow's code: 'done', 'refused', 'wrong pin', or 'wait' after too many wrong PINs.
create function public.dial_flow(tenant uuid, dialer uuid, flow uuid, to_state text, pin text default null) returns text
language sql volatile security invoker set search_path = '' as $$ select private.dial_flow($1, $2, $3, $4, $5) $$;

-- An extension signs its agent in or out: 'done', or 'refused' when it is no agent.
create function public.dial_agent(tenant uuid, dialer uuid, status text) returns text
language sql volatile security invoker set search_path = '' as $$ select private.dial_agent($1, $2, $3) $$;

-- One more call that a rule has stopped.
create function public.count_block_hit(tenant uuid, rule uuid) returns void
language sql volatile security invoker set search_path = '' as $$ select private.count_block_hit($1, $2) $$;

-- md5(extension:domain:secret) of each extension's SIP password and voicemail PIN, as SIP digests and FreeSWITCH's a1-hash and
-- vm-a1-hash are made; the secrets themselves never leave.
create function public.sip_hashes(tenant uuid) returns table (extension_id uuid, field text, hash text)
language sql stable security invoker set search_path = '' as $$ select * from private.sip_hashes($1) $$;

-- {version, secrets}: what of the tenant's snapshot and hashes is new is told by these two.
create function public.switch_stamp(tenant uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.switch_stamp($1) $$;

revoke execute on function public.dial_feature(uuid, uuid, text, boolean, text), public.dial_flow(uuid, uuid, uuid, text, text),
  public.dial_agent(uuid, uuid, text), public.count_block_hit(uuid, uuid), public.sip_hashes(uuid),
  public.switch_stamp(uuid) from authenticated;
grant execute on function public.dial_feature(uuid, uuid, text, boolean, text), public.dial_flow(uuid, uuid, uuid, text, text),
  public.dial_agent(uuid, uuid, text), public.count_block_hit(uuid, uuid), public.sip_hashes(uuid),
  public.switch_stamp(uuid) to service_role;
