-- What a new person at a tenant gets, in one go.

-- Makes the extension, its voicemail PIN, the number that leads to it, its phone and its portal user, all or none, with the
-- caller's own rights. `hire`: {extension: {id, extension, …}, voicemail_pin, did_id, device: {id, mac, vendor, model,
-- profile_id, label}, portal_user: {id, name, email}}; all but the extension can be left out. Repeating it with the same ids
-- adds nothing twice. A number that leads somewhere already is refused.
create function public.add_new_hire(tenant uuid, hire jsonb) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  person jsonb := hire -> 'extension';
  phone jsonb := nullif(hire -> 'device', 'null');
  portal jsonb := nullif(hire -> 'portal_user', 'null');
  own uuid := (person ->> 'id')::uuid;
  direct uuid := (hire ->> 'did_id')::uuid;
begin
  if exists (select 1 from public.extensions e where e.id = own and e.tenant_id = tenant) then
    return;
  end if;
  perform public.save_record('extensions', own, tenant, null,
    person - 'id' || case when direct is null then '{}' else jsonb_build_object('outbound_did_id', direct) end);
  if nullif(hire ->> 'voicemail_pin', '') is not null then
    perform private.set_secret('extensions', own, 'voicemail_pin', hire ->> 'voicemail_pin', tenant);
  end if;
  if direct is not null then
    update public.dids d set destination_id = own
    where d.id = direct and d.tenant_id = tenant and d.destination_id is null;
    if not found then
      raise exception 'This number leads somewhere already. Choose another one.'
        using errcode = 'check_violation', detail = '{"column": "did_id"}';
    end if;
  end if;
  if phone is not null then
    perform public.save_record('devices', (phone ->> 'id')::uuid, tenant, null, phone - 'id', jsonb_build_object(
      'device_lines', jsonb_build_object('parent', 'device_id',
        'rows', jsonb_build_array(jsonb_build_object('line', 1, 'extension_id', own)))));
  end if;
  if portal is not null then
    perform public.save_record('portal_users', (portal ->> 'id')::uuid, tenant, null, portal - 'id', jsonb_build_object(
      'portal_user_extensions', jsonb_build_object('parent', 'portal_user_id',
        'rows', jsonb_build_array(jsonb_build_object('position', 1, 'extension_id', own)))));
  end if;
end
$$;
grant execute on function public.add_new_hire(uuid, jsonb) to authenticated, service_role;
