-- Who sets a secret knows it. So replacing or removing one takes the right to reveal it and a recent sign-in, and so
-- does setting one that opens others: with a tenant's provisioning password its phones' files can be fetched, with the
-- SIP passwords in them, and with a phone's admin password they can be read from the phone.

alter table private.secret_rules add column opens_others boolean not null default true;
comment on column private.secret_rules.opens_others is 'Whether other secrets can be had with it; its first setting takes the right to reveal, too';
update private.secret_rules set opens_others = false
where (owner_table, field) in (('extensions', 'sip_password'), ('extensions', 'voicemail_pin'),
  ('outbound_routes', 'pin'), ('call_flows', 'pin'));

create or replace function private.set_secret(of_tenant uuid, owner_table text, owner uuid, field text, value text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rule private.secret_rules := private.secret_rule(owner_table, field, '{edit,create}');
  subject jsonb;
  tenant uuid;
  replaces boolean := exists (select 1 from public.secrets s where s.owner_id = owner and s.field = rule.field);
begin
  if replaces and not private.has_permission(rule.section, 'edit')
      or (replaces or rule.opens_others) and not private.has_permission(rule.section, 'reveal_secrets') then
    raise exception 'Only someone who may reveal this can change it.' using errcode = 'insufficient_privilege';
  end if;
  if replaces or rule.opens_others then
    perform private.require_recent_sign_in();
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', rule.owner_table) into subject using owner;
  tenant := coalesce(subject ->> 'tenant_id', case when rule.owner_table = 'tenants' then subject ->> 'id' end)::uuid;
  if tenant is distinct from of_tenant or subject is null then
    raise exception 'The record is not there any more.' using errcode = 'TR410';
  end if;
  if coalesce(value, '') = '' then
    if not replaces then
      return;
    end if;
    delete from public.secrets s where s.owner_id = owner and s.field = rule.field;
  else
    if rule.kind = 'password' and not private.is_strong_password(value) then
      raise exception 'A password has at least 20 characters: small and capital letters, digits and signs, no spaces.'
        using errcode = 'check_violation', detail = jsonb_build_object('column', rule.field)::text;
    elsif rule.kind = 'pin' and not private.is_good_pin(value) then
      raise exception 'A PIN has 4 to 10 digits, not all alike and not in sequence.'
        using errcode = 'check_violation', detail = jsonb_build_object('column', rule.field)::text;
    end if;
    insert into public.secrets as s (tenant_id, owner_table, owner_id, field, value)
    values (tenant, rule.owner_table, owner, rule.field, value)
    on conflict on constraint secrets_owner_id_field_key do update set value = excluded.value where replaces;
    -- Set by somebody else since it was looked for above.
    if not found then
      raise exception 'Someone has set this in the meantime.' using errcode = 'TR409';
    end if;
  end if;
  perform private.note_secret(rule, owner, tenant, 'update', private.record_label(subject));
end
$$;
