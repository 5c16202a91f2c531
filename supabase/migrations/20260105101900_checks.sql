-- The configuration check of every tenant as the server keeps it, and the problems that staff have accepted.

-- What lib/telephony/routing/problems.ts found in a tenant, written by the server's job (lib/jobs).
create table public.tenant_checks (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null unique references public.tenants (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  snapshot_version bigint not null,
  checked_at timestamptz not null default now(),
  -- [{severity, kind, record, text, href, key, repair}], the worst first.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  errors integer not null default 0,
  warnings integer not null default 0,
  notices integer not null default 0,
  accepted integer not null default 0
);
comment on column public.tenant_checks.snapshot_version is 'The version of the tenant''s snapshot that was checked';
comment on column public.tenant_checks.errors is 'Problems of that severity that nobody has accepted, as are warnings and notices';
select private.read_only('tenant_checks', section => 'telephony', written_by => 'functions');

-- A problem holds its acceptance as long as it says the same. Whoever may edit telephony accepts and withdraws; a note is not
-- rewritten.
create table public.accepted_problems (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  problem_key text not null check (length(problem_key) between 1 and 20000),
  name text not null check (length(name) between 1 and 4000),
  note text not null check (length(btrim(note)) between 1 and 500),
  accepted_by text not null default ''
);
comment on column public.accepted_problems.problem_key is 'The key of the problem, the same as long as it lasts';
comment on column public.accepted_problems.name is 'What the problem said when it was accepted';
comment on column public.accepted_problems.accepted_by is 'The name of who accepted it';
create unique index accepted_problems_once on public.accepted_problems (tenant_id, md5(problem_key || ' ' || name));
select private.records('accepted_problems', section => 'telephony', may_create => '{edit}', may_edit => '{}', may_delete => '{edit}');

create function private.stamp_acceptance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.accepted_by := coalesce((select coalesce(nullif(m.full_name, ''), m.email) from public.members m
    where m.user_id = (select auth.uid())), '');
  return new;
end
$$;
create trigger stamp before insert on public.accepted_problems for each row execute function private.stamp_acceptance();

-- A tenant's problems in order, each with its acceptance or null.
create function private.problems_of(checked public.tenant_checks) returns table (place bigint, problem jsonb, accepted jsonb)
language sql stable security invoker set search_path = '' as $$
  select p.place, p.problem, case when a.id is not null then
    jsonb_build_object('id', a.id, 'note', a.note, 'by', a.accepted_by, 'at', a.created_at) end
  from jsonb_array_elements(checked.problems) with ordinality p (problem, place)
  left join public.accepted_problems a on a.tenant_id = checked.tenant_id
    and a.problem_key = p.problem ->> 'key' and a.name = p.problem ->> 'text'
$$;
grant execute on function private.problems_of(public.tenant_checks) to authenticated, service_role;

create function private.count_problems() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select count(*) filter (where p.accepted is null and p.problem ->> 'severity' = 'error'),
    count(*) filter (where p.accepted is null and p.problem ->> 'severity' = 'warning'),
    count(*) filter (where p.accepted is null and p.problem ->> 'severity' = 'notice'),
    count(p.accepted)
  into new.errors, new.warnings, new.notices, new.accepted
  from private.problems_of(new) p;
  new.updated_at := now();
  return new;
end
$$;
create trigger count_problems before insert or update on public.tenant_checks
  for each row execute function private.count_problems();

create function private.count_accepted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.tenant_checks c set updated_at = now() where c.tenant_id in (new.tenant_id, old.tenant_id);
  return null;
end
$$;
create trigger count_accepted after insert or delete on public.accepted_problems
  for each row execute function private.count_accepted();

-- What the check has found in a tenant: {current, checked_at, problems: [{…, accepted}]}. `current` is whether that is how the
-- tenant is configured now; `checked_at` is null before the first check. Null for a tenant that the caller does not see.
create function public.configuration_check(tenant uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'current', coalesce(c.snapshot_version =
        (select sum(v.version) from public.tenant_versions v where v.tenant_id = t.id or v.tenant_id is null), false),
      'checked_at', c.checked_at,
      'problems', coalesce((select jsonb_agg(p.problem || jsonb_build_object('accepted', p.accepted) order by p.place)
        from private.problems_of(c) p), '[]'))
    from public.tenants t
    left join public.tenant_checks c on c.tenant_id = t.id
    where t.id = tenant and (select private.has_permission('telephony', 'view')));
end
$$;
grant execute on function public.configuration_check(uuid) to authenticated, service_role;

-- Which tenants a server is checking at the moment, so that another one does not.
create table private.check_claims (
  tenant_id uuid primary key references public.tenants (id) on delete cascade,
  until timestamptz not null
);
alter table private.check_claims enable row level security;
revoke all on private.check_claims from authenticated, service_role;

-- Takes up to `how_many` tenants to check: those never checked, those changed since, and those last checked a day ago, because rules
-- and overrides expire. They are the caller's for a minute. For the server (lib/jobs).
create function private.claim_checks(how_many integer) returns setof uuid
language plpgsql volatile security definer set search_path = '' as $$
begin
  return query
    with due as materialized (
      select v.tenant_id
      from public.tenant_versions v
      left join public.tenant_checks c on c.tenant_id = v.tenant_id
      where v.tenant_id is not null
        and (c.id is null or c.checked_at < now() - interval '1 day' or c.snapshot_version <> v.version +
          (select s.version from public.tenant_versions s where s.tenant_id is null))
        and not exists (select 1 from private.check_claims k where k.tenant_id = v.tenant_id and k.until > now())
      order by c.checked_at nulls first, v.tenant_id
      limit how_many
    )
    insert into private.check_claims as k (tenant_id, until)
    select d.tenant_id, now() + interval '1 minute' from due d
    on conflict on constraint check_claims_pkey do update set until = excluded.until where k.until <= now()
    returning k.tenant_id;
end
$$;
grant execute on function private.claim_checks(integer) to service_role;

create function public.claim_checks(how_many integer) returns setof uuid
language sql volatile security invoker set search_path = '' as $$ select private.claim_checks($1) $$;
revoke execute on function public.claim_checks(integer) from authenticated;
grant execute on function public.claim_checks(integer) to service_role;

-- Keeps what was found in a tenant, {tenant_id, snapshot_version, problems}, unless a newer version is kept already, and gives the
-- tenant back. A tenant that is gone is left out.
create function private.keep_check(outcome jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  tenant uuid := outcome ->> 'tenant_id';
begin
  insert into public.tenant_checks as c (tenant_id, snapshot_version, problems)
  select t.id, (outcome ->> 'snapshot_version')::bigint, outcome -> 'problems' from public.tenants t where t.id = tenant for key share
  on conflict (tenant_id) do update
    set snapshot_version = excluded.snapshot_version, problems = excluded.problems, checked_at = excluded.checked_at
    where c.snapshot_version <= excluded.snapshot_version;
  delete from private.check_claims k where k.tenant_id = tenant;
end
$$;
grant execute on function private.keep_check(jsonb) to service_role;

create function public.keep_check(outcome jsonb) returns void
language sql volatile security invoker set search_path = '' as $$ select private.keep_check($1) $$;
revoke execute on function public.keep_check(jsonb) from authenticated;
grant execute on function public.keep_check(jsonb) to service_role;

-- What a new tenant still lacks before its people can call.

-- Whether each step of a tenant's setup is done: it has a number, one with a confirmed 911 address, an extension, a phone with
-- a line, a number that leads somewhere, and a call. No row for a tenant that the caller may not see.
create function public.tenant_setup_steps(tenant uuid)
returns table (numbers boolean, emergency boolean, extensions boolean, phones boolean, routing boolean, call boolean)
language sql stable security invoker set search_path = '' as $$
  select
    exists (select 1 from public.dids d where d.tenant_id = t.id),
    exists (select 1 from public.dids d where d.tenant_id = t.id and d.e911_state = 'confirmed'),
    exists (select 1 from public.extensions e where e.tenant_id = t.id),
    exists (select 1 from public.device_lines l where l.tenant_id = t.id),
    exists (select 1 from public.dids d where d.tenant_id = t.id and d.destination_id is not null),
    exists (select 1 from public.cdr_daily c where c.tenant_id = t.id)
  from public.tenants t
  where t.id = tenant
$$;
grant execute on function public.tenant_setup_steps(uuid) to authenticated, service_role;

-- What staff expect of a tenant's calls ("Saturday 10:00 rings the answering service"). They decide no call, so the snapshot
-- is without them: the app asks the routing engine whether they hold, after each change.

-- Whether a document is a call to test, as lib/telephony/simulator/question.ts reads it. `at` is a minute of the tenant's
-- clocks, `2026-12-25T10:00`, or one of every week, `6 10:00` on Saturdays, or null for the moment of the check.
create function private.is_test_call(call jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(call) = 'object'
    and call ?& '{extension,caller,withheld,to,at,digits,phones,patience}'
    and call - '{extension,caller,withheld,to,at,digits,phones,patience}'::text[] = '{}'
    and (call -> 'extension' = 'null' or jsonb_typeof(call -> 'extension') = 'string' and call ->> 'extension' ~ '^[0-9]{2,7}$')
    and jsonb_typeof(call -> 'caller') = 'string' and length(call ->> 'caller') <= 32
    and jsonb_typeof(call -> 'withheld') = 'boolean'
    and jsonb_typeof(call -> 'to') = 'string' and call ->> 'to' ~ '^[0-9*#+() .-]{1,32}$'
    and (call -> 'at' = 'null' or jsonb_typeof(call -> 'at') = 'string'
      and call ->> 'at' ~ '^(\d{4}-\d{2}-\d{2}T|[1-7] )([01]\d|2[0-3]):[0-5]\d$')
    and jsonb_typeof(call -> 'digits') = 'string' and call ->> 'digits' ~ '^[0-9*#, ]{0,100}$'
    and jsonb_typeof(call -> 'phones') = 'object'
    and not jsonb_path_exists(call -> 'phones',
      '$.* ? (!(@ == "away" || @ == "answers" || @ == "unconfirmed" || @ == "busy" || @ == "unregistered"))')
    and (call -> 'patience' = 'null' or jsonb_typeof(call -> 'patience') = 'number'
      and (call ->> 'patience')::numeric between 1 and 3600)
    and length(call::text) <= 4000, false)
$$;
grant execute on function private.is_test_call(jsonb) to authenticated, service_role;

create table public.call_expectations (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  question jsonb not null constraint call_expectations_question check (private.is_test_call(question)),
  outcome text not null check (outcome in ('comes_to', 'ends_at', 'ends_unanswered')),
  destination_id uuid,
  unique (tenant_id, name),
  constraint call_expectations_destination check ((outcome = 'ends_unanswered') = (destination_id is null)),
  foreign key (tenant_id, destination_id) references public.destinations (tenant_id, id)
);
comment on column public.call_expectations.question is 'Who calls what and when, what they press and what the phones do (private.is_test_call)';
comment on column public.call_expectations.outcome is 'Whether the call passes the destination, ends there, or ends unanswered';
create index call_expectations_destination_idx on public.call_expectations (tenant_id, destination_id);
select private.records('call_expectations', section => 'telephony', search => '{name}', sort => '{name}');

-- An expectation is no part of the snapshot, but the configuration check counts the broken ones: it is due again.
create function private.note_changed_expectation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changed_snapshots (tenant_id) values (coalesce(new.tenant_id, old.tenant_id)) on conflict do nothing;
  return null;
end
$$;
create trigger note_changed after insert or update or delete on public.call_expectations
  for each row execute function private.note_changed_expectation();

-- What calls of a tenant to these numbers cost if they are answered for so many seconds, by the tenant's rate plan: one row a
-- number that a rate covers. None for a tenant without a plan, or for a reader who may not see billing.
create function public.tenant_call_prices(tenant uuid, numbers text[], talk_seconds integer)
returns table (number text, description text, connect_fee numeric, cost_per_minute numeric, cost numeric, currency text)
language sql stable security invoker set search_path = '' as $$
  select f.number, r.description, r.connect_fee, r.cost_per_minute, private.call_cost(
    private.billed_seconds(least(greatest(talk_seconds, 0), 86400), r.included_seconds, r.first_increment, r.next_increment),
    r.connect_fee, r.cost_per_minute), a.currency
  from public.billing_accounts a
  cross join lateral private.rates_for(a.rate_plan_id, array(select distinct n from unnest(numbers[:100]) n)) f
  join public.rate_plan_rates r on r.id = f.rate_id
  where a.tenant_id = tenant
$$;
grant execute on function public.tenant_call_prices(uuid, text[], integer) to authenticated, service_role;
