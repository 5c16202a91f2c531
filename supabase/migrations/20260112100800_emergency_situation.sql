-- What the check of 911 calls needs to know of a tenant, in one question (lib/telephony/emergency-readiness.ts reads
-- it); null for a tenant that the caller may not see. PL/pgSQL, because outbound routes are made later than this.
create function public.emergency_situation(tenant uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not exists (select 1 from public.tenants t where t.id = tenant) then
    return null;
  end if;
  return jsonb_build_object(
    'notificationEmails', coalesce((select to_jsonb(s.emergency_notification_emails) from public.tenant_settings s
      where s.tenant_id = tenant and s.emergency_notification_emails is not null), '[]'),
    'numberPlan', (select coalesce(jsonb_agg(jsonb_build_object('number', p.number, 'name', p.name)), '[]')
      from public.number_plan p where p.tenant_id = tenant and p.number = '911'),
    'outboundRoutes', (select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'matches', r.matches,
        'pattern', r.pattern, 'enabled', r.enabled) order by r.position), '[]')
      from public.outbound_routes r where r.tenant_id = tenant),
    'extensions', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'extension', e.extension,
        'name', e.effective_caller_id_name, 'enabled', e.enabled, 'location', e.location,
        'emergencyDidId', e.emergency_did_id) order by length(e.extension), e.extension), '[]')
      from public.extensions e where e.tenant_id = tenant),
    'devices', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'label', coalesce(nullif(d.label, ''), d.mac),
        'enabled', d.enabled, 'location', d.location) order by d.mac), '[]')
      from public.devices d where d.tenant_id = tenant),
    'dids', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'number', d.number, 'e911', d.e911,
        'emergencyAddressId', d.emergency_address_id) order by d.number), '[]')
      from public.dids d where d.tenant_id = tenant),
    'addresses', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'label', a.label,
        'validatedAt', a.validated_at) order by a.label), '[]')
      from public.emergency_addresses a where a.tenant_id = tenant));
end
$$;
grant execute on function public.emergency_situation(uuid) to authenticated, service_role;
