-- Call detail records: the switch reports each call when it ends. Machines write them and nobody edits them, so they have no version and no
-- trail. Each month is a partition in schema private; all reads and writes go through public.cdr and its policies.

create table public.cdr (
  id uuid not null,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  extension_id uuid,
  start_at timestamptz not null,
  answer_at timestamptz,
  end_at timestamptz not null,
  created_at timestamptz not null default now(),
  ring_seconds integer not null default 0 check (ring_seconds >= 0),
  talk_seconds integer not null default 0 check (talk_seconds >= 0),
  duration integer not null default 0 check (duration >= 0),
  q850 smallint check (q850 between 0 and 127),
  direction text not null check (direction in ('inbound', 'outbound', 'local')),
  status text not null check (status in ('answered', 'missed', 'voicemail', 'busy', 'failed', 'cancelled')),
  call_uuid text not null check (length(call_uuid) between 1 and 128),
  from_number text collate "C" not null default '' check (length(from_number) <= 128),
  from_name text not null default '' check (length(from_name) <= 128),
  to_number text collate "C" not null default '' check (length(to_number) <= 128),
  did text collate "C" check (length(did) <= 16),
  extension text collate "C" check (length(extension) <= 16),
  account_code text collate "C" check (length(account_code) between 1 and 64),
  hangup_cause text not null default '' check (length(hangup_cause) <= 64),
  mos numeric(3, 2) check (mos between 0 and 5),
  codec text check (length(codec) <= 64),
  recording_path text check (length(recording_path) between 1 and 1024),
  addresses jsonb,
  legs jsonb,
  path jsonb check (jsonb_typeof(path) = 'array' and jsonb_array_length(path) between 1 and 61),
  raw jsonb,
  -- Stored columns instead of index expressions: under row-level security PostgreSQL only searches an index with leakproof functions, and
  -- reverse() is not leakproof.
  from_reversed text collate "C" generated always as (reverse(from_number)) stored,
  to_reversed text collate "C" generated always as (reverse(to_number)) stored,
  primary key (id, start_at),
  constraint cdr_end_after_start check (end_at >= start_at)
) partition by range (start_at);
comment on table public.cdr is 'One row per call (its A-leg); other legs are in cdr_legs';
comment on column public.cdr.id is 'The call''s own UUID, or one derived from the switch''s identifier when that is not a UUID';
comment on column public.cdr.answer_at is 'When a person or what the caller called for took the call; null if they only waited or chose in a menu';
comment on column public.cdr.extension_id is 'The extension at the time of the call. No foreign key: the record outlives it';
comment on column public.cdr.did is 'The tenant''s number (E.164) an inbound call arrived on';
comment on column public.cdr.account_code is 'That of the number that the call came in on, at the time of the call; null without one';
comment on column public.cdr.duration is 'Seconds from start to end, ring_seconds and talk_seconds included';
comment on column public.cdr.q850 is 'ITU-T Q.850 hangup cause code; hangup_cause is its FreeSWITCH name';
comment on column public.cdr.mos is 'Mean opinion score of the received audio, 1 to 5';
comment on column public.cdr.path is 'Steps the switch was given and why, oldest first: [{at, why, text, record: {table, id, label}}]';
comment on column public.cdr.recording_path is 'Path of the recording, as the switch reports it';
create index cdr_tenant_start_idx on public.cdr (tenant_id, start_at, id);
create index cdr_tenant_talk_idx on public.cdr (tenant_id, talk_seconds, id);
create index cdr_tenant_extension_idx on public.cdr (tenant_id, extension, start_at) where extension is not null;
create index cdr_tenant_account_code_idx on public.cdr (tenant_id, account_code, start_at) where account_code is not null;
create index cdr_tenant_cause_idx on public.cdr (tenant_id, hangup_cause, start_at);
create index cdr_tenant_recording_idx on public.cdr (tenant_id, start_at) where recording_path is not null;
create index cdr_from_idx on public.cdr (tenant_id, from_number);
create index cdr_from_reversed_idx on public.cdr (tenant_id, from_reversed);
create index cdr_to_idx on public.cdr (tenant_id, to_number);
create index cdr_to_reversed_idx on public.cdr (tenant_id, to_reversed);
select private.declare_read_only('cdr', section => 'telephony');

-- Calls in a month without a partition; empty unless something inserts without public.ingest_cdr.
create table private.cdr_default partition of public.cdr default;

alter table private.cdr_default enable row level security;

-- Locks the tenants against changes. Waits a fifth of a second at a time: whoever changes one waits behind this lock, also for whom its
-- holder waits. Gives up after lock_timeout.
create function private.lock_tenants() returns void
language plpgsql set search_path = '' as $$
declare
  patience text := current_setting('lock_timeout');
  since timestamptz := clock_timestamp();
begin
  loop
    begin
      perform set_config('lock_timeout', '200ms', true);
      lock table public.tenants in share row exclusive mode;
      perform set_config('lock_timeout', patience, true);
      return;
    exception when lock_not_available then
      if patience <> '0' and clock_timestamp() - since >= patience::interval then
        raise;
      end if;
    end;
  end loop;
end
$$;

-- Creates the missing monthly partitions (UTC) from the first to the last month and returns how many. Moves such a month's rows out of the
-- default partition.
create function private.create_cdr_partitions(first_month date, last_month date) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  month timestamp;
  since timestamptz;
  until timestamptz;
  partition text;
  columns text;
  made integer := 0;
begin
  for month in select generate_series(date_trunc('month', first_month::timestamp), last_month::timestamp, interval '1 month') loop
    partition := 'cdr_' || to_char(month, 'YYYY_MM');
    continue when to_regclass('private.' || partition) is not null;
    -- Attaching locks the default partition and then the tenants; deleting a tenant locks them in this order.
    perform private.lock_tenants();
    perform pg_advisory_xact_lock(hashtext('private.create_cdr_partitions'));
    continue when to_regclass('private.' || partition) is not null;
    since := month at time zone 'UTC';
    until := (month + interval '1 month') at time zone 'UTC';
    execute format('create table private.%I (like public.cdr including all)', partition);
    execute format('alter table private.%I enable row level security', partition);
    if exists (select 1 from private.cdr_default d where d.start_at >= since and d.start_at < until) then
      select string_agg(quote_ident(a.attname), ', ') into columns from pg_catalog.pg_attribute a
      where a.attrelid = 'private.cdr_default'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
      execute format('insert into private.%I (%s) select %2$s from private.cdr_default where start_at >= %L and start_at < %L',
        partition, columns, since, until);
      delete from private.cdr_default d where d.start_at >= since and d.start_at < until;
    end if;
    execute format('alter table public.cdr attach partition private.%I for values from (%L) to (%L)', partition, since, until);
    made := made + 1;
  end loop;
  return made;
end
$$;

select private.create_cdr_partitions((now() - interval '1 month')::date, (now() + interval '2 months')::date);

-- The partitions of this month and the next one. Called every hour by the server (lib/jobs): made by its first call, a month would have all
-- calls wait for whoever is changing a tenant.
create function public.create_next_cdr_partitions() returns integer
language sql volatile security invoker set search_path = '' as $$
  select private.create_cdr_partitions((now() at time zone 'UTC')::date, (now() at time zone 'UTC' + interval '1 month')::date)
$$;
grant execute on function public.create_next_cdr_partitions() to service_role;

-- Legs the switch reports separately (B-legs), with the call they belong to. They do not count as calls.
create table public.cdr_legs (
  id uuid primary key,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  call_id uuid not null,
  start_at timestamptz not null,
  outside_number text collate "C" check (length(outside_number) <= 128),
  talk_seconds integer check (talk_seconds >= 0),
  leg jsonb not null,
  raw jsonb,
  created_at timestamptz not null default now()
);
comment on column public.cdr_legs.call_id is 'The call''s id in cdr, which may arrive later; another leg''s where that one was transferred';
comment on column public.cdr_legs.outside_number is 'The number that a leg through a gateway called, E.164 where possible';
comment on column public.cdr_legs.talk_seconds is 'Seconds from the answer of such a leg to its end; null without an answer';
create index cdr_legs_call_idx on public.cdr_legs (tenant_id, call_id);
create index cdr_legs_outside_idx on public.cdr_legs (tenant_id, start_at) where outside_number is not null;
select private.declare_read_only('cdr_legs', section => 'telephony');

-- When each extension last made or received a call, whoever called and whatever its number was then: whether a seat is idle. No foreign key
-- to extensions: storing calls would wait for deletions, and an extension whose deletion is undone has had its calls.
create table private.extension_calls (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  extension_id uuid not null,
  last_at timestamptz not null,
  primary key (tenant_id, extension_id)
);
alter table private.extension_calls enable row level security;

-- Notes a batch's calls, [{tenant_id, extension_id, last_at}]. In key order, so that concurrent batches wait for each other.
create function private.note_extension_calls(calls jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.extension_calls as n (tenant_id, extension_id, last_at)
  select c.tenant_id, c.extension_id, max(c.last_at)
  from jsonb_to_recordset(calls) c (tenant_id uuid, extension_id uuid, last_at timestamptz)
  where c.extension_id is not null
  group by 1, 2 order by 1, 2
  on conflict (tenant_id, extension_id) do update set last_at = excluded.last_at where n.last_at < excluded.last_at
$$;

-- Months (UTC) whose calls and legs were archived to files and removed (scripts/archive-calls.ts). Their counts stay in cdr_hourly and
-- cdr_daily. Billing sees why a month has no usage.
create table public.archived_call_months (
  id uuid primary key default gen_random_uuid(),
  month date not null unique check (extract(day from month) = 1),
  calls bigint not null check (calls >= 0),
  brought_back bigint not null default 0 check (brought_back >= 0),
  created_at timestamptz not null default now()
);
comment on column public.archived_call_months.calls is 'In all of the month''s files together';
comment on column public.archived_call_months.brought_back is 'How many have been stored again since: `calls` less this is how many are not stored';
select private.declare_read_only('archived_call_months', section => 'telephony', may_view => '{view,billing.view}',
  written_by => 'functions');

-- Call counts by hour and day, updated with every record: charts, dashboard and reports read these.
create table public.cdr_hourly (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  hour timestamptz not null,
  direction text not null check (direction in ('inbound', 'outbound', 'local')),
  status text not null check (status in ('answered', 'missed', 'voicemail', 'busy', 'failed', 'cancelled')),
  calls integer not null check (calls > 0),
  talk_seconds bigint not null check (talk_seconds >= 0),
  ring_seconds bigint not null check (ring_seconds >= 0),
  created_at timestamptz not null default now(),
  unique (tenant_id, hour, direction, status)
);
comment on column public.cdr_hourly.hour is 'Start of the hour in the tenant''s time zone, by call start';
create index cdr_hourly_hour_idx on public.cdr_hourly (hour);
select private.declare_read_only('cdr_hourly', section => 'telephony', may_view => '{view,reports.view}');

create table public.cdr_daily (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  day date not null,
  direction text not null check (direction in ('inbound', 'outbound', 'local')),
  status text not null check (status in ('answered', 'missed', 'voicemail', 'busy', 'failed', 'cancelled')),
  calls integer not null check (calls > 0),
  talk_seconds bigint not null check (talk_seconds >= 0),
  ring_seconds bigint not null check (ring_seconds >= 0),
  created_at timestamptz not null default now(),
  unique (tenant_id, day, direction, status)
);
comment on column public.cdr_daily.day is 'The day in the tenant''s time zone, by call start';
create index cdr_daily_day_idx on public.cdr_daily (day);
select private.declare_read_only('cdr_daily', section => 'telephony', may_view => '{view,reports.view}');

-- Recounts a tenant's days from its hours.
create function private.recount_cdr_days(tenant uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for batches being stored, so that none is missed.
  lock table public.cdr_daily in share row exclusive mode;
  delete from public.cdr_daily d where d.tenant_id = tenant;
  insert into public.cdr_daily (tenant_id, day, direction, status, calls, talk_seconds, ring_seconds)
  select h.tenant_id, (h.hour at time zone t.time_zone)::date, h.direction, h.status,
    sum(h.calls), sum(h.talk_seconds), sum(h.ring_seconds)
  from public.cdr_hourly h join public.tenants t on t.id = h.tenant_id
  where h.tenant_id = tenant
  group by 1, 2, 3, 4;
end
$$;

-- A new time zone moves the day boundaries.
create function private.recount_moved_cdr_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recount_cdr_days(new.id);
  return null;
end
$$;
create trigger recount_moved_cdr_days after update of time_zone on public.tenants
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.recount_moved_cdr_days();

-- Records that could not be stored, without secrets, one row each however often they are delivered.
create table public.cdr_rejected (
  like private.record_columns including all,
  tenant_id uuid references public.tenants (id) on delete cascade,
  domain text check (length(domain) <= 253),
  call_uuid text check (length(call_uuid) <= 128),
  switch_id uuid,
  reason text not null check (length(reason) between 1 and 1000),
  body text not null,
  body_hash text not null unique,
  deliveries integer not null default 1 check (deliveries > 0)
);
comment on column public.cdr_rejected.tenant_id is 'The record''s tenant, if it could be determined';
comment on column public.cdr_rejected.domain is 'The domain in the record';
comment on column public.cdr_rejected.switch_id is
  'The switch whose own secret it came with: only calls of the tenants that it served by then are stored, on retries too';
comment on column public.cdr_rejected.body_hash is 'SHA-256 of the record as delivered; repeated deliveries of the record are counted here';
create index cdr_rejected_tenant_idx on public.cdr_rejected (tenant_id, created_at);
select private.declare_records('cdr_rejected', section => 'telephony', may_create => '{}', may_edit => '{}', trail => '{}');

-- Deliveries leave no trail; deletions by users do.
create trigger audit after delete on public.cdr_rejected
  for each row when (current_user = 'authenticated') execute function private.audit('telephony');
revoke insert, update on public.cdr_rejected from authenticated;

-- When today began in a time zone.
create function private.start_of_day(time_zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select date_trunc('day', now() at time zone time_zone) at time zone time_zone
$$;

-- Receiving records: in batches, as lib/cdr/parse-record.ts parses them from the switch's posts.

-- A switch with its own secret delivers calls for the tenants it serves, and those of others that began while it served them: records may
-- come late, and are charged for. With the server's shared secret (null), for all tenants.
create function private.may_deliver_cdr(switch uuid, tenant uuid, began timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select $1 is null or private.switch_serves($1, $2) or coalesce($3 < private.served_until($1, $2), false)
$$;

-- Stores records that could not be parsed or matched to a tenant. A repeated delivery is counted, not stored again. rejects: array of
-- {body, hash, reason, domain?, call_uuid?, switch?}.
create function private.store_rejected_cdr(rejects jsonb) returns void
language sql security invoker set search_path = '' as $$
  insert into public.cdr_rejected (tenant_id, domain, call_uuid, switch_id, reason, body, body_hash)
  select distinct on (r.hash) (select t.id from public.tenants t where t.domain = lower(r.domain) and private.may_deliver_cdr(r.switch, t.id, null)),
    left(r.domain, 253), left(r.call_uuid, 128), r.switch, left(r.reason, 1000), r.body, r.hash
  from jsonb_to_recordset(rejects) r (body text, hash text, reason text, domain text, call_uuid text, switch uuid)
  order by r.hash
  on conflict (body_hash) do update set deliveries = public.cdr_rejected.deliveries + 1, reason = excluded.reason,
    tenant_id = excluded.tenant_id, switch_id = excluded.switch_id
$$;

-- Deletes old records that belong to no tenant: calls to numbers of the stock leave them every day, with the callers'
-- numbers. A tenant's own stay until they are stored or discarded.
create function private.delete_old_rejected_records() returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.cdr_rejected r where r.tenant_id is null and r.created_at < now() - private.kept('rejected')
$$;
select private.expose('delete_old_rejected_records', 'service_role');

-- Resolves the tenant, direction, number and extension of each record in a batch, from the record and the configuration; reached_id is the
-- extension that a call from inside came to, or whose phone answered a leg: whoever passes a call on is in no other record. tenant_id is null
-- when the tenant cannot be determined.
create function private.resolve_cdr(records jsonb)
returns table (pos integer, tenant_id uuid, time_zone text, direction text, did text, extension text, extension_id uuid,
  reached_id uuid, record jsonb)
language sql stable security invoker set search_path = '' as $$
  select i.pos, t.id, t.time_zone, d.direction,
    case when d.direction = 'inbound'
      then coalesce(n.number, case when private.is_e164(i.record ->> 'to_number') then i.record ->> 'to_number' end) end,
    coalesce(e.extension, i.record -> 'extensions' ->> 0), e.id, o.id, i.record
  from (select (r ->> 'pos')::integer as pos, r as record from jsonb_array_elements(records) r) i
  left join lateral (
    select d.number, d.tenant_id from public.dids d
    where d.number in (select jsonb_array_elements_text(i.record -> 'dialed')) and d.tenant_id is not null
    limit 1
  ) n on true
  left join lateral (
    -- By the tenant's id or one of its domains, otherwise by the called number.
    select t.id, t.time_zone from public.tenants t
    where t.id = coalesce((i.record ->> 'tenant')::uuid,
      (select t2.id from public.tenants t2 where t2.domain in (select jsonb_array_elements_text(i.record -> 'domains')) limit 1),
      n.tenant_id)
      and private.may_deliver_cdr((i.record ->> 'switch')::uuid, t.id, (i.record ->> 'start_at')::timestamptz)
  ) t on true
  left join lateral (
    select e.id, e.extension from public.extensions e
    join jsonb_array_elements_text(i.record -> 'extensions') with ordinality c (extension, preference) using (extension)
    where e.tenant_id = t.id
    order by c.preference limit 1
  ) e on true
  left join lateral (
    select o.id from public.extensions o
    join jsonb_array_elements_text(i.record -> 'reached') with ordinality c (extension, preference) using (extension)
    where o.tenant_id = t.id and o.id is distinct from e.id
    order by c.preference limit 1
  ) o on true
  cross join lateral (
    select coalesce(i.record ->> 'direction', case
      when n.tenant_id = t.id and not exists (
        select 1 from public.extensions x where x.tenant_id = t.id and x.extension = i.record ->> 'from_number') then 'inbound'
      when private.is_e164(i.record ->> 'to_number') then 'outbound'
      else 'local' end) as direction
  ) d
$$;

-- Those of the tenants that nobody is deleting, which the transaction then keeps. Waiting for a deletion of many calls would hold up
-- everything that is stored along with the tenant's.
create function private.lasting_tenants(tenants uuid[]) returns setof uuid
language sql volatile security definer set search_path = '' as $$
  select t.id from public.tenants t where t.id = any ($1) for key share skip locked
$$;

-- Stores a batch: {records: [...], rejects: [...]}. Returns {pos, outcome, reason} for each record; outcome is stored, duplicate, rejected,
-- or busy while its tenant is being deleted: to be sent again. A call counts once in cdr, cdr_hourly and cdr_daily however often it is
-- delivered, concurrently too. Of reports that differ, the first is kept, unless they arrive at the same moment, or their calls begin more
-- than a day apart: looking further would cost a look into each month that is kept. A call that the switch could not have delivered counts
-- for nothing here: else one that knows the id of another tenant's call would keep it from being stored and charged. Service key only.
create function public.ingest_cdr(batch jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  answer jsonb;
  rejects jsonb;
  used jsonb;
begin
  perform private.create_cdr_partitions(m.month, m.month)
  from (
    select distinct date_trunc('month', (r ->> 'start_at')::timestamptz at time zone 'UTC')::date as month
    from jsonb_array_elements(batch -> 'records') r where r ->> 'leg_of' is null
  ) m
  where to_regclass('private.cdr_' || to_char(m.month, 'YYYY_MM')) is null;

  with resolved as materialized (
    select p.* from private.resolve_cdr(batch -> 'records') p
  ), lasting as materialized (
    select l.id from private.lasting_tenants((select array_agg(p.tenant_id) from resolved p)) l (id)
  ), placed as materialized (
    select p.*, r.*, row_number() over (partition by r.id, p.tenant_id order by p.pos) = 1
      and p.tenant_id in (select l.id from lasting l)
      and not exists (select 1 from public.cdr c where c.id = r.id
        and c.start_at between r.start_at - interval '1 day' and r.start_at + interval '1 day'
        and private.may_deliver_cdr((p.record ->> 'switch')::uuid, c.tenant_id, c.start_at))
      and not exists (select 1 from public.cdr_legs l where l.id = r.id
        and private.may_deliver_cdr((p.record ->> 'switch')::uuid, l.tenant_id, l.start_at)) as is_new
    from resolved p,
      jsonb_to_record(p.record) r (id uuid, call_uuid text, leg_of uuid, start_at timestamptz, answer_at timestamptz,
        end_at timestamptz, ring_seconds integer, talk_seconds integer, duration integer, q850 smallint, status text,
        from_number text, from_name text, to_number text, hangup_cause text, mos numeric, codec text,
        account_code text, recording_path text, addresses jsonb, legs jsonb, outside_number text, path jsonb, raw jsonb)
  ), stored as (
    insert into public.cdr (id, tenant_id, extension_id, start_at, answer_at, end_at, ring_seconds, talk_seconds, duration,
      q850, direction, status, call_uuid, from_number, from_name, to_number, did, extension, account_code, hangup_cause, mos, codec,
      recording_path, addresses, legs, path, raw)
    select p.id, p.tenant_id, p.extension_id, p.start_at, p.answer_at, p.end_at, p.ring_seconds,
      p.talk_seconds, p.duration, p.q850, p.direction,
      -- An inbound call whose caller hangs up first is missed.
      case when p.direction = 'inbound' and p.status = 'cancelled' then 'missed' else p.status end,
      p.call_uuid, p.from_number, p.from_name, p.to_number, p.did, p.extension, p.account_code, p.hangup_cause, p.mos, p.codec,
      -- A recording may arrive first.
      coalesce(p.recording_path, (select s.path from public.call_recordings s where s.id = p.id and s.tenant_id = p.tenant_id)),
      p.addresses, p.legs, nullif(p.path, 'null'), p.raw
    from placed p
    where p.tenant_id is not null and p.leg_of is null and p.is_new
    order by p.id
    on conflict do nothing
    returning id, tenant_id, start_at, direction, status, talk_seconds, ring_seconds
  ), stored_legs as (
    insert into public.cdr_legs (id, tenant_id, call_id, start_at, outside_number, talk_seconds, leg, raw)
    select p.id, p.tenant_id, p.leg_of, p.start_at, p.outside_number,
      case when p.outside_number is not null and p.answer_at is not null then p.talk_seconds end, p.legs -> 0, p.raw
    from placed p where p.tenant_id is not null and p.leg_of is not null and p.is_new
    order by p.id
    on conflict do nothing
    returning id
  ), counted_by_hour as (
    -- In key order, so that concurrent batches wait for each other instead of deadlocking.
    insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
    select s.tenant_id, date_trunc('hour', s.start_at, t.time_zone), s.direction, s.status,
      count(*), sum(s.talk_seconds), sum(s.ring_seconds)
    from stored s join public.tenants t on t.id = s.tenant_id
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, hour, direction, status) do update set
      calls = public.cdr_hourly.calls + excluded.calls,
      talk_seconds = public.cdr_hourly.talk_seconds + excluded.talk_seconds,
      ring_seconds = public.cdr_hourly.ring_seconds + excluded.ring_seconds
  ), counted_by_day as (
    insert into public.cdr_daily (tenant_id, day, direction, status, calls, talk_seconds, ring_seconds)
    select s.tenant_id, (s.start_at at time zone t.time_zone)::date, s.direction, s.status,
      count(*), sum(s.talk_seconds), sum(s.ring_seconds)
    from stored s join public.tenants t on t.id = s.tenant_id
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, day, direction, status) do update set
      calls = public.cdr_daily.calls + excluded.calls,
      talk_seconds = public.cdr_daily.talk_seconds + excluded.talk_seconds,
      ring_seconds = public.cdr_daily.ring_seconds + excluded.ring_seconds
  )
  select
    coalesce(jsonb_agg(jsonb_build_object('pos', p.pos, 'outcome', case
      when p.tenant_id is null then 'rejected'
      when p.tenant_id not in (select l.id from lasting l) then 'busy'
      when p.is_new and (exists (select 1 from stored s where s.id = p.id)
        or exists (select 1 from stored_legs l where l.id = p.id)) then 'stored'
      else 'duplicate' end)), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('body', p.raw::text, 'hash', p.record ->> 'hash', 'call_uuid', p.call_uuid,
        'domain', p.record -> 'domains' ->> 0,
        'switch', p.record ->> 'switch',
        'reason', case when p.record ->> 'switch' is null then 'No tenant has the domain or the number that this call names.'
          else 'No tenant that this switch serves has the domain or the number that this call names.' end))
      filter (where p.tenant_id is null), '[]'),
    (select jsonb_agg(jsonb_build_object('tenant_id', u.tenant_id, 'extension_id', x.id, 'last_at', u.start_at))
      from placed u cross join unnest(array[u.extension_id, u.reached_id]) x (id)
      where u.is_new and u.tenant_id is not null)
  into answer, rejects, used
  from placed p;

  perform private.note_extension_calls(used);

  perform private.store_rejected_cdr(rejects || coalesce(batch -> 'rejects', '[]'));
  return answer;
end
$$;
grant execute on function public.ingest_cdr(jsonb) to service_role;

-- A tenant's calls page. All functions run with the caller's own permissions. Days are in the tenant's time zone, the last one inclusive.
-- filters (all optional): direction, status, hangup_cause, extension, account_code, hour (of the day, 0 to 23), min_talk (seconds),
-- recorded (true), number with number_match ('start', the default, or 'end').

-- The time range from the first to the last day in the tenant's time zone, at most 401 days.
create function private.cdr_range(tenant uuid, first_day date, last_day date) returns tstzrange
language plpgsql stable security invoker set search_path = '' as $$
declare
  zone text := (select t.time_zone from public.tenants t where t.id = tenant);
begin
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day > 400 then
    raise exception 'Choose a range of 1 to 401 days.' using errcode = 'invalid_parameter_value';
  end if;
  return tstzrange(first_day::timestamp at time zone zone, (last_day + 1)::timestamp at time zone zone);
end
$$;

-- Columns and value ranges for each form in which a number can start or end: as dialed, or with the international or North American prefix
-- it is stored with.
create function private.cdr_number_ranges(filters jsonb) returns table (col text, since text, until text)
language plpgsql immutable security invoker set search_path = '' as $$
declare
  wanted text := filters ->> 'number';
  at_end boolean := coalesce(filters ->> 'number_match' = 'end', false);
begin
  if wanted !~ '^[0-9A-Za-z+*#._-]{1,32}$' then
    raise exception 'Enter the number without spaces.' using errcode = 'invalid_parameter_value';
  end if;
  return query
  select c.name, p.prefix, left(p.prefix, -1) || chr(ascii(right(p.prefix, 1)) + 1)
  from unnest(case when at_end then array[reverse(wanted)]
      when wanted like '+%' then array[wanted]
      else array[wanted, '+' || wanted, '+1' || wanted] end) p (prefix),
    unnest(case when at_end then array['from_reversed', 'to_reversed'] else array['from_number', 'to_number'] end) c (name);
end
$$;

-- Conditions on a call c except its number, as SQL with quoted values. Plain comparisons only: under row-level security PostgreSQL only
-- searches an index with leakproof operators.
create function private.cdr_conditions(tenant uuid, span tstzrange, filters jsonb) returns text
language plpgsql immutable security invoker set search_path = '' as $$
declare
  unknown text := (select string_agg(k, ', ') from jsonb_object_keys(filters) k
    where k not in ('direction', 'status', 'hangup_cause', 'extension', 'account_code', 'hour', 'min_talk', 'recorded', 'number',
      'number_match'));
  conditions text := format('c.tenant_id = %L and c.start_at >= %L and c.start_at < %L', tenant, lower(span), upper(span));
begin
  if unknown is not null then
    raise exception 'Calls cannot be filtered by %.', unknown using errcode = 'invalid_parameter_value';
  end if;
  select conditions || coalesce(string_agg(format(' and c.%I = %L', f.key, f.value), ''), '') into conditions
  from jsonb_each_text(filters) f where f.key in ('direction', 'status', 'hangup_cause', 'extension', 'account_code');
  if filters ? 'hour' then
    conditions := conditions || format(
      ' and extract(hour from c.start_at at time zone (select t.time_zone from public.tenants t where t.id = %L)) = %s',
      tenant, (filters ->> 'hour')::integer);
  end if;
  if filters ? 'min_talk' then
    conditions := conditions || format(' and c.talk_seconds >= %s', (filters ->> 'min_talk')::integer);
  end if;
  if (filters ->> 'recorded')::boolean then
    conditions := conditions || ' and c.recording_path is not null';
  end if;
  return conditions;
end
$$;

-- SQL that scans the tenant's calls and filters them.
create function private.cdr_scan_query(tenant uuid, span tstzrange, filters jsonb, columns text) returns text
language sql immutable security invoker set search_path = '' as $$
  select format('select %s from public.cdr c where %s', columns, private.cdr_conditions(tenant, span, filters))
    || coalesce((select ' and (' || string_agg(format('c.%1$I >= %2$L and c.%1$I < %3$L', r.col, r.since, r.until), ' or ') || ')'
      from private.cdr_number_ranges(filters) r where filters ? 'number'), '')
$$;

-- SQL that finds a number's calls through the number indexes; null when a range of numbers has more than `most` calls. The planner cannot
-- know how many calls a number has, and its estimate decides between milliseconds and seconds.
create function private.cdr_number_query(tenant uuid, span tstzrange, filters jsonb, columns text, most integer) returns text
language plpgsql stable security invoker set search_path = '' as $$
declare
  conditions text := private.cdr_conditions(tenant, span, filters);
  number_range record;
  branch text;
  branches text[] := '{}';
  counted integer;
begin
  for number_range in select * from private.cdr_number_ranges(filters) loop
    -- The sort makes the planner use that column's index.
    branch := format('from public.cdr c where %s and c.%2$I >= %3$L and c.%2$I < %4$L order by c.%2$I limit %5$s',
      conditions, number_range.col, number_range.since, number_range.until, most + 1);
    execute format('select count(*) from (select 1 %s) m', branch) into counted;
    if counted > most then
      return null;
    end if;
    if counted > 0 then
      branches := branches || format('(select %s %s)', columns, branch);
    end if;
  end loop;
  if branches = '{}' then
    return format('select %s from public.cdr c where false', columns);
  end if;
  return format('select distinct on (id) * from (%s) c order by id', array_to_string(branches, ' union all '));
end
$$;

-- Whether the period has few enough calls that scanning them is fastest.
create function private.cdr_is_short(tenant uuid, span tstzrange) returns boolean
language sql stable security invoker set search_path = '' as $$
  select coalesce(sum(h.calls), 0) <= 20000 and count(*) < 3000 from (
    select calls from public.cdr_hourly
    where tenant_id = tenant and hour > lower(span) - interval '1 hour' and hour < upper(span)
    limit 3000) h
$$;

-- One page of calls. sort_by is start or talk; a keyset page starts after (after_value, after_id), the sort value and id of the last row
-- seen; reverse the sort to get the page before a row. `recording` of a recorded call: 'here', or 'not here' once it is deleted or before
-- the switch has delivered it.
create function public.cdr_page(
  tenant uuid,
  first_day date,
  last_day date,
  filters jsonb default '{}',
  sort_by text default 'start',
  descending boolean default true,
  after_value text default null,
  after_id uuid default null,
  page_size integer default 50
)
returns table (
  id uuid, start_at timestamptz, direction text, from_number text, from_name text, to_number text, did text,
  extension text, account_code text, ring_seconds integer, talk_seconds integer, status text, hangup_cause text, mos numeric,
  recording text, sort_value text
)
language plpgsql stable security invoker set search_path = '' as $$
declare
  sort_column text := case sort_by when 'start' then 'start_at' when 'talk' then 'talk_seconds' end;
  span tstzrange := private.cdr_range(tenant, first_day, last_day);
  ordering text := case when descending then 'desc' else 'asc' end;
  comparison text := case when descending then '<' else '>' end;
  columns constant text := 'c.id, c.start_at, c.direction, c.from_number, c.from_name, c.to_number, c.did, c.extension, '
    'c.account_code, c.ring_seconds, c.talk_seconds, c.status, c.hangup_cause, c.mos';
  matches text;
begin
  if sort_column is null then
    raise exception 'Calls cannot be sorted by %.', sort_by using errcode = 'invalid_parameter_value';
  end if;
  if sort_by = 'start' and after_id is not null then
    -- Skips months before the page.
    span := span * case when descending then tstzrange(null, after_value::timestamptz, '[]')
      else tstzrange(after_value::timestamptz, null) end;
    span := tstzrange(lower(span), case when upper_inc(span) then upper(span) + interval '1 microsecond' else upper(span) end);
  end if;
  if filters ? 'number' and not private.cdr_is_short(tenant, span) then
    matches := private.cdr_number_query(tenant, span, filters, columns || ', c.recording_path', 4000);
  end if;
  -- A scan in order soon finds a number with many calls.
  matches := coalesce(matches, private.cdr_scan_query(tenant, span, filters, columns || ', c.recording_path'));
  -- Recordings are looked up for the page's rows alone, each by its id: a join might read all of the tenant's.
  return query execute format($query$
    select %7$s, case when c.recording_path is not null then case
        when (select true from public.call_recordings r where r.id = c.id and r.tenant_id = $4) then 'here' else 'not here' end end,
      %1$s::text
    from (
      select * from (%2$s) c
      where ($1 is null or (c.%3$I, c.id) %4$s ($2::%5$s, $1))
      order by c.%3$I %6$s, c.id %6$s
      limit $3
    ) c
    order by c.%3$I %6$s, c.id %6$s
  $query$,
    case sort_by when 'start' then 'to_char(c.start_at at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.US"Z"'')' else 'c.talk_seconds' end,
    matches, sort_column, comparison, case sort_by when 'start' then 'timestamptz' else 'integer' end, ordering, columns)
  using after_id, after_value, private.page_limit(page_size, 5000), tenant;
end
$$;

-- The days of a range into which an archived month reaches, in the tenant's time zone. Their counts include calls that are no longer stored.
create function private.archived_days(tenant uuid, first_day date, last_day date) returns datemultirange
language sql stable security invoker set search_path = '' as $$
  select coalesce(range_agg(daterange((m.since at time zone t.time_zone)::date, (m.until at time zone t.time_zone)::date, '[]')), '{}')
    * datemultirange(daterange(first_day, last_day, '[]'))
  from public.tenants t
  cross join lateral (
    select a.month::timestamp at time zone 'UTC' as since,
      (a.month + interval '1 month') at time zone 'UTC' - interval '1 microsecond' as until
    from public.archived_call_months a
  ) m
  where t.id = tenant
$$;

-- The number of matching calls that are stored; counting stops after private.counted_to. Uses the daily counts when they suffice, and counts
-- calls in archived months, of which few are stored.
create function public.cdr_count(tenant uuid, first_day date, last_day date, filters jsonb default '{}') returns integer
language plpgsql stable security invoker set search_path = '' as $$
declare
  span tstzrange := private.cdr_range(tenant, first_day, last_day);
  most constant integer := private.counted_to() + 1;
  archived datemultirange;
  days daterange;
  matches text;
  counted bigint;
  stored bigint;
begin
  if not filters ?| array['hangup_cause', 'extension', 'account_code', 'hour', 'min_talk', 'recorded', 'number'] then
    archived := private.archived_days(tenant, first_day, last_day);
    -- Each row represents at least one call.
    select coalesce(sum(m.calls), 0) into counted from (
      select d.calls from public.cdr_daily d
      where d.tenant_id = tenant and d.day between first_day and last_day and not d.day <@ archived
        and d.direction = coalesce(filters ->> 'direction', d.direction) and d.status = coalesce(filters ->> 'status', d.status)
      limit private.counted_to() + 1) m;
    foreach days in array array(select unnest(archived)) loop
      matches := private.cdr_scan_query(tenant, private.cdr_range(tenant, lower(days), upper(days) - 1), filters, 'c.id');
      execute format('select count(*) from (%s limit %s) m', matches, most) into stored;
      counted := counted + stored;
    end loop;
  else
    if filters ? 'number' and not private.cdr_is_short(tenant, span) then
      matches := private.cdr_number_query(tenant, span, filters, 'c.id', most - 1);
      if matches is null then
        return most;
      end if;
    end if;
    matches := coalesce(matches, private.cdr_scan_query(tenant, span, filters, 'c.id'));
    execute format('select count(*) from (%s limit %s) m', matches, most) into counted;
  end if;
  return least(counted, most);
end
$$;

-- Calls by time and status, from the hourly and daily counts: by hour up to 2 days, by day up to 60, otherwise by week. bucket is the local
-- start of the hour, day or week (from Monday). Only the filters direction and status apply.
create function public.cdr_chart(tenant uuid, first_day date, last_day date, filters jsonb default '{}')
returns table (bucket timestamp, status text, calls bigint, talk_seconds bigint, ring_seconds bigint)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  span tstzrange := private.cdr_range(tenant, first_day, last_day);
begin
  if last_day - first_day < 2 then
    return query
    select date_trunc('hour', h.hour at time zone t.time_zone), h.status,
      sum(h.calls), sum(h.talk_seconds)::bigint, sum(h.ring_seconds)::bigint
    from public.tenants t
    join public.cdr_hourly h on h.tenant_id = t.id
    where t.id = tenant and h.tenant_id = tenant and h.hour >= lower(span) and h.hour < upper(span)
      and h.direction = coalesce(filters ->> 'direction', h.direction) and h.status = coalesce(filters ->> 'status', h.status)
    group by 1, 2 order by 1, 2;
  else
    return query
    select date_trunc(case when last_day - first_day < 60 then 'day' else 'week' end, d.day::timestamp), d.status,
      sum(d.calls), sum(d.talk_seconds)::bigint, sum(d.ring_seconds)::bigint
    from public.cdr_daily d
    where d.tenant_id = tenant and d.day between first_day and last_day
      and d.direction = coalesce(filters ->> 'direction', d.direction) and d.status = coalesce(filters ->> 'status', d.status)
    group by 1, 2 order by 1, 2;
  end if;
end
$$;

-- Hours follow the tenant's clock. A time zone offset by a fraction of an hour (Kolkata, St. John's) splits calls at other minutes: the
-- hours are recounted from the calls before the days are recounted from the hours. Hours up to the latest archived month keep their counts,
-- also of calls after that month: the last hour of a zone may reach into the days that are recounted.
create function private.recount_cdr_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  since timestamptz := coalesce(
    (select max(a.month) + interval '1 month' from public.archived_call_months a) at time zone 'UTC', '-infinity');
begin
  if extract(minute from now() at time zone old.time_zone) <> extract(minute from now() at time zone new.time_zone) then
    lock table public.cdr_hourly in share row exclusive mode;
    delete from public.cdr_hourly h where h.tenant_id = new.id and h.hour >= since;
    insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
    select c.tenant_id, date_trunc('hour', c.start_at, new.time_zone), c.direction, c.status,
      count(*), sum(c.talk_seconds), sum(c.ring_seconds)
    from public.cdr c
    where c.tenant_id = new.id and c.start_at >= since and not exists (
      select 1 from public.cdr_hourly h
      where h.tenant_id = new.id and h.direction = c.direction and h.status = c.status
        -- The second bound follows from the third, but PostgreSQL would not know.
        and h.hour < since and h.hour > since - interval '1 hour' and h.hour > c.start_at - interval '1 hour')
    group by 1, 2, 3, 4;
  end if;
  return null;
end
$$;

-- Triggers fire in name order: this one before recount_moved_cdr_days.
create trigger recount_cdr_hours after update of time_zone on public.tenants
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.recount_cdr_hours();

-- Call recordings delivered by the switch. The files are objects in the private Storage bucket `call-recordings`, named <tenant_id>/<call
-- id>.wav or .mp3; only the server writes there, after checking them.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('call-recordings', 'call-recordings', false, 67108864, array['audio/wav', 'audio/mpeg'])
on conflict (id) do nothing;

create table public.call_recordings (
  id uuid primary key,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  path text not null unique check (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(wav|mp3)$'),
  format text not null check (format in ('wav', 'mp3')),
  duration_ms integer not null check (duration_ms > 0),
  size_bytes integer not null check (size_bytes between 1 and 67108864),
  peaks smallint[] not null check (cardinality(peaks) between 1 and 1000 and 0 <= all (peaks) and 100 >= all (peaks)),
  created_at timestamptz not null default now(),
  constraint call_recordings_path_format check (path = tenant_id || '/' || id || '.' || format)
);
comment on table public.call_recordings is 'Call recordings, kept for the number of days in the tenant''s settings';
comment on column public.call_recordings.id is 'The call''s id in cdr, which may arrive later';
comment on column public.call_recordings.path is 'Object name in the bucket call-recordings';
comment on column public.call_recordings.peaks is 'Peak level of each of equally long slices, 0 to 100';
create index call_recordings_tenant_idx on public.call_recordings (tenant_id, created_at);
select private.declare_read_only('call_recordings', section => 'telephony');

create function private.audit_recording_playback(call uuid, tenant uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission(private.has_permission('telephony', 'view'));
  perform private.require_found(exists (select 1 from public.call_recordings r where r.id = call and r.tenant_id = tenant));
  perform private.write_audit_entry('telephony', 'call_recordings', call,
    coalesce((select c.from_number || ' to ' || c.to_number from public.cdr c where c.tenant_id = tenant and c.id = call limit 1), ''),
    tenant, 'hear');
end
$$;

-- Opens a call's recording to the caller for five minutes and writes a trail entry: the file's URL cannot be had without one.
select private.expose('audit_recording_playback');

create policy call_recordings_objects_select on storage.objects for select to authenticated
  using (bucket_id = 'call-recordings' and (select private.has_permission('telephony', 'view'))
    and exists (select 1 from public.call_recordings r where r.path = objects.name and private.has_opened('call_recordings', r.id)));

-- The retention cutoff of every tenant's recordings, messages and faxes.
create function private.retention_cutoffs() returns table (id uuid, cutoff timestamptz)
language sql stable set search_path = '' as $$
  select t.id, now() - make_interval(days => coalesce(s.recording_retention_days, d.days))
  from public.tenants t left join public.tenant_settings s on s.id = t.id,
    (select (private.product_settings() ->> 'recording_retention_days')::integer as days) d
$$;

-- Files that belong to no call recording, to be removed when due: those of deleted recordings, also with their tenant, and of deliveries,
-- which are noted before their file is stored, so that a server that ends before the recording is stored leaves no file behind. Comparing
-- all files with all recordings would take seconds.
create table private.unowned_call_recordings (path text primary key, due_at timestamptz not null);
alter table private.unowned_call_recordings enable row level security;

create function private.note_call_recording_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.path <> old.path then
    insert into private.unowned_call_recordings (path, due_at) values (old.path, now()) on conflict (path) do nothing;
  end if;
  if tg_op <> 'DELETE' then
    delete from private.unowned_call_recordings u where u.path = new.path;
  end if;
  return null;
end
$$;

create trigger note_file after insert or update or delete on public.call_recordings
  for each row execute function private.note_call_recording_file();

create function private.expect_call_recording(object_path text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.unowned_call_recordings (path, due_at) values (object_path, now() + interval '1 hour')
  on conflict (path) do update set due_at = excluded.due_at
$$;

-- To be called before a call recording's file is stored.
select private.expose('expect_call_recording', 'service_role');

-- Deletes recordings past their tenant's retention, and returns up to 500 files that belong to none, for the server to remove; it asks until
-- none come. 500 recordings at a time, until there are files, and at most 5,000: all at once would run into the time limit when a lowered
-- retention makes some hundred thousand due, and again every time.
create function private.expired_call_recordings() returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  deleted boolean;
begin
  for part in 1..10 loop
    delete from public.call_recordings d where d.id in (
      select r.id from private.retention_cutoffs() t join public.call_recordings r on r.tenant_id = t.id and r.created_at < t.cutoff
      limit 500);
    deleted := found;
    -- A delivery that was repeated and not finished is noted too.
    delete from private.unowned_call_recordings u
    where u.due_at <= now() and (exists (select from public.call_recordings r where r.path = u.path)
      or not exists (select from storage.objects o where o.bucket_id = 'call-recordings' and o.name = u.path));
    return query select u.path from private.unowned_call_recordings u where u.due_at <= now() limit 500;
    exit when found or not deleted;
  end loop;
end
$$;

select private.expose('expired_call_recordings', 'service_role');

select private.grant_access('{
  start_of_day,archived_days,cdr_range,cdr_number_ranges,cdr_conditions,cdr_scan_query,cdr_number_query,cdr_is_short}', of_server => '{
  create_cdr_partitions,lasting_tenants,recount_cdr_days,note_extension_calls,may_deliver_cdr,store_rejected_cdr,resolve_cdr,retention_cutoffs}');
