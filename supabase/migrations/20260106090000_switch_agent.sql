-- The agent beside a FreeSWITCH (switch/): what it learns of phones, and what it is asked to do.

-- Phones that tried in vain, in the domain of a tenant. At most 200 of each tenant are kept, for 30 days: anybody can try.
create table public.registration_failures (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  switch_id uuid not null references public.switches (id) on delete cascade,
  account text not null check (length(account) <= 64),
  address text not null check (length(address) <= 64),
  agent text not null check (length(agent) <= 255),
  reason text not null check (reason in ('wrong_password', 'unknown_extension', 'out_of_service')),
  attempts integer not null check (attempts > 0),
  failed_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, account, address)
);
comment on column public.registration_failures.account is 'The extension as which it tried';
comment on column public.registration_failures.failed_at is 'The last time';
create index registration_failures_age_idx on public.registration_failures (tenant_id, failed_at);
create index registration_failures_switch_idx on public.registration_failures (switch_id);
select private.read_only('registration_failures', section => 'telephony', written_by => 'functions');

-- What a person asks of a switch, for the agent beside it to do.
create table public.switch_commands (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  switch_id uuid not null references public.switches (id) on delete cascade,
  command text not null check (command in ('resync', 'reboot', 'end', 'hang_up', 'move', 'listen')),
  told jsonb not null,
  taken_at timestamptz,
  done_at timestamptz,
  problem text check (length(problem) <= 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.switch_commands.told is 'What the agent needs to know for it, by the kind of command (lib/switch/agent/contract.ts)';
comment on column public.switch_commands.taken_at is 'When the agent fetched it, which it does within a minute or not at all';
comment on column public.switch_commands.problem is 'Why it was not done; null if it was';
create index switch_commands_tenant_idx on public.switch_commands (tenant_id, created_at);
create index switch_commands_switch_idx on public.switch_commands (switch_id, created_at);
select private.read_only('switch_commands', section => 'telephony', written_by => 'functions');

-- How far an agent's outbox has been taken over, so that what it sends again counts once.
create table private.switch_outboxes (
  switch_id uuid not null references public.switches (id) on delete cascade,
  outbox uuid not null,
  sequence bigint not null,
  updated_at timestamptz not null default now(),
  primary key (switch_id, outbox)
);
alter table private.switch_outboxes enable row level security;
revoke all on private.switch_outboxes from authenticated, service_role;

-- The extension that an account in a domain stands for, in service or not, if the switch serves its tenant.
create function private.served_account(switch uuid, domain text, account text)
returns table (tenant_id uuid, extension_id uuid, in_service boolean)
language sql stable set search_path = '' as $$
  select t.id, e.id, coalesce(e.enabled and not e.suspended, false)
  from public.tenants t
  left join public.extensions e on e.tenant_id = t.id and e.extension = $3
  where t.domain = lower($2) and private.serves($1, t.id)
$$;

create function private.note_registered(switch uuid, said jsonb, at timestamptz) returns uuid
language plpgsql set search_path = '' as $$
declare
  served record;
  noted uuid;
begin
  select * into served from private.served_account($1, said ->> 'domain', said ->> 'account');
  if served.extension_id is null then
    return null;
  end if;
  insert into public.registrations as r (tenant_id, switch_id, extension_id, call_id, contact, address, port, agent, transport,
    registered_at, reported_at)
  values (served.tenant_id, $1, served.extension_id, said ->> 'call_id', left(said ->> 'contact', 512), left(said ->> 'address', 64),
    (said ->> 'port')::integer, left(said ->> 'agent', 255), said ->> 'transport', at, at)
  on conflict (switch_id, extension_id, call_id) do update set contact = excluded.contact, address = excluded.address,
    port = excluded.port, agent = excluded.agent, transport = excluded.transport, reported_at = excluded.reported_at,
    registered_at = case when r.lost_at is null then r.registered_at else excluded.registered_at end,
    lost_at = null, lost_by = null, updated_at = now()
  where excluded.reported_at >= r.reported_at
  returning id into noted;
  if noted is not null then
    -- A phone that restarts comes with another Call-ID.
    delete from public.registrations r where r.tenant_id = served.tenant_id and r.extension_id = served.extension_id
      and r.lost_at is not null and (r.agent = left(said ->> 'agent', 255) or r.lost_at < at - interval '30 days');
    delete from public.registration_failures f where f.tenant_id = served.tenant_id and f.account = said ->> 'account'
      and f.address = said ->> 'address' and f.failed_at <= at;
  end if;
  return noted;
end
$$;

create function private.note_lost(switch uuid, said jsonb, at timestamptz) returns void
language sql set search_path = '' as $$
  update public.registrations r set lost_at = at, lost_by = said ->> 'by', reported_at = at, ping_ms = null, updated_at = now()
  from private.served_account($1, said ->> 'domain', said ->> 'account') a
  where r.switch_id = $1 and r.extension_id = a.extension_id and r.call_id = said ->> 'call_id' and r.lost_at is null
    and r.reported_at <= at
$$;

-- All that are registered with a switch: the others are gone.
create function private.note_present(switch uuid, registered jsonb, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  each_one jsonb;
begin
  for each_one in select * from jsonb_array_elements(registered) loop
    perform private.note_registered($1, each_one, at);
  end loop;
  update public.registrations r set lost_at = at, lost_by = 'gone', reported_at = at, ping_ms = null, updated_at = now()
  where r.switch_id = $1 and r.lost_at is null and r.reported_at < at;
end
$$;

create function private.note_failure(switch uuid, said jsonb, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  served record;
begin
  select * into served from private.served_account($1, said ->> 'domain', said ->> 'account');
  if served.tenant_id is null then
    return;
  end if;
  insert into public.registration_failures as f (tenant_id, switch_id, account, address, agent, reason, attempts, failed_at)
  values (served.tenant_id, $1, left(said ->> 'account', 64), left(said ->> 'address', 64), left(said ->> 'agent', 255),
    case when served.extension_id is null then 'unknown_extension' when served.in_service then 'wrong_password'
      else 'out_of_service' end, (said ->> 'attempts')::integer, at)
  on conflict (tenant_id, account, address) do update set switch_id = excluded.switch_id, agent = excluded.agent,
    reason = excluded.reason, attempts = least(f.attempts::bigint + excluded.attempts, 2000000000), failed_at = excluded.failed_at,
    updated_at = now()
  where excluded.failed_at >= f.failed_at;
  delete from public.registration_failures f where f.id in (
    select o.id from public.registration_failures o where o.tenant_id = served.tenant_id order by o.failed_at desc, o.id offset 200)
    or f.tenant_id = served.tenant_id and f.failed_at < at - interval '30 days';
end
$$;

create function private.switch_deliver(switch uuid, outbox uuid, entries jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken_over bigint;
  entry jsonb;
  said jsonb;
  at timestamptz;
  counted integer := 0;
begin
  insert into private.switch_outboxes (switch_id, outbox, sequence) values ($1, $2, 0) on conflict do nothing;
  select o.sequence into taken_over from private.switch_outboxes o where o.switch_id = $1 and o.outbox = $2 for update;
  for entry in select e from jsonb_array_elements(entries) e order by (e ->> 'sequence')::bigint loop
    continue when (entry ->> 'sequence')::bigint <= taken_over;
    said := entry -> 'said';
    -- A switch whose clock is ahead makes nothing look newer than now.
    at := least((said ->> 'at')::timestamptz, now());
    begin
    case entry ->> 'kind'
      when 'registered' then perform private.note_registered($1, said, at);
      when 'lost' then perform private.note_lost($1, said, at);
      when 'present' then perform private.note_present($1, said -> 'registered', at);
      when 'failure' then perform private.note_failure($1, said, at);
      when 'waited' then perform private.note_waited($1, said, at);
      when 'agent' then perform private.note_agent_status($1, said);
      when 'blocked' then
        perform private.count_block_hit((said ->> 'tenant')::uuid, (said ->> 'rule')::uuid)
        where private.serves($1, (said ->> 'tenant')::uuid);
      when 'mailbox' then perform private.note_mailbox($1, said);
      when 'mailboxes' then perform private.note_mailboxes($1, said -> 'accounts');
      when 'forwarded' then
        delete from private.voicemail_orders o where o.id = (said ->> 'order')::uuid and o.switch_id = $1 and o.does = 'forward';
      when 'emergency' then
        perform private.note_emergency_call((said ->> 'tenant')::uuid, said, at)
        where private.serves($1, (said ->> 'tenant')::uuid);
      when 'done' then
        update public.switch_commands c set done_at = now(), problem = left(said ->> 'problem', 255), updated_at = now()
        where c.id = (said ->> 'command')::uuid and c.switch_id = $1 and c.done_at is null;
    end case;
    exception when data_exception or integrity_constraint_violation then
      -- It never can be kept, and all that has happened since stands behind it.
      raise warning 'Left out, as it cannot be kept: % of switch %: %', entry ->> 'kind', $1, sqlerrm;
    end;
    taken_over := (entry ->> 'sequence')::bigint;
    counted := counted + 1;
  end loop;
  update private.switch_outboxes o set sequence = taken_over, updated_at = now() where o.switch_id = $1 and o.outbox = $2;
  delete from private.switch_outboxes o where o.switch_id = $1 and o.updated_at < now() - interval '90 days';
  return counted;
end
$$;

create function private.switch_pings(switch uuid, pings jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  update public.registrations r set ping_ms = (p ->> 'ms')::numeric, updated_at = now()
  from jsonb_array_elements(pings) p, private.served_account($1, p ->> 'domain', p ->> 'account') a
  where r.switch_id = $1 and r.extension_id = a.extension_id and r.call_id = p ->> 'call_id' and r.lost_at is null
$$;

create function private.switch_news(address text, switch_name text, secret_sha256 text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  admission jsonb := private.switch_admit($1, $2, $3);
  commands jsonb;
begin
  if admission ->> 'outcome' <> 'admitted' then
    return admission;
  end if;
  with taken as (
    update public.switch_commands c set taken_at = now(), updated_at = now()
    where c.id in (
      select w.id from public.switch_commands w
      where w.taken_at is null and w.created_at > now() - interval '1 minute' and w.switch_id = (admission #>> '{switch,id}')::uuid
      for update skip locked)
    returning c.id, c.command, c.told, c.created_at
  )
  select coalesce(jsonb_agg(t.told || jsonb_build_object('id', t.id, 'command', t.command) order by t.created_at), '[]')
  into commands from taken t;
  return admission || jsonb_build_object('commands', commands,
    'voicemail', private.offered_voicemail_orders((admission #>> '{switch,id}')::uuid));
end
$$;

-- Puts down what the caller asks of a switch, in the trail too: `changes` say what it is, `label` what it is about.
create function private.ask_switch(tenant uuid, switch uuid, command text, told jsonb, label text, changes jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked uuid;
begin
  insert into public.switch_commands (tenant_id, switch_id, command, told) values ($1, $2, $3, $4) returning id into asked;
  insert into public.audit_log (actor, actor_email, section, tenant_id, table_name, record_id, record_label, action, changes)
  select (select auth.uid()), (select m.email from public.members m where m.user_id = (select auth.uid())), 'telephony', $1,
    'switch_commands', asked, $5, 'insert', jsonb_build_object('command', jsonb_build_array(null, $3)) || $6;
  -- What was asked long ago tells nobody anything: the trail has it.
  delete from public.switch_commands c where c.tenant_id = $1 and c.created_at < now() - interval '1 day';
  return asked;
end
$$;

create function private.command_phone(registration uuid, command text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  phone record;
begin
  perform private.require_right(private.has_permission('telephony', 'edit'));
  select r.*, e.extension, t.domain into phone
  from public.registrations r
  join public.extensions e on e.id = r.extension_id
  join public.tenants t on t.id = r.tenant_id
  where r.id = $1;
  perform private.require_found(phone.id is not null);
  if $2 not in ('resync', 'reboot', 'end') then
    raise exception 'A phone cannot be asked to %.', $2 using errcode = 'invalid_parameter_value';
  end if;
  if phone.lost_at is not null then
    raise exception 'This phone is no longer registered.' using errcode = 'check_violation';
  end if;
  return private.ask_switch(phone.tenant_id, phone.switch_id, $2, jsonb_build_object('call_id', phone.call_id,
    'account', phone.extension, 'domain', phone.domain, 'contact', phone.contact), phone.extension, '{}');
end
$$;

grant execute on function private.switch_deliver(uuid, uuid, jsonb), private.switch_pings(uuid, jsonb),
  private.switch_news(text, text, text) to service_role;
grant execute on function private.command_phone(uuid, text) to authenticated, service_role;

-- As switch_admit, and for an admitted switch also `commands`: what its agent is to do, each told once, as [{id, command, …}] with
-- what is needed for it, and `voicemail`: what is to be done with
-- messages (private.offered_voicemail_orders).
create function public.switch_news(address text, switch_name text, secret_sha256 text) returns jsonb
language sql volatile security invoker set search_path = '' as $$ select private.switch_news($1, $2, $3) $$;

-- Takes over what an agent's outbox holds: [{sequence, kind, said}], of which each sequence counts once. Answers how many counted.
create function public.switch_deliver(switch uuid, outbox uuid, entries jsonb) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.switch_deliver($1, $2, $3) $$;

-- How fast phones answer their switch: [{domain, account, call_id, ms}].
create function public.switch_pings(switch uuid, pings jsonb) returns void
language sql volatile security invoker set search_path = '' as $$ select private.switch_pings($1, $2) $$;
revoke execute on function public.switch_news(text, text, text), public.switch_deliver(uuid, uuid, jsonb),
  public.switch_pings(uuid, jsonb) from authenticated;
grant execute on function public.switch_news(text, text, text), public.switch_deliver(uuid, uuid, jsonb),
  public.switch_pings(uuid, jsonb) to service_role;

-- Asks a registered phone to fetch its file anew ('resync') or to restart ('reboot'), or ends its registration ('end'). Returns the
-- id of the command, which the agent of its switch fetches within a second.
create function public.command_phone(registration uuid, command text) returns uuid
language sql volatile security invoker set search_path = '' as $$ select private.command_phone($1, $2) $$;
grant execute on function public.command_phone(uuid, text) to authenticated, service_role;

-- The phones of a tenant by whose they are: an extension, and the devices with a line of it. Failures are of the last day.
create function private.owned_phones(tenant uuid)
returns table (owner_id uuid, registration_id uuid, lost_at timestamptz, failure_id uuid, reason text, failed_at timestamptz)
language sql stable set search_path = '' as $$
  with phones as (
    select r.extension_id, r.agent, r.id as registration_id, r.lost_at, null::uuid as failure_id, null::text as reason,
      null::timestamptz as failed_at
    from public.registrations r where r.tenant_id = $1
    union all
    select e.id, f.agent, null, null, f.id, f.reason, f.failed_at
    from public.registration_failures f
    join public.extensions e on e.tenant_id = f.tenant_id and e.extension = f.account
    where f.tenant_id = $1 and f.failed_at > now() - interval '1 day'
  )
  select p.extension_id, p.registration_id, p.lost_at, p.failure_id, p.reason, p.failed_at from phones p
  union all
  select d.id, p.registration_id, p.lost_at, p.failure_id, p.reason, p.failed_at
  from phones p
  join public.device_lines l on l.tenant_id = $1 and l.extension_id = p.extension_id
  join public.devices d on d.tenant_id = $1 and d.id = l.device_id
  where private.is_agent_of(p.agent, d.mac, d.vendor)
$$;

-- Whether a switch that serves the tenant has ever told of its phones: without, nobody knows who is registered.
create function private.has_agent(tenant uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (select private.has_permission('telephony', 'view')) and exists (
    select 1 from private.switch_outboxes o join public.switches s on s.id = o.switch_id
    where s.enabled and private.serves(s.id, $1))
$$;
grant execute on function private.owned_phones(uuid), private.has_agent(uuid) to authenticated, service_role;

-- How the phones of a tenant's extensions and devices are, by the record's id: null where no switch tells, else
-- [{owner_id, registered, lost_at, reason}]. A record that is missing never had one.
create function public.phone_states(tenant uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select case when private.has_agent($1) then coalesce((
    select jsonb_agg(jsonb_build_object('owner_id', s.owner_id, 'registered', s.registered, 'lost_at', s.lost_at, 'reason', s.reason))
    from (
      select p.owner_id, count(p.registration_id) filter (where p.lost_at is null) as registered, max(p.lost_at) as lost_at,
        (array_agg(p.reason order by p.failed_at desc) filter (where p.failure_id is not null))[1] as reason
      from private.owned_phones($1) p group by p.owner_id
    ) s), '[]') end
$$;

-- The phones of an extension or a device: {registrations, failures}, each with all columns, the newest first.
create function public.phones_of(tenant uuid, owner uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'registrations', coalesce((
      select jsonb_agg(to_jsonb(r) order by r.lost_at is not null, r.registered_at desc, r.id) from public.registrations r
      where r.id in (select p.registration_id from private.owned_phones($1) p where p.owner_id = $2)), '[]'),
    'failures', coalesce((
      select jsonb_agg(to_jsonb(f) order by f.failed_at desc, f.id) from public.registration_failures f
      where f.id in (select p.failure_id from private.owned_phones($1) p where p.owner_id = $2)), '[]'))
$$;
grant execute on function public.phone_states(uuid), public.phones_of(uuid, uuid) to authenticated, service_role;
