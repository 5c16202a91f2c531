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
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  question jsonb not null constraint call_expectations_question check (private.is_test_call(question)),
  outcome text not null check (outcome in ('comes_to', 'ends_at', 'ends_unanswered')),
  destination_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
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
