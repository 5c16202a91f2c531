-- How many phones an extension rings, for the list of extensions: extensions without any are left out. PL/pgSQL, because
-- the lines of phones are made later than this.
create function public.extension_devices(tenant uuid) returns table (extension_id uuid, devices bigint)
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query select l.extension_id, count(distinct l.device_id) from public.device_lines l
    where l.tenant_id = tenant group by l.extension_id;
end
$$;
grant execute on function public.extension_devices(uuid) to authenticated, service_role;
