-- Recordings: audio played to callers. The files are objects in the private Storage bucket `recordings`, named <tenant_id>/<random
-- uuid>.wav or .mp3, and are never overwritten: a replacement is a new object. A recording can only use a file the server has checked: it
-- downloads the object, detects the actual format, and stores the result in private.recording_files with the service key. A trigger copies
-- it to public.recordings, whatever the caller sends.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('recordings', 'recordings', false, 10485760, array['audio/wav', 'audio/mpeg'])
on conflict (id) do nothing;

create table private.recording_files (
  id uuid primary key,
  -- No foreign key: a restored tenant's recordings need them again, as long as their files are kept.
  tenant_id uuid not null,
  path text not null,
  format text not null check (format in ('wav', 'mp3')),
  duration_ms integer not null check (duration_ms > 0),
  size_bytes integer not null check (size_bytes between 1 and 10485760),
  peaks smallint[] not null check (cardinality(peaks) between 1 and 1000 and 0 <= all (peaks) and 100 >= all (peaks))
);

comment on table private.recording_files is 'What the server detected in uploaded files; id is the row''s id in storage.objects';

create index recording_files_tenant_idx on private.recording_files (tenant_id);

alter table private.recording_files enable row level security;

create table public.recordings (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  file text not null check (file ~ '^[a-z0-9][a-z0-9_-]{0,89}\.(wav|mp3)$'),
  file_id uuid not null unique references private.recording_files (id),
  path text not null,
  format text not null check (format in ('wav', 'mp3')),
  duration_ms integer not null check (duration_ms > 0),
  size_bytes integer not null check (size_bytes between 1 and 10485760),
  peaks smallint[] not null,
  description text not null default '' check (length(description) <= 255),
  spoken_text text not null default '' check (length(spoken_text) <= 2000),
  unique (tenant_id, name),
  unique (tenant_id, file)
);
comment on column public.recordings.file is 'File name on the PBX';
comment on column public.recordings.path is 'Object name in the bucket recordings';
comment on column public.recordings.peaks is 'Peak level of each of equally long slices, 0 to 100';
comment on column public.recordings.spoken_text is 'The text the server''s TTS voice reads; empty for an uploaded or recorded file';
select private.declare_records('recordings', section => 'telephony', destination => 'file', search => '{name,file,description,spoken_text}',
  sort => '{name,file,duration_ms,size_bytes,format}', filter => '{format}', snapshot => '{peaks,size_bytes,spoken_text}');

-- File details come from the server's check, not from the caller.
create function private.set_recording_file_details() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found private.recording_files;
begin
  select f.* into found
  from private.recording_files f
  join storage.objects o on o.id = f.id and o.bucket_id = 'recordings'
  where f.id = new.file_id and f.tenant_id = new.tenant_id;
  if found.id is null then
    raise exception 'The audio file is missing. Upload it again.'
      using errcode = 'foreign_key_violation';
  end if;
  new.path := found.path;
  new.format := found.format;
  new.duration_ms := found.duration_ms;
  new.size_bytes := found.size_bytes;
  new.peaks := found.peaks;
  new.file := regexp_replace(new.file, '\.[^.]*$', '') || '.' || found.format;
  return new;
end
$$;

create function private.guard_recording_files() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.path := old.path;
  new.format := old.format;
  new.duration_ms := old.duration_ms;
  new.size_bytes := old.size_bytes;
  new.peaks := old.peaks;
  new.file := regexp_replace(new.file, '\.[^.]*$', '') || '.' || old.format;
  return new;
end
$$;
create trigger copy_file_details before insert on public.recordings
  for each row execute function private.set_recording_file_details();
create trigger copy_replacement_details before update on public.recordings
  for each row when (new.file_id <> old.file_id or new.tenant_id <> old.tenant_id)
  execute function private.set_recording_file_details();
create trigger guard_file before update on public.recordings
  for each row when (new.file_id = old.file_id and new.tenant_id = old.tenant_id)
  execute function private.guard_recording_files();

-- Stores what the server detected in an uploaded file and returns the id a recording refers to it by. Also deletes the rows of the
-- tenant, and of deleted ones, whose file no longer exists.
create function private.register_recording_file(
  tenant uuid, object_path text, format text, duration_ms integer, size_bytes integer, peaks smallint[]
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  object uuid := (select o.id from storage.objects o where o.bucket_id = 'recordings' and o.name = object_path);
begin
  if object is null or split_part(object_path, '/', 1) <> tenant::text then
    raise exception 'This tenant has no such file.' using errcode = 'no_data_found';
  end if;
  delete from private.recording_files f
  where (f.tenant_id = tenant or not exists (select 1 from public.tenants t where t.id = f.tenant_id))
    and not exists (select 1 from storage.objects o where o.id = f.id)
    and not exists (select 1 from public.recordings r where r.file_id = f.id);
  insert into private.recording_files (id, tenant_id, path, format, duration_ms, size_bytes, peaks)
  values (object, tenant, object_path, $3, $4, $5, $6)
  on conflict (id) do nothing;
  return object;
end
$$;

select private.expose('register_recording_file', 'service_role');

-- Up to 500 objects no recording uses, of one tenant or all: uploads abandoned for an hour, and files of recordings deleted or replaced so
-- long ago that they are no longer kept; until then, one restored from the trail still plays.
create function private.unused_recording_paths(tenant uuid default null) returns setof text
language sql stable security definer set search_path = '' as $$
  with restorable as materialized (
    select a.changes -> 'file_id' ->> 0 as file_id
    from public.audit_log a
    where a.table_name = 'recordings' and a.action in ('update', 'delete') and a.at > now() - private.kept('dropped')
  )
  select o.name
  from storage.objects o
  where o.bucket_id = 'recordings'
    and (tenant is null or o.name like tenant::text || '/%')
    and o.created_at < now() - interval '1 hour'
    and not exists (select 1 from public.recordings r where r.file_id = o.id)
    and not exists (select 1 from restorable e where e.file_id = o.id::text)
  limit 500
$$;

select private.expose('unused_recording_paths', 'service_role');

-- For the policies below; the answer does not depend on what the caller may see.
create function private.is_recording_path(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(wav|mp3)$'
    and exists (select 1 from public.tenants t where t.id::text = split_part(path, '/', 1))
$$;

-- No update policy, because a checked object never changes, and no delete policy, because the server removes unused objects.
create policy recordings_objects_select on storage.objects for select to authenticated
  using (bucket_id = 'recordings' and (select private.has_permission('telephony', 'view')));

create policy recordings_objects_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'recordings' and private.is_recording_path(name)
    and ((select private.has_permission('telephony', 'create')) or (select private.has_permission('telephony', 'edit'))));

select private.grant_access('{is_recording_path}');
