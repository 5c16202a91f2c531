-- Time conditions: calls go by the rule that applies first when they come in. lib/telephony/schedule.ts says what the
-- columns of a rule mean and evaluates them.

create table public.time_conditions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  time_zone text,
  otherwise_destination_id uuid not null,
  description text not null default '' check (length(description) <= 255),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  constraint time_conditions_otherwise_destination_fkey foreign key (tenant_id, otherwise_destination_id)
    references public.destinations (tenant_id, id)
);
create index time_conditions_tenant_idx on public.time_conditions (tenant_id, number);
create index time_conditions_otherwise_destination_idx on public.time_conditions (tenant_id, otherwise_destination_id);
comment on column public.time_conditions.time_zone is 'Null is the tenant''s own';

-- [[540, 1020], …]: up to 12 pairs of different minutes of the day, 0 to 1439. The second is not included; when it is
-- not after the first it is on the next day.
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
grant execute on function private.is_time_ranges(jsonb) to authenticated, service_role;

create table public.time_condition_rules (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint time_condition_rules_dates_in_order check (date_from <= date_to),
  constraint time_condition_rules_time_condition_fkey foreign key (tenant_id, time_condition_id)
    references public.time_conditions (tenant_id, id) on delete cascade,
  constraint time_condition_rules_destination_fkey foreign key (tenant_id, destination_id)
    references public.destinations (tenant_id, id)
);
create index time_condition_rules_condition_idx on public.time_condition_rules (tenant_id, time_condition_id, position);
create index time_condition_rules_destination_idx on public.time_condition_rules (tenant_id, destination_id);

create trigger check_time_zone before insert or update of time_zone on public.time_conditions
  for each row when (new.time_zone is not null) execute function private.check_time_zone();
create trigger claim_number after insert or update or delete on public.time_conditions
  for each row execute function private.claim_number('time_conditions', 'number', 'name');
create trigger publish_destination after insert or update or delete on public.time_conditions
  for each row execute function private.publish_destination('time_conditions', 'number', 'name');
create trigger touch before update on public.time_conditions for each row execute function private.touch();
create trigger touch before update on public.time_condition_rules for each row execute function private.touch();
create trigger audit after insert or update or delete on public.time_conditions
  for each row execute function private.audit('telephony');
create trigger audit after insert or update or delete on public.time_condition_rules
  for each row execute function private.audit('telephony', 'telephony', 'time_condition_id');

alter table public.time_conditions enable row level security;
alter table public.time_condition_rules enable row level security;

create policy time_conditions_select on public.time_conditions for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy time_conditions_insert on public.time_conditions for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy time_conditions_update on public.time_conditions for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy time_conditions_delete on public.time_conditions for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

-- The rules of a time condition are a part of it: whoever may edit one may replace its rules.
create policy time_condition_rules_select on public.time_condition_rules for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy time_condition_rules_insert on public.time_condition_rules for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')) or (select private.has_permission('telephony', 'edit')));
create policy time_condition_rules_update on public.time_condition_rules for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy time_condition_rules_delete on public.time_condition_rules for delete to authenticated
  using ((select private.has_permission('telephony', 'edit')) or (select private.has_permission('telephony', 'delete')));

-- What the list shows of a time condition: its rules in order and the zone in which they are evaluated.
create view public.time_condition_schedules with (security_invoker = true) as
select c.*, coalesce(c.time_zone, t.time_zone) as zone,
  coalesce((select jsonb_agg(to_jsonb(r) order by r.position, r.id) from public.time_condition_rules r
    where r.tenant_id = c.tenant_id and r.time_condition_id = c.id), '[]') as rules
from public.time_conditions c
join public.tenants t on t.id = c.tenant_id;

insert into private.record_lists (table_name, section, source, searchable, sortable, filterable) values
  ('time_conditions', 'telephony', 'time_condition_schedules', '{name,number,description}', '{name,number,created_at}',
    '{enabled}');
