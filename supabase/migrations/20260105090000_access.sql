-- Who may do what: roles, their permissions, and the staff members who carry a role.
-- Every later table is guarded by private.has_permission(section, action).

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- Hosted Supabase grants new tables and functions to anon. Nothing here is for anonymous visitors.
alter default privileges in schema public revoke all on tables from anon;
alter default privileges in schema public revoke all on sequences from anon;
alter default privileges in schema public revoke execute on functions from anon;
alter default privileges in schema public revoke truncate, references, trigger on tables from authenticated;
alter default privileges revoke execute on functions from public;

-- Keeps updated_at and version honest. A save states the version it saw; zero rows updated means a conflict.
create function private.touch() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.id := old.id;
  new.created_at := old.created_at;
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end
$$;

create table public.roles (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z][a-z0-9_-]{1,31}$'),
  description text not null default '' check (length(description) <= 500),
  built_in boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table public.role_permissions (
  id uuid primary key default gen_random_uuid(),
  role text not null references public.roles (name) on update cascade on delete cascade,
  section text not null check (section in (
    'dashboard', 'customers', 'sales', 'numbers', 'tenants', 'telephony', 'billing',
    'inventory', 'reports', 'superadmin')),
  action text not null check (action in ('view', 'create', 'edit', 'delete', 'export', 'reveal_secrets')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (role, section, action)
);

create table public.members (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  user_role text not null references public.roles (name) on update cascade,
  full_name text not null default '' check (length(full_name) <= 120),
  email text not null default '' check (length(email) <= 254),
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index members_user_role_idx on public.members (user_role);

-- True when the signed-in user is an active member whose role carries the permission.
-- Policies call it inside a scalar sub-select, so that it runs once a statement, not once a row.
create function private.has_permission(section text, action text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from public.members m
    join public.role_permissions p on p.role = m.user_role
    where m.user_id = (select auth.uid())
      and m.status = 'active'
      and p.section = $1
      and p.action = $2
  )
$$;
grant execute on function private.has_permission(text, text) to authenticated, service_role;

-- The sections for which the signed-in user has the action; for tables whose rows name their section.
create function private.permitted_sections(action text) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.section), '{}')
  from public.members m
  join public.role_permissions p on p.role = m.user_role
  where m.user_id = (select auth.uid())
    and m.status = 'active'
    and p.action = $1
$$;
grant execute on function private.permitted_sections(text) to authenticated, service_role;

-- The role named in the signed-in user's member record, whether active or disabled.
create function private.own_role() returns text
language sql stable security definer set search_path = '' as $$
  select m.user_role from public.members m where m.user_id = (select auth.uid())
$$;
grant execute on function private.own_role() to authenticated, service_role;

-- For API routes, which ask before they work for a caller.
create function public.has_permission(section text, action text) returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.has_permission($1, $2)
$$;
grant execute on function public.has_permission(text, text) to authenticated, service_role;

-- Whether the caller has typed their password within the last ten minutes.
create function private.signed_in_recently() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from auth.users u
    where u.id = (select auth.uid()) and u.last_sign_in_at > now() - interval '10 minutes'
  )
$$;
grant execute on function private.signed_in_recently() to authenticated, service_role;

-- Who may not do it anyway is refused for that reason, not asked for a password.
create function private.require_recent_sign_in(section text default null, action text default null) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (section is null or private.has_permission(section, action)) and not (select private.signed_in_recently()) then
    raise exception 'Enter your password again: your last sign-in is more than ten minutes ago.' using errcode = 'TR401';
  end if;
end
$$;
grant execute on function private.require_recent_sign_in(text, text) to authenticated, service_role;

-- For API routes, which ask before they act with the service key.
create function public.require_recent_sign_in() returns void
language sql stable security invoker set search_path = '' as $$ select private.require_recent_sign_in() $$;
grant execute on function public.require_recent_sign_in() to authenticated, service_role;

-- A role that staff make never counts as built in: it could not be removed again.
create function private.guard_roles() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.built_in and (tg_op = 'DELETE' or new.name <> old.name or not new.built_in) then
    raise exception 'The role % comes with the product and cannot be renamed or removed.', old.name
      using errcode = 'check_violation';
  end if;
  if current_user = 'authenticated' and tg_op <> 'DELETE' and new.built_in
      and (tg_op = 'INSERT' or not old.built_in) then
    raise exception 'Only roles that come with the product are built in.' using errcode = 'check_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- Without this a superadmin could take away the permission that gives permissions back.
create function private.guard_role_permissions() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.role = 'superadmin' and (tg_op = 'DELETE' or new.role <> old.role
      or new.section <> old.section or new.action <> old.action) then
    raise exception 'The superadmin role keeps all of its permissions.' using errcode = 'check_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- Whether somebody else is a superadmin who can sign in.
create function private.another_superadmin(than uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.members m join auth.users u on u.id = m.user_id
    where m.user_role = 'superadmin' and m.status = 'active' and m.user_id <> than
      and coalesce(u.banned_until, '-infinity') <= now()
  )
$$;

-- One active superadmin always remains, and nobody changes their own role, or disables or removes themselves.
-- The advisory lock makes two simultaneous demotions wait for each other.
create function private.guard_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.user_id <> new.user_id then
    raise exception 'A member record stays with its user.' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and old.user_id = (select auth.uid())
      and (old.user_role <> new.user_role or old.status <> new.status) then
    raise exception 'You cannot change your own role or status.' using errcode = 'check_violation';
  end if;
  if tg_op = 'DELETE' and old.user_id = (select auth.uid()) then
    raise exception 'You cannot remove yourself.' using errcode = 'check_violation';
  end if;
  if old.user_role = 'superadmin' and old.status = 'active'
      and (tg_op = 'DELETE' or new.user_role <> 'superadmin' or new.status <> 'active') then
    perform pg_advisory_xact_lock(hashtext('public.members.superadmin'));
    if not private.another_superadmin(old.user_id) then
      raise exception 'The last superadmin cannot be removed, demoted or disabled.'
        using errcode = 'check_violation';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- The account of the last one is not banned either, by whatever has the service key.
create function private.guard_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.members m
      where m.user_id = new.id and m.user_role = 'superadmin' and m.status = 'active') then
    perform pg_advisory_xact_lock(hashtext('public.members.superadmin'));
    if not private.another_superadmin(new.id) then
      raise exception 'The last superadmin cannot be removed, demoted or disabled.'
        using errcode = 'check_violation';
    end if;
  end if;
  return new;
end
$$;
create trigger guard_superadmins before update on auth.users
  for each row when (new.banned_until > now() and new.banned_until is distinct from old.banned_until)
  execute function private.guard_accounts();

create trigger guard before insert or update or delete on public.roles
  for each row execute function private.guard_roles();
create trigger guard before update or delete on public.role_permissions
  for each row execute function private.guard_role_permissions();
create trigger guard before update or delete on public.members
  for each row execute function private.guard_members();
create trigger touch before update on public.roles for each row execute function private.touch();
create trigger touch before update on public.role_permissions for each row execute function private.touch();
create trigger touch before update on public.members for each row execute function private.touch();

alter table public.roles enable row level security;
alter table public.role_permissions enable row level security;
alter table public.members enable row level security;

create policy roles_select on public.roles for select to authenticated
  using ((select private.has_permission('superadmin', 'view')) or name = (select private.own_role()));
create policy roles_insert on public.roles for insert to authenticated
  with check ((select private.has_permission('superadmin', 'create')));
create policy roles_update on public.roles for update to authenticated
  using ((select private.has_permission('superadmin', 'edit')))
  with check ((select private.has_permission('superadmin', 'edit')));
create policy roles_delete on public.roles for delete to authenticated
  using ((select private.has_permission('superadmin', 'delete')));

create policy role_permissions_select on public.role_permissions for select to authenticated
  using ((select private.has_permission('superadmin', 'view')) or role = (select private.own_role()));
create policy role_permissions_insert on public.role_permissions for insert to authenticated
  with check ((select private.has_permission('superadmin', 'edit')));
create policy role_permissions_update on public.role_permissions for update to authenticated
  using ((select private.has_permission('superadmin', 'edit')))
  with check ((select private.has_permission('superadmin', 'edit')));
create policy role_permissions_delete on public.role_permissions for delete to authenticated
  using ((select private.has_permission('superadmin', 'edit')));

-- Everyone who is signed in may read their own member record: the app says "disabled" from it.
create policy members_select on public.members for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('superadmin', 'view')));
create policy members_insert on public.members for insert to authenticated
  with check ((select private.has_permission('superadmin', 'create')));
create policy members_update on public.members for update to authenticated
  using ((select private.has_permission('superadmin', 'edit')))
  with check ((select private.has_permission('superadmin', 'edit')));
create policy members_delete on public.members for delete to authenticated
  using ((select private.has_permission('superadmin', 'delete')));

insert into public.roles (name, description, built_in) values
  ('superadmin', 'Everything, including numbers, users and roles', true),
  ('admin', 'Customers, sales, tenants, inventory and reports', true),
  ('tech', 'Tenants and their telephony', true);

insert into public.role_permissions (role, section, action)
select 'superadmin', section, action
from unnest(array['dashboard', 'customers', 'sales', 'numbers', 'tenants', 'telephony', 'billing',
  'inventory', 'reports', 'superadmin']) section,
  unnest(array['view', 'create', 'edit', 'delete', 'export', 'reveal_secrets']) action;

insert into public.role_permissions (role, section, action)
select 'admin', section, action
from unnest(array['dashboard', 'customers', 'sales', 'tenants', 'telephony', 'billing',
  'inventory', 'reports']) section,
  unnest(array['view', 'create', 'edit', 'delete', 'export', 'reveal_secrets']) action;

insert into public.role_permissions (role, section, action) values
  ('tech', 'dashboard', 'view'),
  ('tech', 'tenants', 'view'),
  ('tech', 'telephony', 'view'),
  ('tech', 'telephony', 'create'),
  ('tech', 'telephony', 'edit'),
  ('tech', 'telephony', 'delete'),
  ('tech', 'telephony', 'export');
