-- Seats by product: purchased, assigned, used, billed. Extension seats are tenants.extension_limit, whose cap is hard and
-- is enforced with the extensions; the seats of other products are here.

create table public.licences (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  product text not null check (product in ('call_center_agent', 'recording', 'fax')),
  purchased integer not null default 0 check (purchased between 0 and 100000),
  cap text not null default 'soft' check (cap in ('hard', 'soft')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, product)
);
comment on column public.licences.cap is 'hard: a seat beyond those purchased is refused; soft: it is only pointed out';

create trigger touch before update on public.licences for each row execute function private.touch();
create trigger audit after insert or update or delete on public.licences
  for each row execute function private.audit('billing');

alter table public.licences enable row level security;
create policy licences_select on public.licences for select to authenticated
  using ((select private.has_permission('billing', 'view')));
create policy licences_insert on public.licences for insert to authenticated
  with check ((select private.has_permission('billing', 'create')));
create policy licences_update on public.licences for update to authenticated
  using ((select private.has_permission('billing', 'edit')))
  with check ((select private.has_permission('billing', 'edit')));
create policy licences_delete on public.licences for delete to authenticated
  using ((select private.has_permission('billing', 'delete')));

-- How long an extension goes without a call until its seat counts as idle.
create function private.idle_after() returns interval
language sql immutable set search_path = '' as $$ select interval '60 days' $$;

-- Which extensions hold a seat of which product, and whether it is idle: there for 60 days and without a call in them.
-- Each extension's latest call is one look-up in cdr_tenant_extension_idx, in the partitions of the last 60 days only.
create function private.seat_holders(tenant uuid)
returns table (extension_id uuid, extension text, holds text[], idle boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select e.id, e.extension,
    array_remove(array['extension', case when e.recording <> 'none' then 'recording' end,
      case when exists (select 1 from public.call_center_agents a where a.tenant_id = tenant and a.extension_id = e.id)
        then 'call_center_agent' end], null),
    e.created_at < now() - private.idle_after() and not exists (
      select 1 from public.cdr c
      where c.tenant_id = tenant and c.extension = e.extension and c.start_at >= now() - private.idle_after())
  from public.extensions e
  where e.tenant_id = tenant;
end
$$;

-- How many seats of a product are taken.
create function private.seats_assigned(tenant uuid, product text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return case product
    when 'extension' then (select count(*) from public.extensions e where e.tenant_id = tenant)
    when 'call_center_agent' then (select count(*) from public.call_center_agents a where a.tenant_id = tenant)
    when 'recording' then (select count(*) from public.extensions e where e.tenant_id = tenant and e.recording <> 'none')
    when 'fax' then (select count(*) from public.dids n where n.tenant_id = tenant and n.fax)
  end;
end
$$;

create function private.tenant_seats(tenant uuid)
returns table (product text, purchased integer, assigned bigint, used bigint, over bigint, cap text, billed bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_billing('view');
  return query
  with held as (
    select h.product, count(*) filter (where s.idle) as idle
    from private.seat_holders(tenant) s cross join lateral unnest(s.holds) as h (product)
    group by h.product
  ),
  bought as (
    select 'extension' as product, t.extension_limit as purchased, 'hard' as cap, 1 as place
    from public.tenants t where t.id = tenant
    union all
    select p.product, coalesce(l.purchased, 0), coalesce(l.cap, 'soft'), p.place
    from (values ('call_center_agent', 2), ('recording', 3), ('fax', 4)) p (product, place)
    left join public.licences l on l.tenant_id = tenant and l.product = p.product
  ),
  subscribed as (
    select v.seat_product as product, sum(s.quantity) as quantity
    from public.subscriptions s join public.services v on v.id = s.service_id
    where s.tenant_id = tenant and v.seat_product is not null
      and s.starts_on <= current_date and coalesce(s.ends_on, current_date) >= current_date
    group by 1
  )
  select b.product, b.purchased, a.seats, a.seats - coalesce(h.idle, 0),
    greatest(a.seats - b.purchased, 0), b.cap, coalesce(s.quantity, 0)
  from bought b
  cross join lateral (select private.seats_assigned(tenant, b.product) as seats) a
  left join held h on h.product = b.product
  left join subscribed s on s.product = b.product
  order by b.place;
end
$$;

create function private.idle_seats(tenant uuid)
returns table (id uuid, extension text, name text, enabled boolean, holds text[], last_call_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_billing('view');
  return query
  select e.id, e.extension, e.effective_caller_id_name, e.enabled, s.holds,
    (select max(c.start_at) from public.cdr c where c.tenant_id = tenant and c.extension = e.extension)
  from private.seat_holders(tenant) s
  join public.extensions e on e.id = s.extension_id
  where s.idle
  order by length(e.extension), e.extension;
end
$$;

-- Refuses a seat beyond those of a hard cap; trigger argument: the product. The licence is locked, so that two people who
-- take the last seat wait for each other.
create function private.check_licence() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  licence public.licences;
  seats bigint;
begin
  select * into licence from public.licences l
  where l.tenant_id = new.tenant_id and l.product = tg_argv[0] and l.cap = 'hard' for no key update;
  if licence.id is null then
    return null;
  end if;
  seats := private.seats_assigned(new.tenant_id, licence.product);
  if seats > licence.purchased then
    raise exception 'This tenant has % of % % seats in use.', least(seats - 1, licence.purchased), licence.purchased,
      case licence.product when 'call_center_agent' then 'call-center agent' else licence.product end
      using errcode = 'check_violation',
        detail = jsonb_build_object('used', seats - 1, 'limit', licence.purchased, 'product', licence.product)::text;
  end if;
  return null;
end
$$;
create trigger check_licence after insert on public.call_center_agents
  for each row execute function private.check_licence('call_center_agent');
create trigger check_recording_licence_of_new after insert on public.extensions
  for each row when (new.recording <> 'none') execute function private.check_licence('recording');
create trigger check_recording_licence after update of recording on public.extensions
  for each row when (new.recording <> 'none' and old.recording = 'none') execute function private.check_licence('recording');
create trigger check_fax_licence_of_new after insert on public.dids
  for each row when (new.fax and new.tenant_id is not null) execute function private.check_licence('fax');
create trigger check_fax_licence after update of fax, tenant_id on public.dids
  for each row when (new.fax and new.tenant_id is not null
    and (not old.fax or old.tenant_id is distinct from new.tenant_id)) execute function private.check_licence('fax');

create function private.set_seats(tenant uuid, product text, purchased integer, cap text, expected integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before integer;
begin
  perform private.require_billing('edit');
  if product = 'extension' then
    if cap <> 'hard' then
      raise exception 'The cap of extension seats is hard.' using errcode = 'check_violation';
    end if;
    select t.extension_limit into before from public.tenants t where t.id = tenant for no key update;
  else
    insert into public.licences (tenant_id, product) values (tenant, set_seats.product)
    on conflict on constraint licences_tenant_id_product_key do nothing;
    select l.purchased into before from public.licences l
    where l.tenant_id = tenant and l.product = set_seats.product for no key update;
  end if;
  if before is distinct from expected then
    raise exception 'Someone has set the seats to % in the meantime.', before using errcode = 'TR409';
  end if;
  if product = 'extension' then
    update public.tenants t set extension_limit = purchased where t.id = tenant and t.extension_limit <> purchased;
  else
    update public.licences l set purchased = set_seats.purchased, cap = set_seats.cap
    where l.tenant_id = tenant and l.product = set_seats.product
      and (l.purchased, l.cap) is distinct from (set_seats.purchased, set_seats.cap);
  end if;
end
$$;

-- A tenant's seats by product. Assigned are those that somebody holds, used those of them that are not idle, billed the
-- quantity of the subscriptions that pay for such a seat today.
create function public.tenant_seats(tenant uuid)
returns table (product text, purchased integer, assigned bigint, used bigint, over bigint, cap text, billed bigint)
language sql stable security invoker set search_path = '' as $$
  select * from private.tenant_seats(tenant)
$$;

-- The extensions whose seat is idle; without a call at all last_call_at is null.
create function public.idle_seats(tenant uuid)
returns table (id uuid, extension text, name text, enabled boolean, holds text[], last_call_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.idle_seats(tenant)
$$;

-- Sets the seats of a product; `expected` is the number that was seen, TR409 when it is another by now.
create function public.set_seats(tenant uuid, product text, purchased integer, cap text, expected integer) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.set_seats(tenant, product, purchased, cap, expected)
$$;

-- What became of a tenant's seats, the newest first, from the audit trail.
create function public.seat_history(tenant uuid)
returns table (id uuid, at timestamptz, actor_email text, product text, before integer, after integer,
  cap_before text, cap_after text)
language sql stable security invoker set search_path = '' as $$
  select a.id, a.at, a.actor_email, coalesce(l.product, a.changes -> 'product' ->> 1, 'extension'),
    (a.changes -> field.name ->> 0)::integer, (a.changes -> field.name ->> 1)::integer,
    a.changes -> 'cap' ->> 0, a.changes -> 'cap' ->> 1
  from public.audit_log a
  cross join lateral (select case a.table_name when 'tenants' then 'extension_limit' else 'purchased' end as name) field
  left join public.licences l on a.table_name = 'licences' and l.id = a.record_id
  where a.tenant_id = tenant and a.table_name in ('tenants', 'licences') and (select private.has_permission('billing', 'view'))
    and (a.changes ? field.name or a.changes ? 'cap') and a.action in ('insert', 'update')
  order by a.at desc, a.seq desc
  limit 100
$$;

grant execute on function private.tenant_seats(uuid), private.idle_seats(uuid),
  private.set_seats(uuid, text, integer, text, integer) to authenticated, service_role;
grant execute on function public.tenant_seats(uuid), public.idle_seats(uuid),
  public.set_seats(uuid, text, integer, text, integer), public.seat_history(uuid) to authenticated, service_role;
