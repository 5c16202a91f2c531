-- What is known of numbers that others have: answers of a look-up provider, and a carrier's coverage.

create table public.number_lookups (
  id uuid primary key default gen_random_uuid(),
  number text not null check (private.is_e164(number)),
  provider text not null check (provider ~ '^[a-z]{2,32}$'),
  kind text not null check (kind in ('lookup', 'portability')),
  answer jsonb not null check (jsonb_typeof(answer) = 'object'),
  fetched_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (number, provider, kind)
);
comment on table public.number_lookups is 'Answers that were paid for, kept to be shown with their age';
create trigger touch before update on public.number_lookups for each row execute function private.touch();
alter table public.number_lookups enable row level security;
-- Written by the server alone, which asked the provider.
create policy number_lookups_select on public.number_lookups for select to authenticated
  using ((select private.has_permission('sales', 'view')) or (select private.has_permission('numbers', 'view')));
revoke insert, update, delete on public.number_lookups from authenticated;

create table public.number_coverage (
  id uuid primary key default gen_random_uuid(),
  prefix text not null unique check (prefix ~ '^[2-9][0-9]{2}([2-9][0-9]{2}[0-9]?)?$'),
  carrier text not null default '' check (length(carrier) <= 128),
  rate_center text not null default '' check (length(rate_center) <= 64),
  state text not null default '' check (state ~ '^([A-Z]{2})?$'),
  line_type text not null default '' check (line_type in ('', 'fixed line', 'mobile', 'voip', 'toll free')),
  portable boolean not null,
  fast_port boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on table public.number_coverage is 'A carrier''s list: from where it takes numbers';
comment on column public.number_coverage.prefix is 'Area code, with or without exchange and thousands block; the longest that fits counts';
create trigger touch before update on public.number_coverage for each row execute function private.touch();
create trigger audit after insert or update or delete on public.number_coverage
  for each row execute function private.audit('sales');
alter table public.number_coverage enable row level security;
create policy number_coverage_select on public.number_coverage for select to authenticated
  using ((select private.has_permission('sales', 'view')) or (select private.has_permission('numbers', 'view')));
create policy number_coverage_insert on public.number_coverage for insert to authenticated
  with check ((select private.has_permission('numbers', 'create')));
create policy number_coverage_update on public.number_coverage for update to authenticated
  using ((select private.has_permission('numbers', 'edit')))
  with check ((select private.has_permission('numbers', 'edit')));
create policy number_coverage_delete on public.number_coverage for delete to authenticated
  using ((select private.has_permission('numbers', 'delete')));
insert into private.record_lists (table_name, section, searchable, sortable, filterable) values
  ('number_coverage', 'numbers', '{prefix,carrier,rate_center,state}', '{prefix,carrier,rate_center,state}', '{portable,state}');

-- What is known here of numbers (E.164, at most 200): whose they are, their last three calls of 30 days, the coverage that fits, and the
-- cached answers. Rows that the caller may not see are left out.
create function public.known_numbers(numbers text[]) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', n.number,
    'did', (select jsonb_build_object('id', d.id, 'status', d.status, 'tenant_id', d.tenant_id, 'carrier', d.carrier,
        'tenant_name', (select c.name from public.companies c where c.domain_uuid = d.tenant_id))
      from public.dids d where d.number = n.number),
    'calls', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from (
      select c.id, c.start_at, c.from_number, c.status, c.talk_seconds from public.dids d
      join public.cdr c on c.tenant_id = d.tenant_id and c.to_number = d.number
      where d.number = n.number and c.start_at > now() - interval '30 days'
      order by c.start_at desc limit 3) l),
    'coverage', (select to_jsonb(v) from public.number_coverage v
      where n.number like '+1' || v.prefix || '%' order by length(v.prefix) desc limit 1),
    'answers', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from public.number_lookups l where l.number = n.number)
  ) order by n.ordinal), '[]')
  from unnest(numbers[1:200]) with ordinality n (number, ordinal)
$$;
grant execute on function public.known_numbers(text[]) to authenticated, service_role;
