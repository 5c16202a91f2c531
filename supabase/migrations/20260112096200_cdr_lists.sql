-- What the page of a tenant's calls asks. All run with the caller's own rights. Days are those of the tenant's time
-- zone, the last one included. filters (all optional): direction, status, hangup_cause, extension, min_talk (seconds),
-- recorded (true), number with number_match ('start', the default, or 'end').

-- The time from the first to the last day, in the tenant's zone. Reports of more than 400 days are read elsewhere.
create function private.cdr_range(tenant uuid, first_day date, last_day date) returns tstzrange
language plpgsql stable security invoker set search_path = '' as $$
declare
  zone text := (select t.time_zone from public.tenants t where t.id = tenant);
begin
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day > 400 then
    raise exception 'Ask for 1 to 401 days.' using errcode = 'invalid_parameter_value';
  end if;
  return tstzrange(first_day::timestamp at time zone zone, (last_day + 1)::timestamp at time zone zone);
end
$$;
grant execute on function private.cdr_range(uuid, date, date) to authenticated, service_role;

-- The columns and the range of values of each way in which a number may begin or end so: as dialled, or with the
-- international or the North American prefix that it is stored with.
create function private.cdr_number_ranges(filters jsonb) returns table (col text, since text, until text)
language plpgsql immutable security invoker set search_path = '' as $$
declare
  wanted text := filters ->> 'number';
  at_end boolean := coalesce(filters ->> 'number_match' = 'end', false);
begin
  if wanted !~ '^[0-9A-Za-z+*#._-]{1,32}$' then
    raise exception 'A number has digits, and no spaces.' using errcode = 'invalid_parameter_value';
  end if;
  return query
  select c.name, p.prefix, left(p.prefix, -1) || chr(ascii(right(p.prefix, 1)) + 1)
  from unnest(case when at_end then array[reverse(wanted)]
      when wanted like '+%' then array[wanted]
      else array[wanted, '+' || wanted, '+1' || wanted] end) p (prefix),
    unnest(case when at_end then array['from_reversed', 'to_reversed'] else array['from_number', 'to_number'] end) c (name);
end
$$;
grant execute on function private.cdr_number_ranges(jsonb) to authenticated, service_role;

-- The conditions on a call c, all but its number, as SQL with quoted values. Plain comparisons only: under row-level
-- security an index is searched only with operators that are leakproof.
create function private.cdr_conditions(tenant uuid, span tstzrange, filters jsonb) returns text
language plpgsql immutable security invoker set search_path = '' as $$
declare
  unknown text := (select string_agg(k, ', ') from jsonb_object_keys(filters) k
    where k not in ('direction', 'status', 'hangup_cause', 'extension', 'min_talk', 'recorded', 'number', 'number_match'));
  conditions text := format('c.tenant_id = %L and c.start_at >= %L and c.start_at < %L', tenant, lower(span), upper(span));
begin
  if unknown is not null then
    raise exception 'Calls cannot be filtered by %.', unknown using errcode = 'invalid_parameter_value';
  end if;
  select conditions || coalesce(string_agg(format(' and c.%I = %L', f.key, f.value), ''), '') into conditions
  from jsonb_each_text(filters) f where f.key in ('direction', 'status', 'hangup_cause', 'extension');
  if filters ? 'min_talk' then
    conditions := conditions || format(' and c.talk_seconds >= %s', (filters ->> 'min_talk')::integer);
  end if;
  if (filters ->> 'recorded')::boolean then
    conditions := conditions || ' and c.recording_path is not null';
  end if;
  return conditions;
end
$$;
grant execute on function private.cdr_conditions(uuid, tstzrange, jsonb) to authenticated, service_role;

-- SQL that walks through the tenant's calls and keeps those that match.
create function private.cdr_walk(tenant uuid, span tstzrange, filters jsonb, columns text) returns text
language sql immutable security invoker set search_path = '' as $$
  select format('select %s from public.cdr c where %s', columns, private.cdr_conditions(tenant, span, filters))
    || coalesce((select ' and (' || string_agg(format('c.%1$I >= %2$L and c.%1$I < %3$L', r.col, r.since, r.until), ' or ') || ')'
      from private.cdr_number_ranges(filters) r where filters ? 'number'), '')
$$;
grant execute on function private.cdr_walk(uuid, tstzrange, jsonb, text) to authenticated, service_role;

-- SQL that finds the calls of a number by the indexes of numbers; null where a range of numbers has more than `most`
-- calls. The planner cannot know how many calls a number has, and its guess decides between milliseconds and seconds.
create function private.cdr_found(tenant uuid, span tstzrange, filters jsonb, columns text, most integer) returns text
language plpgsql stable security invoker set search_path = '' as $$
declare
  conditions text := private.cdr_conditions(tenant, span, filters);
  number_range record;
  branch text;
  branches text[] := '{}';
  counted integer;
begin
  for number_range in select * from private.cdr_number_ranges(filters) loop
    -- The order makes the planner take the index of that column.
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
grant execute on function private.cdr_found(uuid, tstzrange, jsonb, text, integer) to authenticated, service_role;

-- Whether so few calls lie in the time that walking through them is fastest.
create function private.cdr_is_short(tenant uuid, span tstzrange) returns boolean
language sql stable security invoker set search_path = '' as $$
  select coalesce(sum(h.calls), 0) <= 20000 and count(*) < 3000 from (
    select calls from public.cdr_hourly
    where tenant_id = tenant and hour > lower(span) - interval '1 hour' and hour < upper(span)
    limit 3000) h
$$;
grant execute on function private.cdr_is_short(uuid, tstzrange) to authenticated, service_role;

-- One page of calls. sort_by is start or talk; a keyset page starts after (after_value, after_id), the sort value and the
-- id of the last row seen; the page before a row is asked for by turning the order round.
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
  extension text, ring_seconds integer, talk_seconds integer, status text, hangup_cause text, mos numeric,
  recording_path text, sort_value text
)
language plpgsql stable security invoker set search_path = '' as $$
declare
  sort_column text := case sort_by when 'start' then 'start_at' when 'talk' then 'talk_seconds' end;
  span tstzrange := private.cdr_range(tenant, first_day, last_day);
  ordering text := case when descending then 'desc' else 'asc' end;
  comparison text := case when descending then '<' else '>' end;
  columns constant text := 'c.id, c.start_at, c.direction, c.from_number, c.from_name, c.to_number, c.did, c.extension, '
    'c.ring_seconds, c.talk_seconds, c.status, c.hangup_cause, c.mos, c.recording_path';
  matches text;
begin
  if sort_column is null then
    raise exception 'Calls cannot be sorted by %.', sort_by using errcode = 'invalid_parameter_value';
  end if;
  if sort_by = 'start' and after_id is not null then
    -- Months that lie before the page need not be looked at.
    span := span * case when descending then tstzrange(null, after_value::timestamptz, '[]')
      else tstzrange(after_value::timestamptz, null) end;
    span := tstzrange(lower(span), case when upper_inc(span) then upper(span) + interval '1 microsecond' else upper(span) end);
  end if;
  if filters ? 'number' and not private.cdr_is_short(tenant, span) then
    matches := private.cdr_found(tenant, span, filters, columns, 4000);
  end if;
  -- What many calls have is met soon when they are walked through in their order.
  matches := coalesce(matches, private.cdr_walk(tenant, span, filters, columns));
  return query execute format($query$
    select c.*, %1$s::text as sort_value from (%2$s) c
    where ($1 is null or (c.%3$I, c.id) %4$s ($2::%5$s, $1))
    order by c.%3$I %6$s, c.id %6$s
    limit $3
  $query$,
    case sort_by when 'start' then 'to_char(c.start_at at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.US"Z"'')' else 'c.talk_seconds' end,
    matches, sort_column, comparison, case sort_by when 'start' then 'timestamptz' else 'integer' end, ordering)
  using after_id, after_value, least(greatest(page_size, 1), 5000);
end
$$;
grant execute on function public.cdr_page(uuid, date, date, jsonb, text, boolean, text, uuid, integer) to authenticated, service_role;

-- How many calls match, as far as 10,001: whoever shows it says "10,000+". From the counts by day where those suffice.
create function public.cdr_count(tenant uuid, first_day date, last_day date, filters jsonb default '{}') returns integer
language plpgsql stable security invoker set search_path = '' as $$
declare
  span tstzrange := private.cdr_range(tenant, first_day, last_day);
  matches text;
  counted bigint;
begin
  if not filters ?| array['hangup_cause', 'extension', 'min_talk', 'recorded', 'number'] then
    -- A row stands for one call at least.
    select coalesce(sum(m.calls), 0) into counted from (
      select d.calls from public.cdr_daily d
      where d.tenant_id = tenant and d.day between first_day and last_day
        and d.direction = coalesce(filters ->> 'direction', d.direction) and d.status = coalesce(filters ->> 'status', d.status)
      limit 10001) m;
  else
    if filters ? 'number' and not private.cdr_is_short(tenant, span) then
      matches := private.cdr_found(tenant, span, filters, 'c.id', 10000);
      if matches is null then
        return 10001;
      end if;
    end if;
    matches := coalesce(matches, private.cdr_walk(tenant, span, filters, 'c.id'));
    execute format('select count(*) from (%s limit 10001) m', matches) into counted;
  end if;
  return least(counted, 10001);
end
$$;
grant execute on function public.cdr_count(uuid, date, date, jsonb) to authenticated, service_role;

-- Calls by time and status, from the counts by hour and by day: by hour up to 2 days, by day up to 60, else by week.
-- bucket is the local time at which the hour, day or week begins (weeks begin on Monday). Of the filters, direction and
-- status count.
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
grant execute on function public.cdr_chart(uuid, date, date, jsonb) to authenticated, service_role;
