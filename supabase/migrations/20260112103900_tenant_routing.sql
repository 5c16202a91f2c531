-- How a tenant's calls are routed, in one piece, for what walks through it: the simulator, the map, the checks.

-- {zone, destinations, time_conditions with rules, ivr_menus with options}; null for a tenant that is not there or not
-- the caller's to see. lib/telephony/routing.ts types it.
create function public.tenant_routing(tenant uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'zone', t.time_zone,
      'destinations', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'record_id', d.record_id, 'number', d.number,
          'name', d.name, 'enabled', d.enabled) order by d.kind, d.number, d.id)
        from public.destinations d where d.tenant_id = tenant), '[]'),
      'time_conditions', coalesce((
        select jsonb_agg(to_jsonb(c) order by c.number) from public.time_condition_schedules c
        where c.tenant_id = tenant), '[]'),
      'ivr_menus', coalesce((
        select jsonb_agg(to_jsonb(m) || jsonb_build_object('options', coalesce((
          select jsonb_agg(to_jsonb(o) order by o.position, o.id) from public.ivr_menu_options o
          where o.tenant_id = m.tenant_id and o.ivr_menu_id = m.id), '[]')) order by m.number)
        from public.ivr_menus m where m.tenant_id = tenant), '[]'))
    from public.tenants t where t.id = tenant
  );
end
$$;
grant execute on function public.tenant_routing(uuid) to authenticated, service_role;
