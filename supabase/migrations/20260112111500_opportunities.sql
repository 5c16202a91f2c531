-- What an opportunity holds: a contact, line items and notes; the pipeline as a board and as a list.

alter table public.contacts add unique (company_id, id);
alter table public.opportunities
  add column contact_id uuid,
  add constraint opportunities_contact_of_the_company foreign key (company_id, contact_id)
    references public.contacts (company_id, id) on delete set null (contact_id);
create index opportunities_contact_idx on public.opportunities (company_id, contact_id);

-- How likely a stage is to be won, in percent.
create function private.stage_probability(stage text) returns integer
language sql immutable set search_path = '' as $$
  select case stage when 'lead' then 10 when 'qualified' then 25 when 'proposal' then 50 when 'negotiation' then 70
    when 'won' then 100 else 0 end
$$;
grant execute on function private.stage_probability(text) to authenticated, service_role;

-- With its stage an opportunity takes the stage's probability, unless another one is given at the same time; won and lost
-- are certain. A reason for losing is kept as long as it is lost.
create function private.settle_stage() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status in ('won', 'lost')
      or (tg_op = 'INSERT' and new.probability = private.stage_probability('lead'))
      or (tg_op = 'UPDATE' and new.status <> old.status and new.probability = old.probability) then
    new.probability := private.stage_probability(new.status);
  end if;
  if new.status <> 'lost' then
    new.lost_reason := null;
  end if;
  return new;
end
$$;
create trigger settle_stage before insert or update on public.opportunities
  for each row execute function private.settle_stage();

create table public.opportunity_items (
  id uuid primary key default gen_random_uuid(),
  opportunity_id uuid not null references public.opportunities (id) on delete cascade,
  position integer not null default 1 check (position between 1 and 1000),
  service_id uuid not null references public.services (id),
  description text not null default '' check (length(description) <= 255),
  quantity integer not null default 1 check (quantity between 1 and 100000),
  one_off_price numeric(12, 2) not null default 0 check (one_off_price between 0 and 999999999),
  monthly_price numeric(12, 2) not null default 0 check (monthly_price between 0 and 999999999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column public.opportunity_items.one_off_price is 'For one unit, once, in US dollars';
comment on column public.opportunity_items.monthly_price is 'For one unit and month, in US dollars';
create index opportunity_items_opportunity_idx on public.opportunity_items (opportunity_id, position);
create index opportunity_items_service_idx on public.opportunity_items (service_id);

create table public.opportunity_notes (
  id uuid primary key default gen_random_uuid(),
  opportunity_id uuid not null references public.opportunities (id) on delete cascade,
  body text not null check (length(btrim(body)) between 1 and 4000),
  author_name text not null default '' check (length(author_name) <= 254),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on column public.opportunity_notes.author_name is 'Who wrote it, as they were called then; set by the database';
create index opportunity_notes_opportunity_idx on public.opportunity_notes (opportunity_id, created_at);

create function private.sign_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.author_name := old.author_name;
  elsif auth.uid() is not null then
    select coalesce(nullif(m.full_name, ''), m.email) into new.author_name
    from public.members m where m.user_id = auth.uid();
    new.author_name := coalesce(new.author_name, '');
  end if;
  return new;
end
$$;
create trigger sign before insert or update on public.opportunity_notes
  for each row execute function private.sign_note();

do $$
declare
  target text;
begin
  foreach target in array array['opportunity_items', 'opportunity_notes'] loop
    execute format('create trigger touch before update on public.%I for each row execute function private.touch()', target);
    execute format('create trigger audit after insert or update or delete on public.%I
      for each row execute function private.audit(''sales'', ''sales'', ''opportunity_id'')', target);
    execute format('alter table public.%I enable row level security', target);
    execute format('create policy %1$s_select on public.%1$s for select to authenticated
      using ((select private.has_permission(''sales'', ''view'')))', target);
    execute format('create policy %1$s_insert on public.%1$s for insert to authenticated
      with check ((select private.has_permission(''sales'', ''edit'')))', target);
    execute format('create policy %1$s_update on public.%1$s for update to authenticated
      using ((select private.has_permission(''sales'', ''edit'')))
      with check ((select private.has_permission(''sales'', ''edit'')))', target);
    execute format('create policy %1$s_delete on public.%1$s for delete to authenticated
      using ((select private.has_permission(''sales'', ''edit'')))', target);
  end loop;
end
$$;

create view public.opportunity_list with (security_invoker = true) as
select o.*, c.name as company_name, w.name as owner_name
from public.opportunities o
left join public.companies c on c.id = o.company_id
left join private.owners() w on w.id = o.owner_id;
revoke all on public.opportunity_list from anon, authenticated;
grant select on public.opportunity_list to authenticated, service_role;

insert into private.record_lists (table_name, section, source, searchable, sortable, filterable) values
  ('opportunities', 'sales', 'opportunity_list', '{name,company_name}',
    '{created_at,name,amount,close_date,probability}', '{status,owner_id,company_id}');

-- The board: of each stage how many there are, their amount and the amount weighted by probability (US dollars), and
-- the newest `shown` of them.
create function public.pipeline(shown integer default 50)
returns table (stage text, count bigint, amount numeric, weighted numeric, cards jsonb)
language sql stable security invoker set search_path = '' as $$
  select s.stage, t.count, t.amount, t.weighted,
    (select coalesce(jsonb_agg(card order by card.created_at desc, card.id), '[]') from (
      select o.id, o.name, o.status, o.amount, o.close_date, o.probability, o.version, o.created_at, o.company_id,
        (select c.name from public.companies c where c.id = o.company_id) as company_name, w.name as owner_name
      from (
        select * from public.opportunities p where p.status = s.stage
        order by p.created_at desc, p.id limit least(greatest(shown, 1), 200)
      ) o
      left join private.owners() w on w.id = o.owner_id
    ) card)
  from unnest(array['lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost']) with ordinality s (stage, place)
  cross join lateral (
    select count(*) as count, coalesce(sum(o.amount), 0) as amount,
      round(coalesce(sum(o.amount * o.probability), 0) / 100, 2) as weighted
    from public.opportunities o where o.status = s.stage
  ) t
  order by s.place
$$;
grant execute on function public.pipeline(integer) to authenticated, service_role;
