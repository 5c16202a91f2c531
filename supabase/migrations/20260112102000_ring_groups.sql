-- Ring groups: one number that rings several phones, together or in turn.

create table public.ring_groups (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  strategy text not null default 'simultaneous' check (strategy in
    ('simultaneous', 'sequence', 'random', 'rollover', 'enterprise')),
  call_timeout integer not null default 30 check (call_timeout between 1 and 600),
  timeout_destination_id uuid,
  greeting_recording_id uuid,
  ringback text not null default 'us_ring' check (ringback in ('us_ring', 'uk_ring', 'eu_ring', 'hold_music', 'silence')),
  caller_id_name_prefix text not null default '' check (length(caller_id_name_prefix) <= 20),
  follow_forwarding boolean not null default false,
  missed_call_email text not null default ''
    check (missed_call_email = '' or private.is_email(missed_call_email)),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  foreign key (tenant_id, timeout_destination_id) references public.destinations (tenant_id, id),
  foreign key (tenant_id, greeting_recording_id) references public.recordings (tenant_id, id),
  constraint ring_groups_lead_elsewhere check (timeout_destination_id <> id)
);
create index ring_groups_tenant_idx on public.ring_groups (tenant_id, name, id);
create index ring_groups_timeout_idx on public.ring_groups (tenant_id, timeout_destination_id);
create index ring_groups_greeting_idx on public.ring_groups (tenant_id, greeting_recording_id);
comment on column public.ring_groups.call_timeout is 'Seconds until the group gives up';
comment on column public.ring_groups.timeout_destination_id is 'Where the call goes when nobody answers; null hangs up';

-- A member is an extension or an outside number, never a mailbox: that would answer every call at once.
create table public.ring_group_members (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  ring_group_id uuid not null,
  extension_id uuid,
  external_number text check (private.is_e164(external_number)),
  delay integer not null default 0 check (delay between 0 and 300),
  timeout integer not null default 30 check (timeout between 1 and 300),
  confirm boolean not null default false,
  enabled boolean not null default true,
  position integer not null default 1 check (position between 1 and 999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (tenant_id, ring_group_id) references public.ring_groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id),
  constraint ring_group_members_one_target check (num_nonnulls(extension_id, external_number) = 1),
  constraint ring_group_members_extension_once unique (ring_group_id, extension_id),
  constraint ring_group_members_number_once unique (ring_group_id, external_number)
);
create index ring_group_members_group_idx on public.ring_group_members (tenant_id, ring_group_id, position);
create index ring_group_members_extension_idx on public.ring_group_members (tenant_id, extension_id);
comment on column public.ring_group_members.delay is 'Seconds of silence before the phone rings';
comment on column public.ring_group_members.timeout is 'Seconds that the phone then rings';
comment on column public.ring_group_members.confirm is 'Whoever picks up presses 1 to take the call';

create trigger touch before update on public.ring_groups for each row execute function private.touch();
create trigger touch before update on public.ring_group_members for each row execute function private.touch();
create trigger audit after insert or update or delete on public.ring_groups
  for each row execute function private.audit('telephony');
create trigger audit after insert or update or delete on public.ring_group_members
  for each row execute function private.audit('telephony', 'telephony', 'ring_group_id');
create trigger claim_number after insert or update or delete on public.ring_groups
  for each row execute function private.claim_number('ring_groups', 'number', 'name');
create trigger publish_destination after insert or update or delete on public.ring_groups
  for each row execute function private.publish_destination('ring_groups', 'number', 'name');

alter table public.ring_groups enable row level security;
alter table public.ring_group_members enable row level security;

create policy ring_groups_select on public.ring_groups for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy ring_groups_insert on public.ring_groups for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy ring_groups_update on public.ring_groups for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy ring_groups_delete on public.ring_groups for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

create policy ring_group_members_select on public.ring_group_members for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy ring_group_members_insert on public.ring_group_members for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')) or (select private.has_permission('telephony', 'edit')));
create policy ring_group_members_update on public.ring_group_members for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy ring_group_members_delete on public.ring_group_members for delete to authenticated
  using ((select private.has_permission('telephony', 'edit')) or (select private.has_permission('telephony', 'delete')));

-- What the list of ring groups shows: the group, how many members would ring, and where the call goes afterwards.
create view public.ring_group_list with (security_invoker = true) as
select g.*,
  (select count(*)::int from public.ring_group_members m where m.tenant_id = g.tenant_id and m.ring_group_id = g.id)
    as members,
  (select count(*)::int from public.ring_group_members m
    left join public.extensions e on e.tenant_id = m.tenant_id and e.id = m.extension_id
    where m.tenant_id = g.tenant_id and m.ring_group_id = g.id and m.enabled
      and (e.id is null or (e.enabled and not e.suspended and not e.do_not_disturb))) as ringing_members
from public.ring_groups g;
revoke all on public.ring_group_list from anon, authenticated, service_role;
grant select on public.ring_group_list to authenticated, service_role;

insert into private.record_lists (table_name, section, source, searchable, sortable, filterable) values
  ('ring_groups', 'telephony', 'ring_group_list', '{name,number}', '{name,number,strategy,members,enabled}',
    '{strategy,enabled,ringing_members}');
