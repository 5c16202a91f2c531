-- Call routing: ring groups, time conditions, IVR menus, call flows, call centers, conference rooms and paging groups, and outbound routes.

-- Ring groups: one number that rings several phones at once or in turn.

create table public.ring_groups (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  strategy text not null default 'simultaneous' check (strategy in
    ('simultaneous', 'sequence', 'random', 'rollover', 'enterprise')),
  call_timeout integer not null default 30 check (call_timeout between 1 and 600),
  timeout_destination_id uuid,
  greeting_recording_id uuid,
  ringback text not null default 'us_ring' check (ringback in ('us_ring', 'uk_ring', 'eu_ring', 'hold_music', 'silence')),
  caller_id_name_prefix text not null default '' check (length(caller_id_name_prefix) <= 20),
  follow_forwarding boolean not null default false,
  missed_call_email text not null default ''
    check (missed_call_email = '' or private.is_email(missed_call_email)),
  enabled boolean not null default true,
  constraint ring_groups_not_to_itself check (timeout_destination_id <> id)
);
comment on column public.ring_groups.call_timeout is 'Seconds until the group gives up';
comment on column public.ring_groups.timeout_destination_id is 'Where the call goes when nobody answers; null hangs up';
create index ring_groups_tenant_idx on public.ring_groups (tenant_id, name, id);
select private.declare_records('ring_groups', section => 'telephony', number => 'number', destination => 'number',
  not_while_suspended => true, source => 'ring_group_list', search => '{name,number}',
  sort => '{name,number,strategy,members,enabled}', filter => '{strategy,enabled,ringing_members}', snapshot => '{}',
  refers => '{"timeout_destination_id": "destinations", "greeting_recording_id": "recordings"}');

-- A member is an extension or an external number, never a mailbox, which would answer every call at once.
create table public.ring_group_members (
  like private.tenant_columns including all,
  ring_group_id uuid not null,
  extension_id uuid,
  external_number text check (private.is_e164(external_number)),
  delay integer not null default 0 check (delay between 0 and 300),
  timeout integer not null default 30 check (timeout between 1 and 300),
  confirm boolean not null default false,
  enabled boolean not null default true,
  position integer not null default 1 check (position between 1 and 999),
  constraint ring_group_members_one_target check (num_nonnulls(extension_id, external_number) = 1),
  constraint ring_group_members_extension_unique unique (ring_group_id, extension_id),
  constraint ring_group_members_number_unique unique (ring_group_id, external_number)
);
comment on column public.ring_group_members.delay is 'Seconds before the phone rings';
comment on column public.ring_group_members.timeout is 'Ring time in seconds, after the delay';
comment on column public.ring_group_members.confirm is 'Whoever answers must press 1 to accept the call';
select private.declare_parts('ring_group_members', of => 'ring_groups', by => 'ring_group_id', sort => '{position}',
  filter => '{ring_group_id}', snapshot => '{}', refers => '{"extension_id": "extensions"}', goes_with => 'extension_id');

-- List rows: a group with the number of its members and of those that would ring, themselves or the phone that the group follows them to.
-- An extension has the id of its destination.
create view public.ring_group_list with (security_invoker = true) as
select g.*,
  (select count(*)::int from public.ring_group_members m where m.tenant_id = g.tenant_id and m.ring_group_id = g.id)
    as members,
  (select count(*)::int from public.ring_group_members m
    left join public.extensions e on e.tenant_id = m.tenant_id and e.id = m.extension_id
    where m.tenant_id = g.tenant_id and m.ring_group_id = g.id and m.enabled
      and (e.id is null or e.enabled and not e.suspended
        and case when g.follow_forwarding and e.forward_all_enabled
          then exists (select 1 from public.destinations d
              where d.id = e.forward_all_destination_id and d.kind = 'external')
            or exists (select 1 from public.extensions o
              where o.id = e.forward_all_destination_id and o.enabled and not o.suspended and not o.do_not_disturb)
          else not e.do_not_disturb end)) as ringing_members
from public.ring_groups g;

-- Time conditions: the first rule that matches when a call comes in decides. lib/telephony/schedule.ts documents and evaluates a rule's
-- columns.

create table public.time_conditions (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  time_zone text,
  otherwise_destination_id uuid not null,
  description text not null default '' check (length(description) <= 255),
  enabled boolean not null default true
);
select private.add_tenant_foreign_key('extensions', 'greeting_time_condition_id', 'time_conditions');
comment on column public.time_conditions.time_zone is 'Null for the tenant''s own';
create index time_conditions_tenant_idx on public.time_conditions (tenant_id, number);
select private.declare_records('time_conditions', section => 'telephony', number => 'number', destination => 'number',
  not_while_suspended => true, source => 'time_condition_schedules', search => '{name,number,description}',
  sort => '{name,number,created_at}', filter => '{enabled}', snapshot => '{}', refers => '{"otherwise_destination_id": "destinations"}');
create trigger check_time_zone before insert or update of time_zone on public.time_conditions
  for each row when (new.time_zone is not null) execute function private.check_time_zone();

-- [[540, 1020], …]: up to 12 pairs of different minutes of the day, 0 to 1439. The end is exclusive; when it is not after the start, it is
-- on the next day.
create function private.is_time_ranges(ranges jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(ranges) = 'array' and jsonb_array_length(ranges) <= 12 and not exists (
    select 1 from jsonb_array_elements(ranges) r
    where case
      when jsonb_typeof(r) <> 'array' or jsonb_array_length(r) <> 2 then true
      when r ->> 0 !~ '^[0-9]{1,4}$' or r ->> 1 !~ '^[0-9]{1,4}$'
        or jsonb_typeof(r -> 0) <> 'number' or jsonb_typeof(r -> 1) <> 'number' then true
      else (r ->> 0)::int > 1439 or (r ->> 1)::int > 1439 or r -> 0 = r -> 1
    end)
$$;

create table public.time_condition_rules (
  like private.tenant_columns including all,
  time_condition_id uuid not null,
  position smallint not null default 0 check (position between 0 and 9999),
  name text not null default '' check (length(name) <= 75),
  state text not null default 'open' check (state in ('open', 'closed')),
  weekdays smallint[] not null default '{}' check (weekdays <@ '{0,1,2,3,4,5,6}' and cardinality(weekdays) <= 7),
  time_ranges jsonb not null default '[]' check (private.is_time_ranges(time_ranges)),
  months smallint[] not null default '{}'
    check (months <@ '{1,2,3,4,5,6,7,8,9,10,11,12}' and cardinality(months) <= 12),
  month_days smallint[] not null default '{}' check (1 <= all (month_days) and 31 >= all (month_days)
    and array_position(month_days, null) is null and cardinality(month_days) <= 31),
  month_weeks smallint[] not null default '{}' check (month_weeks <@ '{-1,1,2,3,4,5}' and cardinality(month_weeks) <= 6),
  date_from date,
  date_to date,
  holidays text[] not null default '{}' check (cardinality(holidays) <= 50 and holidays <@ array['new_years_day',
    'martin_luther_king_day', 'presidents_day', 'memorial_day', 'juneteenth', 'independence_day', 'labor_day',
    'columbus_day', 'veterans_day', 'thanksgiving', 'christmas_day', 'day_after_thanksgiving', 'christmas_eve',
    'new_years_eve', 'good_friday', 'easter_sunday', 'easter_monday', 'ascension_day', 'whit_monday', 'victoria_day',
    'canada_day', 'civic_holiday', 'truth_and_reconciliation_day', 'canadian_thanksgiving', 'boxing_day']),
  holidays_observed boolean not null default true,
  destination_id uuid not null,
  constraint time_condition_rules_date_order check (date_from <= date_to)
);
select private.declare_parts('time_condition_rules', of => 'time_conditions', by => 'time_condition_id', snapshot => '{}',
  refers => '{"destination_id": "destinations"}');

-- List rows: a time condition with its rules in order and the time zone they use.
create view public.time_condition_schedules with (security_invoker = true) as
select c.*, coalesce(c.time_zone, t.time_zone) as zone,
  coalesce((select jsonb_agg(to_jsonb(r) order by r.position, r.id) from public.time_condition_rules r
    where r.tenant_id = c.tenant_id and r.time_condition_id = c.id), '[]') as rules
from public.time_conditions c
join public.tenants t on t.id = c.tenant_id;

-- IVR menus: callers hear a greeting and press digits. Values are those of FreeSWITCH's mod_dptools `ivr`.

create table public.ivr_menus (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  greet_long_recording_id uuid,
  greet_short_recording_id uuid,
  invalid_sound_recording_id uuid,
  exit_sound_recording_id uuid,
  timeout_ms integer not null default 3000 check (timeout_ms between 1 and 60000),
  inter_digit_timeout_ms integer not null default 2000 check (inter_digit_timeout_ms between 1 and 10000),
  max_failures smallint not null default 3 check (max_failures between 1 and 10),
  max_timeouts smallint not null default 3 check (max_timeouts between 1 and 10),
  digit_length smallint not null default 1 check (digit_length between 1 and 6),
  direct_dial boolean not null default false,
  caller_id_name_prefix text not null default '' check (length(caller_id_name_prefix) <= 20),
  exit_destination_id uuid,
  description text not null default '' check (length(description) <= 255),
  enabled boolean not null default true
);
comment on column public.ivr_menus.greet_short_recording_id is 'Played instead of the long greeting from the second time on';
comment on column public.ivr_menus.exit_destination_id is 'Used after too many failures or timeouts; null hangs up';
create index ivr_menus_tenant_idx on public.ivr_menus (tenant_id, number);
select private.declare_records('ivr_menus', section => 'telephony', number => 'number', destination => 'number',
  not_while_suspended => true, source => 'ivr_menu_summaries', search => '{name,number,description}',
  sort => '{name,number,created_at,option_count}', filter => '{enabled,direct_dial}', snapshot => '{}',
  refers => '{"greet_long_recording_id": "recordings", "greet_short_recording_id": "recordings",
    "invalid_sound_recording_id": "recordings", "exit_sound_recording_id": "recordings", "exit_destination_id": "destinations"}');

create table public.ivr_menu_options (
  like private.tenant_columns including all,
  ivr_menu_id uuid not null,
  position smallint not null default 0 check (position between 0 and 9999),
  digits text not null check (digits ~ '^[0-9*#]{1,6}$'),
  destination_id uuid not null,
  description text not null default '' check (length(description) <= 255),
  enabled boolean not null default true,
  -- Deferred, so that one save can swap the digits of two options.
  constraint ivr_menu_options_digits_unique unique (ivr_menu_id, digits) deferrable initially deferred
);
select private.declare_parts('ivr_menu_options', of => 'ivr_menus', by => 'ivr_menu_id', sort => '{position}',
  filter => '{ivr_menu_id}', snapshot => '{}', refers => '{"destination_id": "destinations"}');

-- Direct dial adds a menu entry, `^\d{2,}$`, that transfers to a number of the tenant's plan. FreeSWITCH (switch_ivr_menu_execute) collects
-- digits until digit_length, '#' or the inter-digit timeout, then compares all of them with every entry, newest first; direct dial is bound
-- last. So it shadows exactly the options of two or more digits that equal a number of the plan, except park lots and paging groups, which
-- outside callers cannot reach. A single digit is never a number, '*' and '#' do not match, and 1 next to extension 1001 only waits for the
-- inter-digit timeout.
create function private.direct_dial_conflict(digits text, tenant uuid) returns public.number_plan
language sql stable set search_path = '' as $$
  select p from public.number_plan p
  where p.tenant_id = tenant and p.number = digits and digits ~ '^[0-9]{2,}$' and p.kind not in ('park_lots', 'paging_groups')
$$;

-- Taken by every save that could make an option collide with a number, so that concurrent saves cannot miss each other.
create function private.lock_direct_dial(tenant uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('direct dial ' || tenant, 0))
$$;

create function private.check_ivr_menu() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  menu public.ivr_menus;
  option public.ivr_menu_options;
  holder public.number_plan;
begin
  select * into menu from public.ivr_menus m
  where m.id = (case when tg_table_name = 'ivr_menus' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'ivr_menu_id' end)::uuid;
  if menu.direct_dial then
    perform private.lock_direct_dial(menu.tenant_id);
  end if;
  for option in select * from public.ivr_menu_options o where o.ivr_menu_id = menu.id order by o.position, o.id loop
    if length(option.digits) > menu.digit_length then
      raise exception 'Option % has more digits than the menu collects (%).', option.digits, menu.digit_length
        using errcode = 'check_violation', detail = '{"column": "ivr_menu_options"}';
    end if;
    holder := private.direct_dial_conflict(option.digits, menu.tenant_id);
    if menu.direct_dial and holder.id is not null then
      raise exception 'Direct dial uses % for the %. Choose other digits, or turn direct dial off.', option.digits,
          btrim(private.kind_noun(holder.kind) || ' ' || holder.name)
        using errcode = 'check_violation', detail = '{"column": "ivr_menu_options"}';
    end if;
  end loop;
  return null;
end
$$;

-- Deferred, because a save writes the menu before its options.
create constraint trigger check_options after insert or update of digit_length, direct_dial on public.ivr_menus
  deferrable initially deferred for each row execute function private.check_ivr_menu();
create constraint trigger check_menu after insert or update of digits, ivr_menu_id on public.ivr_menu_options
  deferrable initially deferred for each row execute function private.check_ivr_menu();

create function private.check_direct_dial() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  menu public.ivr_menus;
begin
  perform private.lock_direct_dial(new.tenant_id);
  select m.* into menu
  from public.ivr_menus m
  join public.ivr_menu_options o on o.tenant_id = m.tenant_id and o.ivr_menu_id = m.id
  where m.tenant_id = new.tenant_id and m.direct_dial and o.digits = new.number
  limit 1;
  if menu.id is not null then
    raise exception '% is an option of the IVR menu %, which has direct dial on.', new.number, menu.name
      using errcode = 'check_violation', detail = jsonb_build_object('column', new.column_name)::text;
  end if;
  return null;
end
$$;
create trigger check_direct_dial after insert on public.number_plan
  for each row when (new.number ~ '^[0-9]{2,6}$' and new.kind not in ('park_lots', 'paging_groups')) execute function private.check_direct_dial();

-- List rows: a menu with the number of its enabled options and the menus that lead to it.
create view public.ivr_menu_summaries with (security_invoker = true) as
select m.*,
  (select count(*)::int from public.ivr_menu_options o
    where o.tenant_id = m.tenant_id and o.ivr_menu_id = m.id and o.enabled) as option_count,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.number, 'name', p.name) order by p.number)
    from public.ivr_menus p
    where p.tenant_id = m.tenant_id and p.id <> m.id and (p.exit_destination_id = m.id or exists (
      select 1 from public.ivr_menu_options o
      where o.tenant_id = m.tenant_id and o.ivr_menu_id = p.id and o.destination_id = m.id))), '[]') as parents
from public.ivr_menus m;

-- Call flows: a manual switch between two destinations, such as day and night.

create table public.call_flows (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  feature_code text not null check (feature_code ~ '^\*[0-9]{1,6}$' and feature_code !~ '^\*99[0-9]'),
  state text not null default 'normal' check (state in ('normal', 'alternate')),
  reverts_at timestamptz,
  switched_at timestamptz,
  switched_by text not null default '',
  normal_label text not null default 'Day' check (length(btrim(normal_label)) between 1 and 40),
  normal_recording_id uuid,
  normal_destination_id uuid not null,
  alternate_label text not null default 'Night' check (length(btrim(alternate_label)) between 1 and 40),
  alternate_recording_id uuid,
  alternate_destination_id uuid not null,
  enabled boolean not null default true,
  constraint call_flows_not_to_itself check (normal_destination_id <> id and alternate_destination_id <> id),
  constraint call_flows_labels_distinct check (lower(btrim(normal_label)) <> lower(btrim(alternate_label)))
);
comment on column public.call_flows.feature_code is 'Dialed on a phone to switch the flow';
comment on column public.call_flows.reverts_at is 'When the flow switches itself to the other state, which applies from then on';
comment on column public.call_flows.switched_by is 'Who switched it last; empty when it switched itself';
create index call_flows_tenant_idx on public.call_flows (tenant_id, name, id);
create index call_flows_reverts_idx on public.call_flows (reverts_at) where reverts_at is not null;
select private.declare_records('call_flows', section => 'telephony', number => 'number', codes => '{feature_code}',
  destination => 'number', secrets => '{"pin": "pin"}', opens_others => false, not_while_suspended => true,
  search => '{name,number,feature_code}', sort => '{name,number,feature_code,switched_at,enabled}',
  filter => '{state,enabled}', snapshot => '{switched_at,switched_by}',
  refers => '{"normal_destination_id": "destinations", "alternate_destination_id": "destinations",
    "normal_recording_id": "recordings", "alternate_recording_id": "recordings"}');

-- Only this trigger sets who switched a flow and when: a member, or the extension that dialed its code. Switching cancels a scheduled
-- switch back.
create function private.stamp_call_flow() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- A deleted flow comes back as it was, and still switches itself back.
    if current_setting('app.undoing', true) is distinct from 'on' then
      new.switched_at := null;
      new.switched_by := '';
      new.reverts_at := null;
    end if;
  elsif new.state = old.state then
    new.switched_at := old.switched_at;
    new.switched_by := old.switched_by;
  else
    if new.reverts_at is not distinct from old.reverts_at then
      new.reverts_at := null;
    end if;
    if (select auth.uid()) is null and old.reverts_at <= now() then
      new.switched_at := old.reverts_at;
    else
      new.switched_at := now();
    end if;
    new.switched_by := coalesce((select coalesce(nullif(m.full_name, ''), m.email) from public.members m
      where m.user_id = (select auth.uid())), nullif(current_setting('app.acting_as', true), 'The schedule'), '');
  end if;
  return new;
end
$$;
create trigger stamp before insert or update on public.call_flows
  for each row execute function private.stamp_call_flow();

-- Switches back the flows that are due, of one tenant or all, and returns how many. The trail names the schedule as the actor. Skips flows
-- someone else is switching right now.
create function private.revert_due_call_flows(tenant uuid default null) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  claims text := current_setting('request.jwt.claims', true);
  subject text := current_setting('request.jwt.claim.sub', true);
  done integer;
begin
  if (select auth.uid()) is not null and not private.has_permission('telephony', 'edit') then
    return 0;
  end if;
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true),
    set_config('app.acting_as', 'The schedule', true);
  update public.call_flows f
  set state = case f.state when 'normal' then 'alternate' else 'normal' end, reverts_at = null
  from (
    select d.id from public.call_flows d
    where d.reverts_at <= now() and (tenant is null or d.tenant_id = tenant)
    order by d.id
    for update skip locked
  ) due
  where f.id = due.id;
  get diagnostics done = row_count;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true),
    set_config('request.jwt.claim.sub', coalesce(subject, ''), true), set_config('app.acting_as', '', true);
  return done;
end
$$;

-- The server calls this every few seconds (lib/jobs).
create function public.revert_due_call_flows() returns integer
language sql volatile security invoker set search_path = '' as $$ select private.revert_due_call_flows() $$;
grant execute on function public.revert_due_call_flows() to service_role;

-- Switches a flow, optionally until a time, and returns it as stored. `expected_version` is the version the caller saw: TR409 when there is
-- a newer one, TR410 when the flow was deleted.
create function public.switch_call_flow(tenant uuid, flow uuid, to_state text, revert_at timestamptz default null,
  expected_version integer default null)
returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  stored public.call_flows;
begin
  if not (select private.has_permission('telephony', 'edit')) then
    raise exception 'Your role does not allow you to switch call flows.' using errcode = 'insufficient_privilege';
  end if;
  if revert_at <= now() then
    raise exception 'The time to switch back is in the past.' using errcode = 'check_violation';
  end if;
  select * into stored from public.call_flows f where f.tenant_id = tenant and f.id = flow for update;
  if stored.id is null then
    raise exception 'This call flow has been deleted.' using errcode = 'TR410';
  end if;
  if stored.version = expected_version + 1 and (stored.state, stored.reverts_at) is not distinct from (to_state, revert_at)
      and stored.switched_by = (select coalesce(nullif(m.full_name, ''), m.email) from public.members m where m.user_id = (select auth.uid())) then
    -- A retry: the response to the first call was lost.
    return to_jsonb(stored);
  end if;
  if stored.version <> expected_version then
    raise exception 'Someone else has saved this call flow since you opened it.' using errcode = 'TR409';
  end if;
  perform private.revert_due_call_flows(stored.tenant_id);
  update public.call_flows f set state = to_state, reverts_at = revert_at where f.id = flow returning f.* into stored;
  return to_jsonb(stored);
end
$$;

-- Park lots: numbers where calls wait until someone picks them up. Dialing the lot's own number parks a call in the first free slot; the
-- slots are the consecutive numbers after it (mod_valet_parking treats slots as integers, so none starts with 0).

create table public.park_lots (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[1-9][0-9]{1,6}$'),
  places integer not null default 10 check (places between 1 and 50),
  timeout integer not null default 180 check (timeout between 10 and 3600),
  timeout_destination_id uuid,
  hold_music_recording_id uuid,
  enabled boolean not null default true,
  constraint park_lots_spaces_same_length
    check (length((private.consecutive_numbers(number, places))[places + 1]) = length(number))
);
comment on column public.park_lots.timeout is 'Seconds until a parked call times out';
comment on column public.park_lots.timeout_destination_id is 'Null returns the call to the phone that parked it';
select private.declare_records('park_lots', section => 'telephony', number => 'number', following => 'places',
  not_while_suspended => true, search => '{name,number}', sort => '{name,number,places,timeout,enabled}',
  filter => '{enabled}', snapshot => '{}', refers => '{"timeout_destination_id": "destinations", "hold_music_recording_id": "recordings"}');

-- Call centers: queues where callers wait, agents who answer, and tiers that set the order in which agents are offered calls. Names and
-- rules follow FreeSWITCH's mod_callcenter. In the number plan a queue's kind is call_centers.

create table public.call_center_queues (
  like private.tenant_columns including all,
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
  service_level_seconds integer not null default 20 check (service_level_seconds between 1 and 3600),
  exit_key text check (exit_key ~ '^[0-9*#]$'),
  timeout_destination_id uuid,
  enabled boolean not null default true,
  constraint call_center_queues_not_to_itself check (timeout_destination_id <> id)
);
comment on column public.call_center_queues.max_wait_time is 'Seconds until a caller goes to the timeout destination; 0 never';
comment on column public.call_center_queues.max_wait_time_with_no_agent is 'The same while no agent is signed in; 0 never';
comment on column public.call_center_queues.hold_music_recording_id is 'Null plays the tenant''s hold music';
comment on column public.call_center_queues.tier_rule_wait is 'Seconds of waiting per tier level before that level is called';
comment on column public.call_center_queues.service_level_seconds is 'Service level target: seconds within which a call must be answered';
comment on column public.call_center_queues.exit_key is 'Key that sends a caller to the timeout destination; null for none';
create index call_center_queues_tenant_idx on public.call_center_queues (tenant_id, name, id);
select private.declare_records('call_center_queues', section => 'telephony', number => 'number', kind => 'call_centers',
  destination => 'number', not_while_suspended => true, source => 'call_center_queue_list', search => '{name,number}',
  sort => '{name,number,strategy,agents,enabled}', filter => '{strategy,enabled}', snapshot => '{service_level_seconds}',
  refers => '{"timeout_destination_id": "destinations", "greeting_recording_id": "recordings",
    "hold_music_recording_id": "recordings", "announce_recording_id": "recordings"}');

create table public.call_center_agents (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  extension_id uuid not null,
  status text not null default 'Logged Out' check (status in ('Available', 'On Break', 'Logged Out')),
  status_changed_at timestamptz not null default now(),
  time_condition_id uuid,
  call_timeout integer not null default 20 check (call_timeout between 1 and 300),
  max_no_answer integer not null default 3 check (max_no_answer between 0 and 100),
  wrap_up_time integer not null default 10 check (wrap_up_time between 0 and 3600),
  reject_delay_time integer not null default 10 check (reject_delay_time between 0 and 3600),
  busy_delay_time integer not null default 60 check (busy_delay_time between 0 and 3600),
  no_answer_delay_time integer not null default 30 check (no_answer_delay_time between 0 and 3600),
  foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id),
  constraint call_center_agents_extension_unique unique (tenant_id, extension_id)
);
comment on column public.call_center_agents.time_condition_id is 'Signs the agent in when it opens and out when it closes';
comment on column public.call_center_agents.max_no_answer is 'Consecutive unanswered calls that put the agent on break; 0 never';
create index call_center_agents_tenant_idx on public.call_center_agents (tenant_id, name, id);
select private.declare_records('call_center_agents', section => 'telephony', source => 'call_center_agent_list',
  search => '{name,extension,effective_caller_id_name}', sort => '{name,extension,status}', filter => '{status}',
  snapshot => '{}', refers => '{"time_condition_id": "time_conditions"}', goes_with => 'extension_id');

create table public.call_center_tiers (
  like private.tenant_columns including all,
  queue_id uuid not null,
  agent_id uuid not null,
  level integer not null default 1 check (level between 1 and 999),
  position integer not null default 1 check (position between 1 and 999),
  constraint call_center_tiers_agent_unique unique (queue_id, agent_id)
);
select private.declare_parts('call_center_tiers', of => 'call_center_queues', by => 'queue_id', sort => '{level,position}',
  filter => '{queue_id,agent_id}', snapshot => '{}', refers => '{"agent_id": "call_center_agents"}', goes_with => 'agent_id');

-- A status change sets its time; what a form says of it does not count. A deleted agent comes back with the time of its status, which ends
-- with the hours.
create function private.guard_agent() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.status_changed_at := case when new.status = old.status then old.status_changed_at else now() end;
  end if;
  if tg_op = 'INSERT' and current_user = 'authenticated' and current_setting('app.undoing', true) is distinct from 'on' then
    new.status_changed_at := now();
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.call_center_agents
  for each row execute function private.guard_agent();

-- Agents on a schedule, [{hours, agents: [{id, status, set_at}]}], where hours is a row of time_condition_schedules, for the server, which
-- signs them in and out (lib/jobs).
create function private.scheduled_agents() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('hours', to_jsonb(c), 'agents', s.agents)), '[]')
  from (
    select a.tenant_id, a.time_condition_id,
      jsonb_agg(jsonb_build_object('id', a.id, 'status', a.status, 'set_at', a.status_changed_at)) as agents
    from public.call_center_agents a where a.time_condition_id is not null group by a.tenant_id, a.time_condition_id
  ) s
  join public.time_condition_schedules c on c.tenant_id = s.tenant_id and c.id = s.time_condition_id
  where c.enabled
$$;

-- [{id, status, set_at}]: skips agents whose status was set since. Those that someone else is changing right now, and those of a tenant that is
-- being deleted, are due again with the next call: no tenant's agents wait for another's.
create function private.apply_agent_schedules(agents jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform set_config('app.acting_as', 'The schedule', true);
  update public.call_center_agents a set status = due.status
  from (
    select d.id, s.status from jsonb_to_recordset(agents) s (id uuid, status text, set_at timestamptz)
    join public.call_center_agents d on d.id = s.id and d.status_changed_at = s.set_at and d.status <> s.status
    where d.tenant_id in (select private.lasting_tenants(array[d.tenant_id]))
    order by d.id
    for no key update of d skip locked
  ) due
  where a.id = due.id;
end
$$;
select private.expose('scheduled_agents', 'service_role');
select private.expose('apply_agent_schedules', 'service_role');

-- List rows: an agent with extension and queues, a queue with its agents and how many of them the switch sends calls to.
create view public.call_center_agent_list with (security_invoker = true) as
select a.*, e.extension, e.effective_caller_id_name,
  e.enabled and not e.suspended and not e.do_not_disturb as reachable,
  (select count(*)::int from public.call_center_tiers t where t.tenant_id = a.tenant_id and t.agent_id = a.id) as queues
from public.call_center_agents a
join public.extensions e on e.tenant_id = a.tenant_id and e.id = a.extension_id;

create view public.call_center_queue_list with (security_invoker = true) as
select q.*,
  (select count(*)::int from public.call_center_tiers t where t.tenant_id = q.tenant_id and t.queue_id = q.id) as agents,
  (select count(*)::int from public.call_center_tiers t
    join public.call_center_agent_list a on a.tenant_id = t.tenant_id and a.id = t.agent_id
    where t.tenant_id = q.tenant_id and t.queue_id = q.id and a.status = 'Available' and a.reachable) as available_agents
from public.call_center_queues q;

-- A tenant's routing as one document, for the simulator, the map and the checks.

-- {zone, destinations, time_conditions with rules, ivr_menus with options}; null when the tenant does not exist or the caller may not see
-- it. Typed in lib/telephony/tenant-routing.ts.
create function public.tenant_routing(tenant uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'zone', t.time_zone,
      'destinations', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'record_id', d.record_id, 'number', d.number,
          'name', d.name, 'enabled', d.enabled) order by d.kind, d.number, d.id)
        from public.destinations d where d.tenant_id = tenant), '[]'),
      'time_conditions', coalesce((
        select jsonb_agg(to_jsonb(c) order by c.number) from public.time_condition_schedules c
        where c.tenant_id = tenant), '[]'),
      'ivr_menus', coalesce((
        select jsonb_agg(to_jsonb(m) || jsonb_build_object('options', coalesce((
          select jsonb_agg(to_jsonb(o) order by o.position, o.id) from public.ivr_menu_options o
          where o.tenant_id = m.tenant_id and o.ivr_menu_id = m.id), '[]')) order by m.number)
        from public.ivr_menus m where m.tenant_id = tenant), '[]'))
    from public.tenants t where t.id = tenant
  );
end
$$;

-- Outbound routes, and blocked callers and numbers.

-- Outbound routes: which dialed numbers go out through which gateways.

create function private.is_regular_expression(value text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  perform '' ~ value;
  return true;
exception when invalid_regular_expression then
  return false;
end
$$;

-- Allowed in a custom pattern: digits, literal # and separators, escaped characters, sets of digits, groups, alternation, anchors and
-- repetition. PostgreSQL and JavaScript treat all of these the same. Groups take no counted repetition: nested counts would turn a short
-- pattern into a huge one. Matched in linear time (lib/telephony/dial-matcher.ts).
create function private.dial_pattern() returns text
language sql immutable set search_path = '' as $$
  select '^(?:(?:[0-9#,.-]|\\[d+*.()\[\]{}|^$?\\-]|\[\^?(?:[0-9]-[0-9]|[0-9*#+]|\\d)+\])'
    || '(?:(?:[*+?]|\{[0-9]{1,2}(?:,[0-9]{0,2})?\})\??)?|\)(?:[*+?]\??)?|[(|^$])+$'
$$;

create table public.outbound_routes (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  matches text not null check (matches in
    ('emergency', 'local', 'national', 'toll_free', 'international', 'premium', 'pattern')),
  pattern text,
  toll_class text not null check (toll_class in ('emergency', 'local', 'national', 'international', 'premium')),
  gateway_1_id uuid not null references public.gateways (id),
  gateway_2_id uuid references public.gateways (id),
  gateway_3_id uuid references public.gateways (id),
  strip_digits integer not null default 0 check (strip_digits between 0 and 15),
  prefix text not null default '' check (prefix ~ '^\+?[0-9*#]{0,15}$'),
  position integer not null default 100 check (position between 1 and 9999),
  caller_id_did_id uuid,
  concurrent_limit integer check (concurrent_limit between 1 and 1000),
  enabled boolean not null,
  description text not null default '' check (length(description) <= 255),
  unique (tenant_id, name),
  constraint outbound_routes_pattern check (case when matches = 'pattern'
    then pattern is not null and length(pattern) <= 120 and pattern ~ private.dial_pattern()
      and private.is_regular_expression(pattern)
    else pattern is null end),
  constraint outbound_routes_toll_class_matches_preset check (matches = 'pattern'
    or toll_class = case matches when 'toll_free' then 'local' else matches end),
  constraint outbound_routes_emergency_caller_id check (matches <> 'emergency' or caller_id_did_id is null),
  constraint outbound_routes_gateway_order check (gateway_2_id is not null or gateway_3_id is null),
  constraint outbound_routes_gateways_distinct check (gateway_1_id <> gateway_2_id and gateway_2_id <> gateway_3_id
    and gateway_1_id <> gateway_3_id)
);
comment on column public.outbound_routes.matches is 'Which dialed numbers it matches; the presets are defined in lib/telephony/outbound.ts';
comment on column public.outbound_routes.toll_class is 'Toll class a phone needs to use the route; emergency is allowed to all';
comment on column public.outbound_routes.position is 'The matching enabled route with the lowest position is used';
comment on column public.outbound_routes.strip_digits is 'Leading digits stripped from the dialed number before the prefix is added';
comment on column public.outbound_routes.caller_id_did_id is
  'Number sent instead of the extension''s own; never on emergency routes, whose calls show the phone''s number';
comment on column public.outbound_routes.concurrent_limit is 'Concurrent calls; null for no limit';
comment on column public.outbound_routes.enabled is 'Defaults to false for international and premium routes (toll fraud)';
create index outbound_routes_gateway_1_idx on public.outbound_routes (gateway_1_id);
create index outbound_routes_gateway_2_idx on public.outbound_routes (gateway_2_id);
create index outbound_routes_gateway_3_idx on public.outbound_routes (gateway_3_id);
select private.declare_records('outbound_routes', section => 'telephony', secrets => '{"pin": "pin"}', opens_others => false,
  source => 'outbound_route_list', search => '{name,description,gateway_1,gateway_2,gateway_3}', sort => '{position,name}',
  filter => '{enabled,toll_class,matches}', snapshot => '{}', refers => '{"caller_id_did_id": "dids"}');

-- List rows: a route with its gateway names.
create view public.outbound_route_list with (security_invoker = true) as
select r.*, g1.name as gateway_1, g2.name as gateway_2, g3.name as gateway_3
from public.outbound_routes r
left join public.gateway_names g1 on g1.id = r.gateway_1_id
left join public.gateway_names g2 on g2.id = r.gateway_2_id
left join public.gateway_names g3 on g3.id = r.gateway_3_id;

-- An imported file may omit `enabled`: routes to expensive destinations then start disabled (toll fraud).
create function private.default_route_enabled() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.enabled := coalesce(new.enabled, new.toll_class not in ('international', 'premium'));
  return new;
end
$$;
create trigger default_enabled before insert on public.outbound_routes
  for each row execute function private.default_route_enabled();

-- Reorders a tenant's routes to 10, 20, 30 …: all of them in their new order, [{"id": …, "position": …}] with the position that the caller
-- saw. TR412 if routes were added, deleted or moved since. Repeating it changes nothing.
create function public.order_outbound_routes(tenant uuid, routes jsonb) returns void
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform 1 from public.outbound_routes r where r.tenant_id = tenant order by r.id for update;
  if exists (
    select from (select r.id, r.position from public.outbound_routes r where r.tenant_id = tenant) r
    full join rows from (jsonb_to_recordset(routes) as (id uuid, position integer)) with ordinality s (id, position, place) using (id)
    where r.position is distinct from s.position and r.position is distinct from 10 * s.place
  ) then
    raise exception 'Someone else has changed the order of the routes since you opened it. Open it again.' using errcode = 'TR412';
  end if;
  update public.outbound_routes r set position = 10 * s.place
  from rows from (jsonb_to_recordset(routes) as (id uuid)) with ordinality s (id, place)
  where r.tenant_id = tenant and r.id = s.id and r.position <> 10 * s.place;
end
$$;

-- Adds the routes nearly every tenant needs, if it has none; international and premium routes start disabled.
create function public.add_default_outbound_routes(tenant uuid, gateway uuid, second_gateway uuid default null) returns integer
language sql volatile security invoker set search_path = '' as $$
  with made as (
    insert into public.outbound_routes (tenant_id, name, matches, toll_class, gateway_1_id, gateway_2_id, position, enabled)
    select tenant, u.name, u.matches, case u.matches when 'toll_free' then 'local' else u.matches end, gateway,
      second_gateway, u.place * 10, u.matches not in ('international', 'premium')
    from (values ('Emergency', 'emergency', 1), ('Premium numbers', 'premium', 2), ('Toll-free', 'toll_free', 3),
      ('Local', 'local', 4), ('National', 'national', 5), ('International', 'international', 6)) u (name, matches, place)
    where not exists (select 1 from public.outbound_routes r where r.tenant_id = tenant)
    returning 1
  )
  select count(*)::int from made
$$;

-- What uses a gateway, with its tenant (an unassigned number has none): the first 1,000, each with the count of all routes and numbers.
create function private.gateway_uses(gateway uuid)
returns table (table_name text, record_id uuid, label text, tenant_id uuid, tenant_name text, routes integer, numbers integer, registered integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission(private.has_permission('superadmin', 'view'));
  return query
    with uses as materialized (
      select 'outbound_routes' as table_name, r.id, r.name as label, r.tenant_id as owner, false as registered from public.outbound_routes r
      where gateway in (r.gateway_1_id, r.gateway_2_id, r.gateway_3_id)
      union all select 'dids', d.id, d.number, d.tenant_id, d.e911_state in ('submitted', 'confirmed') from public.dids d
      where d.gateway_id = gateway
    )
    select u.table_name, u.id, u.label, t.id, coalesce(c.name, t.domain),
      (select count(*)::int from uses n where n.table_name = 'outbound_routes'), (select count(*)::int from uses n where n.table_name = 'dids'),
      (select count(*)::int from uses n where n.registered)
    from uses u
    left join public.tenants t on t.id = u.owner
    left join public.companies c on c.domain_uuid = t.id
    order by 5 nulls last, u.table_name desc, u.label limit 1000;
end
$$;

select private.expose('gateway_uses');

create function private.replace_gateway(
  gateway uuid, replacement uuid default null, delete_after boolean default false, expected_version integer default null,
  most integer default null, run uuid default null
) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  held public.gateways;
  changed integer;
  total integer;
  stranded integer;
begin
  perform private.require_permission(private.has_permission('superadmin', case when delete_after then 'delete' else 'edit' end)
    and private.has_permission('superadmin', 'edit'));
  perform private.continue_run(run);
  select * into held from public.gateways g where g.id = gateway for update;
  perform private.require_found(replacement is null or exists (select 1 from public.gateways g where g.id = replacement));
  perform private.require_version(held.version, expected_version);
  if replacement = gateway then
    raise exception 'Choose another gateway than the one you are replacing.' using errcode = 'check_violation';
  end if;
  -- A change of carrier must not take 911 away from the tenants.
  if held.enabled and held.may_carry_emergency and replacement is not null then
    select count(*) into stranded from public.outbound_routes r
    where r.toll_class = 'emergency' and r.enabled and gateway in (r.gateway_1_id, r.gateway_2_id, r.gateway_3_id)
      and not exists (select 1 from public.gateways g where g.enabled and g.may_carry_emergency and g.id <> gateway
        and g.id in (replacement, r.gateway_1_id, r.gateway_2_id, r.gateway_3_id));
    if stranded > 0 then
      raise exception '% would leave % without a gateway for 911. Turn it on and let it carry 911, or give them another gateway first.',
        (select g.name from public.gateways g where g.id = replacement),
        case stranded when 1 then '1 emergency route' else stranded || ' emergency routes' end using errcode = 'check_violation';
    end if;
  end if;
  -- A route that already has the replacement keeps it once, at the earlier position.
  update public.outbound_routes r set gateway_1_id = w.ids[1], gateway_2_id = w.ids[2], gateway_3_id = w.ids[3]
  from (
    select u.id, array_agg(u.to_id order by u.place) as ids
    from (
      select o.id, coalesce(case when g.id = gateway then replacement end, g.id) as to_id, min(g.place) as place
      from (
        select r.* from public.outbound_routes r
        where gateway in (r.gateway_1_id, r.gateway_2_id, r.gateway_3_id) and replacement is not null
        order by r.tenant_id, r.id limit most
      ) o
      cross join lateral unnest(array[o.gateway_1_id, o.gateway_2_id, o.gateway_3_id]) with ordinality g (id, place)
      where g.id is not null
      group by 1, 2
    ) u
    group by u.id
  ) w
  where r.id = w.id;
  get diagnostics total = row_count;
  update public.dids d set gateway_id = replacement
  where d.id in (select n.id from public.dids n where n.gateway_id = gateway and replacement is not null order by n.id limit most - total);
  get diagnostics changed = row_count;
  if delete_after and coalesce(total + changed < most, true) then
    delete from public.gateways g where g.id = gateway;
  end if;
  return total + changed;
end
$$;

-- Replaces a gateway in every tenant's routes and numbers, and with `delete_after` deletes it; without a replacement it only deletes. Returns
-- how many routes and numbers changed. With `most`, it changes that many at most, to be called again until it changes fewer, and deletes
-- last: at once, hundreds of thousands would take minutes and hold up every tenant. The trail treats the parts of a `run` as one change.
-- 23503 when the gateway to delete is in use, 23514 when emergency routes would be left without a gateway that may carry 911; TR409 and TR410
-- as in save_record.
select private.expose('replace_gateway');

-- Call blocking: callers to reject, and numbers that cannot be called.

-- Whether a rule for a number, or for a prefix, would match an emergency number.
create function private.matches_emergency(match text, number text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_or(e = number or (match = 'prefix' and starts_with(e, number))), false)
  from unnest(private.emergency_numbers()) e
$$;

create table public.call_block_rules (
  like private.tenant_columns including all,
  direction text not null default 'inbound' check (direction in ('inbound', 'outbound')),
  extension_id uuid,
  match text not null default 'exact' check (match in ('exact', 'prefix', 'anonymous')),
  number text collate "C",
  name text not null default '' check (length(name) <= 75),
  action text not null default 'reject' check (action in ('reject', 'busy', 'hangup', 'voicemail', 'destination')),
  destination_id uuid,
  hits integer not null default 0 check (hits >= 0),
  last_hit_at timestamptz,
  expires_at timestamptz,
  enabled boolean not null default true,
  unique nulls not distinct (tenant_id, direction, match, number, extension_id),
  constraint call_block_rules_number_format check (
    case match when 'anonymous' then number is null and direction = 'inbound'
      when 'exact' then number is not null and number ~ '^\+?[0-9]{2,15}$'
      else number is not null and number ~ '^\+?[0-9]{1,14}$' end),
  constraint call_block_rules_destination_matches_action check ((action = 'destination') = (destination_id is not null)),
  constraint call_block_rules_action_matches_direction check (direction = 'inbound' or action not in ('voicemail', 'destination')),
  constraint call_block_rules_not_emergency_number check (direction = 'inbound'
    or not private.matches_emergency(match, number))
);
comment on column public.call_block_rules.extension_id is 'The extension whose calls the rule applies to; null for all of the tenant''s';
comment on column public.call_block_rules.number is
  'The remote number or its prefix: E.164, or digits as dialed (011 for all numbers abroad); null for withheld numbers';
comment on column public.call_block_rules.hits is 'Calls it has blocked; counted by the switch';
select private.declare_records('call_block_rules', section => 'telephony', touch => false, trail => '{}',
  source => 'call_block_list', search => '{number,name}',
  sort => '{number,name,hits,last_hit_at,created_at}', filter => '{direction,match,action,enabled,expired}', snapshot => '{hits,last_hit_at}',
  refers => '{"extension_id": "extensions", "destination_id": "destinations"}', goes_with => 'extension_id', personal => true);

-- Only the switch counts hits. A rule that no longer sends callers on has no destination.
create function private.guard_call_block_rules() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    new.hits := case when tg_op = 'INSERT' then 0 else old.hits end;
    new.last_hit_at := case when tg_op = 'INSERT' then null else old.last_hit_at end;
  end if;
  if tg_op = 'UPDATE' and new.action <> 'destination' and new.destination_id = old.destination_id then
    new.destination_id := null;
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.call_block_rules
  for each row execute function private.guard_call_block_rules();
-- A blocked call does not change the rule: no new version, no trail entry.
create trigger touch before update on public.call_block_rules
  for each row when (new.hits = old.hits) execute function private.touch();
create trigger audit after insert or delete on public.call_block_rules
  for each row execute function private.audit('telephony');
create trigger audit_change after update on public.call_block_rules
  for each row when (new.version <> old.version) execute function private.audit('telephony');

-- List rows: a rule with its extension and whether it has expired.
create view public.call_block_list with (security_invoker = true) as
select b.*, e.extension, coalesce(b.expires_at <= now(), false) as expired
from public.call_block_rules b
left join public.extensions e on e.id = b.extension_id;

-- How many calls of the last `days` days a rule would have blocked, and when the last one was. Inbound rules match the caller, outbound
-- rules the called number, in any spelling: numbers abroad also begin with 011, and those dialed in the tenant's area code are seven
-- digits, too. A withheld number is empty or a keyword from the switch.
create function public.preview_block_rule(
  tenant uuid, direction text, match text, number text default null, for_extension uuid default null, days integer default 30
)
returns table (calls bigint, last_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  with other as (
    select c.start_at, n.number,
      case when n.number like '+%' and n.number not like '+1%' then '011' || substr(n.number, 2) end as abroad,
      case when length(n.number) = 12 and starts_with(n.number, '+1' || s.area_code) and $2 = 'outbound' then right(n.number, 7) end as near
    from public.cdr c
    cross join lateral (select case $2 when 'inbound' then c.from_number else c.to_number end as number) n
    left join public.tenant_settings s on s.tenant_id = c.tenant_id
    where c.tenant_id = tenant
      and c.start_at >= now() - make_interval(days => least(greatest(coalesce($6, 30), 1), 366))
      and c.direction = $2
      -- An extension's rule keeps nobody from it as a queue's agent, and no rule from an emergency call-back number.
      and ($5 is null or c.extension_id = $5
        and (c.path @> '[{"record": {"table": "call_center_queues"}}]') is not true)
      and ($2 = 'outbound' or not exists (
        select 1 from public.dids d where d.number = c.to_number and d.emergency))
  )
  select count(*), max(o.start_at)
  from other o
  where case $3
    when 'anonymous' then o.number ~* '^(anonymous|restricted|private|unavailable|unknown)?$'
    when 'exact' then $4 in (o.number, o.abroad, o.near)
    else starts_with(o.number, $4) or starts_with(o.abroad, $4) or starts_with(o.near, $4) end
$$;

-- Conference rooms: numbers where many callers talk with each other (mod_conference).

create table public.conference_rooms (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  max_members integer not null default 20 check (max_members between 2 and 200),
  waits_for_moderator boolean not null default false,
  announces text not null default 'tone' check (announces in ('nothing', 'tone', 'name')),
  record boolean not null default false,
  greeting_recording_id uuid,
  hold_music_recording_id uuid,
  enabled boolean not null default true
);
comment on column public.conference_rooms.max_members is 'Concurrent callers, including those being asked for a PIN';
comment on column public.conference_rooms.waits_for_moderator is 'Others hear music until someone enters the moderator PIN';
comment on column public.conference_rooms.announces is
  'What others hear when someone joins or leaves; name: recorded by the caller on entry';
select private.declare_records('conference_rooms', section => 'telephony', number => 'number', destination => 'number',
  secrets => '{"pin": "pin", "moderator_pin": "pin"}', opens_others => false, not_while_suspended => true,
  search => '{name,number}', sort => '{name,number,max_members,enabled}', filter => '{enabled}', snapshot => '{}',
  refers => '{"greeting_recording_id": "recordings", "hold_music_recording_id": "recordings"}');

-- Wrong PINs by room and caller (an extension's id or an outside number), and across all outside numbers (null), until an hour after the
-- wait ends.
create table private.room_attempts (
  id uuid primary key default gen_random_uuid(),
  room_id uuid not null references public.conference_rooms (id) on delete cascade,
  caller text,
  failures integer not null,
  blocked_until timestamptz not null,
  unique nulls not distinct (room_id, caller)
);
alter table private.room_attempts enable row level security;

-- Outside numbers that entered a room by PIN, and in which role.
create table private.room_callers (
  room_id uuid not null references public.conference_rooms (id) on delete cascade,
  caller text not null,
  joined_as text not null check (joined_as in ('moderator', 'participant')),
  joined_at timestamptz not null,
  primary key (room_id, caller)
);
alter table private.room_callers enable row level security;

create function private.count_wrong_room_pin(room uuid, caller text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.room_attempts as a (room_id, caller, failures, blocked_until) values ($1, $2, 1, clock_timestamp())
  on conflict on constraint room_attempts_room_id_caller_key do update set failures = a.failures + 1,
    blocked_until = clock_timestamp() + case when a.caller is not null then private.delay_after_failures(a.failures + 1)
      when a.failures + 1 >= 60 then interval '1 minute' else interval '0' end;
end
$$;

-- Each wrong PIN after a caller's second doubles their wait. Outside caller IDs can be spoofed, so after sixty wrong PINs from outside
-- numbers together, one per minute is checked. That never delays a caller who has joined with this PIN within 90 days. Callers without a
-- number are strangers to each other, so they only count toward the sixty.
create function private.join_room(tenant uuid, room uuid, caller text, outside boolean, proofs text[], moderator_proofs text[])
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  joins_as text;
  familiar_as text;
  crowded boolean;
begin
  if not exists (select 1 from public.conference_rooms r where r.tenant_id = tenant and r.id = room and r.enabled) then
    return 'refused';
  end if;
  caller := nullif(caller, '');
  -- Serialized, so parallel guesses gain nothing.
  perform pg_advisory_xact_lock(hashtextextended('room ' || room, 0));
  delete from private.room_attempts a where a.room_id = room and a.blocked_until < clock_timestamp() - interval '1 hour';
  delete from private.room_callers c where c.room_id = room and c.joined_at < clock_timestamp() - interval '90 days';
  if exists (select 1 from private.room_attempts a
      where a.room_id = room and a.caller = join_room.caller and a.blocked_until > clock_timestamp()) then
    return 'wait';
  end if;
  crowded := outside and exists (select 1 from private.room_attempts a
    where a.room_id = room and a.caller is null and a.blocked_until > clock_timestamp());
  if crowded then
    select c.joined_as into familiar_as
    from private.room_callers c
    join public.secrets s on s.owner_id = room and s.field = case c.joined_as when 'moderator' then 'moderator_pin' else 'pin' end
    where c.room_id = room and c.caller = join_room.caller and c.joined_at > s.updated_at;
    if familiar_as is null then
      return 'wait';
    end if;
  end if;
  -- A caller who bypasses that limit as a known participant can only join as a participant.
  select case s.field when 'moderator_pin' then 'moderator' else 'participant' end into joins_as
  from public.secrets s
  where s.owner_id = room
    and (s.field = 'moderator_pin' and s.proof = any (moderator_proofs) and familiar_as is distinct from 'participant'
      or s.field = 'pin' and s.proof = any (proofs))
  order by s.field
  limit 1;
  if joins_as is null then
    if caller is not null then
      perform private.count_wrong_room_pin(room, caller);
    end if;
    if outside then
      perform private.count_wrong_room_pin(room, null);
    end if;
    return 'wrong pin';
  end if;
  -- Someone who knows the participant PIN may still be guessing the moderator PIN.
  delete from private.room_attempts a where a.room_id = room and a.caller = join_room.caller and (joins_as = 'moderator'
    or not exists (select 1 from public.secrets s where s.owner_id = room and s.field = 'moderator_pin'));
  if outside and caller is not null then
    insert into private.room_callers as c (room_id, caller, joined_as, joined_at)
    values (room, join_room.caller, joins_as, clock_timestamp())
    on conflict on constraint room_callers_pkey do update set joined_as = excluded.joined_as, joined_at = excluded.joined_at;
  end if;
  return joins_as;
end
$$;

-- The role in which a caller (an extension by id, or an outside caller by number, empty if withheld) joins a room, by the PIN they entered,
-- given as its proofs for both PINs: 'moderator', 'participant', 'wrong pin', 'wait' after too many wrong ones, or 'refused' when there is
-- no such room.
select private.expose('join_room', 'service_role');

-- Paging groups: numbers that let a caller speak through many phones at once, which answer automatically.

create table public.paging_groups (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  two_way boolean not null default false,
  enabled boolean not null default true
);
comment on column public.paging_groups.two_way is 'Whether the phones are heard too (intercom) or only the caller (paging)';

create table public.paging_group_members (
  like private.tenant_columns including all,
  paging_group_id uuid not null,
  extension_id uuid not null,
  position integer not null default 1 check (position between 1 and 100),
  unique (paging_group_id, extension_id)
);

-- List rows: a group with the number of its members.
create view public.paging_group_list with (security_invoker = true) as
select g.*,
  (select count(*)::int from public.paging_group_members m where m.tenant_id = g.tenant_id and m.paging_group_id = g.id)
    as members
from public.paging_groups g;

select private.declare_records('paging_groups', section => 'telephony', number => 'number', destination => 'number',
  not_while_suspended => true, source => 'paging_group_list', search => '{name,number}',
  sort => '{name,number,members,enabled}', filter => '{enabled}', snapshot => '{}');
select private.declare_parts('paging_group_members', of => 'paging_groups', by => 'paging_group_id', sort => '{position}',
  filter => '{paging_group_id}', snapshot => '{}', refers => '{"extension_id": "extensions"}', goes_with => 'extension_id');

select private.grant_access('{is_time_ranges,revert_due_call_flows,is_regular_expression,dial_pattern,matches_emergency}');
