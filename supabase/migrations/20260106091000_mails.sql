-- Mails that wait to be sent, and what became of them. They are written with what they tell of, in one transaction, and sent by
-- the server (lib/jobs/send-mails.ts).

create table public.mails (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  kind text not null check (kind in ('emergency', 'missed_call', 'voicemail')),
  cause text not null check (length(cause) between 1 and 255),
  recipient text not null check (private.is_email(recipient)),
  subject text not null check (length(subject) between 1 and 255),
  body text not null check (length(body) between 1 and 10000),
  attachment text check (length(attachment) <= 255),
  due_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  sent_at timestamptz,
  given_up_at timestamptz,
  problem text check (length(problem) between 1 and 500),
  state text not null generated always as (case when sent_at is not null then 'sent' when given_up_at is not null then 'failed'
    when problem is not null then 'retrying' else 'waiting' end) stored,
  unique (tenant_id, kind, cause, recipient)
);
comment on column public.mails.cause is 'What it tells of: nobody is told of the same twice';
comment on column public.mails.attachment is 'The object in the bucket voicemail that goes with it';
comment on column public.mails.due_at is 'When it is tried next. A server that tries it puts this off, so that no other one does meanwhile';
comment on column public.mails.problem is 'Why the last attempt failed';
create index mails_due_idx on public.mails (due_at) where sent_at is null and given_up_at is null;
create index mails_tenant_idx on public.mails (tenant_id, created_at);
create index mails_age_idx on public.mails (created_at);
select private.records('mails', section => 'telephony', may_create => '{}', may_edit => '{}', may_delete => '{}', trail => '{}',
  search => '{recipient,subject}', sort => '{created_at,sent_at,recipient,subject}', filter => '{kind,state}');
revoke insert, update, delete on public.mails from authenticated, service_role;

-- Text of one line, without what would end it.
create function private.one_line(value text, most integer) returns text
language sql immutable set search_path = '' as $$
  select left(btrim(regexp_replace(coalesce(value, ''), '[[:cntrl:][:space:]]+', ' ', 'g')), most)
$$;

-- Who called, by number and name.
create function private.caller_in_words(number text, name text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(private.one_line(concat_ws(' ', number, nullif(name, number)), 150), ''), 'an unknown number')
$$;

-- A moment as people in a time zone write it.
create function private.moment_in_words(at timestamptz, time_zone text) returns text
language sql stable set search_path = '' as $$
  select to_char(at at time zone time_zone, 'FMDay, FMMonth FMDD, YYYY, FMHH12:MI:SS AM') || ' (' || time_zone || ')'
$$;

-- Has a mail sent to each of these addresses, unless they have been told of this cause.
create function private.queue_mail(
  tenant uuid, kind text, cause text, recipients text[], subject text, body text, attachment text default null
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.mails (tenant_id, kind, cause, recipient, subject, body, attachment)
  select $1, $2, $3, r, private.one_line($5, 255), left($6, 10000), $7 from (select distinct unnest($4)) u (r)
  on conflict (tenant_id, kind, cause, recipient) do nothing
$$;

-- Somebody has dialed 911: those are told whom the tenant's settings name (47 CFR 9.16(b)(2)), once for a channel of a switch.
-- said: {channel, extension (its id), call_back, address, location}.
create function private.note_emergency_call(tenant uuid, said jsonb, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  told record;
begin
  select t.domain, t.time_zone, c.name as company, e.extension as number, s.emergency_notification_emails as emails,
    coalesce(nullif(e.effective_caller_id_name, ''), nullif(btrim(concat_ws(' ', e.first_name, e.last_name)), '')) as name
  into told
  from public.tenants t
  join public.tenant_settings s on s.tenant_id = t.id
  left join public.companies c on c.domain_uuid = t.id
  left join public.extensions e on e.tenant_id = t.id and e.id = (said ->> 'extension')::uuid
  where t.id = tenant;
  perform private.queue_mail(tenant, 'emergency', said ->> 'channel', told.emails,
    format('911 was dialed at %s from extension %s', coalesce(told.company, told.domain), concat_ws(' ', told.number, told.name)),
    format(E'911 was dialed.\n\nWhen: %s\nFrom: extension %s\nWhere: %s\nAddress: %s\nNumber that the dispatcher sees: %s\nTenant: %s\n',
      private.moment_in_words(at, told.time_zone), private.one_line(concat_ws(', ', told.number, told.name), 200),
      coalesce(nullif(private.one_line(said ->> 'location', 255), ''), 'not stated'),
      coalesce(nullif(private.one_line(said ->> 'address', 500), ''), 'not stated'),
      coalesce(nullif(private.one_line(said ->> 'call_back', 32), ''), 'none'),
      concat_ws(', ', told.company, told.domain)));
end
$$;
grant execute on function private.note_emergency_call(uuid, jsonb, timestamptz) to service_role;

-- The same for a switch without an agent, as it happens.
create function public.note_emergency_call(tenant uuid, said jsonb) returns void
language sql volatile security invoker set search_path = '' as $$ select private.note_emergency_call($1, $2, now()) $$;
revoke execute on function public.note_emergency_call(uuid, jsonb) from authenticated;
grant execute on function public.note_emergency_call(uuid, jsonb) to service_role;

-- Calls that rang at a ring group and that nobody there answered: the path says so, or ends as it rang. Calls of long ago tell
-- nobody anything, such as those that are brought back from an archive.
create function private.mail_missed_calls() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_mail(m.tenant_id, 'missed_call', m.id || ' ' || m.group_id, array[m.missed_call_email],
    format('Missed call from %s at %s', m.caller, m.group_name),
    format(E'Nobody answered a call at %s.\n\nFrom: %s\nTo: %s\nWhen: %s\nIt lasted %s seconds.\n', m.group_name, m.caller,
      coalesce(m.did, m.to_number), private.moment_in_words(m.start_at, m.time_zone), m.duration))
  from (
    select distinct on (c.id, g.id) c.id, c.tenant_id, c.start_at, c.duration, c.did, private.one_line(c.to_number, 64) as to_number,
      g.id as group_id, g.number || ' ' || g.name as group_name, g.missed_call_email, t.time_zone,
      private.caller_in_words(c.from_number, c.from_name) as caller
    from stored c
    cross join lateral jsonb_array_elements(c.path) p
    join public.ring_groups g on g.tenant_id = c.tenant_id and g.id::text = p #>> '{record,id}' and g.missed_call_email <> ''
    join public.tenants t on t.id = c.tenant_id
    where c.path is not null and c.start_at > now() - interval '2 days' and p #>> '{record,table}' = 'ring_groups'
      and (p ->> 'why' in ('group gives up', 'group has nobody')
        or p ->> 'why' = 'group rings' and p = c.path -> -1
          and (c.status in ('missed', 'cancelled') or c.raw #>> '{variables,bridge_epoch}' = '0'))
    order by c.id, g.id
  ) m;
  return null;
end
$$;
create trigger mail_missed_calls after insert on public.cdr referencing new table as stored
  for each statement execute function private.mail_missed_calls();

-- Takes up to `how_many` mails that are due, 911 calls first: they are the caller's for two minutes. For the server (lib/jobs).
create function private.claim_mails(how_many integer) returns setof public.mails
language sql volatile security definer set search_path = '' as $$
  update public.mails m set due_at = now() + interval '2 minutes', attempts = m.attempts + 1
  where m.id in (
    select d.id from public.mails d
    where d.sent_at is null and d.given_up_at is null and d.due_at <= now()
    order by d.kind = 'emergency' desc, d.due_at, d.id
    limit how_many for update skip locked)
  returning m.*
$$;

-- Keeps what came of a mail: `problem` is null once it is sent. A failure is tried again, later each time: news of a 911 call after
-- five minutes at most and without end, others after an hour at most and fifty times.
create function private.keep_mail_outcome(mail uuid, problem text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  kept public.mails;
begin
  update public.mails m set
    sent_at = case when $2 is null then now() end,
    problem = nullif(private.one_line($2, 500), ''),
    given_up_at = case when $2 is not null and m.kind <> 'emergency' and m.attempts >= 50 then now() end,
    due_at = now() + case m.kind
      when 'emergency' then least(interval '5 seconds' * 2 ^ least(m.attempts - 1, 20), interval '5 minutes')
      else least(interval '30 seconds' * 2 ^ least(m.attempts - 1, 20), interval '1 hour') end
  where m.id = $1 and m.sent_at is null
  returning * into kept;
  -- An owner who keeps no messages has it in the mail.
  if kept.sent_at is not null and kept.kind = 'voicemail' then
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

-- Deletes mails of more than 90 days ago.
create function private.forget_old_mails() returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.mails m where m.created_at < now() - interval '90 days'
$$;
grant execute on function private.claim_mails(integer), private.keep_mail_outcome(uuid, text), private.forget_old_mails()
  to service_role;

create function public.claim_mails(how_many integer) returns setof public.mails
language sql volatile security invoker set search_path = '' as $$ select private.claim_mails($1) $$;
create function public.keep_mail_outcome(mail uuid, problem text default null) returns void
language sql volatile security invoker set search_path = '' as $$ select private.keep_mail_outcome($1, $2) $$;
create function public.forget_old_mails() returns void
language sql volatile security invoker set search_path = '' as $$ select private.forget_old_mails() $$;
revoke execute on function public.claim_mails(integer), public.keep_mail_outcome(uuid, text), public.forget_old_mails()
  from authenticated;
grant execute on function public.claim_mails(integer), public.keep_mail_outcome(uuid, text), public.forget_old_mails()
  to service_role;

create function private.send_mail_again(mail uuid, tenant uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  kept public.mails;
begin
  perform private.require_right(private.has_permission('telephony', 'edit'));
  update public.mails m set due_at = now(), attempts = 0, sent_at = null, given_up_at = null, problem = null
  where m.id = $1 and m.tenant_id = $2
  returning * into kept;
  perform private.require_found(kept.id is not null);
  insert into public.audit_log (actor, actor_email, section, tenant_id, table_name, record_id, record_label, action, changes)
  select (select auth.uid()), (select m.email from public.members m where m.user_id = (select auth.uid())), 'telephony',
    kept.tenant_id, 'mails', kept.id, kept.subject, 'send', jsonb_build_object('recipient', jsonb_build_array(null, kept.recipient));
end
$$;
grant execute on function private.send_mail_again(uuid, uuid) to authenticated, service_role;

-- Has a mail of the tenant sent again, now.
create function public.send_mail_again(mail uuid, tenant uuid) returns void
language sql volatile security invoker set search_path = '' as $$ select private.send_mail_again($1, $2) $$;
grant execute on function public.send_mail_again(uuid, uuid) to authenticated, service_role;
