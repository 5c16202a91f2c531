-- Administration of staff: signing somebody out everywhere, seeing the app as another role does, and roles with their
-- whole matrix saved at once.

alter table public.members
  -- Tokens issued before this moment give no rights any more.
  add column sessions_valid_from timestamptz,
  -- The role whose rights this superadmin has taken on for a while, and until when.
  add column viewing_as text references public.roles (name) on update cascade on delete set null,
  add column viewing_as_until timestamptz;
create index members_viewing_as_idx on public.members (viewing_as);

-- Whether the token of this request was issued since then. Requests without a time (the owner's own) count as new.
create function private.token_is_newer(than timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select than is null
    or coalesce(to_timestamp((auth.jwt() ->> 'iat')::bigint), 'infinity'::timestamptz) >= date_trunc('second', than)
$$;

-- The role that decides about the caller: the one taken on for a while, else their own.
create function private.acting_role(member public.members) returns text
language sql stable set search_path = '' as $$
  select case when member.viewing_as_until > now() then coalesce(member.viewing_as, member.user_role)
    else member.user_role end
$$;

create or replace function private.has_permission(section text, action text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from public.members m
    join public.role_permissions p on p.role = private.acting_role(m)
    where m.user_id = (select auth.uid())
      and m.status = 'active'
      and private.token_is_newer(m.sessions_valid_from)
      and p.section = $1
      and p.action = $2
  )
$$;

create or replace function private.permitted_sections(action text) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.section), '{}')
  from public.members m
  join public.role_permissions p on p.role = private.acting_role(m)
  where m.user_id = (select auth.uid())
    and m.status = 'active'
    and private.token_is_newer(m.sessions_valid_from)
    and p.action = $1
$$;

create or replace function private.own_role() returns text
language sql stable security definer set search_path = '' as $$
  select private.acting_role(m) from public.members m where m.user_id = (select auth.uid())
$$;

-- By table privileges a member may write any of its columns; these belong to the functions below.
create function private.guard_staff() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and (new.viewing_as, new.viewing_as_until, new.sessions_valid_from)
      is distinct from (old.viewing_as, old.viewing_as_until, old.sessions_valid_from) then
    raise exception 'Sessions and roles taken on are changed by their own functions.' using errcode = 'insufficient_privilege';
  end if;
  if tg_op <> 'UPDATE' or (new.user_role, new.status) is distinct from (old.user_role, old.status) then
    perform private.require_recent_sign_in('superadmin',
      case tg_op when 'INSERT' then 'create' when 'DELETE' then 'delete' else 'edit' end);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
-- After the guard, whose refusals say more.
create trigger guard_staff before insert or update or delete on public.members
  for each row execute function private.guard_staff();

-- What a role may do is changed with the password at hand, too. For statements, not rows: a matrix is many of them.
create function private.guard_matrix() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    perform private.require_recent_sign_in('superadmin', 'edit');
  end if;
  return null;
end
$$;
create trigger guard_matrix before insert or update or delete on public.role_permissions
  for each statement execute function private.guard_matrix();
create trigger guard_matrix before insert or update or delete on public.roles
  for each statement execute function private.guard_matrix();

create function private.end_sessions(member uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  if not private.has_permission('superadmin', 'edit') then
    raise exception 'You may not do this.' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_recent_sign_in();
  update public.members m set sessions_valid_from = now() + interval '1 second' where m.id = member returning m.user_id into account;
  if account is null then
    raise exception 'The record is not there any more.' using errcode = 'TR410';
  end if;
  if to_regclass('auth.sessions') is not null then
    execute 'delete from auth.sessions where user_id = $1' using account;
  end if;
  execute 'delete from auth.refresh_tokens where user_id::text = $1::text' using account;
end
$$;
grant execute on function private.end_sessions(uuid) to authenticated, service_role;

-- Signs a member out everywhere: what they hold in browsers gives no rights from the next second on.
create function public.end_sessions(member uuid) returns void
language sql volatile security invoker set search_path = '' as $$ select private.end_sessions($1) $$;
grant execute on function public.end_sessions(uuid) to authenticated, service_role;

create function private.view_as(wanted text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.members;
begin
  select * into own from public.members m where m.user_id = (select auth.uid()) and m.status = 'active' for update;
  -- By their own role, not by the one taken on, or there would be no way back.
  if own.id is null or not exists (
    select 1 from public.role_permissions p
    where p.role = own.user_role and p.section = 'superadmin' and p.action = 'edit'
  ) then
    raise exception 'You may not do this.' using errcode = 'insufficient_privilege';
  end if;
  if wanted is not null and not exists (select 1 from public.roles r where r.name = wanted) then
    raise exception 'There is no role %.', wanted using errcode = 'foreign_key_violation';
  end if;
  update public.members m
  set viewing_as = wanted, viewing_as_until = case when wanted is not null then now() + interval '1 hour' end
  where m.id = own.id;
end
$$;
grant execute on function private.view_as(text) to authenticated, service_role;

-- Takes on a role for an hour, or lays it down again (null). The database then decides as for anyone of that role.
create function public.view_as(role text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.view_as($1) $$;
grant execute on function public.view_as(text) to authenticated, service_role;

-- Makes or changes a role together with its whole matrix. `permissions` are 'section.action' texts. The id is the
-- client's; `expected_version` null makes the role. TR409 when somebody saved a newer version.
create function public.save_role(
  role uuid, expected_version integer, name text, description text, permissions text[]
) returns public.roles
language plpgsql volatile security invoker set search_path = '' as $$
declare
  stored public.roles;
begin
  if expected_version is null then
    insert into public.roles (id, name, description) values (save_role.role, save_role.name, save_role.description)
    on conflict (id) do nothing;
  else
    update public.roles r set name = save_role.name, description = save_role.description
    where r.id = save_role.role and r.version = expected_version;
    if not found then
      if exists (select 1 from public.roles r where r.id = save_role.role) then
        raise exception 'Someone has saved this record in the meantime.' using errcode = 'TR409';
      end if;
      raise exception 'The record is not there any more.' using errcode = 'TR410';
    end if;
  end if;
  select * into stored from public.roles r where r.id = save_role.role;
  delete from public.role_permissions p
  where p.role = stored.name and p.section || '.' || p.action <> all (save_role.permissions);
  insert into public.role_permissions (role, section, action)
  select stored.name, split_part(given, '.', 1), split_part(given, '.', 2)
  from unnest(save_role.permissions) given
  where not exists (select 1 from public.role_permissions p
    where p.role = stored.name and p.section || '.' || p.action = given);
  return stored;
end
$$;
grant execute on function public.save_role(uuid, integer, text, text, text[]) to authenticated, service_role;

-- What every role may do, and how many members have it.
create function public.role_list()
returns table (id uuid, name text, description text, built_in boolean, version integer, members bigint, permissions text[])
language sql stable security invoker set search_path = '' as $$
  select r.id, r.name, r.description, r.built_in, r.version,
    (select count(*) from public.members m where m.user_role = r.name),
    coalesce((select array_agg(p.section || '.' || p.action order by p.section, p.action)
      from public.role_permissions p where p.role = r.name), '{}')
  from public.roles r
  order by r.built_in desc, r.name
$$;
grant execute on function public.role_list() to authenticated, service_role;
