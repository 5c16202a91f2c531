-- What an extension is besides its number: names, caller IDs, voicemail, forwarding, limits, and who it also rings.

create function private.is_email(value text) returns boolean
language sql immutable set search_path = '' as $$
  select length(value) <= 254 and value ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'
$$;
grant execute on function private.is_email(text) to authenticated, service_role;

alter table public.dids add constraint dids_tenant_id_id_key unique (tenant_id, id);

alter table public.extensions
  add column first_name text not null default '' check (length(first_name) <= 60),
  add column last_name text not null default '' check (length(last_name) <= 60),
  add column effective_caller_id_number text check (effective_caller_id_number ~ '^\+?[0-9]{2,15}$'),
  add column outbound_did_id uuid,
  add column emergency_did_id uuid,
  add column location text not null default '' check (length(location) <= 128),
  add column voicemail_email text check (private.is_email(voicemail_email)),
  add column voicemail_attach boolean not null default true,
  add column voicemail_keep boolean not null default true,
  add column forward_all_enabled boolean not null default false,
  add column forward_all_destination_id uuid,
  add column forward_busy_enabled boolean not null default false,
  add column forward_busy_destination_id uuid,
  add column forward_no_answer_enabled boolean not null default false,
  add column forward_no_answer_destination_id uuid,
  add column forward_not_registered_enabled boolean not null default false,
  add column forward_not_registered_destination_id uuid,
  add column follow_me_enabled boolean not null default false,
  add column do_not_disturb boolean not null default false,
  add column call_timeout integer not null default 30 check (call_timeout between 5 and 600),
  add column concurrent_limit integer not null default 5 check (concurrent_limit between 1 and 100),
  add column recording text not null default 'none' check (recording in ('none', 'inbound', 'outbound', 'all')),
  add column toll_class text not null default 'national'
    check (toll_class in ('internal', 'local', 'national', 'international')),
  add column hold_music_recording_id uuid,
  add column listed_in_directory boolean not null default true,
  add column suspended boolean not null default false,
  add constraint extensions_leave_emergency_numbers check (extension not in ('911', '933', '988')),
  add constraint extensions_forward_all check (forward_all_destination_id is not null or not forward_all_enabled),
  add constraint extensions_forward_busy check (forward_busy_destination_id is not null or not forward_busy_enabled),
  add constraint extensions_forward_no_answer
    check (forward_no_answer_destination_id is not null or not forward_no_answer_enabled),
  add constraint extensions_forward_not_registered
    check (forward_not_registered_destination_id is not null or not forward_not_registered_enabled),
  -- An extension's id is also that of its destination.
  add constraint extensions_forward_elsewhere check (id not in (forward_all_destination_id, forward_busy_destination_id,
    forward_no_answer_destination_id, forward_not_registered_destination_id)),
  add foreign key (tenant_id, outbound_did_id) references public.dids (tenant_id, id),
  add foreign key (tenant_id, emergency_did_id) references public.dids (tenant_id, id),
  add foreign key (tenant_id, hold_music_recording_id) references public.recordings (tenant_id, id),
  add foreign key (tenant_id, forward_all_destination_id) references public.destinations (tenant_id, id),
  add foreign key (tenant_id, forward_busy_destination_id) references public.destinations (tenant_id, id),
  add foreign key (tenant_id, forward_no_answer_destination_id) references public.destinations (tenant_id, id),
  add foreign key (tenant_id, forward_not_registered_destination_id) references public.destinations (tenant_id, id);
comment on column public.extensions.call_timeout is 'Seconds';
comment on column public.extensions.outbound_did_id is 'The caller ID of calls to the outside; null takes the tenant''s';
comment on column public.extensions.emergency_did_id is 'The caller ID of 911 calls: a number of the tenant with E911';
comment on column public.extensions.location is 'Floor or room, as a dispatcher is told it';
comment on column public.extensions.toll_class is 'The dearest calls it may make; emergency calls are always allowed';
comment on column public.extensions.suspended is 'Keeps its number, seat and settings, but neither rings nor calls';
create index extensions_outbound_did_idx on public.extensions (tenant_id, outbound_did_id);
create index extensions_emergency_did_idx on public.extensions (tenant_id, emergency_did_id);
create index extensions_hold_music_idx on public.extensions (tenant_id, hold_music_recording_id);
create index extensions_forward_all_idx on public.extensions (tenant_id, forward_all_destination_id);
create index extensions_forward_busy_idx on public.extensions (tenant_id, forward_busy_destination_id);
create index extensions_forward_no_answer_idx on public.extensions (tenant_id, forward_no_answer_destination_id);
create index extensions_forward_not_registered_idx
  on public.extensions (tenant_id, forward_not_registered_destination_id);

create table public.extension_follow_me (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  extension_id uuid not null,
  position integer not null check (position between 1 and 5),
  target_destination_id uuid not null,
  delay integer not null default 0 check (delay between 0 and 300),
  timeout integer not null default 30 check (timeout between 5 and 300),
  confirm boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint extension_follow_me_position_key unique (extension_id, position) deferrable initially deferred,
  constraint extension_follow_me_leads_elsewhere check (target_destination_id <> extension_id),
  foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, target_destination_id) references public.destinations (tenant_id, id)
);
comment on column public.extension_follow_me.delay is 'Seconds until it rings';
comment on column public.extension_follow_me.timeout is 'Seconds that it rings';
create index extension_follow_me_extension_idx on public.extension_follow_me (tenant_id, extension_id);
create index extension_follow_me_target_idx on public.extension_follow_me (tenant_id, target_destination_id);

-- The number is locked, so that its E911 cannot be switched off at the same moment.
create function private.check_emergency_did() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  did public.dids;
begin
  select * into did from public.dids d where d.id = new.emergency_did_id and d.tenant_id = new.tenant_id for share;
  if found and not did.e911 then
    raise exception '% has no E911 and cannot be an emergency caller ID.', did.number using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger check_emergency_did before insert or update of emergency_did_id on public.extensions
  for each row when (new.emergency_did_id is not null) execute function private.check_emergency_did();

create function private.keep_emergency_did() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  users text := (
    select string_agg(e.extension, ', ' order by e.extension) from public.extensions e
    where e.tenant_id = old.tenant_id and e.emergency_did_id = old.id);
begin
  if users is not null then
    raise exception '% is the emergency caller ID of %: its E911 stays on.', old.number, users
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger keep_emergency_did before update of e911 on public.dids
  for each row when (old.e911 and not new.e911) execute function private.keep_emergency_did();

-- The tenant is locked, so that two people who take the last seat wait for each other.
create function private.check_seats() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tenant record;
  used bigint;
begin
  for tenant in
    select t.id, t.extension_limit, (select count(*) from added a where a.tenant_id = t.id) as added
    from public.tenants t
    where t.id in (select a.tenant_id from added a)
    order by t.id
    for no key update
  loop
    select count(*) - tenant.added into used from public.extensions e where e.tenant_id = tenant.id;
    if used + tenant.added > tenant.extension_limit then
      raise exception 'This tenant has % of % extension seats in use%.', used, tenant.extension_limit,
        case when used < tenant.extension_limit then format('; %s more do not fit', tenant.added) else '' end
        using errcode = 'check_violation', detail = jsonb_build_object(
          'used', used, 'limit', tenant.extension_limit, 'added', tenant.added)::text;
    end if;
  end loop;
  return null;
end
$$;
create trigger check_seats after insert on public.extensions
  referencing new table as added for each statement execute function private.check_seats();

-- Adds extensions, all or none. `new_rows` are records of public.extensions with the same fields each and ids of the
-- caller's making: what is there already is passed over, so that a repetition is harmless. Refused with the names of
-- whatever holds a number that is taken.
create function public.add_extensions(tenant uuid, new_rows jsonb) returns integer
language plpgsql volatile security invoker set search_path = '' as $$
declare
  columns text;
  taken text;
  done integer;
begin
  select string_agg(format('%s is already taken by the %s', p.number,
      btrim(private.kind_noun(p.kind) || ' ' || p.name)), ', ' order by p.number)
    into taken
  from jsonb_to_recordset(new_rows) r (id uuid, extension text)
  join public.number_plan p on p.tenant_id = tenant and p.number = r.extension and p.record_id <> r.id;
  if taken is not null then
    raise exception '%.', taken using errcode = 'unique_violation';
  end if;
  select string_agg(quote_ident(field), ', ') into columns
  from jsonb_object_keys(new_rows -> 0) field
  where field = any (private.writable_columns('public.extensions')) and field <> 'tenant_id';
  execute format('insert into public.extensions (id, tenant_id, %1$s)
    select r.id, $1, %1$s from jsonb_populate_recordset(null::public.extensions, $2) r
    where not exists (select 1 from public.extensions e where e.id = r.id)', columns)
    using tenant, new_rows;
  get diagnostics done = row_count;
  return done;
end
$$;
grant execute on function public.add_extensions(uuid, jsonb) to authenticated, service_role;
grant execute on function private.kind_noun(text) to authenticated, service_role;

-- The list's rows: an extension with what its columns say of other records.
create view public.extension_list with (security_invoker = true) as
select e.*, outbound.number as outbound_number, emergency.number as emergency_number,
  e.emergency_did_id is not null as has_emergency_did,
  e.do_not_disturb or e.forward_all_enabled or e.forward_busy_enabled or e.forward_no_answer_enabled
    or e.forward_not_registered_enabled as diverted,
  case when e.suspended then 'suspended' when e.enabled then 'enabled' else 'disabled' end as standing
from public.extensions e
left join public.dids outbound on outbound.id = e.outbound_did_id
left join public.dids emergency on emergency.id = e.emergency_did_id;
revoke insert, update, delete on public.extension_list from authenticated, service_role;

update private.record_lists set
  source = 'extension_list',
  searchable = '{extension,effective_caller_id_name,first_name,last_name,description,location,voicemail_email,outbound_number}',
  sortable = '{extension,effective_caller_id_name,outbound_number,created_at}',
  filterable = '{id,enabled,suspended,standing,voicemail_enabled,do_not_disturb,diverted,has_emergency_did,recording,toll_class}'
where table_name = 'extensions';

-- The lowest numbers between `lowest` and `highest` that nothing of the tenant holds, at most `how_many`.
create function public.free_numbers(tenant uuid, lowest integer, highest integer, how_many integer default 1)
returns setof text
language sql stable security invoker set search_path = '' as $$
  select n::text from generate_series(lowest, least(highest, lowest + 9999)) n
  where not exists (select 1 from public.number_plan p where p.tenant_id = tenant and p.number = n::text)
  order by n
  limit least(how_many, 200)
$$;
grant execute on function public.free_numbers(uuid, integer, integer, integer) to authenticated, service_role;

create trigger touch before update on public.extension_follow_me for each row execute function private.touch();
create trigger audit after insert or update or delete on public.extension_follow_me
  for each row execute function private.audit('telephony', 'telephony', 'extension_id');

alter table public.extension_follow_me enable row level security;
create policy extension_follow_me_select on public.extension_follow_me for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy extension_follow_me_insert on public.extension_follow_me for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')) or (select private.has_permission('telephony', 'edit')));
create policy extension_follow_me_update on public.extension_follow_me for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
-- Whoever may edit an extension may take a target from its list.
create policy extension_follow_me_delete on public.extension_follow_me for delete to authenticated
  using ((select private.has_permission('telephony', 'edit')));
