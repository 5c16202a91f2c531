-- How a tenant's numbers (DIDs) behave: where calls go, by caller and for a time, and what happens on the way.

alter table public.dids
  add column destination_id uuid,
  add column override_destination_id uuid,
  add column override_until timestamptz,
  add column caller_id_prefix text not null default '' check (caller_id_prefix ~ '^[^"<>@[:cntrl:]]{0,20}$'),
  add column record boolean not null default false,
  add column hold_music_recording_id uuid,
  add column distinctive_ring text not null default ''
    check (distinctive_ring in ('', 'Bellcore-dr1', 'Bellcore-dr2', 'Bellcore-dr3', 'Bellcore-dr4', 'Bellcore-dr5')),
  add column account_code text not null default '' check (account_code ~ '^[A-Za-z0-9_.-]{0,32}$'),
  add column voice boolean not null default true,
  add column fax boolean not null default false,
  add column text_messages boolean not null default false,
  add column emergency boolean not null default false,
  add constraint dids_override_ends check ((override_destination_id is null) = (override_until is null)),
  add constraint dids_route_in_a_tenant check (tenant_id is not null
    or (destination_id is null and override_destination_id is null and hold_music_recording_id is null)),
  add foreign key (tenant_id, destination_id) references public.destinations (tenant_id, id),
  add foreign key (tenant_id, override_destination_id) references public.destinations (tenant_id, id),
  add foreign key (tenant_id, hold_music_recording_id) references public.recordings (tenant_id, id);
comment on column public.dids.destination_id is 'Where calls go that no condition and no override sends elsewhere';
comment on column public.dids.override_destination_id is 'Where all calls go until override_until';
comment on column public.dids.caller_id_prefix is 'Stands before the caller''s name on the phones';
comment on column public.dids.distinctive_ring is 'Alert-Info header that phones choose their ring by; empty for their usual one';
comment on column public.dids.emergency is 'Emergency services call back on this number';
create index dids_destination_idx on public.dids (tenant_id, destination_id);
create index dids_override_idx on public.dids (tenant_id, override_destination_id);
create index dids_hold_music_idx on public.dids (tenant_id, hold_music_recording_id);

-- Callers who are sent elsewhere; the first condition that matches counts.
create table public.did_conditions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  did_id uuid not null,
  position integer not null check (position between 1 and 100),
  match text not null check (match in ('exact', 'prefix', 'anonymous')),
  caller text,
  destination_id uuid not null,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint did_conditions_position_key unique (did_id, position) deferrable initially deferred,
  constraint did_conditions_name_a_caller check (
    case match when 'anonymous' then caller is null
      when 'exact' then caller is not null and caller ~ '^\+?[0-9]{2,15}$'
      else caller is not null and caller ~ '^\+?[0-9]{1,14}$' end),
  foreign key (tenant_id, did_id) references public.dids (tenant_id, id) on delete cascade,
  foreign key (tenant_id, destination_id) references public.destinations (tenant_id, id)
);
comment on column public.did_conditions.caller is 'The caller''s number, or what it starts with: E.164, or digits for an internal one';
create index did_conditions_did_idx on public.did_conditions (tenant_id, did_id);
create index did_conditions_destination_idx on public.did_conditions (tenant_id, destination_id);

create trigger touch before update on public.did_conditions for each row execute function private.touch();
create trigger audit after insert or update or delete on public.did_conditions
  for each row execute function private.audit('telephony', 'telephony', 'did_id');

alter table public.did_conditions enable row level security;
-- Conditions are part of a number: whoever may change how it behaves may change them.
create policy did_conditions_select on public.did_conditions for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy did_conditions_insert on public.did_conditions for insert to authenticated
  with check ((select private.has_permission('telephony', 'edit')));
create policy did_conditions_update on public.did_conditions for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy did_conditions_delete on public.did_conditions for delete to authenticated
  using ((select private.has_permission('telephony', 'edit')));

-- A number that changes hands leaves its routes behind, and stays while something else of the tenant refers to it.
create function private.move_did() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  users text := (select string_agg(distinct u.label, ', ') from public.used_by('dids', old.id) u);
begin
  if users is not null then
    raise exception '% is used by % and stays with its tenant.', old.number, users
      using errcode = 'restrict_violation';
  end if;
  delete from public.did_conditions c where c.did_id = old.id;
  new.destination_id := null;
  new.override_destination_id := null;
  new.override_until := null;
  new.hold_music_recording_id := null;
  return new;
end
$$;
create trigger move before update of tenant_id on public.dids
  for each row when (old.tenant_id is not null and new.tenant_id is distinct from old.tenant_id)
  execute function private.move_did();

-- The list's rows: a number with where its calls go at this moment, conditions aside.
create view public.did_list with (security_invoker = true) as
select d.*,
  case when d.override_until > now() then d.override_destination_id else d.destination_id end as routed_to_id,
  coalesce(d.override_until > now(), false) as overridden,
  coalesce(case when d.override_until > now() then d.override_destination_id else d.destination_id end is not null
    or exists (select 1 from public.did_conditions c where c.did_id = d.id and c.enabled), false) as routed
from public.dids d;
revoke insert, update, delete on public.did_list from authenticated, service_role;

insert into private.record_lists (table_name, section, source, searchable, sortable, filterable) values
  ('dids', 'telephony', 'did_list', '{number,description,account_code}', '{number,description,caller_id_prefix}',
    '{id,enabled,e911,record,overridden,routed,fax,voice}');
