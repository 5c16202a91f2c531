-- What a switch plays and records over HTTP: it is given addresses that are signed with its secret's hash, so that it needs no more
-- than the address, and none is good for another switch, file or extension.

create function private.switch_may(switch_name text, tenant uuid, said text, signature text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.switches s
    join private.switch_secrets k on k.switch_id = s.id
    where s.name = $1 and s.enabled and $4 = encode(sha256(convert_to(k.sha256 || ' ' || $3, 'UTF8')), 'hex')
      and (s.all_tenants or exists (select 1 from public.switch_tenants t where t.switch_id = s.id and t.tenant_id = $2)))
$$;

create function private.keep_dialed_recording(tenant uuid, dialer uuid, file uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  number text := private.act_as_extension(tenant, dialer);
  moment timestamp := now() at time zone coalesce((select t.time_zone from public.tenants t where t.id = tenant), 'UTC');
  made uuid;
begin
  if number is null then
    return null;
  end if;
  insert into public.recordings (tenant_id, name, file, file_id)
  values (tenant, 'Recorded by ' || number || ' ' || to_char(moment, 'YYYY-MM-DD HH24:MI:SS'),
    'recorded-' || number || '-' || to_char(moment, 'YYYYMMDDHH24MISS') || '.wav', file)
  returning id into made;
  return made;
end
$$;
grant execute on function private.switch_may(text, uuid, text, text), private.keep_dialed_recording(uuid, uuid, uuid) to service_role;

-- Whether an enabled switch that serves the tenant has signed what is said: with the SHA-256 (hex) of its secret's SHA-256 (hex), a
-- space and what is said.
create function public.switch_may(switch_name text, tenant uuid, said text, signature text) returns boolean
language sql stable security invoker set search_path = '' as $$ select private.switch_may($1, $2, $3, $4) $$;

-- A checked file (admit_recording_file) that an extension has recorded by phone becomes a recording, named after the extension and
-- the tenant's clock. Null when the extension is out of service.
create function public.keep_dialed_recording(tenant uuid, dialer uuid, file uuid) returns uuid
language sql volatile security invoker set search_path = '' as $$ select private.keep_dialed_recording($1, $2, $3) $$;

revoke execute on function public.switch_may(text, uuid, text, text), public.keep_dialed_recording(uuid, uuid, uuid) from authenticated;
grant execute on function public.switch_may(text, uuid, text, text), public.keep_dialed_recording(uuid, uuid, uuid) to service_role;
