-- Mailboxes belong to extensions. On a switch a mailbox is named by its extension's id (lib/switch/directory.ts): whoever gets a number
-- next gets another mailbox, and an extension keeps its own when its number changes.

-- Those given so far name mailboxes by number.
delete from private.voicemail_commands;
drop index private.voicemail_orders_open_idx;
alter table private.voicemail_commands
  drop column account,
  drop column to_account,
  add column extension_id uuid not null,
  add column to_extension_id uuid;
comment on column private.voicemail_commands.extension_id is 'Whose mailbox it is; the extension may be gone';
create unique index voicemail_orders_open_idx
  on private.voicemail_commands (switch_id, domain, extension_id, uuid, command, to_extension_id)
  nulls not distinct where done_at is null;

comment on column public.voicemail_messages.domain is 'The mailbox''s domain on the switch; its user is extension_id';
comment on column public.voicemail_messages.account is 'The number that the extension has now';

create or replace function private.remove_voicemail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.voicemail_commands o where o.switch_id = old.switch_id and o.domain = old.domain
    and o.extension_id = old.extension_id and o.uuid = old.uuid;
  if current_setting('app.voicemail_gone', true) is distinct from 'on'
      and exists (select 1 from public.switches s where s.id = old.switch_id) then
    insert into private.voicemail_commands (switch_id, command, domain, extension_id, uuid)
    values (old.switch_id, 'remove', old.domain, old.extension_id, old.uuid);
  end if;
  return null;
end
$$;

create function private.renumber_voicemail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.voicemail_messages m set account = new.extension where m.tenant_id = new.tenant_id and m.extension_id = new.id;
  return null;
end
$$;
create trigger renumber_voicemail after update of extension on public.extensions
  for each row when (new.extension <> old.extension) execute function private.renumber_voicemail();

-- Contents of a mailbox on a switch: data {domain, extension (its id), messages: [{uuid, left_at, heard, number, name, seconds}]}. Pending
-- orders for it still apply; those that its contents show as done end, also where the tenant is gone.
create or replace function private.sync_mailbox(switch uuid, data jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  box text := lower(data ->> 'domain');
  owner_id uuid := (data ->> 'extension')::uuid;
  owner public.extensions;
begin
  delete from private.voicemail_commands o
  where o.switch_id = $1 and o.domain = box and o.extension_id = owner_id and (
    not exists (select 1 from private.listed_messages(data) l where l.uuid = o.uuid)
    or o.command = 'mark' and exists (select 1 from private.listed_messages(data) l where l.uuid = o.uuid and l.heard = o.heard));
  select * into owner from public.extensions e where e.tenant_id = private.served_tenant($1, box) and e.id = owner_id;
  if owner.id is null then
    return;
  end if;
  insert into public.voicemail_messages as m (tenant_id, switch_id, extension_id, domain, account, uuid, from_number, from_name, left_at,
    seconds, heard)
  select owner.tenant_id, $1, owner_id, box, owner.extension, l.uuid, private.one_line(l.number, 128), private.one_line(l.name, 128),
    least(l.left_at, now()), greatest(l.seconds, 0), l.heard
  from private.listed_messages(data) l
  where not exists (select 1 from private.voicemail_commands o
    where o.switch_id = $1 and o.domain = box and o.extension_id = owner_id and o.uuid = l.uuid and o.command = 'remove')
  on conflict (switch_id, extension_id, uuid) do update set heard = excluded.heard
  where m.heard <> excluded.heard and not exists (select 1 from private.voicemail_commands o
    where o.switch_id = $1 and o.domain = box and o.extension_id = owner_id and o.uuid = m.uuid and o.command = 'mark');
  insert into private.voicemail_commands (switch_id, command, domain, extension_id, uuid)
  select $1, 'send', box, owner_id, m.uuid from public.voicemail_messages m
  where m.switch_id = $1 and m.tenant_id = owner.tenant_id and m.extension_id = owner_id and m.path is null and m.sound_problem is null
  on conflict do nothing;
  perform set_config('app.voicemail_gone', 'on', true);
  delete from public.voicemail_messages m
  where m.switch_id = $1 and m.tenant_id = owner.tenant_id and m.extension_id = owner_id and m.domain = box
    and not exists (select 1 from private.listed_messages(data) l where l.uuid = m.uuid);
  perform set_config('app.voicemail_gone', 'off', true);
end
$$;

-- A switch's nonempty mailboxes, [{domain, extension (its id)}]: all others are empty.
create or replace function private.empty_other_mailboxes(switch uuid, accounts jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('app.voicemail_gone', 'on', true);
  delete from public.voicemail_messages m
  where m.switch_id = $1 and not exists (select 1 from jsonb_to_recordset(accounts) a (domain text, extension uuid)
    where lower(a.domain) = m.domain and a.extension = m.extension_id);
  perform set_config('app.voicemail_gone', 'off', true);
end
$$;

create or replace function private.take_voicemail_commands(switch uuid) returns jsonb
language sql volatile set search_path = '' as $$
  with due as materialized (
    select o.id, m.id as message from private.voicemail_commands o
    left join public.voicemail_messages m on m.switch_id = o.switch_id and m.domain = o.domain and m.extension_id = o.extension_id
      and m.uuid = o.uuid
    where o.switch_id = $1 and o.done_at is null and (o.offered_at is null
      or o.offered_at < now() - case o.command when 'forward' then interval '10 minutes' else interval '30 seconds' end)
    -- New ones first: those that the switch does not carry out must not hold up others.
    order by o.offered_at nulls first, o.created_at, o.id limit 20 for update of o skip locked
  ), offered as (
    update private.voicemail_commands o set offered_at = now() from due d where o.id = d.id
    returning o.*, d.message
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'command', o.command, 'domain', o.domain, 'extension', o.extension_id,
    'uuid', o.uuid, 'heard', o.heard, 'to', o.to_extension_id, 'message', o.message) order by o.created_at, o.id), '[]')
  from offered o
$$;

create or replace function private.store_voicemail_audio(switch uuid, message uuid, object_path text default null, duration_ms integer default null, size_bytes integer default null,
  peaks smallint[] default null, problem text default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  kept public.voicemail_messages;
  recipient record;
begin
  update public.voicemail_messages m set path = $3, duration_ms = $4, size_bytes = $5, peaks = $6,
    sound_problem = nullif(private.one_line($7, 255), '')
  where m.id = $2 and m.switch_id = $1 and m.path is null
  returning * into kept;
  if kept.id is null then
    return false;
  end if;
  delete from private.voicemail_commands o where o.switch_id = $1 and o.domain = kept.domain
    and o.extension_id = kept.extension_id and o.uuid = kept.uuid and o.command = 'send';
  select e.voicemail_email, e.voicemail_attach, t.time_zone, private.one_line(concat_ws(' ', e.extension, e.effective_caller_id_name), 100)
    as box into recipient
  from public.extensions e join public.tenants t on t.id = e.tenant_id
  where e.tenant_id = kept.tenant_id and e.id = kept.extension_id;
  -- Messages from before the switch had an agent are not news.
  if recipient.voicemail_email is not null and not kept.heard and kept.left_at > now() - interval '2 days' then
    perform private.queue_mail(kept.tenant_id, 'voicemail', kept.id::text, array[recipient.voicemail_email],
      format('Voicemail from %s for %s', private.format_caller(kept.from_number, kept.from_name), recipient.box),
      format(E'There is a new message in the voicemail of %s.\n\nFrom: %s\nWhen: %s\nLength: %s seconds\n', recipient.box,
        private.format_caller(kept.from_number, kept.from_name), private.format_local_time(kept.left_at, recipient.time_zone), kept.seconds),
      case when recipient.voicemail_attach then kept.path end);
  end if;
  return true;
end
$$;

create or replace function private.mark_voicemail(message uuid, tenant uuid, heard boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  marked public.voicemail_messages := private.require_voicemail(message, tenant, 'edit');
begin
  if marked.heard = mark_voicemail.heard then
    return;
  end if;
  update public.voicemail_messages m set heard = mark_voicemail.heard where m.id = marked.id;
  insert into private.voicemail_commands as o (switch_id, command, domain, extension_id, uuid, heard)
  values (marked.switch_id, 'mark', marked.domain, marked.extension_id, marked.uuid, mark_voicemail.heard)
  on conflict (switch_id, domain, extension_id, uuid, command, to_extension_id) where done_at is null
  do update set heard = excluded.heard, offered_at = null;
end
$$;

create or replace function private.forward_voicemail(message uuid, tenant uuid, extension uuid, request uuid default gen_random_uuid()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  forwarded public.voicemail_messages := private.require_voicemail(message, tenant, 'edit');
  target public.extensions;
begin
  select * into target from public.extensions e where e.tenant_id = tenant and e.id = forward_voicemail.extension;
  if target.id is null then
    raise exception 'This extension does not exist.' using errcode = 'check_violation';
  elsif not target.voicemail_enabled then
    raise exception 'Extension % has no voicemail.', target.extension using errcode = 'check_violation';
  end if;
  insert into private.voicemail_commands (id, switch_id, command, domain, extension_id, uuid, to_extension_id)
  values (request, forwarded.switch_id, 'forward', forwarded.domain, forwarded.extension_id, forwarded.uuid, target.id)
  on conflict do nothing;
  if not found then
    return;
  end if;
  perform private.audit_voicemail(forwarded, 'send', jsonb_build_object('to', jsonb_build_array(null, target.extension)));
end
$$;
