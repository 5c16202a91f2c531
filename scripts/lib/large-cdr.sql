-- Call records of one month for measurements: $ROWS calls from $FROM until $UNTIL into $TABLE, spread over all tenants
-- so that the first has about a third of them. Office hours of each tenant's zone, weekends quiet, regular callers
-- and one-off ones. External numbers lie in the 555-01xx ranges kept for fiction, or under +999, which is assigned to
-- nobody; there are 200 regular ones a tenant in each of ten areas, and millions of others.
-- "offset 0" keeps the planner from computing an expression again wherever its value is used.
select setseed($SEED);

insert into $TABLE (id, tenant_id, extension_id, start_at, answer_at, end_at, ring_seconds, talk_seconds, duration, q850,
  direction, status, call_uuid, from_number, from_name, to_number, did, extension, hangup_cause, mos, codec,
  recording_path, addresses, legs)
select id, tenant_id, extension_id, start_at,
  case when talk > 0 then start_at + make_interval(secs => ring) end,
  start_at + make_interval(secs => ring + talk), ring, talk, ring + talk,
  case cause when 'NORMAL_CLEARING' then 16 when 'ORIGINATOR_CANCEL' then 16 when 'NO_ANSWER' then 19 when 'USER_BUSY' then 17
    when 'UNALLOCATED_NUMBER' then 1 when 'NORMAL_TEMPORARY_FAILURE' then 41 when 'CALL_REJECTED' then 21
    when 'RECOVERY_ON_TIMER_EXPIRE' then 102 else 27 end,
  direction, status, id::text,
  case direction when 'inbound' then external when 'outbound' then extension else extension end,
  case direction when 'inbound' then caller_name else extension_name end,
  case direction when 'inbound' then did when 'outbound' then external else peer end,
  case direction when 'inbound' then did end,
  extension, cause,
  case when talk > 0 then 4.5 - 0.35 * power(f, 6) * 4 end,
  case when talk > 0 then case when e < 0.8 then 'PCMU/8000' else 'OPUS/48000' end end,
  case when talk > 0 and g < 0.2 then 'recordings/' || tenant_id || '/' || id || '.wav' end,
  jsonb_build_object('caller', '203.0.113.' || (1 + floor(e * 250))::int),
  jsonb_build_array(jsonb_build_object('number', case direction when 'inbound' then did when 'outbound' then external else peer end,
    'started_at', start_at, 'answered_at', case when talk > 0 then start_at + make_interval(secs => ring) end))
from (
  select s.*,
    case status when 'answered' then 1 + least(floor(-ln(1 - h) * 170), 9000)::int
      when 'voicemail' then 8 + least(floor(-ln(1 - h) * 25), 180)::int else 0 end as talk,
    case when status in ('answered', 'voicemail') then 2 + floor(g * g * 24)::int else 5 + floor(g * 35)::int end as ring,
    case status when 'answered' then 'NORMAL_CLEARING' when 'voicemail' then 'NORMAL_CLEARING'
      when 'missed' then case when e < 0.5 and direction = 'inbound' then 'ORIGINATOR_CANCEL' else 'NO_ANSWER' end
      when 'cancelled' then 'ORIGINATOR_CANCEL' when 'busy' then 'USER_BUSY'
      else (array['UNALLOCATED_NUMBER', 'NORMAL_TEMPORARY_FAILURE', 'CALL_REJECTED', 'RECOVERY_ON_TIMER_EXPIRE',
        'DESTINATION_OUT_OF_ORDER'])[1 + floor(e * 5)::int] end as cause
  from (
    select overlay(overlay(md5('large cdr $SEED ' || c.n) placing '4' from 13) placing '8' from 17)::uuid as id,
      t.tenant_id, t.extension_ids[x.ext] as extension_id, t.extensions[x.ext] as extension, t.names[x.ext] as extension_name,
      t.extensions[1 + (x.ext + 2) % array_length(t.extensions, 1)] as peer,
      t.dids[1 + floor(c.d * c.d * array_length(t.dids, 1))::int] as did,
      d.direction, c.e, c.f, c.g, c.h,
      case
        when c.f < 0.7 then '+1' || t.areas[1 + floor(c.e * 10)::int] || '55501' || lpad(floor(c.h * c.h * 100)::int::text, 2, '0')
        else '+999' || lpad(floor(c.h * 9999999)::bigint::text || floor(c.g * 999)::int::text, 10, '0') end as external,
      case when c.f < 0.35 then (array['Front office', 'Dispatch', 'Accounts payable', 'Service desk', 'Clinic', 'Wireless caller'])
        [1 + floor(c.h * 6)::int] else '' end as caller_name,
      case d.direction
        when 'inbound' then case when c.c < 0.68 then 'answered' when c.c < 0.82 then 'voicemail' when c.c < 0.95 then 'missed'
          when c.c < 0.97 then 'busy' else 'failed' end
        when 'outbound' then case when c.c < 0.72 then 'answered' when c.c < 0.81 then 'missed' when c.c < 0.91 then 'cancelled'
          when c.c < 0.95 then 'busy' else 'failed' end
        else case when c.c < 0.75 then 'answered' when c.c < 0.87 then 'missed' when c.c < 0.95 then 'cancelled'
          when c.c < 0.98 then 'busy' else 'failed' end end as status,
      -- A quarter of what falls on a weekend stays there.
      greatest(least(case when extract(isodow from w.at) > 5 and c.f < 0.75 then w.at + interval '2 days' else w.at end,
        timestamptz '$UNTIL' - make_interval(secs => c.e * 3000 + 1)), timestamptz '$FROM') as start_at
    from (
      select n, floor((select max(of) from large_cdr_tenants) * power(random(), 3))::int as tenant, random() as b, random() as c, random() as d, random() as e, random() as f, random() as g, random() as h,
        random() as i
      from generate_series(1, $ROWS) n
      offset 0
    ) c
    join large_cdr_tenants t on t.n = c.tenant
    cross join lateral (select 1 + floor(c.i * c.i * array_length(t.extensions, 1))::int as ext) x
    cross join lateral (select case when c.b < 0.55 then 'inbound' when c.b < 0.85 then 'outbound' else 'local' end as direction) d
    cross join lateral (
      select (date '$FROM' + floor(c.d * (extract(epoch from timestamptz '$UNTIL' - timestamptz '$FROM') / 86400))::int
        + make_interval(secs => (array[8, 9, 9, 10, 10, 10, 11, 11, 12, 13, 13, 14, 14, 14, 15, 15, 16, 16, 17, 18, 20, 7, 22, 3])
          [1 + floor(c.g * 24)::int] * 3600 + c.h * 3600)) at time zone t.time_zone as at
    ) w
    offset 0
  ) s
  offset 0
) r
-- As they come in from a switch; on disk, calls of the same time lie together.
order by start_at;
