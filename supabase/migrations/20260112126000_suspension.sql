-- What it means that a tenant is suspended: it gets nothing new. Its phones fetch no configuration (lib/provisioning),
-- its portal users are not invited, and neither numbers nor anything with a number, phones or users are added. What is
-- there stays, can be changed and removed, and is billed as before; calls are not cut off, so that 911 can be reached.

-- Since when is noted by the database; an active tenant has no reason.
create function private.note_suspension() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status = 'active' then
    new.suspended_at := null;
    new.suspension_reason := '';
  else
    new.suspended_at := case when tg_op = 'UPDATE' and old.status = 'suspended' then old.suspended_at else now() end;
  end if;
  return new;
end
$$;
create trigger note_suspension before insert or update on public.tenants
  for each row execute function private.note_suspension();
alter table public.tenants add constraint tenants_suspended_since check ((status = 'suspended') = (suspended_at is not null));

-- The customer stands as their tenant does, unless their account is closed or they are no customer yet.
create function private.follow_suspension() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.companies c set status = new.status
  where c.domain_uuid = new.id and c.status = old.status;
  return null;
end
$$;
create trigger follow_suspension after update of status on public.tenants
  for each row when (old.status <> new.status) execute function private.follow_suspension();

-- Staff add nothing to a suspended tenant, by whichever function; the server's own jobs are not staff.
create function private.keep_from_growing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null
      and exists (select 1 from public.tenants t where t.id = new.tenant_id and t.status = 'suspended') then
    raise exception 'This tenant is suspended. Resume it before you add to it.' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger keep_from_growing before insert on public.extensions
  for each row execute function private.keep_from_growing();
create trigger keep_from_growing before insert on public.ring_groups
  for each row execute function private.keep_from_growing();
create trigger keep_from_growing before insert on public.ivr_menus
  for each row execute function private.keep_from_growing();
create trigger keep_from_growing before insert on public.time_conditions
  for each row execute function private.keep_from_growing();
create trigger keep_from_growing before insert on public.call_flows
  for each row execute function private.keep_from_growing();
create trigger keep_from_growing before insert on public.call_center_queues
  for each row execute function private.keep_from_growing();
create trigger keep_from_growing before insert on public.devices
  for each row execute function private.keep_from_growing();
create trigger keep_from_growing before insert on public.portal_users
  for each row execute function private.keep_from_growing();
-- A number whose port is under way arrives nevertheless: the carriers have agreed on the day.
create trigger keep_from_growing before insert on public.dids
  for each row when (new.tenant_id is not null and new.status <> 'porting_in') execute function private.keep_from_growing();
create trigger keep_from_growing_by_move before update of tenant_id on public.dids
  for each row when (new.tenant_id is not null and new.tenant_id is distinct from old.tenant_id and old.status <> 'porting_in')
  execute function private.keep_from_growing();
