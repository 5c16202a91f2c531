-- Fax: numbers that receive faxes, and the faxes received. The switch receives them (mod_spandsp), and its agent sends them here.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('faxes', 'faxes', false, 67108864, array['application/pdf'])
on conflict (id) do nothing;

create table public.fax_boxes (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  recipients text[] check (cardinality(recipients) between 1 and 10 and private.are_emails(recipients)),
  enabled boolean not null default true,
  unique (tenant_id, id)
);
comment on column public.fax_boxes.recipients is 'Who is emailed each fax as a PDF; null for nobody';
select private.declare_records('fax_boxes', section => 'telephony', number => 'number', destination => 'number', not_while_suspended => true,
  search => '{name,number}', sort => '{name,number,enabled}', filter => '{enabled}', snapshot => '{}');
select private.declare_renumbering('fax_boxes');

-- A number that routes to a fax box takes faxes, and so holds a fax seat.
create function private.mark_fax_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.fax := new.fax or exists (select 1 from public.fax_boxes b where b.id = new.destination_id);
  return new;
end
$$;
create trigger set_fax before insert or update of destination_id, fax on public.dids
  for each row when (new.destination_id is not null and not new.fax) execute function private.mark_fax_number();

create table public.faxes (
  like private.tenant_columns including all,
  switch_id uuid references public.switches (id) on delete set null,
  fax_box_id uuid,
  box text not null,
  channel uuid not null,
  from_number text not null default '' check (length(from_number) <= 128),
  from_station text not null default '' check (length(from_station) <= 64),
  received_at timestamptz not null,
  pages integer not null check (pages >= 0),
  path text unique check (path ~ ('^' || tenant_id || '/[0-9a-f-]{36}\.pdf$')),
  size_bytes integer check (size_bytes between 1 and 67108864),
  problem text check (length(problem) between 1 and 255),
  unique (tenant_id, channel),
  foreign key (tenant_id, fax_box_id) references public.fax_boxes (tenant_id, id) on delete set null (fax_box_id),
  constraint faxes_file_complete check (num_nulls(path, size_bytes) in (0, 2) and (path is null) = (pages = 0))
);
comment on column public.faxes.box is 'Number and name of the fax box at the time';
comment on column public.faxes.channel is 'The call it arrived on';
comment on column public.faxes.from_station is 'The sending machine''s station ID';
comment on column public.faxes.path is 'Object name in the bucket faxes; null when no page was received';
comment on column public.faxes.problem is 'Why it is incomplete or empty';
create index faxes_box_idx on public.faxes (tenant_id, fax_box_id);
create index faxes_switch_idx on public.faxes (switch_id);
select private.declare_records('faxes', section => 'telephony', may_create => '{}', may_edit => '{}', trail => '{}',
  search => '{from_number,from_station,box}', sort => '{received_at,from_number,box,pages}', filter => '{fax_box_id}');
select private.count_list_versions('faxes', 'telephony');
revoke insert, update on public.faxes from authenticated, service_role;
create trigger audit after delete on public.faxes
  for each row when (current_user = 'authenticated') execute function private.audit('telephony');

-- Stores a fax from a switch, once per call, and emails it if it has at least one page. data: {tenant, box (its id), channel, from,
-- station, problem}. False when the box was deleted or the switch does not serve its tenant, and when the call's fax is already stored.
create function private.store_fax(switch uuid, data jsonb, at timestamptz, object_path text, pages integer, size_bytes integer)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  target record;
  kept public.faxes;
  shown text;
begin
  select b.id, b.tenant_id, b.recipients, private.one_line(concat_ws(' ', b.number, b.name), 100) as label into target
  from public.fax_boxes b
  where b.tenant_id = (data ->> 'tenant')::uuid and b.id = (data ->> 'box')::uuid and private.switch_serves($1, b.tenant_id);
  insert into public.faxes (tenant_id, switch_id, fax_box_id, box, channel, from_number, from_station, received_at, pages, path,
    size_bytes, problem)
  select target.tenant_id, $1, target.id, target.label, (data ->> 'channel')::uuid, private.one_line(data ->> 'from', 128),
    private.one_line(data ->> 'station', 64), least(at, now()), $5, $4, $6, nullif(private.one_line(data ->> 'problem', 255), '')
  where target.id is not null
  on conflict (tenant_id, channel) do nothing
  returning * into kept;
  if kept.id is null then
    return false;
  end if;
  shown := private.format_caller(kept.from_number, kept.from_station);
  if kept.path is not null and target.recipients is not null then
    perform private.queue_mail(kept.tenant_id, 'fax', kept.id::text, target.recipients,
      format('Fax from %s for %s', shown, kept.box),
      format(E'A fax arrived at %s.\n\nFrom: %s\nWhen: {when}\nPages: %s\n%s', kept.box, shown, kept.pages,
        case when kept.problem is null then '' else format(E'This fax may be incomplete: %s\n', kept.problem) end),
      kept.received_at, kept.path);
  end if;
  return true;
end
$$;

-- For the server, on behalf of the switch it has admitted.
create function public.store_fax(switch uuid, data jsonb, received_at timestamptz, object_path text, pages integer, size_bytes integer)
returns boolean
language sql volatile security invoker set search_path = '' as $$ select private.store_fax($1, $2, $3, $4, $5, $6) $$;
grant execute on function public.store_fax(uuid, jsonb, timestamptz, text, integer, integer) to service_role;

create function private.open_fax(fax uuid, tenant uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  opened public.faxes;
begin
  perform private.require_permission(private.has_permission('telephony', 'view'));
  select * into opened from public.faxes f where f.id = fax and f.tenant_id = tenant;
  perform private.require_found(opened.path is not null);
  perform private.write_audit_entry('telephony', 'faxes', opened.id,
    private.format_caller(opened.from_number, opened.from_station) || ' to ' || opened.box, opened.tenant_id, 'open');
end
$$;

-- Opens a fax to the caller for five minutes and writes a trail entry, as audit_recording_playback does.
select private.expose('open_fax');

create policy fax_objects_select on storage.objects for select to authenticated
  using (bucket_id = 'faxes' and (select private.has_permission('telephony', 'view'))
    and exists (select 1 from public.faxes f where f.path = objects.name and private.has_opened('faxes', f.id)));

-- Deletes messages and faxes past the tenant's retention, counted from when they came here, because a switch's clock may be wrong, in parts
-- as expired_call_recordings does. Returns up to 500 files that belong to none, for the server to remove: [{bucket, path}].
create function private.expired_messages() returns table (bucket text, path text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  deleted boolean;
begin
  for part in 1..10 loop
    delete from public.voicemail_messages d where d.id in (
      select m.id from private.retention_cutoffs() t join public.voicemail_messages m on m.tenant_id = t.id and m.created_at < t.cutoff
      limit 500);
    deleted := found;
    delete from public.faxes d where d.id in (
      select f.id from private.retention_cutoffs() t join public.faxes f on f.tenant_id = t.id and f.created_at < t.cutoff
      limit 500);
    deleted := deleted or found;
    return query
      select o.bucket_id, o.name from storage.objects o
      where o.bucket_id in ('voicemail', 'faxes') and o.created_at < now() - interval '5 minutes'
        and not exists (select 1 from public.voicemail_messages m where m.path = o.name)
        and not exists (select 1 from public.faxes f where f.path = o.name)
      limit 500;
    exit when found or not deleted;
  end loop;
end
$$;
select private.expose('expired_messages', 'service_role');

select private.grant_access(of_server => '{store_fax}');
