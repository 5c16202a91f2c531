-- What the server asks before it says that it can serve.

create function private.schema_version() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select max(m.version) from supabase_migrations.schema_migrations m);
end
$$;
grant execute on function private.schema_version() to service_role;

-- The newest migration that this database has: 20260105102800. For the server only.
create function public.schema_version() returns text
language sql stable security invoker set search_path = '' as $$ select private.schema_version() $$;
revoke execute on function public.schema_version() from authenticated;
grant execute on function public.schema_version() to service_role;
