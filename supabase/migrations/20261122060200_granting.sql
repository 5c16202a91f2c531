-- Nobody gives more than they hold: neither by a member's role, nor in a role's matrix, nor by looking at the app as
-- another role does. And nobody touches the rights of who holds more. The owner and the service key, who act for no
-- signed-in person, are not held to it.

-- A role taken on narrows the rights of one's own, and never widens them.
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
      and (p.role = m.user_role or exists (
        select 1 from public.role_permissions own
        where own.role = m.user_role and own.section = $1 and own.action = $2))
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
    and (p.role = m.user_role or exists (
      select 1 from public.role_permissions own
      where own.role = m.user_role and own.section = p.section and own.action = $1))
$$;

-- Whether the caller may do everything that members of the role may.
create function private.holds_role(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select 1 from public.role_permissions p where p.role = $1 and not private.has_permission(p.section, p.action)
  )
$$;

create function private.guard_grants() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and (new.user_role, new.status) is not distinct from (old.user_role, old.status) then
    return new;
  end if;
  if tg_op <> 'INSERT' and not private.holds_role(old.user_role) then
    raise exception 'You cannot change a member whose role may do more than yours.' using errcode = 'insufficient_privilege';
  end if;
  if tg_op <> 'DELETE' and not private.holds_role(new.user_role) then
    raise exception 'You cannot give a role that may do more than yours.' using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
-- Before guard_staff: who may not do it anyway is not asked for a password.
create trigger guard_grants before insert or update or delete on public.members
  for each row execute function private.guard_grants();

create function private.guard_matrix_grants() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op <> 'DELETE' and not private.has_permission(new.section, new.action) then
    raise exception 'You cannot give a right that you do not have.' using errcode = 'insufficient_privilege';
  end if;
  if tg_op <> 'INSERT' and not private.has_permission(old.section, old.action) then
    raise exception 'You cannot take away a right that you do not have.' using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger guard_grants before insert or update or delete on public.role_permissions
  for each row execute function private.guard_matrix_grants();

-- Another role of one's own lays down the one taken on.
create function private.lay_down_role() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.viewing_as := null;
  new.viewing_as_until := null;
  return new;
end
$$;
create trigger lay_down_role before update on public.members
  for each row when (new.user_role <> old.user_role) execute function private.lay_down_role();

-- The trail names members by their address, so it is the one they sign in with.
create function private.guard_member_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null and (tg_op = 'INSERT' or new.email <> old.email)
      and not exists (select 1 from auth.users u where u.id = new.user_id and lower(u.email) = lower(new.email)) then
    raise exception 'A member has the email address of their account.' using errcode = 'check_violation',
      detail = jsonb_build_object('column', 'email')::text;
  end if;
  return null;
end
$$;
-- Afterwards, as are the checks of addresses below: by then the policies have decided who may ask.
create trigger guard_address after insert or update on public.members
  for each row execute function private.guard_member_address();

create or replace function private.end_sessions(member uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  if not private.has_permission('superadmin', 'edit')
      or not coalesce((select private.holds_role(m.user_role) from public.members m where m.id = member), true) then
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

create or replace function private.view_as(wanted text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.members;
begin
  select * into own from public.members m
  where m.user_id = (select auth.uid()) and m.status = 'active' and private.token_is_newer(m.sessions_valid_from)
  for update;
  -- By their own role, not by the one taken on, or there would be no way back.
  if own.id is null or not private.session_is_open() or not exists (
    select 1 from public.role_permissions p
    where p.role = own.user_role and p.section = 'superadmin' and p.action = 'edit'
  ) then
    raise exception 'You may not do this.' using errcode = 'insufficient_privilege';
  end if;
  if wanted is not null and not exists (select 1 from public.roles r where r.name = wanted) then
    raise exception 'There is no role %.', wanted using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select p.section, p.action from public.role_permissions p where p.role = wanted
    except select p.section, p.action from public.role_permissions p where p.role = own.user_role
  ) then
    raise exception 'You cannot look at the app as a role that may do more than yours.' using errcode = 'insufficient_privilege';
  end if;
  update public.members m
  set viewing_as = wanted, viewing_as_until = case when wanted is not null then now() + interval '1 hour' end
  where m.id = own.id;
end
$$;
