-- The sound of recorded calls, as the switch delivers it. The bytes are objects of the private Storage bucket
-- `call-recordings`, named <tenant_id>/<call id>.wav or .mp3; only the server, which looks into them first, writes there.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('call-recordings', 'call-recordings', false, 67108864, array['audio/wav', 'audio/mpeg'])
on conflict (id) do nothing;

create table public.call_recordings (
  id uuid primary key,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  path text not null unique check (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(wav|mp3)$'),
  format text not null check (format in ('wav', 'mp3')),
  duration_ms integer not null check (duration_ms > 0),
  size_bytes integer not null check (size_bytes between 1 and 67108864),
  peaks smallint[] not null check (cardinality(peaks) between 1 and 1000 and 0 <= all (peaks) and 100 >= all (peaks)),
  created_at timestamptz not null default now(),
  constraint call_recordings_lie_with_their_tenant check (path = tenant_id || '/' || id || '.' || format)
);
comment on table public.call_recordings is 'Recordings of calls, kept for as many days as the tenant''s settings say';
comment on column public.call_recordings.id is 'The id of the call in cdr, which may arrive later';
comment on column public.call_recordings.path is 'The object''s name in the bucket call-recordings';
comment on column public.call_recordings.peaks is 'The loudest sample of each of equally long slices, 0 to 100';
create index call_recordings_tenant_idx on public.call_recordings (tenant_id, created_at);

alter table public.call_recordings enable row level security;
revoke insert, update, delete on public.call_recordings from authenticated;
create policy call_recordings_select on public.call_recordings for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy call_recordings_objects_select on storage.objects for select to authenticated
  using (bucket_id = 'call-recordings' and (select private.has_permission('telephony', 'view')));

-- The recordings of a tenant that have been kept long enough. The product keeps them for 90 days, as
-- lib/telephony/tenant-settings says.
create function public.expired_call_recordings(tenant uuid) returns setof text
language sql stable security invoker set search_path = '' as $$
  select r.path
  from public.call_recordings r
  left join public.tenant_settings s on s.id = r.tenant_id
  where r.tenant_id = tenant
    and r.created_at < now() - make_interval(days => coalesce(s.recording_retention_days, 90))
$$;
revoke execute on function public.expired_call_recordings(uuid) from authenticated;
grant execute on function public.expired_call_recordings(uuid) to service_role;
