-- Call centers: queues in which callers wait, agents who answer, tiers that say in which order agents are offered calls.
-- The names and rules are those of FreeSWITCH's mod_callcenter. A queue is a number's kind call_centers.

create table public.call_center_queues (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  greeting_recording_id uuid,
  strategy text not null default 'longest-idle-agent' check (strategy in ('ring-all', 'longest-idle-agent', 'round-robin',
    'top-down', 'agent-with-least-talk-time', 'agent-with-fewest-calls', 'sequentially-by-agent-order', 'random')),
  hold_music_recording_id uuid,
  record boolean not null default false,
  max_wait_time integer not null default 0 check (max_wait_time between 0 and 86400),
  max_wait_time_with_no_agent integer not null default 90 check (max_wait_time_with_no_agent between 0 and 86400),
  tier_rules_apply boolean not null default false,
  tier_rule_wait integer not null default 30 check (tier_rule_wait between 0 and 3600),
  discard_abandoned_after integer not null default 900 check (discard_abandoned_after between 0 and 86400),
  announce_recording_id uuid,
  announce_interval integer not null default 30 check (announce_interval between 5 and 3600),
  caller_id_name_prefix text not null default '' check (length(caller_id_name_prefix) <= 20),
  exit_key text check (exit_key ~ '^[0-9*#]$'),
  timeout_destination_id uuid,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  foreign key (tenant_id, timeout_destination_id) references public.destinations (tenant_id, id),
  foreign key (tenant_id, greeting_recording_id) references public.recordings (tenant_id, id),
  foreign key (tenant_id, hold_music_recording_id) references public.recordings (tenant_id, id),
  foreign key (tenant_id, announce_recording_id) references public.recordings (tenant_id, id),
  constraint call_center_queues_lead_elsewhere check (timeout_destination_id <> id)
);
create index call_center_queues_tenant_idx on public.call_center_queues (tenant_id, name, id);
create index call_center_queues_timeout_idx on public.call_center_queues (tenant_id, timeout_destination_id);
create index call_center_queues_greeting_idx on public.call_center_queues (tenant_id, greeting_recording_id);
create index call_center_queues_music_idx on public.call_center_queues (tenant_id, hold_music_recording_id);
create index call_center_queues_announce_idx on public.call_center_queues (tenant_id, announce_recording_id);
comment on column public.call_center_queues.max_wait_time is 'Seconds until a caller leaves for the timeout destination; 0 never';
comment on column public.call_center_queues.max_wait_time_with_no_agent is 'The same while nobody is signed in; 0 never';
comment on column public.call_center_queues.hold_music_recording_id is 'Null plays the tenant''s hold music';
comment on column public.call_center_queues.tier_rule_wait is 'Seconds of waiting, times the level, before a level is called';
comment on column public.call_center_queues.exit_key is 'Whoever presses it leaves for the timeout destination; null: no way out';

create table public.call_center_agents (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  extension_id uuid not null,
  status text not null default 'Logged Out' check (status in ('Available', 'On Break', 'Logged Out')),
  status_changed_at timestamptz not null default now(),
  call_timeout integer not null default 20 check (call_timeout between 1 and 300),
  max_no_answer integer not null default 3 check (max_no_answer between 0 and 100),
  wrap_up_time integer not null default 10 check (wrap_up_time between 0 and 3600),
  reject_delay_time integer not null default 10 check (reject_delay_time between 0 and 3600),
  busy_delay_time integer not null default 60 check (busy_delay_time between 0 and 3600),
  no_answer_delay_time integer not null default 30 check (no_answer_delay_time between 0 and 3600),
  calls_answered integer not null default 0 check (calls_answered >= 0),
  talk_time integer not null default 0 check (talk_time >= 0),
  last_offered_at timestamptz,
  last_bridge_ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id),
  constraint call_center_agents_one_an_extension unique (tenant_id, extension_id)
);
create index call_center_agents_tenant_idx on public.call_center_agents (tenant_id, name, id);
comment on column public.call_center_agents.max_no_answer is 'Unanswered calls in a row after which the agent goes on break; 0 never';
comment on column public.call_center_agents.talk_time is 'Seconds; like the other figures the PBX keeps it';

create table public.call_center_tiers (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  queue_id uuid not null,
  agent_id uuid not null,
  level integer not null default 1 check (level between 1 and 999),
  position integer not null default 1 check (position between 1 and 999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (tenant_id, queue_id) references public.call_center_queues (tenant_id, id) on delete cascade,
  foreign key (tenant_id, agent_id) references public.call_center_agents (tenant_id, id),
  constraint call_center_tiers_agent_once unique (queue_id, agent_id)
);
create index call_center_tiers_queue_idx on public.call_center_tiers (tenant_id, queue_id, level, position);
create index call_center_tiers_agent_idx on public.call_center_tiers (tenant_id, agent_id);

-- The PBX alone counts calls; a save of the form leaves its figures as they are. A status remembers since when it holds.
create function private.guard_agent() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.status_changed_at := case when new.status = old.status then old.status_changed_at else now() end;
  end if;
  if current_user = 'authenticated' then
    new.calls_answered := case when tg_op = 'UPDATE' then old.calls_answered else 0 end;
    new.talk_time := case when tg_op = 'UPDATE' then old.talk_time else 0 end;
    new.last_offered_at := case when tg_op = 'UPDATE' then old.last_offered_at end;
    new.last_bridge_ended_at := case when tg_op = 'UPDATE' then old.last_bridge_ended_at end;
    if tg_op = 'INSERT' then
      new.status_changed_at := now();
    end if;
  end if;
  return new;
end
$$;

create trigger guard before insert or update on public.call_center_agents
  for each row execute function private.guard_agent();
create trigger touch before update on public.call_center_queues for each row execute function private.touch();
create trigger touch before update on public.call_center_agents for each row execute function private.touch();
create trigger touch before update on public.call_center_tiers for each row execute function private.touch();
create trigger audit after insert or update or delete on public.call_center_queues
  for each row execute function private.audit('telephony');
create trigger audit after insert or update or delete on public.call_center_agents
  for each row execute function private.audit('telephony');
create trigger audit after insert or update or delete on public.call_center_tiers
  for each row execute function private.audit('telephony', 'telephony', 'queue_id');
create trigger claim_number after insert or update or delete on public.call_center_queues
  for each row execute function private.claim_number('call_centers', 'number', 'name');
create trigger publish_destination after insert or update or delete on public.call_center_queues
  for each row execute function private.publish_destination('call_centers', 'number', 'name');

alter table public.call_center_queues enable row level security;
alter table public.call_center_agents enable row level security;
alter table public.call_center_tiers enable row level security;

create policy call_center_queues_select on public.call_center_queues for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy call_center_queues_insert on public.call_center_queues for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy call_center_queues_update on public.call_center_queues for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy call_center_queues_delete on public.call_center_queues for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

create policy call_center_agents_select on public.call_center_agents for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy call_center_agents_insert on public.call_center_agents for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy call_center_agents_update on public.call_center_agents for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy call_center_agents_delete on public.call_center_agents for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

create policy call_center_tiers_select on public.call_center_tiers for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy call_center_tiers_insert on public.call_center_tiers for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')) or (select private.has_permission('telephony', 'edit')));
create policy call_center_tiers_update on public.call_center_tiers for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy call_center_tiers_delete on public.call_center_tiers for delete to authenticated
  using ((select private.has_permission('telephony', 'edit')) or (select private.has_permission('telephony', 'delete')));

-- What the lists show besides: who serves a queue, and an agent's extension and queues.
create view public.call_center_queue_list with (security_invoker = true) as
select q.*,
  (select count(*)::int from public.call_center_tiers t where t.tenant_id = q.tenant_id and t.queue_id = q.id) as agents,
  (select count(*)::int from public.call_center_tiers t
    join public.call_center_agents a on a.tenant_id = t.tenant_id and a.id = t.agent_id
    where t.tenant_id = q.tenant_id and t.queue_id = q.id and a.status = 'Available') as available_agents
from public.call_center_queues q;
create view public.call_center_agent_list with (security_invoker = true) as
select a.*, e.extension, e.effective_caller_id_name,
  e.enabled and not e.suspended and not e.do_not_disturb as reachable,
  (select count(*)::int from public.call_center_tiers t where t.tenant_id = a.tenant_id and t.agent_id = a.id) as queues
from public.call_center_agents a
join public.extensions e on e.tenant_id = a.tenant_id and e.id = a.extension_id;
revoke all on public.call_center_queue_list, public.call_center_agent_list from anon, authenticated, service_role;
grant select on public.call_center_queue_list, public.call_center_agent_list to authenticated, service_role;

insert into private.record_lists (table_name, section, source, searchable, sortable, filterable) values
  ('call_center_queues', 'telephony', 'call_center_queue_list', '{name,number}', '{name,number,strategy,agents,enabled}',
    '{strategy,enabled}'),
  ('call_center_agents', 'telephony', 'call_center_agent_list', '{name,extension,effective_caller_id_name}',
    '{name,extension,status}', '{status}'),
  ('call_center_tiers', 'telephony', null, '{}', '{level,position}', '{queue_id,agent_id}');

-- What a tenant's agents have done today, by the tenant's clocks: from the calls to their extensions when there are
-- any today, else what the PBX last reported. talk_time in seconds.
create function public.call_center_figures(tenant uuid)
returns table (agent_id uuid, calls_answered integer, talk_time integer, last_offered_at timestamptz,
  last_bridge_ended_at timestamptz, from_calls boolean)
language sql stable security invoker set search_path = '' as $$
  with today as (
    select a.id, count(c.id) filter (where c.status = 'answered')::int as calls,
      coalesce(sum(c.talk_seconds), 0)::int as talked, max(c.start_at) as offered,
      max(c.end_at) filter (where c.status = 'answered') as ended
    from public.call_center_agents a
    join public.tenants t on t.id = a.tenant_id
    left join public.cdr c on c.tenant_id = a.tenant_id and c.extension_id = a.extension_id and c.direction <> 'outbound'
      and c.start_at >= date_trunc('day', now() at time zone t.time_zone) at time zone t.time_zone
    where a.tenant_id = $1
    group by a.id
  ), known as (
    select exists (select 1 from today where offered is not null) as calls
  )
  select a.id, case when k.calls then d.calls else a.calls_answered end,
    case when k.calls then d.talked else a.talk_time end,
    greatest(d.offered, a.last_offered_at), greatest(d.ended, a.last_bridge_ended_at), k.calls
  from public.call_center_agents a
  join today d on d.id = a.id
  cross join known k
$$;
grant execute on function public.call_center_figures(uuid) to authenticated, service_role;
