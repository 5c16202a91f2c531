-- Rules that stood in several places, each as one function that the rest asks. `npm run types` writes what the app needs
-- of them into lib/supabase/constraints.ts.

-- 911, its test number 933 and the crisis line 988: dialed directly, never an extension, never blocked (47 CFR 9.16 and
-- 52.200).
create function private.emergency_numbers() returns text[]
language sql immutable set search_path = '' as $$
  select array['911', '933', '988']
$$;
grant execute on function private.emergency_numbers() to authenticated, service_role;

-- Whether a rule for a number, or for numbers that begin with it, is for an emergency number.
create function private.matches_emergency(match text, number text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_or(e = number or (match = 'prefix' and starts_with(e, number))), false)
  from unnest(private.emergency_numbers()) e
$$;
grant execute on function private.matches_emergency(text, text) to authenticated, service_role;

alter table public.extensions
  drop constraint extensions_leave_emergency_numbers,
  add constraint extensions_leave_emergency_numbers check (extension <> all (private.emergency_numbers()));
alter table public.call_block_rules
  drop constraint call_block_rules_spare_emergency,
  add constraint call_block_rules_spare_emergency
    check (direction = 'inbound' or not private.matches_emergency(match, number));

-- What applies where a tenant has no setting of its own.
create function private.product_settings() returns json
language sql immutable set search_path = '' as $$
  select '{
    "country": "US", "area_code": null, "language": "en-US", "outbound_did_id": null, "hold_music_recording_id": null,
    "extension_low": 1000, "extension_high": 1999, "did_limit": null, "concurrent_call_limit": null,
    "voicemail_enabled": true, "voicemail_attach": true, "voicemail_keep": true, "recording_retention_days": 90,
    "emergency_notification_emails": null
  }'::json
$$;
grant execute on function private.product_settings() to authenticated, service_role;

-- The recordings, of a tenant or of all, that have been kept long enough: up to 500 at a time.
create or replace function public.expired_call_recordings(tenant uuid default null) returns setof text
language sql stable security invoker set search_path = '' as $$
  select r.path
  from public.call_recordings r
  left join public.tenant_settings s on s.id = r.tenant_id
  where (tenant is null or r.tenant_id = tenant)
    and r.created_at < now() - make_interval(days => coalesce(s.recording_retention_days,
      (private.product_settings() ->> 'recording_retention_days')::integer))
  limit 500
$$;

-- What a route's own pattern may consist of: digits, # and the separators as they are, escaped signs, sets of digits,
-- groups, alternatives, anchors and repetitions. PostgreSQL and JavaScript read all of it alike.
create function private.dial_pattern() returns text
language sql immutable set search_path = '' as $$
  select '^(?:(?:[0-9#,.-]|\\[d+*.()\[\]{}|^$?\\-]|\[\^?(?:[0-9]-[0-9]|[0-9*#+]|\\d)+\]|\))'
    || '(?:(?:[*+?]|\{[0-9]{1,2}(?:,[0-9]{0,2})?\})\??)?|[(|^$])+$'
$$;
grant execute on function private.dial_pattern() to authenticated, service_role;

alter table public.outbound_routes
  drop constraint outbound_routes_pattern,
  add constraint outbound_routes_pattern check (case when matches = 'pattern'
    then pattern is not null and length(pattern) <= 120 and pattern ~ private.dial_pattern()
      and private.is_regular_expression(pattern)
    else pattern is null end);

-- The rate of a plan with the longest prefix of the number as it was dialed; null when none covers it.
create function private.rate_for(plan uuid, number text) returns uuid
language plpgsql stable security invoker set search_path = '' as $$
declare
  digits text := private.rated_digits(number);
begin
  return (
    select r.id
    from generate_series(least(length(digits), 15), 0, -1) size
    join public.rate_plan_rates r on r.rate_plan_id = plan and r.prefix = left(digits, size)
    order by size desc
    limit 1
  );
end
$$;
grant execute on function private.rate_for(uuid, text), private.rated_digits(text),
  private.billed_seconds(integer, integer, integer, integer), private.call_cost(integer, numeric, numeric) to authenticated;

-- What an answered call of `talk_seconds` would cost by a plan's rates; no row when none covers the number.
create function public.call_price(plan uuid, number text, talk_seconds integer)
returns table (prefix text, description text, billed_seconds integer, cost numeric)
language sql stable security invoker set search_path = '' as $$
  select r.prefix, r.description, b.billed, private.call_cost(b.billed, r.connect_fee, r.cost_per_minute)
  from public.rate_plan_rates r
  cross join lateral private.billed_seconds(talk_seconds, r.included_seconds, r.first_increment, r.next_increment) b (billed)
  where r.id = private.rate_for(plan, number)
$$;
grant execute on function public.call_price(uuid, text, integer) to authenticated, service_role;

-- A tenant's answered outbound calls that started in [from_time, to_time), by rate; calls without a rate are in one
-- row without rate_id. Each dialed number is matched once, and each call length is priced once per rate: a month of a
-- hundred thousand calls takes a few seconds.
create or replace function private.rated_usage(tenant uuid, from_time timestamptz, to_time timestamptz)
returns table (rate_id uuid, prefix text, description text, calls bigint, talk_seconds bigint, billed_seconds bigint, cost numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  plan uuid := (select a.rate_plan_id from public.billing_accounts a where a.tenant_id = tenant);
begin
  return query
  with dialled as materialized (
    select c.to_number as number, c.talk_seconds as talk, count(*) as times
    from public.cdr c
    where c.tenant_id = tenant and c.start_at >= from_time and c.start_at < to_time
      and c.direction = 'outbound' and c.answer_at is not null
    group by 1, 2
  ),
  destination as materialized (
    select n.number, private.rate_for(plan, n.number) as id
    from (select distinct d.number from dialled d) n
  ),
  lengths as materialized (
    select destination.id, d.talk, sum(d.times) as times
    from dialled d
    join destination on destination.number = d.number
    group by 1, 2
  ),
  charged as (
    select r.id, r.prefix, r.description, l.times, l.talk, r.connect_fee, r.cost_per_minute,
      private.billed_seconds(l.talk, r.included_seconds, r.first_increment, r.next_increment) as billed
    from lengths l
    left join public.rate_plan_rates r on r.id = l.id
  )
  select c.id, c.prefix, c.description, sum(c.times)::bigint, sum(c.times * c.talk)::bigint,
    coalesce(sum(c.times * c.billed), 0)::bigint,
    sum(c.times * private.call_cost(c.billed, c.connect_fee, c.cost_per_minute))
  from charged c
  group by c.id, c.prefix, c.description;
end
$$;
