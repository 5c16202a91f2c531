-- What belongs to a tenant stays with it: a save that names another tenant is refused, whoever sends it. Numbers alone
-- move, by rules of their own.

create function private.keep_tenant() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'A record stays with its tenant.' using errcode = 'check_violation', detail = '{"column": "tenant_id"}';
end
$$;

-- Every table that people edit, as it leaves a trail, and whose rows all have a tenant.
do $$
declare
  edited regclass;
begin
  for edited in
    select t.tgrelid from pg_catalog.pg_trigger t
    join pg_catalog.pg_attribute a on a.attrelid = t.tgrelid and a.attname = 'tenant_id' and a.attnotnull
    where t.tgname = 'audit'
  loop
    execute format('create trigger keep_tenant before update of tenant_id on %s for each row
      when (new.tenant_id <> old.tenant_id) execute function private.keep_tenant()', edited);
  end loop;
end
$$;
