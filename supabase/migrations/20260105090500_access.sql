-- Access control: roles, their permissions, and the staff members who have a role. Every later table checks private.has_permission(section,
-- action).

create table public.roles (
  like private.record_columns including all,
  name text not null unique check (name ~ '^[a-z][a-z0-9_-]{1,31}$'),
  -- The display name; `name` is the key that members and permissions refer to.
  label text not null default '' check (length(label) <= 60 and label !~ '[[:cntrl:]]'),
  description text not null default '' check (length(description) <= 500),
  built_in boolean not null default false,
  -- Whether its members have no permissions without a second factor (private.second_factor_needed).
  second_factor boolean not null default false
);

create table public.role_permissions (
  like private.record_columns including all,
  role text not null references public.roles (name) on update cascade on delete cascade,
  section text not null check (section in (
    'dashboard', 'customers', 'sales', 'numbers', 'tenants', 'telephony', 'billing',
    'inventory', 'reports', 'superadmin')),
  action text not null check (action in ('view', 'create', 'edit', 'delete', 'export', 'reveal_secrets', 'listen')),
  unique (role, section, action)
);

create table public.members (
  like private.record_columns including all,
  user_id uuid not null unique references auth.users (id) on delete cascade,
  user_role text not null references public.roles (name) on update cascade,
  full_name text not null default '' check (length(full_name) <= 120),
  email text not null default '' check (length(email) <= 254),
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- Tokens issued before this time grant nothing.
  sessions_valid_from timestamptz,
  -- The role this superadmin is viewing the app as, and until when.
  viewing_as text references public.roles (name) on update cascade on delete set null,
  viewing_as_until timestamptz
);
create index members_user_role_idx on public.members (user_role);
create index members_viewing_as_idx on public.members (viewing_as);

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
  ('superadmin', 'telephony', 'listen'),
  ('tech', 'dashboard', 'view'),
  ('tech', 'tenants', 'view'),
  ('tech', 'telephony', 'view'),
  ('tech', 'telephony', 'create'),
  ('tech', 'telephony', 'edit'),
  ('tech', 'telephony', 'delete'),
  ('tech', 'telephony', 'export');

-- Whether the request's token was issued at or after that time. A request with no issue time (the database owner's) counts as new.
create function private.token_is_newer(than timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select than is null
    or coalesce(to_timestamp((auth.jwt() ->> 'iat')::bigint), 'infinity'::timestamptz) >= date_trunc('second', than)
$$;

-- Whether the request's session is still open. Requests with no session (the database owner's) count as open. Hosted Supabase keeps the
-- row of a session whose time is over, and of an account that is banned.
create function private.session_is_open() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.jwt() ->> 'session_id' is null
    or exists (select 1 from auth.sessions s where s.id = (select (auth.jwt() ->> 'session_id')::uuid) and s.user_id = (select auth.uid())
      and coalesce(s.not_after, 'infinity') > now())
$$;

-- Whether the account is kept from signing in. Its access tokens are valid for up to an hour more.
create function private.is_banned(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from auth.users u where u.id = account and u.banned_until > now())
$$;

-- The second factor the request still needs before it is granted anything: 'code' when the member has one and has not proved it in this
-- session, 'setup' when their own role requires one and they have none; null when nothing is missing. The session's level is the token's
-- `aal` claim. The member's own role counts, not the one they view the app as.
create function private.second_factor_needed(member public.members) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.jwt() ->> 'aal' = 'aal2' then null
    when exists (select 1 from auth.mfa_factors f where f.user_id = member.user_id and f.status = 'verified') then 'code'
    when exists (select 1 from public.roles r where r.name = member.user_role and r.second_factor) then 'setup'
  end
$$;

-- Whether the request may use a member's permissions: the member is active and their account not banned, the token is newer than their
-- last sign-out everywhere, its session is open, and no second factor is missing.
create function private.may_use_permissions(member public.members) returns boolean
language sql stable security definer set search_path = '' as $$
  select member.status = 'active' and not private.is_banned(member.user_id) and private.token_is_newer(member.sessions_valid_from)
    and private.session_is_open() and private.second_factor_needed(member) is null
$$;

-- The role that decides what the caller may do: the one they are viewing as, otherwise their own.
create function private.effective_role(member public.members) returns text
language sql stable set search_path = '' as $$
  select case when member.viewing_as_until > now() then coalesce(member.viewing_as, member.user_role)
    else member.user_role end
$$;

-- Whether the signed-in user is an active member whose role has the permission. Viewing the app as another role only narrows permissions,
-- never widens them. Policies call it in a scalar subquery, so that it runs once per statement instead of once per row.
create function private.has_permission(section text, action text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from public.members m
    join public.role_permissions p on p.role = private.effective_role(m)
    where m.user_id = (select auth.uid())
      and private.may_use_permissions(m)
      and p.section = $1
      and p.action = $2
      and (p.role = m.user_role or exists (
        select 1 from public.role_permissions own
        where own.role = m.user_role and own.section = $1 and own.action = $2))
  )
$$;

-- Permissions the policies grant the signed-in member now, by the rule of has_permission: while viewing as another role, never more than
-- their own. The app reads them with what else everybody needs (public.own_standing).
create function private.own_permissions() returns table (section text, action text)
language sql stable security definer set search_path = '' as $$
  select p.section, p.action
  from public.members m
  join public.role_permissions p on p.role = private.effective_role(m)
  where m.user_id = (select auth.uid())
    and private.may_use_permissions(m)
    and (p.role = m.user_role or exists (
      select 1 from public.role_permissions own
      where own.role = m.user_role and own.section = p.section and own.action = p.action))
  order by 1, 2
$$;

-- Sections where the signed-in user has the permission, for tables whose rows name their section.
create function private.permitted_sections(action text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(own.section), '{}') from private.own_permissions() own where own.action = $1
$$;

-- The signed-in user's role, whether the member is active or disabled.
create function private.own_role() returns text
language sql stable security definer set search_path = '' as $$
  select private.effective_role(m) from public.members m where m.user_id = (select auth.uid())
$$;

select private.declare_records('roles', section => 'superadmin', may_view => null);
-- Every signed-in user may read their own role and its permissions: the navigation is built from them.
create policy roles_select on public.roles for select to authenticated
  using ((select private.has_permission('superadmin', 'view')) or name = (select private.own_role()));

select private.declare_records('role_permissions', section => 'superadmin', may_view => null, may_create => '{edit}',
  may_delete => '{edit}');
create policy role_permissions_select on public.role_permissions for select to authenticated
  using ((select private.has_permission('superadmin', 'view')) or role = (select private.own_role()));

select private.declare_records('members', section => 'superadmin', may_view => null);
-- Every signed-in user may read their own member record: it tells the app when the account is disabled.
create policy members_select on public.members for select to authenticated
  using (user_id = (select auth.uid()) or (select private.has_permission('superadmin', 'view')));

create function private.own_factor_needed() returns text
language sql stable security definer set search_path = '' as $$
  select private.second_factor_needed(m) from public.members m where m.user_id = (select auth.uid())
$$;

-- What the caller's second factor still needs, so that the app can ask for it: 'code', 'setup' or null.
create function public.second_factor_needed() returns text
language sql stable security invoker set search_path = '' as $$ select private.own_factor_needed() $$;

-- For API routes, which check before doing any work.
select private.expose('has_permission');

-- For how many seconds an entered password or second factor counts as recent.
create function private.proof_seconds() returns integer language sql immutable set search_path = '' as 'select 600';

-- Whether something that was proved is a password or second factor, and recent.
create function private.is_recent_proof(method text, proved_at timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select method in ('password', 'totp', 'mfa/phone', 'mfa/webauthn')
    and proved_at > now() - make_interval(secs => private.proof_seconds())
$$;

create function private.refuse_old_sign_in() returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception 'Enter your password again: your last sign-in is more than ten minutes ago.' using errcode = 'TR401';
end
$$;

-- Whether a password or second factor was proved in this session recently. The access token's `amr` lists methods and
-- times, which a refresh keeps; a refresh, an emailed link or an external provider does not count.
create function private.signed_in_recently() returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.session_is_open() and exists (
    select 1
    from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) proof
    where jsonb_typeof(proof -> 'timestamp') = 'number'
      and private.is_recent_proof(proof ->> 'method', to_timestamp((proof ->> 'timestamp')::double precision))
  )
$$;

-- Callers without the permission fall through to that error; only those who have it are asked for their password.
create function private.require_recent_sign_in(section text default null, action text default null) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (section is null or private.has_permission(section, action)) and not (select private.signed_in_recently()) then
    perform private.refuse_old_sign_in();
  end if;
end
$$;

-- For API routes, which check before acting with the service key.
create function public.require_recent_sign_in() returns void
language sql stable security invoker set search_path = '' as $$ select private.require_recent_sign_in() $$;

-- Staff cannot create built-in roles: nobody could delete them.
create function private.guard_roles() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.built_in and (tg_op = 'DELETE' or new.name <> old.name or not new.built_in) then
    raise exception 'The built-in role % cannot be renamed or deleted.', old.name
      using errcode = 'check_violation';
  end if;
  if current_user = 'authenticated' and tg_op <> 'DELETE' and new.built_in
      and (tg_op = 'INSERT' or not old.built_in) then
    raise exception 'A new role cannot be built in.' using errcode = 'check_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- Otherwise a superadmin could remove the permission needed to grant permissions.
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

-- Whether another superadmin can sign in.
create function private.has_other_superadmin(than uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.members m
    where m.user_role = 'superadmin' and m.status = 'active' and m.user_id <> than and not private.is_banned(m.user_id)
  )
$$;

-- At least one active superadmin must remain, and nobody can change their own role, or disable or remove themselves. The advisory lock
-- serializes concurrent demotions. A status is not undone from the trail: the ban of the account, which the server sets and lifts
-- (lib/staff/account.ts), would stay as it is.
create function private.guard_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.user_id <> new.user_id then
    raise exception 'A member cannot be moved to another account.' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and old.user_id = (select auth.uid())
      and (old.user_role <> new.user_role or old.status <> new.status) then
    raise exception 'You cannot change your own role or status.' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and old.status <> new.status and current_setting('app.undoing', true) = 'on' then
    raise exception 'Enable or disable members on their own page, so that their account changes too.' using errcode = 'check_violation';
  end if;
  if tg_op = 'DELETE' and old.user_id = (select auth.uid()) then
    raise exception 'You cannot remove yourself.' using errcode = 'check_violation';
  end if;
  if old.user_role = 'superadmin' and old.status = 'active'
      and (tg_op = 'DELETE' or new.user_role <> 'superadmin' or new.status <> 'active') then
    perform pg_advisory_xact_lock(hashtext('public.members.superadmin'));
    if not private.has_other_superadmin(old.user_id) then
      raise exception 'The last superadmin cannot be removed, demoted or disabled.'
        using errcode = 'check_violation';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- The last superadmin's account cannot be banned either, not even with the service key.
create function private.guard_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.members m
      where m.user_id = new.id and m.user_role = 'superadmin' and m.status = 'active') then
    perform pg_advisory_xact_lock(hashtext('public.members.superadmin'));
    if not private.has_other_superadmin(new.id) then
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

-- Staff administration: signing members out everywhere, viewing the app as another role, and saving a role with its whole permission
-- matrix.

-- Table privileges would allow writing these columns; only the functions below may.
create function private.guard_member_columns() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and (new.viewing_as, new.viewing_as_until, new.sessions_valid_from)
      is distinct from (old.viewing_as, old.viewing_as_until, old.sessions_valid_from) then
    raise exception 'Use the buttons to sign members out and to view the app as another role.' using errcode = 'insufficient_privilege';
  end if;
  if tg_op <> 'UPDATE' or (new.user_role, new.status) is distinct from (old.user_role, old.status) then
    perform private.require_recent_sign_in('superadmin',
      case tg_op when 'INSERT' then 'create' when 'DELETE' then 'delete' else 'edit' end);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- Fires after `guard`, whose errors are more specific.
create trigger guard_member_columns before insert or update or delete on public.members
  for each row execute function private.guard_member_columns();

-- Changing a role's permissions needs a recent sign-in. Checked per statement, because a matrix is many rows.
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

-- Nobody can grant more than they have, whether through a member's role, a role's matrix or viewing the app as another role, or change a
-- member who has more. The database owner and the service key, with no signed-in user, are exempt.

-- Whether the caller has every permission of the role.
create function private.has_every_permission_of(name text) returns boolean
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
  if tg_op = 'UPDATE' and (new.user_role, new.status, new.full_name) is not distinct from (old.user_role, old.status, old.full_name) then
    return new;
  end if;
  if tg_op <> 'INSERT' and not private.has_every_permission_of(old.user_role) then
    raise exception 'You cannot change a member whose role has more permissions than yours.' using errcode = 'insufficient_privilege';
  end if;
  if tg_op <> 'DELETE' and not private.has_every_permission_of(new.user_role) then
    raise exception 'You cannot assign a role with more permissions than yours.' using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
-- Fires before guard_member_columns: callers without the permission are not asked for their password.
create trigger guard_grants before insert or update or delete on public.members
  for each row execute function private.guard_grants();

create function private.guard_matrix_grants() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op <> 'DELETE' and not private.has_permission(new.section, new.action) then
    raise exception 'You cannot grant a permission that you do not have.' using errcode = 'insufficient_privilege';
  end if;
  if tg_op <> 'INSERT' and not private.has_permission(old.section, old.action) then
    raise exception 'You cannot remove a permission that you do not have.' using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger guard_grants before insert or update or delete on public.role_permissions
  for each row execute function private.guard_matrix_grants();

-- Nobody with fewer permissions than a role can drop its second factor, or lock out its members by requiring one.
create function private.guard_second_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null and not private.has_every_permission_of(old.name) then
    raise exception 'You cannot change a role with more permissions than yours.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard_second_factor before update on public.roles
  for each row when (new.second_factor <> old.second_factor) execute function private.guard_second_factor();

-- Changing a member's role ends their viewing as another one.
create function private.reset_view_as() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.viewing_as := null;
  new.viewing_as_until := null;
  return new;
end
$$;
create trigger reset_view_as before update on public.members
  for each row when (new.user_role <> old.user_role) execute function private.reset_view_as();

-- The trail names members by email address, so it must be the one they sign in with.
create function private.guard_member_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null and (tg_op = 'INSERT' or new.email <> old.email)
      and not exists (select 1 from auth.users u where u.id = new.user_id and lower(u.email) = lower(new.email)) then
    raise exception 'A member must have the email address of their account.' using errcode = 'check_violation',
      detail = jsonb_build_object('column', 'email')::text;
  end if;
  return null;
end
$$;
-- An after trigger, like the other address checks: by then the policies have decided who may write.
create trigger guard_address after insert or update on public.members
  for each row execute function private.guard_member_address();

-- The holder of the service key can change the address that somebody signs in with. Their member follows, so that staff see it, in the
-- trail too.
create function private.follow_account_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.members m set email = lower(new.email) where m.user_id = new.id and m.email <> lower(new.email);
  return null;
end
$$;
create trigger follow_address after update of email on auth.users
  for each row when (new.email is distinct from old.email and new.email is not null) execute function private.follow_account_address();

-- Whether the caller administers the member, that is, may see or change how they sign in.
create function private.may_manage_member(member uuid, action text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_permission('superadmin', $2)
    and coalesce((select private.has_every_permission_of(m.user_role) from public.members m where m.id = $1), true)
$$;

select private.expose('may_manage_member');

-- Records in the trail that something other than a column was removed from a member.
create function private.audit_member_removal(of public.members, what text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.write_audit_entry('superadmin', 'members', of.id, of.email, null, 'update',
    jsonb_build_object(what, jsonb_build_array('on', null)));
end
$$;

-- Signs an account out everywhere.
create function private.end_sessions_of(account uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if to_regclass('auth.sessions') is not null then
    execute 'delete from auth.sessions where user_id = $1' using account;
  end if;
  execute 'delete from auth.refresh_tokens where user_id::text = $1::text' using account;
end
$$;

create function private.end_sessions(member uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_permission(private.may_manage_member(member, 'edit'));
  perform private.require_recent_sign_in();
  update public.members m set sessions_valid_from = now() where m.id = member returning m.user_id into account;
  perform private.require_found(account is not null);
  perform private.end_sessions_of(account);
end
$$;

-- Signs a member out everywhere by deleting their sessions, which invalidates every token at once. A token's issue time has whole seconds,
-- so the time alone would admit tokens from the same second, or lock out someone who signs in again immediately.
select private.expose('end_sessions');

create function private.session_list(member uuid default null)
returns table (id uuid, user_agent text, address text, created_at timestamptz, used_at timestamptz, current boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_permission(member is null or private.has_permission('superadmin', 'view'));
  return query
  select s.id, s.user_agent, host(s.ip), s.created_at,
    greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc') as used_at,
    s.id::text is not distinct from auth.jwt() ->> 'session_id'
  from public.members m
  join auth.sessions s on s.user_id = m.user_id
  where case when member is null then m.user_id = (select auth.uid()) and private.may_use_permissions(m) else m.id = member end
    and coalesce(s.not_after, 'infinity') > now()
  order by 5 desc, 1;
end
$$;

-- A member's open sessions, most recently used first; the caller's own when no member is given.
select private.expose('session_list');

create function private.end_session(session uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- One that has ended is nobody's, and is told to have ended.
  account uuid := coalesce((select s.user_id from auth.sessions s where s.id = session), (select auth.uid()));
  holder public.members := (select m from public.members m where m.user_id = account);
begin
  if account is distinct from (select auth.uid()) then
    perform private.require_permission(private.may_manage_member(holder.id, 'edit'));
    perform private.require_recent_sign_in();
  else
    perform private.require_permission(private.may_use_permissions(holder));
  end if;
  delete from auth.sessions s where s.id = session;
  if not found then
    raise exception 'This session has ended already.' using errcode = 'TR410';
  end if;
  if holder.id is not null then
    perform private.audit_member_removal(holder, 'session');
  end if;
end
$$;

-- Ends a session, the caller's own or that of a member they administer; its tokens grant nothing from then on.
select private.expose('end_session');

create function private.member_factors(member uuid) returns table (id uuid, name text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_permission(private.has_permission('superadmin', 'view'));
  return query
  select f.id, coalesce(f.friendly_name, '')::text, f.created_at
  from public.members m
  join auth.mfa_factors f on f.user_id = m.user_id and f.status = 'verified'
  where m.id = member
  order by 3, 1;
end
$$;

-- Authenticator apps a member has set up, for those who view members.
select private.expose('member_factors');

create function private.remove_second_factor(member uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  holder public.members := (select m from public.members m where m.id = member);
begin
  perform private.require_permission(private.may_manage_member(member, 'edit'));
  perform private.require_recent_sign_in();
  perform private.require_found(holder.id is not null);
  delete from auth.mfa_factors f where f.user_id = holder.user_id;
  perform private.audit_member_removal(holder, 'second_factor');
  perform private.end_sessions(member);
end
$$;

-- Removes the second factor of a member who has lost it, and signs them out everywhere.
select private.expose('remove_second_factor');

-- Otherwise whoever finds a session open could add an app of their own, whose codes would be the proof that everything else asks for, and
-- which the owner would need at each sign-in. Supabase's auth server adds the code's own claim afterwards, and does not say which session
-- asks: one of the account's must have proved a password or a code recently.
create function private.guard_new_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from auth.sessions s join auth.mfa_amr_claims proof on proof.session_id = s.id
    where s.user_id = new.user_id and private.is_recent_proof(proof.authentication_method, proof.updated_at)
  ) then
    perform private.refuse_old_sign_in();
  end if;
  insert into public.audit_log (actor, actor_email, section, table_name, record_id, record_label, action, changes)
  select m.user_id, m.email, 'superadmin', 'members', m.id, m.email, 'update', jsonb_build_object('second_factor', jsonb_build_array(null, 'on'))
  from public.members m where m.user_id = new.user_id;
  return new;
end
$$;
create trigger guard_new before update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified') execute function private.guard_new_factor();

create function private.view_as(wanted text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.members;
begin
  select * into own from public.members m
  where m.user_id = (select auth.uid()) and private.may_use_permissions(m)
  for update;
  -- Checked against their own role, not the one they view as, or they could not switch back.
  if own.id is null or not exists (
    select 1 from public.role_permissions p
    where p.role = own.user_role and p.section = 'superadmin' and p.action = 'edit'
  ) then
    raise exception 'Your role does not allow this.' using errcode = 'insufficient_privilege';
  end if;
  if wanted is not null and not exists (select 1 from public.roles r where r.name = wanted) then
    raise exception 'Unknown role: %.', wanted using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select p.section, p.action from public.role_permissions p where p.role = wanted
    except select p.section, p.action from public.role_permissions p where p.role = own.user_role
  ) then
    raise exception 'You cannot view the app as a role with more permissions than yours.' using errcode = 'insufficient_privilege';
  end if;
  update public.members m
  set viewing_as = wanted, viewing_as_until = case when wanted is not null then now() + interval '1 hour' end
  where m.id = own.id;
end
$$;

-- Views the app as another role for an hour; null ends it. The database then decides as it would for that role.
create function public.view_as(role text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.view_as($1) $$;

-- Whether a role and its matrix hold what a save would store, as after one whose response was lost.
create function private.is_role_as(
  stored public.roles, name text, label text, description text, second_factor boolean, permissions text[]
) returns boolean
language sql stable security invoker set search_path = '' as $$
  select (stored.name, stored.label, stored.description, stored.second_factor)
      = (is_role_as.name, is_role_as.label, is_role_as.description, is_role_as.second_factor)
    and array(select p.section || '.' || p.action from public.role_permissions p where p.role = stored.name order by 1)
      = array(select distinct given from unnest(is_role_as.permissions) given order by 1)
$$;

-- Creates or updates a role with its whole matrix. `permissions` are 'section.action'. The client generates the id; a null
-- `expected_version` creates the role, and is refused when repeated with other values. TR409 when someone has saved a newer version.
create function public.save_role(
  role uuid, expected_version integer, name text, description text, permissions text[], label text default '',
  second_factor boolean default false
) returns public.roles
language plpgsql volatile security invoker set search_path = '' as $$
declare
  stored public.roles;
begin
  if expected_version is null then
    insert into public.roles (id, name, label, description, second_factor)
    values (save_role.role, save_role.name, save_role.label, save_role.description, save_role.second_factor)
    on conflict (id) do nothing;
    if not found then
      perform private.require_same_attempt(private.is_role_as(r, save_role.name, save_role.label, save_role.description,
        save_role.second_factor, save_role.permissions), format('created the role %s', coalesce(nullif(r.label, ''), r.name)))
      from public.roles r where r.id = save_role.role;
    end if;
  else
    update public.roles r
    set name = save_role.name, label = save_role.label, description = save_role.description, second_factor = save_role.second_factor
    where r.id = save_role.role and r.version = expected_version;
    if not found then
      select * into stored from public.roles r where r.id = save_role.role;
      if stored.version = expected_version + 1 and private.is_role_as(stored, save_role.name, save_role.label, save_role.description,
          save_role.second_factor, save_role.permissions) then
        -- A retry: the response to the first call was lost.
        return stored;
      elsif stored.id is not null then
        -- Not require_version: a policy may have withheld the update of the expected version.
        raise exception 'Someone else has saved this record since you opened it.' using errcode = 'TR409';
      end if;
      raise exception 'This record has been deleted by someone else.' using errcode = 'TR410';
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

-- All roles with their permissions and member counts.
create function public.role_list()
returns table (
  id uuid, name text, label text, description text, built_in boolean, second_factor boolean, version integer, members bigint,
  permissions text[]
)
language sql stable security invoker set search_path = '' as $$
  select r.id, r.name, r.label, r.description, r.built_in, r.second_factor, r.version,
    (select count(*) from public.members m where m.user_role = r.name),
    coalesce((select array_agg(p.section || '.' || p.action order by p.section, p.action)
      from public.role_permissions p where p.role = r.name), '{}')
  from public.roles r
  order by r.built_in desc, r.name
$$;

-- What the server's readiness check asks.

create function private.schema_version() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select max(m.version) from supabase_migrations.schema_migrations m);
end
$$;

-- Volatile, because PostgREST calls all others read-only.
create function private.is_writable() returns boolean
language sql volatile security definer set search_path = '' as $$ select current_setting('transaction_read_only') = 'off' $$;

-- The newest migration applied to this database, such as 20260105102500. Server only.
select private.expose('schema_version', 'service_role');

-- Whether anything can be saved: not while the disk is nearly full. Server only.
select private.expose('is_writable', 'service_role');

-- How long whoever guesses has to wait after this many failures: of phones' provisioning passwords, switches' secrets, and the PINs of
-- routes and conferences. The first ones are `free`; each further one doubles the wait, from one second to 15 minutes.
create function private.delay_after_failures(failures integer, free integer default 2) returns interval
language sql immutable set search_path = '' as $$
  select case when failures <= free then interval '0' else make_interval(secs => least(power(2, failures - free - 1), 900)) end
$$;

-- Rate limits shared by all servers. `due` is the theoretical arrival time of the generic cell rate algorithm (ITU-T I.371): when the next
-- request is due at an even rate. Unlogged: a crash resets every limit.
create unlogged table private.rate_limits (
  key text primary key,
  due timestamptz not null
);
create index rate_limits_due_idx on private.rate_limits (due);

create function private.rate_limit(key text, times integer, within_seconds integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked timestamptz := clock_timestamp();
  length interval := make_interval(secs => within_seconds);
  due timestamptz;
begin
  -- Skips rows locked by another request: otherwise the two could deadlock on each other's keys.
  delete from private.rate_limits t where t.key in (
    select e.key from private.rate_limits e where e.due < asked order by e.due limit 100 for update skip locked
  );
  insert into private.rate_limits as t (key, due) values ($1, asked + length / times)
  on conflict on constraint rate_limits_pkey do update set due = greatest(t.due, asked) + length / times
    where greatest(t.due, asked) + length / times <= asked + length;
  if found then
    return 0;
  end if;
  select t.due into due from private.rate_limits t where t.key = $1;
  return ceil(extract(epoch from due + length / times - asked - length));
end
$$;

-- 0 when the request is within the limit, otherwise the seconds to wait: `times` per `within_seconds`, replenished evenly. Server only.
select private.expose('rate_limit', 'service_role');

-- What one server does at a time because it has an effect outside of the database, such as an email: `key` names it. Unlogged: after a
-- crash nobody does it.
create unlogged table private.turns (
  key text primary key,
  holder uuid not null,
  ends_at timestamptz not null
);
create index turns_ends_at_idx on private.turns (ends_at);

create function private.take_turn(key text, holder uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked timestamptz := clock_timestamp();
begin
  -- As for rate limits.
  delete from private.turns t where t.key in (
    select e.key from private.turns e where e.ends_at < asked order by e.ends_at limit 100 for update skip locked
  );
  insert into private.turns as t (key, holder, ends_at) values ($1, $2, asked + interval '2 minutes')
  on conflict on constraint turns_pkey do nothing;
  return found;
end
$$;

create function private.end_turn(key text, holder uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.turns t where t.key = $1 and t.holder = $2
$$;

-- Whether the caller, named by a UUID of its own, may do now what `key` names, until it ends its turn or for two minutes (lib/api/in-turn.ts).
-- Server only.
select private.expose('take_turn', 'service_role');
select private.expose('end_turn', 'service_role');

select private.grant_access('{
  session_is_open,own_permissions,permitted_sections,own_role,own_factor_needed,proof_seconds,is_recent_proof,signed_in_recently,
  refuse_old_sign_in,require_recent_sign_in,view_as,is_role_as}');
