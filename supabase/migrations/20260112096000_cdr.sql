-- Call detail records: what the switch says of every call, once it is over. Machines write them and nobody edits
-- them, so they have no version and leave no audit entries. The records of a month lie in a partition of their own
-- (schema private: what is read or written passes through public.cdr and its policies).

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
  hangup_cause text not null default '' check (length(hangup_cause) <= 64),
  mos numeric(3, 2) check (mos between 0 and 5),
  codec text check (length(codec) <= 64),
  recording_path text check (length(recording_path) between 1 and 1024),
  addresses jsonb,
  legs jsonb,
  raw jsonb,
  -- A stored column and not an expression in the index: under row-level security an index is searched only with
  -- functions that are leakproof, which reverse() is not.
  from_reversed text collate "C" generated always as (reverse(from_number)) stored,
  to_reversed text collate "C" generated always as (reverse(to_number)) stored,
  primary key (id, start_at),
  constraint cdr_ends_after_its_start check (end_at >= start_at)
) partition by range (start_at);
comment on table public.cdr is 'One row for each call (its a-leg); the other legs are in cdr_legs';
comment on column public.cdr.id is 'The call''s own uuid, or a uuid derived from it where the switch gives another kind of name';
comment on column public.cdr.extension_id is 'The extension at the time of the call. No foreign key: a record outlives what it tells of';
comment on column public.cdr.did is 'The tenant''s number that an inbound call came in on (E.164)';
comment on column public.cdr.duration is 'Seconds from start to end; ring_seconds and talk_seconds are parts of it';
comment on column public.cdr.q850 is 'Hangup cause as ITU-T Q.850 numbers it; hangup_cause is its name in FreeSWITCH';
comment on column public.cdr.mos is 'Mean opinion score of the received audio, 1 to 5';
comment on column public.cdr.recording_path is 'Path of the recording''s object, as the switch names it';

create index cdr_tenant_start_idx on public.cdr (tenant_id, start_at, id);
create index cdr_tenant_talk_idx on public.cdr (tenant_id, talk_seconds, id);
create index cdr_tenant_extension_idx on public.cdr (tenant_id, extension, start_at) where extension is not null;
create index cdr_tenant_cause_idx on public.cdr (tenant_id, hangup_cause, start_at);
create index cdr_tenant_recording_idx on public.cdr (tenant_id, start_at) where recording_path is not null;
create index cdr_from_idx on public.cdr (tenant_id, from_number);
create index cdr_from_reversed_idx on public.cdr (tenant_id, from_reversed);
create index cdr_to_idx on public.cdr (tenant_id, to_number);
create index cdr_to_reversed_idx on public.cdr (tenant_id, to_reversed);

-- Whatever has no month of its own; empty unless somebody inserts past public.ingest_cdr.
create table private.cdr_default partition of public.cdr default;
alter table private.cdr_default enable row level security;

-- Makes the partition of every month (UTC) from the first to the last that has none yet, and returns how many those
-- were. Rows of such a month that lie in the default partition move into it.
create function private.make_cdr_partitions(first_month date, last_month date) returns integer
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
    perform pg_advisory_xact_lock(hashtext('private.make_cdr_partitions'));
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
grant execute on function private.make_cdr_partitions(date, date) to service_role;
select private.make_cdr_partitions((now() - interval '1 month')::date, (now() + interval '2 months')::date);

-- The legs that the switch reports by themselves (b-legs), by the call that they belong to. They count as no calls.
create table public.cdr_legs (
  id uuid primary key,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  call_id uuid not null,
  start_at timestamptz not null,
  leg jsonb not null,
  raw jsonb,
  created_at timestamptz not null default now()
);
comment on column public.cdr_legs.call_id is 'The id of the call in cdr, which may arrive later';
create index cdr_legs_call_idx on public.cdr_legs (tenant_id, call_id);

-- Calls by hour and by day, kept up to date with every record that comes in: charts, dashboard and reports read these.
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
comment on column public.cdr_hourly.hour is 'Start of the hour in the tenant''s time zone, by the start of the call';
create index cdr_hourly_hour_idx on public.cdr_hourly (hour);

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
comment on column public.cdr_daily.day is 'The day in the tenant''s time zone, by the start of the call';
create index cdr_daily_day_idx on public.cdr_daily (day);

-- Counts a tenant's days anew from its hours.
create function private.count_cdr_days(tenant uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for the batches that are being stored, so that none is missed.
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
grant execute on function private.count_cdr_days(uuid) to service_role;

-- In another time zone the days begin at another hour.
create function private.move_cdr_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_cdr_days(new.id);
  return null;
end
$$;
create trigger move_cdr_days after update of time_zone on public.tenants
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.move_cdr_days();

-- Records that could not be stored, as they came in, each once however often it is delivered.
create table public.cdr_rejected (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid references public.tenants (id) on delete cascade,
  domain text check (length(domain) <= 253),
  call_uuid text check (length(call_uuid) <= 128),
  reason text not null check (length(reason) between 1 and 1000),
  body text not null,
  body_hash text not null unique,
  deliveries integer not null default 1 check (deliveries > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column public.cdr_rejected.tenant_id is 'The tenant that the record is of, where that much was clear';
comment on column public.cdr_rejected.domain is 'The domain that the record names';
comment on column public.cdr_rejected.body_hash is 'SHA-256 of body; a delivery of the same record counts here';
create index cdr_rejected_tenant_idx on public.cdr_rejected (tenant_id, created_at);
create trigger touch before update on public.cdr_rejected for each row execute function private.touch();
-- What the switch delivers leaves no trail; what a person throws away does.
create trigger audit after delete on public.cdr_rejected
  for each row when (current_user = 'authenticated') execute function private.audit('telephony');

alter table public.cdr enable row level security;
alter table public.cdr_legs enable row level security;
alter table public.cdr_hourly enable row level security;
alter table public.cdr_daily enable row level security;
alter table public.cdr_rejected enable row level security;
revoke insert, update, delete on public.cdr, public.cdr_legs, public.cdr_hourly, public.cdr_daily from authenticated;
revoke insert, update on public.cdr_rejected from authenticated;
create policy cdr_select on public.cdr for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy cdr_legs_select on public.cdr_legs for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy cdr_hourly_select on public.cdr_hourly for select to authenticated
  using ((select private.has_permission('telephony', 'view')) or (select private.has_permission('reports', 'view')));
create policy cdr_daily_select on public.cdr_daily for select to authenticated
  using ((select private.has_permission('telephony', 'view')) or (select private.has_permission('reports', 'view')));
create policy cdr_rejected_select on public.cdr_rejected for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy cdr_rejected_delete on public.cdr_rejected for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));
