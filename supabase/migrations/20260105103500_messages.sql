-- Emails about calls, and voicemail.

-- Outgoing emails and their delivery status. Each is inserted in the same transaction as its cause, and sent by the server
-- (lib/jobs/send-mails.ts).

create table public.mails (
  like private.record_columns including all,
  tenant_id uuid references public.tenants (id) on delete cascade,
  section text not null default 'telephony',
  kind text not null check (kind in ('emergency', 'missed_call', 'voicemail', 'fax', 'pin', 'quote', 'invitation', 'password')),
  cause text not null check (length(cause) between 1 and 255),
  recipient text not null check (private.is_email(recipient)),
  subject text not null check (length(subject) between 1 and 255),
  body text check (length(body) between 1 and 10000),
  attachment text check (length(attachment) <= 255),
  due_at timestamptz not null default now(),
  claimed_until timestamptz,
  attempts integer not null default 0 check (attempts >= 0),
  sent_at timestamptz,
  given_up_at timestamptz,
  problem text check (length(problem) between 1 and 500),
  state text not null generated always as (case when sent_at is not null then 'sent' when given_up_at is not null then 'failed'
    when problem is not null then 'retrying' else 'waiting' end) stored,
  unique nulls not distinct (tenant_id, kind, cause, recipient)
);
comment on column public.mails.tenant_id is 'Null for mail to staff, and for quotes';
comment on column public.mails.section is 'Who may view it may see that it was sent';
comment on column public.mails.body is 'Null for mail with a secret, a PIN or a link, which is sent while its sender waits';
comment on column public.mails.cause is 'What it is about: each recipient is notified of it once';
comment on column public.mails.attachment is 'The attached object, in the bucket voicemail, or in faxes for a fax';
comment on column public.mails.due_at is 'Next attempt. A server sending it postpones this, so that no other server does too';
comment on column public.mails.claimed_until is 'A server is sending it, at most until then';
comment on column public.mails.problem is 'Why the last attempt failed';
create index mails_due_idx on public.mails ((kind = 'emergency'), due_at) where sent_at is null and given_up_at is null;
create index mails_tenant_idx on public.mails (tenant_id, created_at);
create index mails_age_idx on public.mails (created_at);
create index mails_unsent_idx on public.mails (state, created_at) where state <> 'sent';
select private.declare_records('mails', section => 'telephony', may_view => null, may_create => '{}', may_edit => '{}', may_delete => '{}',
  trail => '{}', search => '{recipient,subject}', sort => '{created_at,sent_at,recipient,subject}', filter => '{kind,state,tenant_id}',
  source => 'mail_list');
select private.count_list_versions('mails', 'telephony');
revoke insert, update, delete on public.mails from authenticated, service_role;
create policy mails_select on public.mails for select to authenticated
  using (section = any ((select private.permitted_sections('view'))::text[]));

-- List rows: an email with its tenant's name.
create view public.mail_list with (security_invoker = true) as
select m.*, c.name as tenant_name from public.mails m left join public.companies c on c.domain_uuid = m.tenant_id;

-- A text collapsed to a single line of at most `most` characters.
create function private.one_line(value text, most integer) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(regexp_replace(coalesce(value, ''), '[[:cntrl:][:space:]]+', ' ', 'g')), most)
$$;

-- The caller's number and name.
create function private.format_caller(number text, name text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(private.one_line(concat_ws(' ', number, nullif(name, number)), 150), ''), 'an unknown number')
$$;

-- A timestamp in a time zone, formatted for people.
create function private.format_local_time(at timestamptz, time_zone text) returns text
language sql stable set search_path = '' as $$
  select to_char(at at time zone time_zone, 'FMDay, FMMonth FMDD, YYYY, FMHH12:MI:SS AM') || ' (' || time_zone || ')'
$$;

-- Queues an email to each of these addresses, unless they were already notified of this cause. Where the body says {when}, it tells the time
-- `at`: in the zone of the tenant's user who has the address, if they have one of their own, otherwise in the tenant's.
create function private.queue_mail(
  tenant uuid, kind text, cause text, recipients text[], subject text, body text, at timestamptz, attachment text default null
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.mails (tenant_id, kind, cause, recipient, subject, body, attachment)
  select $1, $2, $3, r.address, private.one_line($5, 255),
    left(replace($6, '{when}', private.format_local_time($7, coalesce(u.time_zone, t.time_zone))), 10000), $8
  from (select distinct unnest($4)) r (address)
  join public.tenants t on t.id = $1
  left join public.portal_users u on u.tenant_id = t.id and u.email = lower(r.address) and u.enabled
  on conflict (tenant_id, kind, cause, recipient) do nothing
$$;

-- Notifies the people named in the tenant's settings of a 911 call (47 CFR 9.16(b)(2)), once per channel of a switch, and once more, under
-- another name of the channel, of one that no gateway took. data: {channel, extension (its id, null for a caller from outside), call_back,
-- address, location, leaves (whether a route carries it)}.
create function private.notify_emergency_call(tenant uuid, data jsonb, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  recipient record;
  leaves boolean := (data ->> 'leaves')::boolean;
  caller text;
begin
  select t.domain, c.name as company, e.extension as number, s.emergency_notification_emails as emails,
    coalesce(nullif(e.effective_caller_id_name, ''), nullif(btrim(concat_ws(' ', e.first_name, e.last_name)), '')) as name
  into recipient
  from public.tenants t
  join public.tenant_settings s on s.tenant_id = t.id
  left join public.companies c on c.domain_uuid = t.id
  left join public.extensions e on e.tenant_id = t.id and e.id = (data ->> 'extension')::uuid
  where t.id = tenant;
  caller := case when data ->> 'extension' is null then 'an outside caller' else concat_ws(' ', 'extension', recipient.number, recipient.name) end;
  perform private.queue_mail(tenant, 'emergency', data ->> 'channel', recipient.emails,
    format('911 was dialed%s at %s from %s', case when not leaves then ' in vain' end, coalesce(recipient.company, recipient.domain), caller),
    format(E'911 was dialed.%s\n\nWhen: {when}\nFrom: %s\nWhere: %s\nAddress: %s\nNumber that the dispatcher sees: %s\nTenant: %s\n',
      case when not leaves
        then ' The call reached nobody: no route or gateway could carry it. If nobody has called 911 by another phone, do so now.' end,
      private.one_line(caller, 200),
      coalesce(nullif(private.one_line(data ->> 'location', 255), ''), 'not stated'),
      coalesce(nullif(private.one_line(data ->> 'address', 500), ''), 'not stated'),
      coalesce(case when leaves then nullif(private.one_line(data ->> 'call_back', 32), '') end, 'none'),
      concat_ws(', ', recipient.company, recipient.domain)), at);
end
$$;

-- The same for a switch without an agent, as it happens.
create function public.notify_emergency_call(tenant uuid, data jsonb) returns void
language sql volatile security invoker set search_path = '' as $$ select private.notify_emergency_call($1, $2, now()) $$;
grant execute on function public.notify_emergency_call(uuid, jsonb) to service_role;

-- Calls to a ring group that went unanswered there: the path says so, or ends while the group rings and nobody was connected in the call's
-- last stage. Who was connected before comes to the group by a transfer, which begins a stage. Old calls, such as those restored from an
-- archive, send nothing.
create function private.mail_missed_calls() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_mail(m.tenant_id, 'missed_call', m.id || ' ' || m.group_id, array[m.missed_call_email],
    format('Missed call from %s at %s', m.caller, m.group_name),
    format(E'Nobody answered a call at %s.\n\nFrom: %s\nTo: %s\nWhen: {when}\nIt lasted %s seconds.\n', m.group_name, m.caller,
      coalesce(m.did, m.to_number), m.duration), m.start_at)
  from (
    select distinct on (c.id, g.id) c.id, c.tenant_id, c.start_at, c.duration, c.did, private.one_line(c.to_number, 64) as to_number,
      g.id as group_id, g.number || ' ' || g.name as group_name, g.missed_call_email,
      private.format_caller(c.from_number, c.from_name) as caller
    from stored c
    cross join lateral jsonb_array_elements(c.path) p
    join public.ring_groups g on g.tenant_id = c.tenant_id and g.id::text = p #>> '{record,id}' and g.missed_call_email <> ''
    where c.path is not null and c.start_at > now() - interval '2 days' and p #>> '{record,table}' = 'ring_groups'
      and (p ->> 'why' in ('group gives up', 'group has nobody')
        or p ->> 'why' = 'group rings' and p = c.path -> -1
          and (c.status <> 'answered' or c.legs -> -1 ->> 'bridged_at' is null))
    order by c.id, g.id
  ) m;
  return null;
end
$$;
create trigger mail_missed_calls after insert on public.cdr referencing new table as stored
  for each statement execute function private.mail_missed_calls();

-- Claims up to `how_many` due emails for so many seconds: 911 notifications if `urgent`, otherwise the others, so that neither wait for the
-- other. For the server (lib/jobs).
create function private.claim_mails(urgent boolean, how_many integer, seconds integer) returns setof public.mails
language sql volatile security definer set search_path = '' as $$
  update public.mails m set due_at = now() + make_interval(secs => seconds),
    claimed_until = now() + make_interval(secs => seconds), attempts = m.attempts + 1
  where m.id in (
    select d.id from public.mails d
    where d.sent_at is null and d.given_up_at is null and (d.kind = 'emergency') = urgent and d.due_at <= now()
    order by d.due_at, d.id
    limit how_many for update skip locked)
  returning m.*
$$;

-- Notes an email with a secret that was sent while its sender waited, or could not be. `cause` is the request that sent it.
create function private.note_mail(
  kind text, section text, recipient text, subject text, tenant uuid default null, problem text default null, cause text default null
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.mails (tenant_id, section, kind, cause, recipient, subject, attempts, sent_at, given_up_at, problem)
  values ($5, $2, $1, coalesce($7, gen_random_uuid()::text), $3, private.one_line($4, 255), 1, case when $6 is null then now() end,
    case when $6 is not null then now() end, nullif(private.one_line($6, 500), ''))
  on conflict (tenant_id, kind, cause, recipient) do update
  set attempts = mails.attempts + 1, sent_at = excluded.sent_at, given_up_at = excluded.given_up_at, problem = excluded.problem
$$;

-- Records the outcome of an email: `problem` is null once it is sent. Failures are retried with growing delays: 911 notifications at most
-- five minutes apart and without end, others at most an hour apart, up to fifty times and until the mail server has refused the email.
-- `returned` by a server that stops, it is due at once, and the attempt does not count.
create function private.store_mail_outcome(
  mail uuid, problem text default null, refused boolean default false, returned boolean default false
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  kept public.mails;
begin
  if $4 then
    update public.mails m set due_at = now(), claimed_until = null, attempts = greatest(m.attempts - 1, 0)
    where m.id = $1 and m.sent_at is null;
    return;
  end if;
  update public.mails m set
    claimed_until = null,
    sent_at = case when $2 is null then now() end,
    problem = nullif(private.one_line($2, 500), ''),
    given_up_at = case when $2 is not null and m.kind <> 'emergency' and ($3 or m.attempts >= 50) then now() end,
    due_at = now() + case m.kind
      when 'emergency' then least(interval '5 seconds' * 2 ^ least(m.attempts - 1, 20), interval '5 minutes')
      else least(interval '30 seconds' * 2 ^ least(m.attempts - 1, 20), interval '1 hour') end
  where m.id = $1 and m.sent_at is null
  returning * into kept;
  -- Owners who do not keep messages now have its audio in their email.
  if kept.sent_at is not null and kept.kind = 'voicemail' and kept.attachment is not null then
    delete from public.voicemail_messages m using public.extensions e
    where m.id = kept.cause::uuid and m.tenant_id = kept.tenant_id and e.tenant_id = m.tenant_id and e.id = m.extension_id
      and not e.voicemail_keep;
  end if;
  if kept.sent_at is not null and kept.kind = 'emergency' then
    insert into public.audit_log (actor_email, section, tenant_id, table_name, record_id, record_label, action, changes)
    values ('The server', 'telephony', kept.tenant_id, 'mails', kept.id, kept.subject, 'send', jsonb_build_object(
      'recipient', jsonb_build_array(null, kept.recipient), 'queued_at', jsonb_build_array(null, kept.created_at),
      'sent_at', jsonb_build_array(null, kept.sent_at), 'attempts', jsonb_build_array(null, kept.attempts)));
  end if;
end
$$;

-- Deletes old emails.
create function private.delete_old_mails() returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.mails m where m.created_at < now() - private.kept('mails')
$$;

select private.expose('claim_mails', 'service_role');
select private.expose('store_mail_outcome', 'service_role');
select private.expose('delete_old_mails', 'service_role');
select private.expose('note_mail', 'service_role');

create function private.send_mail_again(mail uuid, tenant uuid, seen timestamptz default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  kept public.mails;
begin
  perform private.require_permission(private.has_permission('telephony', 'edit'));
  select * into kept from public.mails m where m.id = $1 and m.tenant_id = $2 and m.body is not null for update;
  perform private.require_found(kept.id is not null);
  if coalesce(kept.sent_at, kept.given_up_at) is distinct from seen then
    return;
  end if;
  -- Not beside a server that is just sending it.
  update public.mails m set due_at = greatest(now(), m.claimed_until), attempts = 0, sent_at = null, given_up_at = null, problem = null
  where m.id = kept.id;
  perform private.count_account_mail(kept.recipient);
  perform private.write_audit_entry('telephony', 'mails', kept.id, kept.subject, kept.tenant_id, 'send',
    jsonb_build_object('recipient', jsonb_build_array(null, kept.recipient)));
end
$$;

-- Sends one of the tenant's emails again now; TR429 beyond the rate limits for emails sent by staff. `seen` is when it was last sent or
-- given up, as far as the caller knows: repeated because its response was lost, the call sends nothing twice.
select private.expose('send_mail_again');

-- Mailbox messages. FreeSWITCH's mod_voicemail stores each on the switch where it was left. These tables hold what its agent reports, with
-- the audio, and what the switch has yet to do with them.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('voicemail', 'voicemail', false, 67108864, array['audio/wav'])
on conflict (id) do nothing;

create table public.voicemail_messages (
  like private.tenant_columns including all,
  switch_id uuid not null references public.switches (id) on delete cascade,
  extension_id uuid not null,
  domain text not null,
  account text not null check (length(account) <= 64),
  uuid uuid not null,
  from_number text not null default '' check (length(from_number) <= 128),
  from_name text not null default '' check (length(from_name) <= 128),
  left_at timestamptz not null,
  seconds integer not null check (seconds >= 0),
  heard boolean not null default false,
  path text unique check (path = tenant_id || '/' || id || '.wav'),
  duration_ms integer check (duration_ms > 0),
  size_bytes integer check (size_bytes between 1 and 67108864),
  peaks smallint[] check (cardinality(peaks) between 1 and 1000 and 0 <= all (peaks) and 100 >= all (peaks)),
  sound_problem text check (length(sound_problem) between 1 and 255),
  unique (switch_id, extension_id, uuid),
  foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id) on delete cascade,
  constraint voicemail_messages_audio_complete check (num_nulls(path, duration_ms, size_bytes, peaks) in (0, 4))
);
comment on column public.voicemail_messages.domain is 'The mailbox''s domain on the switch; its user is extension_id';
comment on column public.voicemail_messages.account is 'The number that the extension has now';
comment on column public.voicemail_messages.uuid is 'The message''s UUID on its switch';
comment on column public.voicemail_messages.path is 'Object name in the bucket voicemail; null until the switch has sent the audio';
comment on column public.voicemail_messages.peaks is 'Peak level of each of equally long slices, 0 to 100';
comment on column public.voicemail_messages.sound_problem is 'Why there will be no audio';
create index voicemail_messages_extension_idx on public.voicemail_messages (tenant_id, extension_id);
select private.declare_records('voicemail_messages', section => 'telephony', may_create => '{}', may_edit => '{}', trail => '{}',
  search => '{from_number,from_name,account}', sort => '{left_at,account,from_number,seconds}', filter => '{extension_id,heard}');
select private.count_list_versions('voicemail_messages', 'telephony');
revoke insert, update on public.voicemail_messages from authenticated, service_role;
create trigger audit after delete on public.voicemail_messages
  for each row when (current_user = 'authenticated') execute function private.audit('telephony');

-- What a switch's agent has to do with messages there, until its mailboxes are in sync.
create table private.voicemail_commands (
  id uuid primary key default gen_random_uuid(),
  switch_id uuid not null references public.switches (id) on delete cascade,
  command text not null check (command in ('send', 'mark', 'remove', 'forward')),
  domain text not null,
  -- Whose mailbox it is; the extension may be gone.
  extension_id uuid not null,
  uuid uuid not null,
  heard boolean,
  to_extension_id uuid,
  offered_at timestamptz,
  done_at timestamptz,
  created_at timestamptz not null default now()
);
comment on column private.voicemail_commands.done_at is 'Only of forwarding, kept as long as the message: a repeated request finds it';
create unique index voicemail_orders_open_idx on private.voicemail_commands (switch_id, domain, extension_id, uuid, command, to_extension_id)
  nulls not distinct where done_at is null;
alter table private.voicemail_commands enable row level security;
create trigger note_switch_news after insert or update of heard on private.voicemail_commands
  for each statement execute function private.note_switch_news();
create index voicemail_orders_due_idx on private.voicemail_commands (switch_id, created_at);

-- A message deleted here, by anyone, is also deleted on its switch; one already gone there queues nothing.
create function private.remove_voicemail() returns trigger
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
create trigger remove_voicemail after delete on public.voicemail_messages
  for each row execute function private.remove_voicemail();

create function private.renumber_voicemail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.voicemail_messages m set account = new.extension where m.tenant_id = new.tenant_id and m.extension_id = new.id;
  return null;
end
$$;
create trigger renumber_voicemail after update of extension on public.extensions
  for each row when (new.extension <> old.extension) execute function private.renumber_voicemail();

create function private.listed_messages(data jsonb)
returns table (uuid uuid, left_at timestamptz, heard boolean, number text, name text, seconds integer)
language sql immutable set search_path = '' as $$
  select distinct on (m.uuid) m.*
  from jsonb_to_recordset(data -> 'messages') m (uuid uuid, left_at timestamptz, heard boolean, number text, name text, seconds integer)
  order by m.uuid
$$;

-- Writes to the trail that callers from outside cannot sign in to a mailbox for now, because too many wrong PINs were entered.
create function private.note_wrong_pins(switch uuid, data jsonb) returns void
language sql set search_path = '' as $$
  select private.write_audit_entry('telephony', 'extensions', e.id, private.record_label(to_jsonb(e)), e.tenant_id, 'refuse')
  from public.extensions e
  where e.tenant_id = private.served_tenant($1, lower(data ->> 'domain')) and e.id = (data ->> 'extension')::uuid
$$;

-- Takes off a mailbox's regular greeting, as its owner did by phone at that time, unless another or a new one was chosen or recorded since.
create function private.remove_greeting(switch uuid, data jsonb, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  tenant uuid := private.served_tenant($1, lower(data ->> 'domain'));
  owner_id uuid := (data ->> 'extension')::uuid;
begin
  if private.act_as_extension(tenant, owner_id) is not null then
    update public.extensions e set greeting_recording_id = null
    where e.tenant_id = tenant and e.id = owner_id and e.greeting_recording_id is not null and not exists (
      select 1 from public.audit_log a
      where a.at > $3 and (a.table_name = 'extensions' and a.record_id = e.id and a.changes ? 'greeting_recording_id'
        or a.table_name = 'recordings' and a.record_id = e.greeting_recording_id and a.changes ? 'file_id'));
  end if;
  perform set_config('app.acting_as', '', true);
end
$$;

-- Contents of a mailbox on a switch: data {domain, extension (its id), messages: [{uuid, left_at, heard, number, name, seconds}],
-- unlisted: [when the file of a message that it does not list was written]}. Pending orders for it still apply; those that its contents show
-- as done end, also where the tenant is gone. A message that is not listed stays if its file may be there: a caller can spend some minutes
-- in the menu between recording a message and leaving it.
create function private.sync_mailbox(switch uuid, data jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  box text := lower(data ->> 'domain');
  owner_id uuid := (data ->> 'extension')::uuid;
  owner public.extensions;
  -- One value, which is searched by bisection: comparing each message with each file would take minutes for a mailbox of years.
  unlisted tstzmultirange := (
    select range_agg(tstzrange(u::timestamptz - interval '1 minute', u::timestamptz + interval '15 minutes', '[]'))
    from jsonb_array_elements_text(data -> 'unlisted') u);
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
    and exists (select 1 from private.listed_messages(data) l where l.uuid = m.uuid)
  on conflict do nothing;
  perform set_config('app.voicemail_gone', 'on', true);
  delete from public.voicemail_messages m
  where m.switch_id = $1 and m.tenant_id = owner.tenant_id and m.extension_id = owner_id and m.domain = box
    and not exists (select 1 from private.listed_messages(data) l where l.uuid = m.uuid)
    and not coalesce(m.left_at <@ unlisted, false);
  perform set_config('app.voicemail_gone', 'off', true);
end
$$;

-- A switch's nonempty mailboxes: data {accounts: [{domain, extension (its id)}], unread: [domain]}. All others of the tenants that it serves
-- are empty, except those of `unread` domains, whose tenants have not arrived at the agent. It does not list those of tenants that it served
-- before: their messages stay, as do those of a tenant that is being deleted, which go with it.
create function private.empty_other_mailboxes(switch uuid, data jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  unread text[] := array(select jsonb_array_elements_text(coalesce(data -> 'unread', '[]')));
begin
  perform set_config('app.voicemail_gone', 'on', true);
  delete from public.voicemail_messages m
  where m.switch_id = $1 and private.switch_serves($1, m.tenant_id)
    and m.tenant_id in (
      select private.lasting_tenants(array(select distinct o.tenant_id from public.voicemail_messages o where o.switch_id = $1)))
    and not exists (select 1 from jsonb_to_recordset(data -> 'accounts') a (domain text, extension uuid)
      where lower(a.domain) = m.domain and a.extension = m.extension_id)
    and not exists (select 1 from private.served_tenants($1, unread) s where s.tenant_id = m.tenant_id and s.domain = m.domain);
  perform set_config('app.voicemail_gone', 'off', true);
end
$$;

-- Orders for a switch's agent, offered again after 30 seconds until done; forwarding is only offered again after ten minutes, because
-- repeating it makes another copy.
create function private.take_voicemail_commands(switch uuid) returns jsonb
language sql volatile set search_path = '' as $$
  with due as materialized (
    select o.id, m.id as message from private.voicemail_commands o
    left join public.voicemail_messages m on m.switch_id = o.switch_id and m.domain = o.domain and m.extension_id = o.extension_id
      and m.uuid = o.uuid
    where o.switch_id = $1 and o.done_at is null
      -- Audio is taken from a switch that serves the tenant alone; it is asked for again once it does.
      and (o.command <> 'send' or private.switch_serves($1, m.tenant_id)) and (o.offered_at is null
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

-- Stores a message's audio, or why there is none, and emails it to the mailbox owner if they want that.
create function private.store_voicemail_audio(
  switch uuid, message uuid, object_path text default null, duration_ms integer default null, size_bytes integer default null,
  peaks smallint[] default null, problem text default null
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  kept public.voicemail_messages;
  recipient record;
begin
  update public.voicemail_messages m set path = $3, duration_ms = $4, size_bytes = $5, peaks = $6,
    sound_problem = nullif(private.one_line($7, 255), '')
  where m.id = $2 and m.switch_id = $1 and m.path is null and private.switch_serves($1, m.tenant_id)
  returning * into kept;
  if kept.id is null then
    return false;
  end if;
  delete from private.voicemail_commands o where o.switch_id = $1 and o.domain = kept.domain
    and o.extension_id = kept.extension_id and o.uuid = kept.uuid and o.command = 'send';
  select e.voicemail_email, e.voicemail_attach, private.one_line(concat_ws(' ', e.extension, e.effective_caller_id_name), 100) as box
    into recipient
  from public.extensions e
  where e.tenant_id = kept.tenant_id and e.id = kept.extension_id;
  -- Older messages are from before the switch had an agent, and no news. The app or its link may be down over long holidays.
  if recipient.voicemail_email is not null and not kept.heard and kept.left_at > now() - interval '14 days' then
    perform private.queue_mail(kept.tenant_id, 'voicemail', kept.id::text, array[recipient.voicemail_email],
      format('Voicemail from %s for %s', private.format_caller(kept.from_number, kept.from_name), recipient.box),
      format(E'There is a new message in the voicemail of %s.\n\nFrom: %s\nWhen: {when}\nLength: %s seconds\n', recipient.box,
        private.format_caller(kept.from_number, kept.from_name), kept.seconds), kept.left_at,
      case when recipient.voicemail_attach then kept.path end);
  end if;
  return true;
end
$$;

-- For the server, on behalf of the switch it has admitted; false for a message that is gone, of a tenant that the switch does not serve, or
-- already has its audio.
select private.expose('store_voicemail_audio', 'service_role');

-- A tenant's message, for a caller with the permission; TR410 when there is no such message.
create function private.require_voicemail(message uuid, tenant uuid, needed text) returns public.voicemail_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one public.voicemail_messages;
begin
  perform private.require_permission(private.has_permission('telephony', needed));
  select * into found_one from public.voicemail_messages m where m.id = message and m.tenant_id = tenant;
  perform private.require_found(found_one.id is not null);
  return found_one;
end
$$;

create function private.audit_voicemail(message public.voicemail_messages, action text, changes jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  select private.write_audit_entry('telephony', 'voicemail_messages', $1.id,
    private.format_caller($1.from_number, $1.from_name) || ' to ' || $1.account, $1.tenant_id, $2, $3)
$$;

create function private.mark_voicemail(message uuid, tenant uuid, heard boolean) returns void
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

create function private.open_voicemail(message uuid, tenant uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  heard_one public.voicemail_messages := private.require_voicemail(message, tenant, 'view');
begin
  perform private.require_found(heard_one.path is not null);
  perform private.audit_voicemail(heard_one, 'hear', '{}');
  if private.has_permission('telephony', 'edit') then
    perform private.mark_voicemail(message, tenant, true);
  end if;
end
$$;

create function private.forward_voicemail(message uuid, tenant uuid, extension uuid, request uuid default gen_random_uuid()) returns void
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
  elsif not private.switch_serves(forwarded.switch_id, tenant) then
    raise exception 'This message is on a switch that no longer serves the tenant. Download it instead.' using errcode = 'check_violation';
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

-- Marks a message as heard or new; its switch follows, and with it the phone's message lamp (MWI).
select private.expose('mark_voicemail');

-- Opens a message's audio to the caller for five minutes and writes a trail entry, as audit_recording_playback does. Also marks it as heard
-- if the caller may edit.
select private.expose('open_voicemail');

-- Copies a message to the mailbox of another extension of the tenant, once for the same request.
select private.expose('forward_voicemail');

create policy voicemail_objects_select on storage.objects for select to authenticated
  using (bucket_id = 'voicemail' and (select private.has_permission('telephony', 'view'))
    and exists (select 1 from public.voicemail_messages m where m.path = objects.name and private.has_opened('voicemail_messages', m.id)));

select private.grant_access(of_server => '{notify_emergency_call}');
