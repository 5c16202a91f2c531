-- Hours of calls begin where the tenant's clock strikes. Zones whose offsets differ by a part of an hour (Kolkata, St
-- John's) divide the calls at other minutes: they are counted anew from the calls, before the days are from the hours.
create function private.count_cdr_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(distinct extract(minute from z.utc_offset)) from pg_catalog.pg_timezone_names z
      where z.name in (old.time_zone, new.time_zone)) > 1 then
    lock table public.cdr_hourly in share row exclusive mode;
    delete from public.cdr_hourly h where h.tenant_id = new.id;
    insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
    select c.tenant_id, date_trunc('hour', c.start_at, new.time_zone), c.direction, c.status,
      count(*), sum(c.talk_seconds), sum(c.ring_seconds)
    from public.cdr c where c.tenant_id = new.id
    group by 1, 2, 3, 4;
  end if;
  return null;
end
$$;
-- By its name before move_cdr_days.
create trigger count_cdr_hours after update of time_zone on public.tenants
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.count_cdr_hours();
