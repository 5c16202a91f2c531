-- How records come in: a batch at a time, as lib/cdr/parse-record.ts reads them from what the switch posts.

-- Stores what could not be read or placed. A repeated delivery is counted, not stored again.
-- rejects: array of {body, hash, reason, domain?, call_uuid?}.
create function private.keep_rejected_cdr(rejects jsonb) returns void
language sql security invoker set search_path = '' as $$
  insert into public.cdr_rejected (tenant_id, domain, call_uuid, reason, body, body_hash)
  select distinct on (r.hash) (select t.id from public.tenants t where t.domain = lower(r.domain)), left(r.domain, 253), left(r.call_uuid, 128), left(r.reason, 1000), r.body, r.hash
  from jsonb_to_recordset(rejects) r (body text, hash text, reason text, domain text, call_uuid text)
  order by r.hash
  on conflict (body_hash) do update
    set deliveries = public.cdr_rejected.deliveries + 1, reason = excluded.reason, tenant_id = excluded.tenant_id
$$;
grant execute on function private.keep_rejected_cdr(jsonb) to service_role;

-- The tenant, direction, number and extension of each record of a batch, from what the record says and what is
-- configured. tenant_id is null where no tenant could be told.
create function private.placed_cdr(records jsonb)
returns table (pos integer, tenant_id uuid, time_zone text, direction text, did text, extension text, extension_id uuid, record jsonb)
language sql stable security invoker set search_path = '' as $$
  select i.pos, t.id, t.time_zone, d.direction,
    case when d.direction = 'inbound' then coalesce(n.number, case when private.is_e164(i.record ->> 'to_number') then i.record ->> 'to_number' end) end,
    coalesce(e.extension, i.record -> 'extensions' ->> 0), e.id, i.record
  from (select (r ->> 'pos')::integer as pos, r as record from jsonb_array_elements(records) r) i
  left join lateral (
    select d.number, d.tenant_id from public.dids d
    where d.number in (select jsonb_array_elements_text(i.record -> 'dialled')) and d.tenant_id is not null
    limit 1
  ) n on true
  left join lateral (
    -- The tenant's id or one of its domains; a call that names neither is told by the number it came in on.
    select t.id, t.time_zone from public.tenants t
    where t.id = coalesce((i.record ->> 'tenant')::uuid,
      (select t2.id from public.tenants t2 where t2.domain in (select jsonb_array_elements_text(i.record -> 'domains')) limit 1),
      n.tenant_id)
  ) t on true
  left join lateral (
    select e.id, e.extension from public.extensions e
    join jsonb_array_elements_text(i.record -> 'extensions') with ordinality c (extension, preference) using (extension)
    where e.tenant_id = t.id
    order by c.preference limit 1
  ) e on true
  cross join lateral (
    select coalesce(i.record ->> 'direction', case
      when n.tenant_id = t.id and not exists (
        select 1 from public.extensions x where x.tenant_id = t.id and x.extension = i.record ->> 'from_number') then 'inbound'
      when private.is_e164(i.record ->> 'to_number') then 'outbound'
      else 'local' end) as direction
  ) d
$$;
grant execute on function private.placed_cdr(jsonb) to service_role;

-- Stores a batch: {records: [...], rejects: [...]}. Answers for each record {pos, outcome, reason}, where outcome is
-- stored, duplicate or rejected. A call counts once in cdr, cdr_hourly and cdr_daily however often, and however many
-- at a time, it is delivered. For the service key alone.
create function public.ingest_cdr(batch jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  answer jsonb;
  rejects jsonb;
begin
  perform private.make_cdr_partitions(m.month, m.month)
  from (
    select distinct date_trunc('month', (r ->> 'start_at')::timestamptz at time zone 'UTC')::date as month
    from jsonb_array_elements(batch -> 'records') r where r ->> 'leg_of' is null
  ) m
  where to_regclass('private.cdr_' || to_char(m.month, 'YYYY_MM')) is null;

  with placed as materialized (
    select p.*, r.* from private.placed_cdr(batch -> 'records') p,
      jsonb_to_record(p.record) r (id uuid, call_uuid text, leg_of uuid, start_at timestamptz, answer_at timestamptz,
        end_at timestamptz, ring_seconds integer, talk_seconds integer, duration integer, q850 smallint, status text,
        from_number text, from_name text, to_number text, hangup_cause text, mos numeric, codec text,
        recording_path text, addresses jsonb, legs jsonb, raw jsonb)
  ), stored as (
    insert into public.cdr (id, tenant_id, extension_id, start_at, answer_at, end_at, ring_seconds, talk_seconds, duration,
      q850, direction, status, call_uuid, from_number, from_name, to_number, did, extension, hangup_cause, mos, codec,
      recording_path, addresses, legs, raw)
    select distinct on (p.id) p.id, p.tenant_id, p.extension_id, p.start_at, p.answer_at, p.end_at, p.ring_seconds,
      p.talk_seconds, p.duration, p.q850, p.direction,
      -- A caller who gives up has missed nobody; whom they called has missed them.
      case when p.direction = 'inbound' and p.status = 'cancelled' then 'missed' else p.status end,
      p.call_uuid, p.from_number, p.from_name, p.to_number, p.did, p.extension, p.hangup_cause, p.mos, p.codec,
      p.recording_path, p.addresses, p.legs, p.raw
    from placed p
    where p.tenant_id is not null and p.leg_of is null and not exists (select 1 from public.cdr c where c.id = p.id)
    order by p.id, p.pos
    on conflict do nothing
    returning id, tenant_id, start_at, direction, status, talk_seconds, ring_seconds
  ), stored_legs as (
    insert into public.cdr_legs (id, tenant_id, call_id, start_at, leg, raw)
    select distinct on (p.id) p.id, p.tenant_id, p.leg_of, p.start_at, p.legs -> 0, p.raw
    from placed p where p.tenant_id is not null and p.leg_of is not null
    order by p.id, p.pos
    on conflict do nothing
    returning id
  ), counted_by_hour as (
    -- In the order of its key, so that batches at the same time wait for each other instead of locking up.
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
      when first_of_batch and (exists (select 1 from stored s where s.id = p.id)
        or exists (select 1 from stored_legs l where l.id = p.id)) then 'stored'
      else 'duplicate' end)), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('body', p.raw::text, 'hash', p.record ->> 'hash', 'call_uuid', p.call_uuid,
        'domain', p.record -> 'domains' ->> 0,
        'reason', 'No tenant has the domain or the number that this call names.'))
      filter (where p.tenant_id is null), '[]')
  into answer, rejects
  from (select *, row_number() over (partition by placed.id order by placed.pos) = 1 as first_of_batch from placed) p;

  perform private.keep_rejected_cdr(rejects || coalesce(batch -> 'rejects', '[]'));
  return answer;
end
$$;
revoke execute on function public.ingest_cdr(jsonb) from authenticated;
grant execute on function public.ingest_cdr(jsonb) to service_role;
