-- A tenant's own people, who sign in to its portal. They are no members: no right in this product follows from it.

create table public.portal_users (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null check (private.is_email(email) and email = lower(email)),
  role text not null default 'user' check (role in ('user', 'tenant_admin', 'agent')),
  time_zone text,
  enabled boolean not null default true,
  auth_user_id uuid references auth.users (id) on delete set null,
  invited_at timestamptz,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  constraint portal_users_email_key unique (tenant_id, email)
);
comment on column public.portal_users.time_zone is 'Null takes the tenant''s';
comment on column public.portal_users.auth_user_id is 'The account that was invited; set by the server';
create index portal_users_auth_user_idx on public.portal_users (auth_user_id);

create table public.portal_user_extensions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  portal_user_id uuid not null,
  extension_id uuid not null,
  position integer not null default 1 check (position between 1 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (portal_user_id, extension_id),
  foreign key (tenant_id, portal_user_id) references public.portal_users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id)
);
comment on column public.portal_user_extensions.position is 'The user''s own line stands first';
create index portal_user_extensions_user_idx on public.portal_user_extensions (tenant_id, portal_user_id);
create index portal_user_extensions_extension_idx on public.portal_user_extensions (tenant_id, extension_id);

-- Whose account it is, and whether the invitation was accepted, is known by the server alone. Another address has not
-- been invited yet.
create function private.guard_portal_users() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.email <> old.email then
    new.auth_user_id := null;
    new.invited_at := null;
    new.accepted_at := null;
  elsif current_user = 'authenticated' and (new.auth_user_id, new.invited_at, new.accepted_at) is distinct from (
      case when tg_op = 'UPDATE' then old.auth_user_id end, case when tg_op = 'UPDATE' then old.invited_at end,
      case when tg_op = 'UPDATE' then old.accepted_at end) then
    raise exception 'An invitation is sent and accepted, not written down.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.portal_users
  for each row execute function private.guard_portal_users();
create trigger check_time_zone before insert or update of time_zone on public.portal_users
  for each row when (new.time_zone is not null) execute function private.check_time_zone();

create function private.note_portal_acceptance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.portal_users set accepted_at = new.email_confirmed_at
  where auth_user_id = new.id and accepted_at is null;
  return null;
end
$$;
create trigger note_portal_acceptance after update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.note_portal_acceptance();

-- The list's rows: a user with the numbers of their extensions.
create view public.portal_user_list with (security_invoker = true) as
select u.*,
  (select string_agg(e.extension, ', ' order by l.position, length(e.extension), e.extension)
    from public.portal_user_extensions l join public.extensions e on e.id = l.extension_id
    where l.tenant_id = u.tenant_id and l.portal_user_id = u.id) as extensions,
  case when not u.enabled then 'disabled' when u.accepted_at is not null then 'accepted'
    when u.invited_at is not null then 'invited' else 'new' end as standing
from public.portal_users u;
revoke insert, update, delete on public.portal_user_list from authenticated, service_role;

insert into private.record_lists (table_name, source, section, searchable, sortable, filterable) values
  ('portal_users', 'portal_user_list', 'telephony', '{name,email,extensions}', '{name,email,role,created_at}',
    '{id,role,enabled,standing}');

create trigger touch before update on public.portal_users for each row execute function private.touch();
create trigger touch before update on public.portal_user_extensions for each row execute function private.touch();
create trigger audit after insert or update or delete on public.portal_users
  for each row execute function private.audit('telephony');
create trigger audit after insert or update or delete on public.portal_user_extensions
  for each row execute function private.audit('telephony', 'telephony', 'portal_user_id');

alter table public.portal_users enable row level security;
alter table public.portal_user_extensions enable row level security;
create policy portal_users_select on public.portal_users for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy portal_users_insert on public.portal_users for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy portal_users_update on public.portal_users for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy portal_users_delete on public.portal_users for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));
create policy portal_user_extensions_select on public.portal_user_extensions for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy portal_user_extensions_insert on public.portal_user_extensions for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')) or (select private.has_permission('telephony', 'edit')));
create policy portal_user_extensions_update on public.portal_user_extensions for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
-- Whoever may edit a user may take an extension from them.
create policy portal_user_extensions_delete on public.portal_user_extensions for delete to authenticated
  using ((select private.has_permission('telephony', 'edit')));

-- When the owner of an account confirmed its address; the service key itself may not read accounts.
create function private.account_confirmed_at(account uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select u.email_confirmed_at from auth.users u where u.id = $1
$$;
grant execute on function private.account_confirmed_at(uuid) to service_role;

-- Notes that an invitation was sent, in the name of whoever sent it. For the server alone, which has sent it.
create function public.note_invitation(portal_user uuid, account uuid, sender uuid) returns setof public.portal_users
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform set_config('request.jwt.claims', jsonb_build_object('sub', sender, 'role', 'service_role')::text, true);
  return query update public.portal_users u set auth_user_id = account, invited_at = now(),
      accepted_at = private.account_confirmed_at(account)
    where u.id = portal_user returning u.*;
end
$$;
revoke execute on function public.note_invitation(uuid, uuid, uuid) from authenticated;
grant execute on function public.note_invitation(uuid, uuid, uuid) to service_role;
