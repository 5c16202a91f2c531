-- Mails to accounts: to whom, how many, and by whom.

-- Nobody is staff and a portal user by one address: whoever edits a tenant's users would decide about staff accounts.
create function private.is_staff(address text, account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.members m join auth.users u on u.id = m.user_id
    where m.user_id = $2 or lower(m.email) = lower($1) or lower(u.email) = lower($1)
  )
$$;

create function private.is_portal_user(address text, account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.portal_users p where p.auth_user_id = $2 or p.email = lower($1)
      or p.email = (select lower(u.email) from auth.users u where u.id = $2)
  )
$$;
create index portal_users_address_idx on public.portal_users (email);

create function private.guard_portal_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or (new.email, new.auth_user_id) is distinct from (old.email, old.auth_user_id))
      and private.is_staff(new.email, new.auth_user_id) then
    raise exception 'This address cannot be used for a portal user.' using errcode = 'check_violation',
      detail = jsonb_build_object('column', 'email')::text;
  end if;
  return null;
end
$$;
create trigger guard_address after insert or update on public.portal_users
  for each row execute function private.guard_portal_addresses();

create function private.guard_staff_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_portal_user(new.email, new.user_id) then
    raise exception 'This address cannot be used for staff.' using errcode = 'check_violation',
      detail = jsonb_build_object('column', 'email')::text;
  end if;
  return null;
end
$$;
create trigger guard_portal_address after insert or update of user_id, email on public.members
  for each row execute function private.guard_staff_addresses();

-- Mails that staff have sent to accounts within the last hour, for the limits.
create table private.account_mails (
  id uuid primary key default gen_random_uuid(),
  actor uuid not null,
  address text not null,
  sent_at timestamptz not null default now()
);
create index account_mails_actor_idx on private.account_mails (actor, sent_at);
create index account_mails_address_idx on private.account_mails (address, sent_at);

-- Counts a mail of the caller's before it is sent: 3 an hour to one address, 100 an hour by one person. Here, so that
-- the limits hold across servers.
create function private.count_account_mail(recipient text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  sender uuid := (select auth.uid());
begin
  -- Many at once are no more than many in a row. Always the sender first, so that two never wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('mails by ' || sender, 0));
  perform pg_advisory_xact_lock(hashtextextended('mails to ' || lower(recipient), 0));
  delete from private.account_mails m where m.sent_at <= now() - interval '1 hour';
  if (select count(*) from private.account_mails m where m.address = lower(recipient)) >= 3 then
    raise exception 'Three mails went to this address within an hour. Wait before you send another.' using errcode = 'TR429';
  end if;
  if (select count(*) from private.account_mails m where m.actor = sender) >= 100 then
    raise exception 'You have sent 100 mails within an hour. Wait before you send another.' using errcode = 'TR429';
  end if;
  insert into private.account_mails (actor, address) values (sender, lower(recipient));
end
$$;

create function private.prepare_invitation(email text, user_role text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.has_permission('superadmin', 'create') then
    raise exception 'You may not do this.' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select 1 from public.roles r where r.name = user_role) then
    raise exception 'There is no role %.', user_role using errcode = 'foreign_key_violation';
  end if;
  if not private.holds_role(user_role) then
    raise exception 'You cannot give a role that may do more than yours.' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_recent_sign_in();
  if private.is_portal_user(email, null) then
    raise exception 'This address cannot be used for staff.' using errcode = 'check_violation';
  end if;
  perform private.count_account_mail(email);
end
$$;

create function private.prepare_portal_invitation(tenant uuid, portal_user uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  address text := (
    select p.email from public.portal_users p where p.tenant_id = tenant and p.id = portal_user);
begin
  if not private.has_permission('telephony', 'edit') then
    raise exception 'You may not do this.' using errcode = 'insufficient_privilege';
  end if;
  if address is null then
    raise exception 'The record is not there any more.' using errcode = 'TR410';
  end if;
  if private.is_staff(address, null) then
    raise exception 'This address cannot be used for a portal user.' using errcode = 'check_violation';
  end if;
  perform private.count_account_mail(address);
end
$$;

create function private.prepare_password_mail(member uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  address text := (select m.email from public.members m where m.id = member);
begin
  if not private.has_permission('superadmin', 'edit') then
    raise exception 'You may not do this.' using errcode = 'insufficient_privilege';
  end if;
  if address is null then
    raise exception 'The record is not there any more.' using errcode = 'TR410';
  end if;
  perform private.require_recent_sign_in();
  perform private.count_account_mail(address);
end
$$;
grant execute on function private.prepare_invitation(text, text), private.prepare_portal_invitation(uuid, uuid),
  private.prepare_password_mail(uuid) to authenticated, service_role;

-- The API routes ask these before they send: whether the caller may, whether this address may have such an account, and
-- whether there were not too many (TR429). What passes is counted.
create function public.prepare_invitation(email text, user_role text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.prepare_invitation($1, $2) $$;
create function public.prepare_portal_invitation(tenant uuid, portal_user uuid) returns void
language sql volatile security invoker set search_path = '' as $$ select private.prepare_portal_invitation($1, $2) $$;
create function public.prepare_password_mail(member uuid) returns void
language sql volatile security invoker set search_path = '' as $$ select private.prepare_password_mail($1) $$;
grant execute on function public.prepare_invitation(text, text), public.prepare_portal_invitation(uuid, uuid),
  public.prepare_password_mail(uuid) to authenticated, service_role;
