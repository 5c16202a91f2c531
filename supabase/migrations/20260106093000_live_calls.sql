-- Calls as they are now, as the agents beside the switches (switch/) tell of them.

-- How far an agent has told of its switch's calls: reports of one run of an agent are numbered, and each follows the one before.
create table public.live_switches (
  id uuid primary key default gen_random_uuid(),
  switch_id uuid not null unique references public.switches (id) on delete cascade,
  run uuid not null,
  report bigint not null,
  told_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.live_switches.told_at is 'When its agent last told how its calls are, which it does every few seconds when nothing changes';
select private.read_only('live_switches', section => 'telephony', written_by => 'functions');

-- A call that is under way. One that has ended stays for a minute, so that open pages learn of its end.
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
  state text not null check (state in ('routing', 'ringing', 'talking', 'held', 'menu', 'waiting', 'voicemail', 'playing', 'parked',
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
comment on column public.live_calls.call_uuid is 'The switch''s name for the call''s first leg, as in the call record that follows';
comment on column public.live_calls.other_number is 'Whom the call is with, or who rings; null while there is nobody';
comment on column public.live_calls.state_at is 'Since when it is in this state';
comment on column public.live_calls.queue_id is 'The queue that it waits in, or was taken from';
comment on column public.live_calls.path is 'The steps that the switch was told and why, as in cdr.path';
comment on column public.live_calls.mos is 'Mean opinion score of the received audio so far, 1 to 5';
comment on column public.live_calls.change is 'When it changed last, counted over all calls: later changes have higher numbers';
create index live_calls_tenant_idx on public.live_calls (tenant_id, change);
create index live_calls_queue_idx on public.live_calls (tenant_id, queue_id);
create index live_calls_change_idx on public.live_calls (change);
create index live_calls_ended_idx on public.live_calls (ended_at);
select private.read_only('live_calls', section => 'telephony', written_by => 'functions');

-- A row for each tenant that ever had a live call. It changes with each report that tells of the tenant, and is what open pages
-- are pushed: one message for all that a report changes.
create table public.live_tenants (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null unique references public.tenants (id) on delete cascade,
  change bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.read_only('live_tenants', section => 'telephony', written_by => 'functions');
alter publication supabase_realtime add table public.live_tenants;

create sequence private.live_change;

-- The calls that are under way, of switches that still tell of them.
create view public.live_call_list with (security_invoker = true) as
select c.* from public.live_calls c
join public.live_switches s on s.switch_id = c.switch_id
where c.ended_at is null and s.told_at > now() - interval '10 minutes';
revoke all on public.live_call_list from anon, authenticated, service_role;
grant select on public.live_call_list to authenticated, service_role;

create function private.switch_calls(switch uuid, run uuid, report bigint, whole boolean, calls jsonb, gone uuid[]) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.live_switches;
  this_change bigint;
  changed uuid[];
begin
  -- Changes are seen in the order of their numbers.
  perform pg_advisory_xact_lock(hashtext('live_calls'));
  select * into before from public.live_switches s where s.switch_id = $1;
  if before.run = $2 and $3 <= before.report then
    return true;
  end if;
  if not whole and (before.run is distinct from $2 or before.report <> $3 - 1) then
    return false;
  end if;
  insert into public.live_switches as s (switch_id, run, report) values ($1, $2, $3)
  on conflict (switch_id) do update set run = excluded.run, report = excluded.report, told_at = now(), updated_at = now();
  if jsonb_array_length(calls) = 0 and cardinality(gone) = 0 and not whole then
    return true;
  end if;

  this_change := nextval('private.live_change');
  with said as (
    select t.id as tenant_id, q.id as queue_id, c.*
    from jsonb_to_recordset(calls) c (call_uuid uuid, domain text, direction text, caller_number text, caller_name text,
      called_number text, other_number text, other_name text, state text, started_at timestamptz, answered_at timestamptz,
      state_at timestamptz, queue text, path jsonb, codec text, mos numeric)
    join public.tenants t on t.domain = lower(c.domain)
    join public.switches s on s.id = $1
      and (s.all_tenants or exists (select 1 from public.switch_tenants o where o.switch_id = s.id and o.tenant_id = t.id))
    left join public.call_center_queues q on q.tenant_id = t.id and q.number = c.queue
  ), put as (
    insert into public.live_calls as l (tenant_id, switch_id, call_uuid, direction, caller_number, caller_name, called_number,
      other_number, other_name, state, started_at, answered_at, state_at, queue_id, path, codec, mos, change)
    select s.tenant_id, $1, s.call_uuid, s.direction, s.caller_number, s.caller_name, s.called_number, s.other_number, s.other_name,
      s.state, least(s.started_at, now()), least(s.answered_at, now()), least(s.state_at, now()), s.queue_id, nullif(s.path, 'null'),
      s.codec, s.mos, this_change
    from said s
    on conflict (switch_id, call_uuid) do update set tenant_id = excluded.tenant_id, direction = excluded.direction,
      caller_number = excluded.caller_number, caller_name = excluded.caller_name, called_number = excluded.called_number,
      other_number = excluded.other_number, other_name = excluded.other_name, state = excluded.state,
      started_at = excluded.started_at, answered_at = excluded.answered_at, state_at = excluded.state_at,
      queue_id = excluded.queue_id, path = excluded.path, codec = excluded.codec, mos = excluded.mos, ended_at = null,
      change = excluded.change, updated_at = now()
    returning l.tenant_id
  ), over as (
    update public.live_calls l set ended_at = now(), change = this_change, updated_at = now()
    where l.switch_id = $1 and l.ended_at is null
      and not exists (select 1 from said s where s.call_uuid = l.call_uuid) and (whole or l.call_uuid = any (gone))
    returning l.tenant_id
  )
  select array_agg(distinct c.tenant_id) into changed from (select p.tenant_id from put p union all select o.tenant_id from over o) c;
  insert into public.live_tenants as t (tenant_id, change) select c, this_change from unnest(changed) c
  on conflict (tenant_id) do update set change = excluded.change, updated_at = now();
  delete from public.live_calls l where l.ended_at < now() - interval '1 minute';
  return true;
end
$$;
grant execute on function private.switch_calls(uuid, uuid, bigint, boolean, jsonb, uuid[]) to service_role;

-- Takes over how the calls of a switch are: those that have changed, and the uuids of those that are gone; with `whole` all that
-- there are. `run` names the agent since its start, and `report` counts what it has told. False when a report before it is missing:
-- the agent then tells the whole. A report that comes again counts once.
create function public.switch_calls(switch uuid, run uuid, report bigint, whole boolean, calls jsonb, gone uuid[]) returns boolean
language sql volatile security invoker set search_path = '' as $$ select private.switch_calls($1, $2, $3, $4, $5, $6) $$;
revoke execute on function public.switch_calls(uuid, uuid, bigint, boolean, jsonb, uuid[]) from authenticated;
grant execute on function public.switch_calls(uuid, uuid, bigint, boolean, jsonb, uuid[]) to service_role;

-- Whether a switch serves the tenant; any tenant for null.
create function private.may_hold_calls(switch uuid, tenant uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (select private.has_permission('telephony', 'view')) and exists (
    select 1 from public.switches s where s.id = $1 and s.enabled and ($2 is null or s.all_tenants
      or exists (select 1 from public.switch_tenants t where t.switch_id = s.id and t.tenant_id = $2)))
$$;

-- The calls under way, of one tenant or of all (null), that have changed after `since`; with 0 all of them. Calls that have ended
-- within the last minute are among the changed ones. {change, now, told_at, calls}: `change` is what to ask for next time, `told_at` is
-- when the switch that has been silent the longest, of those that serve the tenant, last told of its calls; null where none does.
-- Null for those who may not see calls.
create function public.calls_now(tenant uuid, since bigint) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select case when (select private.has_permission('telephony', 'view')) then jsonb_build_object(
    'change', coalesce((select max(l.change) from public.live_tenants l where $1 is null or l.tenant_id = $1), 0),
    'now', now(),
    'told_at', (select min(s.told_at) from public.live_switches s
      where s.told_at > now() - interval '1 day' and private.may_hold_calls(s.switch_id, $1)),
    'calls', coalesce((
      select jsonb_agg(to_jsonb(c) - 'created_at' - 'updated_at' || jsonb_build_object('queue', q.name, 'tenant', n.name,
          'caller_name', coalesce(nullif(c.caller_name, c.caller_number), ''),
          'other_name', coalesce(nullif(c.other_name, ''), e.effective_caller_id_name))
        order by c.started_at, c.id)
      from public.live_calls c
      left join public.call_center_queues q on q.id = c.queue_id
      left join public.companies n on n.domain_uuid = c.tenant_id
      left join public.extensions e on e.tenant_id = c.tenant_id and e.extension = c.other_number
      where ($1 is null or c.tenant_id = $1)
        and case when $2 > 0 then c.change > $2 else c.id in (select l.id from public.live_call_list l) end), '[]')) end
$$;

grant execute on function private.may_hold_calls(uuid, uuid), public.calls_now(uuid, bigint) to authenticated, service_role;

-- How many calls each tenant has under way, and how many of them wait in a queue; a tenant without calls is missing.
create function public.live_counts() returns table (tenant_id uuid, calls bigint, waiting bigint)
language sql stable security invoker set search_path = '' as $$
  select c.tenant_id, count(*), count(*) filter (where c.state = 'waiting') from public.live_call_list c group by c.tenant_id
$$;
grant execute on function public.live_counts() to authenticated, service_role;

create function private.command_call(call uuid, command text, extension uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  live record;
  extension_number text;
begin
  perform private.require_right(private.has_permission('telephony', case when $2 = 'listen' then 'listen' else 'edit' end));
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
    -- A call is heard in its own tenant alone: who answers another one's phone is nobody who may hear it.
    select e.extension into extension_number
    from public.extensions e
    where e.id = $3 and e.tenant_id = live.tenant_id and e.enabled and not e.suspended;
    if extension_number is null then
      raise exception 'Choose an extension that is in service.' using errcode = 'check_violation';
    end if;
  end if;
  return private.ask_switch(live.tenant_id, live.switch_id, $2,
    jsonb_strip_nulls(jsonb_build_object('call', live.call_uuid, 'domain', live.domain, 'extension', extension_number)),
    live.caller_number || ' to ' || live.called_number,
    case when extension_number is null then '{}' else jsonb_build_object('extension', jsonb_build_array(null, extension_number)) end);
end
$$;
grant execute on function private.command_call(uuid, text, uuid) to authenticated, service_role;

-- Asks the switch of a call to end it ('hang_up'), to move it to another extension of its tenant ('move'), or to ring one of
-- its extensions and let it listen ('listen', by a permission of its own). Returns the id of the command, which the agent fetches within a second.
create function public.command_call(call uuid, command text, extension uuid default null) returns uuid
language sql volatile security invoker set search_path = '' as $$ select private.command_call($1, $2, $3) $$;
grant execute on function public.command_call(uuid, text, uuid) to authenticated, service_role;
