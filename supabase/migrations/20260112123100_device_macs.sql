-- A MAC address is one phone's, whoever's tenant: what holds it already is named.
create function private.name_holder_of_mac() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  holder record;
begin
  select d.id, d.label, d.tenant_id, c.name as company into holder
  from public.devices d
  left join public.companies c on c.domain_uuid = d.tenant_id
  where d.mac = new.mac and d.id <> new.id
  limit 1;
  if found then
    raise exception '%', format('%s is already the phone %s%s.', new.mac, coalesce(nullif(holder.label, ''), 'without a label'),
        case when holder.tenant_id <> new.tenant_id then ' of ' || coalesce(holder.company, 'another tenant') else '' end)
      using errcode = 'unique_violation',
        detail = jsonb_build_object('kind', 'devices', 'id', holder.id, 'column', 'mac')::text;
  end if;
  return new;
end
$$;
create trigger name_holder before insert or update of mac on public.devices
  for each row execute function private.name_holder_of_mac();
