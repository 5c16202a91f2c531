-- What happens in the queues, as the agents beside the switches (switch/) tell of it.

-- A caller's wait in a queue that is over, so that a day's figures outlive every restart.
create table public.queue_waits (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  switch_id uuid not null references public.switches (id) on delete cascade,
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
  constraint queue_waits_end_after_they_begin check (left_at >= joined_at)
);
comment on column public.queue_waits.agent_id is 'Who answered';
comment on column public.queue_waits.outcome is 'timed_out and no_agents: it waited as long as the queue lets callers wait; exited: by the exit key';
create index queue_waits_queue_idx on public.queue_waits (tenant_id, queue_id, left_at);
create index queue_waits_agent_idx on public.queue_waits (tenant_id, agent_id);
select private.read_only('queue_waits', section => 'telephony', written_by => 'functions');

-- The tenant of a domain, if the switch serves it.
create function private.served_tenant(switch uuid, domain text) returns uuid
language sql stable set search_path = '' as $$
  select t.id from public.tenants t
  join public.switches s on s.id = $1
  where t.domain = lower($2)
    and (s.all_tenants or exists (select 1 from public.switch_tenants c where c.switch_id = s.id and c.tenant_id = t.id))
$$;

create function private.note_waited(switch uuid, said jsonb, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  tenant uuid := private.served_tenant($1, said ->> 'domain');
begin
  insert into public.queue_waits (tenant_id, switch_id, queue_id, agent_id, call_uuid, caller_number, joined_at, left_at, outcome)
  select q.tenant_id, $1, q.id, a.id, (said ->> 'call')::uuid, said ->> 'caller_number',
    least((said ->> 'joined_at')::timestamptz, at), at, said ->> 'outcome'
  from public.call_center_queues q
  left join public.call_center_agents a on a.tenant_id = q.tenant_id and a.id = (said ->> 'agent')::uuid
  where q.tenant_id = tenant and q.number = said ->> 'queue'
  on conflict (switch_id, call_uuid, joined_at) do nothing;
  delete from public.queue_waits w where w.tenant_id = tenant and w.left_at < now() - interval '90 days';
end
$$;

-- The switch has changed an agent's status by itself, as after too many calls that they did not answer.
create function private.note_agent_status(switch uuid, said jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('app.acting_as', 'the switch', true);
  update public.call_center_agents a set status = said ->> 'status'
  where a.id = (said ->> 'agent')::uuid and a.tenant_id = private.served_tenant($1, said ->> 'domain')
    and a.status <> said ->> 'status';
end
$$;

-- A tenant's queues as they are now, and what they did today in the tenant's time zone:
-- {now, queues: [{id, name, number, service_level_seconds, answered, in_time, abandoned, left, waited_seconds, longest_seconds}],
-- agents: [{id, version, name, extension, status, status_changed_at, is_registered, queues, answered, last_call_ended_at,
-- wrap_up_time}]}. `left` counts who waited in vain without hanging up, `waited_seconds` those who were answered.
-- Whom agents talk with, and who waits, is in calls_now. Null for those who may not see queues.
create function public.queue_board(tenant uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with day as (
    select date_trunc('day', now() at time zone t.time_zone) at time zone t.time_zone as began from public.tenants t where t.id = $1
  ), waits as materialized (
    select w.*, extract(epoch from w.left_at - w.joined_at) as seconds
    from public.queue_waits w, day d where w.tenant_id = $1 and w.left_at >= d.began
  )
  select case when (select private.has_permission('telephony', 'view')) then jsonb_build_object(
    'now', now(),
    'queues', coalesce((
      select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'number', q.number, 'service_level_seconds',
        q.service_level_seconds, 'answered', f.answered, 'in_time', f.in_time, 'abandoned', f.abandoned, 'left', f.others,
        'waited_seconds', f.waited, 'longest_seconds', f.longest) order by q.name, q.id)
      from public.call_center_queues q
      cross join lateral (
        select count(*) filter (where w.outcome = 'answered') as answered,
          count(*) filter (where w.outcome = 'answered' and w.seconds <= q.service_level_seconds) as in_time,
          count(*) filter (where w.outcome = 'abandoned') as abandoned,
          count(*) filter (where w.outcome not in ('answered', 'abandoned')) as others,
          coalesce(sum(w.seconds) filter (where w.outcome = 'answered'), 0)::int as waited,
          coalesce(max(w.seconds), 0)::int as longest
        from waits w where w.queue_id = q.id
      ) f
      where q.tenant_id = $1 and q.enabled), '[]'),
    'agents', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'version', a.version, 'name', a.name, 'extension', e.extension,
        'status', a.status, 'status_changed_at', a.status_changed_at, 'wrap_up_time', a.wrap_up_time,
        'is_registered', exists (select 1 from public.registrations r
          where r.tenant_id = a.tenant_id and r.extension_id = a.extension_id and r.lost_at is null),
        'queues', (select coalesce(jsonb_agg(t.queue_id), '[]') from public.call_center_tiers t
          where t.tenant_id = a.tenant_id and t.agent_id = a.id),
        'answered', (select count(*) from waits w where w.agent_id = a.id),
        'last_call_ended_at', (select max(l.ended_at) from public.live_calls l
          where l.tenant_id = a.tenant_id and e.extension in (l.other_number, l.caller_number))) order by a.name, a.id)
      from public.call_center_agents a
      join public.extensions e on e.tenant_id = a.tenant_id and e.id = a.extension_id
      where a.tenant_id = $1), '[]')) end
$$;
grant execute on function public.queue_board(uuid) to authenticated, service_role;
