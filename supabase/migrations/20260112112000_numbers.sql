-- Numbers as stock: what they cost and where they come from, their release, and how they are ported in.

alter table public.dids
  add column carrier text not null default '' check (length(carrier) <= 64),
  add column monthly_cost numeric(10, 4) check (monthly_cost between 0 and 99999),
  add column tags text[] not null default '{}'
    check (cardinality(tags) <= 20 and length(array_to_string(tags, ',')) <= 500),
  add column aging_until date,
  add constraint dids_age_until_a_day check ((status = 'aging') = (aging_until is not null)) not valid,
  add constraint dids_free_of_a_tenant check (tenant_id is null or status not in ('available', 'aging', 'released')) not valid;
comment on column public.dids.monthly_cost is 'What the carrier charges, in US dollars a month';
comment on column public.dids.aging_until is 'A number that was released is not given out again before this day';
alter table public.dids validate constraint dids_age_until_a_day;
alter table public.dids validate constraint dids_free_of_a_tenant;
create index dids_status_idx on public.dids (status, number);

-- What ages does so for 90 days unless another day is given; nothing else has such a day.
create function private.age_did() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.aging_until := case when new.status = 'aging' then coalesce(new.aging_until, current_date + 90) end;
  return new;
end
$$;
create trigger age before insert or update of status, aging_until on public.dids
  for each row execute function private.age_did();

-- What a status asks of a number, in words for who changes it by hand; the constraints say the same.
create function private.suit_did_status() returns trigger
language plpgsql set search_path = '' as $$
declare
  problem text := case
    when new.status = 'assigned' and new.tenant_id is null
      then format('%s has no tenant. Assign it to one in the list of numbers.', new.number)
    when new.status in ('available', 'aging', 'released') and new.tenant_id is not null
      then format('%s belongs to a tenant. Release it in the list of numbers.', new.number)
  end;
begin
  if tg_op = 'UPDATE' and problem is null and old.status = 'aging' and old.aging_until > current_date
      and new.status in ('reserved', 'assigned') then
    problem := format('%s ages until %s and is not given out before.', new.number, old.aging_until);
  end if;
  if problem is not null then
    raise exception '%', problem using errcode = 'check_violation', detail = '{"column": "status"}';
  end if;
  return new;
end
$$;
create trigger suit_status before insert or update of status, tenant_id on public.dids
  for each row execute function private.suit_did_status();

-- Why a number must stay with its tenant, as a sentence; null when it may go.
create function private.did_in_use(did public.dids) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when did.e911 or did.emergency then format('%s is used for E911. Switch that off first.', did.number)
    when did.destination_id is not null or did.override_destination_id is not null
        or exists (select 1 from public.did_conditions c where c.did_id = did.id)
      then format('%s is routed. Remove its route first.', did.number)
    else (select format('%s is used by %s.', did.number, string_agg(distinct u.label, ', '))
      from public.used_by('dids', did.id) u having count(*) > 0)
  end
$$;

grant execute on function private.did_in_use(public.dids) to authenticated, service_role;

create function private.keep_did_in_use() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reason text := private.did_in_use(old);
begin
  if reason is not null then
    raise exception '%', reason using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
-- Before `move`, which would have removed the routes.
create trigger keep_in_use before update of tenant_id, status on public.dids
  for each row when (old.tenant_id is not null and new.tenant_id is null)
  execute function private.keep_did_in_use();
create trigger keep_in_use_of_deleted before delete on public.dids
  for each row when (old.tenant_id is not null) execute function private.keep_did_in_use();

-- Takes a number from its tenant. It ages for that many days (1–730) before it may be given out again; 0 makes it
-- available at once; one that has been ported out is no longer ours. Doing so again changes nothing. Refused (23001)
-- while it is routed, or used for E911 or as a caller ID. TR409 as in save_record.
create function public.release_number(did uuid, expected_version integer, aging_days integer default 90) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  held public.dids;
begin
  if not aging_days between 0 and 730 then
    raise exception 'A number ages for 0 to 730 days.' using errcode = 'check_violation', detail = '{"column": "aging_days"}';
  end if;
  select * into held from public.dids d where d.id = did for update;
  if held.id is null then
    raise exception 'The record is not there any more.' using errcode = 'TR410';
  elsif held.version = expected_version + 1 and held.tenant_id is null and (held.status = 'released'
      or held.aging_until = current_date + aging_days or aging_days = 0 and held.status = 'available') then
    -- The answer to the first try was lost.
    return;
  elsif held.version <> expected_version then
    raise exception 'Someone has saved this record in the meantime.' using errcode = 'TR409';
  elsif held.status = 'porting_in' then
    raise exception '% is being ported in. Cancel its port order instead.', held.number using errcode = 'check_violation';
  elsif held.status in ('aging', 'available', 'released') then
    raise exception '% is not assigned.', held.number using errcode = 'check_violation';
  end if;
  update public.dids d set tenant_id = null,
    status = case when held.status = 'porting_out' then 'released' when aging_days = 0 then 'available' else 'aging' end,
    aging_until = case when aging_days > 0 then current_date + aging_days end
  where d.id = did;
end
$$;
grant execute on function public.release_number(uuid, integer, integer) to authenticated, service_role;

-- Gives a number to a tenant; one that has it already keeps it as it is. Refused are numbers that age still, were
-- released or are being ported (23514), and those that another tenant uses (23001).
create function public.assign_number(did uuid, expected_version integer, tenant uuid) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  held public.dids;
  in_use text;
begin
  select * into held from public.dids d where d.id = did for update;
  if held.id is null then
    raise exception 'The record is not there any more.' using errcode = 'TR410';
  elsif held.status = 'assigned' and held.tenant_id = tenant then
    return;
  elsif held.version <> expected_version then
    raise exception 'Someone has saved this record in the meantime.' using errcode = 'TR409';
  elsif held.status not in ('available', 'reserved', 'assigned')
      and not (held.status = 'aging' and held.aging_until <= current_date) then
    raise exception '% is %, so it cannot be assigned.', held.number,
      replace(held.status, '_', ' ') || coalesce(' until ' || held.aging_until, '') using errcode = 'check_violation';
  end if;
  in_use := case when held.tenant_id is not null then private.did_in_use(held) end;
  if in_use is not null then
    raise exception '%', in_use using errcode = 'restrict_violation';
  end if;
  update public.dids d set tenant_id = tenant, status = 'assigned' where d.id = did;
end
$$;
grant execute on function public.assign_number(uuid, integer, uuid) to authenticated, service_role;

-- The same for many numbers, [{"id": …, "version": …}], each on its own: what stands in a number's way, or null.
create function public.assign_numbers(chosen jsonb, tenant uuid) returns table (did uuid, problem text)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen_version integer;
begin
  for did, seen_version in select c.id, c.version from jsonb_to_recordset(chosen) c(id uuid, version integer) loop
    problem := null;
    begin
      perform public.assign_number(did, seen_version, tenant);
    exception when others then
      get stacked diagnostics problem = message_text;
    end;
    return next;
  end loop;
end
$$;
grant execute on function public.assign_numbers(jsonb, uuid) to authenticated, service_role;

create function public.release_numbers(chosen jsonb, aging_days integer default 90) returns table (did uuid, problem text)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen_version integer;
begin
  for did, seen_version in select c.id, c.version from jsonb_to_recordset(chosen) c(id uuid, version integer) loop
    problem := null;
    begin
      perform public.release_number(did, seen_version, aging_days);
    exception when others then
      get stacked diagnostics problem = message_text;
    end;
    return next;
  end loop;
end
$$;
grant execute on function public.release_numbers(jsonb, integer) to authenticated, service_role;

-- The lists' rows: a number with where its calls go at this moment, conditions aside, and whose it is.
drop view public.did_list;
create view public.did_list with (security_invoker = true) as
select d.*, c.name as tenant_name, coalesce(nullif(x.name, ''), x.number) as routed_to,
  coalesce(r.overridden, false) as overridden, r.routed_to_id,
  coalesce(r.routed_to_id is not null
    or exists (select 1 from public.did_conditions n where n.did_id = d.id and n.enabled), false) as routed,
  d.status in ('porting_in', 'porting_out') as porting
from public.dids d
cross join lateral (select d.override_until > now() as overridden,
  case when d.override_until > now() then d.override_destination_id else d.destination_id end as routed_to_id) r
left join public.companies c on c.domain_uuid = d.tenant_id
left join public.destinations x on x.tenant_id = d.tenant_id and x.id = r.routed_to_id;
revoke insert, update, delete on public.did_list from authenticated, service_role;
update private.record_lists set
  searchable = '{number,description,account_code,carrier,tags}',
  sortable = '{number,description,caller_id_prefix,status,carrier,monthly_cost,aging_until,tenant_name}',
  filterable = filterable || '{status,tenant_id,carrier,porting}'
where table_name = 'dids';
