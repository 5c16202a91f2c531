-- What a new tenant still lacks before its people can call.

-- Whether each step of a tenant's setup is done: it has a number, one with a confirmed 911 address, an extension, a phone with
-- a line, a number that leads somewhere, and a call. No row for a tenant that the caller may not see.
create function public.tenant_setup_steps(tenant uuid)
returns table (numbers boolean, emergency boolean, extensions boolean, phones boolean, routing boolean, call boolean)
language sql stable security invoker set search_path = '' as $$
  select
    exists (select 1 from public.dids d where d.tenant_id = t.id),
    exists (select 1 from public.dids d where d.tenant_id = t.id and d.e911_state = 'confirmed'),
    exists (select 1 from public.extensions e where e.tenant_id = t.id),
    exists (select 1 from public.device_lines l where l.tenant_id = t.id),
    exists (select 1 from public.dids d where d.tenant_id = t.id and d.destination_id is not null),
    exists (select 1 from public.cdr_daily c where c.tenant_id = t.id)
  from public.tenants t
  where t.id = tenant
$$;
grant execute on function public.tenant_setup_steps(uuid) to authenticated, service_role;
